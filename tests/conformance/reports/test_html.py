"""The page of a report: what stands in it, and that it is one file that fetches nothing."""

import base64
import hashlib
import re
import subprocess
import sys
import tomllib
from importlib.resources import files

import click
import msgspec
import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.escaping import inert
from reversi_conformance.feedback import CHECK_NAMES, FIRST_DIFFERENCE, conceal
from reversi_conformance.report import Report, ReportedCause, ReportedRemark
from reversi_conformance.reports import html, page
from reversi_conformance.submission import Problem, Submission, Trait
from reversi_conformance.transcript import format_transcript

from .samples import BOARD, BOARD_AFTER_AB, case, criterion, finding, lines, report, sheet

PAGES = files(page.PACKAGE).joinpath("pages")
FLIPS = finding(
    "rules.flips",
    "flips.wrong",
    "X at ab should also turn bb",
    expected=lines(BOARD_AFTER_AB),
    observed=lines(BOARD),
    square="ab",
)


def text_of(rendered: str) -> str:
    """What a person reads, on one line."""
    body = re.sub(r"<(style|script)\b.*?</\1>", "", rendered, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body))


def every_case_fails() -> Report:
    """Each golden game, in which everything is worded and drawn otherwise, and turns are wrong."""
    cases = []
    for golden in corpus.load_suite(load("python")):
        expected = format_transcript(golden.transcript)
        shown = re.sub(r"^  (.) ", r"  \1  ", expected.replace("places", "put"), flags=re.MULTILINE)
        found = [
            finding("rules.flips", f"flips.{n}", answers=golden.header.answers, observed=["x"] * 30)
            for n in range(5)
        ]
        cases.append(
            case(golden.id, FLIPS, *found, expected=expected, transcript=shown.replace("O", "0"))
        )
    return report(*cases, criteria=sheet(flips=0))


@pytest.fixture(scope="module")
def all_wrong() -> str:
    return html.render(every_case_fails())


def test_the_same_report_gives_the_same_bytes() -> None:
    assert html.render(report(case("py-1", FLIPS))) == html.render(report(case("py-1", FLIPS)))


def test_the_policy_names_the_hashes_of_the_style_and_the_script(all_wrong: str) -> None:
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', all_wrong)
    [style] = re.findall(r"<style>(.*?)</style>", all_wrong, re.DOTALL)
    [script] = re.findall(r"<script>(.*?)</script>", all_wrong, re.DOTALL)
    for kind, inlined in (("style", style), ("script", script)):
        digest = base64.b64encode(hashlib.sha256(inlined.encode()).digest()).decode()
        assert f"{kind}-src &#39;sha256-{digest}&#39;;" in policy
    assert policy.startswith("default-src &#39;none&#39;;")
    assert "unsafe" not in policy


def test_a_page_reaches_a_terminal_as_its_policy_knows_it(all_wrong: str) -> None:
    assert inert(all_wrong) == click.unstyle(all_wrong) == all_wrong


def test_a_page_without_a_script_allows_none() -> None:
    assert "script-src" not in page._policy("style", "")


def test_a_program_that_fails_every_case_has_a_small_page(all_wrong: str) -> None:
    assert len(all_wrong.encode()) < 1_500_000
    assert all_wrong.count('<details class="case"') == 64
    assert all_wrong.count('<div class="finding">\n<h4>') == 6 + 64 * 6


def test_the_sheet_shows_points_and_what_a_person_marks() -> None:
    rows = (*sheet(flips=5), criterion("style", "Functional style"))
    shown = text_of(html.render(report(case("py-1", FLIPS), criteria=rows)))
    assert "12 of 17 points" in shown
    assert "rules.flips 5/10 0 of 1" in shown
    assert "Functional style —/0 by hand: not marked yet" in shown


def test_a_finding_shows_what_to_type_and_both_boards() -> None:
    rendered = html.render(report(case("py-1", FLIPS), criteria=sheet(flips=5)))
    shown = text_of(rendered)
    assert "reversi-conformance check --case py-1 -- reversi.py" in shown
    assert "X at ab should also turn bb (1 case)" in shown
    assert '<a href="#check-1">Exactly the outflanked discs' in rendered
    assert '<blockquote lang="zh">玩家落子后' in rendered
    assert rendered.count('<td class="x wrong">X<span class=aloud> differs</span>') == 4
    assert rendered.count('<td class="o wrong">O<span class=aloud> differs</span>') == 2


def test_a_right_program_s_page_is_short() -> None:
    rendered = html.render(report(case("py-1"), case("py-2")))
    assert "Everything conforms." in rendered
    assert "2 cases conform" in text_of(rendered)
    assert "What is wrong" not in rendered


