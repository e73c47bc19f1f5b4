"""A class in text, as it stands at the end of a run."""

import shlex
import subprocess
from collections.abc import Callable

import pytest
from rich.cells import cell_len

from reversi_conformance.classroom.concerns import Reason
from reversi_conformance.classroom.figures import Standing
from reversi_conformance.classroom.statistics import summarise
from reversi_conformance.classroom.students import Student
from reversi_conformance.classroom.summary_text import render, shell_word
from reversi_conformance.repetition import Variation
from reversi_conformance.reports.page import sentences
from reversi_conformance.submission import Problem

from ..payloads import EVERYTHING, NAMES, PAYLOADS
from ..reports.safety import unsafe_text
from ..reports.samples import case, finding
from .classes import TIES_LAST, ended, student
from .large import large_class
from .test_similarity import OWN_WORDS, wordings

Golden = Callable[[str], None]

BROKEN = Problem("build.failed", {}, "gcc could not build it", ("reversi.c:1: error: no", "  1 |"))
NO_GCC = Problem("build.tool", {}, "there is no gcc on this machine", is_ours=True)


def report_of(name: str) -> str:
    return f"my results/reports/{name}.json"


def test_a_class_is_told_from_its_figures_to_whom_to_look_at(golden: Golden) -> None:
    crash = finding(code="stopped.crash", message="the program crashes after 'ab' was typed: Oops")
    slow = finding(code="stopped.silent", message="no output for 10 s after 'ab' was typed")
    reports = [
        student("zhang", *wordings(OWN_WORDS), messages=0.5, called="张三"),
        student("li", *wordings(OWN_WORDS), messages=0.5, called="李四"),
        student("wang", case("py-1", crash), flips=5, causes=[TIES_LAST]),
        student("chen", case("py-1", crash), flips=2.5),
        student("zhou", flips=5, variations=[Variation("py-1", 3, "aa", "bb")]),
        student("sun", ended(case("py-1", slow), "silent", 10.4), flips=0),
        student("wu", case("py-2", soft_waits=3)),
        student("zheng", problems=[NO_GCC]),
        student("feng", board=0, messages=0, flips=0, problems=[BROKEN], is_played=False),
        student("qian", complete=False),
    ]
    golden(
        render(summarise(reports, [Student("zhao", "赵六")]), report_of, "my results/class.html")
    )


def test_a_right_class_is_told_in_few_lines(golden: Golden) -> None:
    reports = [student("a"), student("b"), student("c")]
    golden(render(summarise(reports), report_of, "results/class.html"))


def test_a_class_of_which_nothing_was_judged_says_so(golden: Golden) -> None:
    golden(render(summarise([], [Student("a")]), report_of, "results/class.html"))


def test_of_many_the_first_are_named_and_the_others_counted(golden: Golden) -> None:
    golden(render(large_class(300), report_of, "results/class.html"))


@pytest.mark.parametrize("width", [60, 80])
def test_a_line_fits_unless_it_is_a_command(width: int) -> None:
    lines = render(large_class(60), report_of, "class.html", width=width).splitlines()
    assert max(cell_len(line) for line in lines if "reversi-conformance show" not in line) <= width


def test_nothing_of_a_stranger_is_obeyed() -> None:
    crash = finding(code="stopped.crash", message=EVERYTHING)
    broken = Problem("build.failed", {}, EVERYTHING, (EVERYTHING,))
    reports = [
        student(name, case("py-1", crash), flips=5, called=text) for name, text in PAYLOADS.items()
    ]
    reports += [student(text, problems=[broken], is_played=False) for text in NAMES.values()]
    summary = summarise(reports, [Student(text, EVERYTHING) for text in NAMES.values()])
    for coloured in (False, True):
        shown = render(summary, lambda name: f"{EVERYTHING}{name}", EVERYTHING, coloured=coloured)
        if not coloured:
            assert list(unsafe_text(shown)) == []
        assert "\x1b[2J" not in shown


@pytest.mark.parametrize("name", [*NAMES.values(), "a b", "-n", "O'Brien", "", "张三", "a\\b"])
def test_a_shell_reads_a_word_as_it_was(name: str) -> None:
    word = shell_word(name)
    assert list(unsafe_text(word)) == []
    command = f"printf '%s' {word}"
    read = subprocess.run(["bash", "-c", command], capture_output=True, check=True).stdout
    assert read == name.encode(errors="surrogateescape")
    if word == shlex.quote(name):
        assert shlex.split(word) == [name]


def test_every_reason_and_standing_has_its_words() -> None:
    words = sentences("reversi_conformance.classroom")
    assert set(words["reasons"]) == {reason.value for reason in Reason}
    assert set(words["standings"]) == set(words["standing"]) == {each.value for each in Standing}
