"""A class in Chinese: its page, what is said at the end of a run, and what kept somebody out."""

from pathlib import Path

import pytest
from rich.cells import cell_len

from reversi_conformance import problem_messages
from reversi_conformance.classroom import class_page, finishing, summary_text
from reversi_conformance.classroom.results import Results
from reversi_conformance.classroom.statistics import summarise
from reversi_conformance.findings import Value
from reversi_conformance.language import in_force, speaking
from reversi_conformance.problem_messages import problem
from reversi_conformance.report import Report
from reversi_conformance.retelling import retold
from reversi_conformance.submission import Problem, Submission

from ..classroom import classes
from ..reports.samples import case, finding

PARAMS: dict[str, Value] = {
    "names": ("li.zip",),
    "count": 3,
    "reason": "a reason",
    "kind": "rar",
    "command": "apt install unrar",
    "tool": "gcc",
    "seconds": 60.0,
    "limit": 1048576.0,
    "module": "numpy",
    "files": "'a.py'",
    "run": "game.py",
    "title": "Java",
    "tools": "javac",
    "error": "OSError",
}


def a_class() -> list[Report]:
    flips = finding(
        "rules.flips",
        "flips.wrong",
        "X at ab should also turn bb",
        square="ab",
        side="X",
        kept=("bb",),
    )
    return [
        classes.student("li", called="李雷"),
        classes.student("han", case("py-1", flips), flips=5, causes=[classes.TIES_LAST]),
        classes.student("wang", is_played=False, problems=[_of("build.failed")]),
    ]


def _of(variant: str) -> Problem:
    """A problem of each kind, by the name of its sentence."""
    code, *what = variant.split("/")
    params: dict[str, Value] = {**PARAMS, "more": 0}
    if code == "program.tool-missing":
        params["count"] = 1 if "one" in what else 2
        params["command"] = "" if "no-command" in what else "apt install"
    elif what == ["more"]:
        params["more"] = 4
    elif what:
        params["what"] = what[0]
    return problem(code, params)


@pytest.mark.parametrize("variant", problem_messages.SENTENCES)
def test_every_problem_is_told_in_both_languages(variant: str) -> None:
    english = _of(variant)
    with speaking("zh"):
        chinese = _of(variant)
        facts = Submission("li", "", (), problems=(english,))
        assert problem_messages.retold_submission(facts).problems == (chinese,)
    assert chinese.message != english.message
    assert "{" not in english.message + chinese.message


def test_the_page_of_a_class_is_in_chinese() -> None:
    with speaking("zh"):
        reports = [retold(report) for report in a_class()]
        page = class_page.render(summarise(reports, ()), lambda student: f"{student}.html")
    assert '<html lang="zh-CN">' in page
    assert "Most failed checks" not in page
    assert "The class" not in page
    assert "gcc" in page
    assert "could not build it" not in page


@pytest.mark.parametrize("width", [64, 80, 120])
def test_the_end_of_a_run_keeps_to_the_width_of_a_terminal(width: int) -> None:
    with speaking("zh"):
        summary = summarise([retold(report) for report in a_class()], ())
        said = summary_text.render(
            summary, lambda student: f"{student}.json", "class.html", width=width
        )
    own = [line for line in said.splitlines() if "reversi-conformance" not in line]
    assert [line for line in own if cell_len(line) > width] == []
    figures = [cell_len(line) for line in own if line.endswith("/3")]
    assert len(figures) == 2
    assert len(set(figures)) == 1, said


def test_pages_are_drawn_in_the_language_of_whoever_asks_for_them(tmp_path: Path) -> None:
    with Results(tmp_path) as results:
        results.write_report("han", a_class()[1])
        # As a process does it that speaks English itself.
        finishing.write_pages("han", tmp_path, "full", "zh")
        page = results.student_page("han").read_text(encoding="utf-8")
    assert '<html lang="zh-CN">' in page
    assert "should also turn" not in page
    assert in_force() == "en"