@pytest.mark.parametrize("feedback", [CHECK_NAMES, FIRST_DIFFERENCE])
def test_a_concealed_case_shows_what_the_feedback_left(feedback: str) -> None:
    secret = case("secret-game", FLIPS, expected="  a «4»\n  b\n", transcript="  a «4»\n  c\n")
    whole = report(msgspec.structs.replace(secret, is_hidden=True), criteria=sheet(flips=5))
    shown = html.render(conceal(whole, feedback))
    assert "secret-game" not in shown
    assert '"sessions":[null]' in shown
    assert "Typed" not in text_of(shown)
    assert ("should also turn" in shown) == (feedback == FIRST_DIFFERENCE)
    assert ("a hidden game loses this check" in shown) == (feedback == CHECK_NAMES)


def test_notes_and_advice_stand_apart_from_faults() -> None:
    shown = text_of(
        html.render(
            report(
                case(
                    "py-1",
                    finding(code="layout.blanks", message="a blank too many", kind="note"),
                    finding(code="entries.case", message="capitals crash it", kind="advice"),
                )
            )
        )
    )
    assert "Notes These cost nothing." in shown
    assert shown.index("a blank too many (1 case)") < shown.index("Advice")
    assert shown.index("Advice The handout") < shown.index("capitals crash it (1 case)")


def test_what_follows_from_a_cause_stands_under_it() -> None:
    follower = finding("rules.turns", "turns.skipped", "a move is left out", follows="flips.west")
    cause = ReportedCause(("flips.west",), "west is missing", "rules.flips", ("flips.wrong",), 2)
    shown = text_of(
        html.render(
            report(
                case("py-1", FLIPS),
                case("py-2", follower),
                criteria=sheet(flips=5),
                causes=[cause],
            )
        )
    )
    assert "west is missing (it shows in 2 cases; it costs rules.flips)" in shown
    assert "costs nothing more: a move is left out (1 case)" in shown


def test_a_submission_tells_how_it_was_built_and_what_was_counted() -> None:
    handed_in = Submission(
        student="s1",
        name="张三",
        sources=("s1_LATE.zip",),
        is_late=True,
        language="java",
        entry="src/Reversi.java",
        choice="the only one with a main method",
        build="javac src/Reversi.java",
        problems=(Problem("build.failed", {}, "javac fails", ("A.java:3: error: ';'",)),),
        traits=(Trait("loops", 2, ("src/Reversi.java:12", "src/Reversi.java:30")),),
    )
    shown = text_of(html.render(report(chosen=44, submission=handed_in)))
    for told in (
        "张三",
        "s1_LATE.zip (late)",
        "src/Reversi.java : the only one with a main method",
        "Built with javac src/Reversi.java",
        "Assignment python · reversi.py Problem : javac fails",
        "javac fails build.failed A.java:3: error: &#39;;&#39;",
        "methods such as forEach are none. 2 src/Reversi.java:12, src/Reversi.java:30",
    ):
        assert told in shown


def test_what_the_program_did_besides_playing_stands_at_the_top() -> None:
    remark = ReportedRemark("seen.files", {}, "it leaves a.txt behind")
    found = msgspec.structs.replace(report(case("py-1")), seen=(remark,))
    assert "Seen: it leaves a.txt behind." in html.render(found)


def test_other_formats_start_without_what_pages_need() -> None:
    script = (
        "import sys, reversi_conformance.reports.text, reversi_conformance.reports.json;"
        "print('jinja2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout == b"False\n"


def test_what_is_not_the_submission_s_fault_has_no_points_at_the_top() -> None:
    problem = Problem("machine.no-compiler", {}, "javac is not installed", is_ours=True)
    handed_in = Submission("s1", "", (), problems=(problem,))
    rendered = html.render(report(chosen=44, submission=handed_in))
    assert "No mark follows from this page." in rendered
    assert "<title>s1: could not be judged</title>" in rendered
    assert '<p class="figure">not judged</p>' in rendered


def test_every_word_of_the_pages_is_used() -> None:
    words = tomllib.loads(PAGES.joinpath("en.toml").read_text(encoding="utf-8"))
    sources = "".join(
        each.read_text(encoding="utf-8") for each in PAGES.iterdir() if each.name != "en.toml"
    )
    chosen_by_the_report = {"wrong", "named", "hidden"}
    for table, entries in words.items():
        prefix = "words" if table == "replay" else f"text.{table}"
        used = {key for key in entries if f"{prefix}.{key}" in sources}
        assert entries.keys() - used <= chosen_by_the_report, table
