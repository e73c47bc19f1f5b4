"""`show`: cases and sessions, to be read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.conformance.reports.samples import case, finding, report, sheet

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.cli import main
from reversi_conformance.reports import json
from reversi_conformance.submission import Problem, Submission

Golden = Callable[[str], None]

SESSION = "  Size: «4»\n  Draw!\\x1b[2J «aa»\n  Traceback\n"


def run(*arguments: str, color: bool = False) -> Result:
    return CliRunner().invoke(
        main, ["show", *arguments], prog_name="reversi-conformance", color=color
    )


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Write a report with one right case and two wrong ones."""
    wrong = finding(expected=("Draw!",))
    cases = (
        case("py-right"),
        case("py-wrong", wrong, transcript=SESSION),
        case("py-worse", wrong, transcript="  Size: «6»\n"),
    )
    path = tmp_path / "report.json"
    path.write_text(json.render(report(*cases, criteria=sheet(messages=1))), encoding="utf-8")
    return path


def test_a_case_is_shown_as_a_person_sees_the_session(golden: Golden) -> None:
    shown = run("py-4-X-sample")
    assert shown.exit_code == 0
    golden(shown.stdout)


def test_every_case_is_listed_with_what_it_is_there_for() -> None:
    shown = run()
    assert shown.exit_code == 0
    for each in corpus.load_suite(load("python")):
        header = each.header
        line = f"{each.id}  {header.board}×{header.board}  computer {header.computer.value}"
        assert f"{line}  {header.ends}\n    {', '.join(header.exercises)}\n" in shown.stdout


def test_another_assignment_has_other_cases() -> None:
    assert "ts-4-X-sample" in run("--assignment", "typescript").stdout
    assert run("--assignment", "typescript", "py-4-X-sample").exit_code == 2


def test_a_report_shows_its_first_session_that_does_not_conform(recorded: Path) -> None:
    shown = run(str(recorded))
    assert shown.exit_code == 0
    assert shown.stdout == "Size: 4\nDraw!\\x1b[2J aa\nTraceback\n"
    assert shown.stderr == "This is py-wrong; choose another one with --case: py-worse\n"


def test_a_report_shows_the_session_that_is_asked_for(recorded: Path) -> None:
    shown = run(str(recorded), "--case", "py-worse")
    assert (shown.stdout, shown.stderr) == ("Size: 6\n", "")


def test_a_session_that_conforms_is_not_in_the_report(recorded: Path, tmp_path: Path) -> None:
    shown = run(str(recorded), "--case", "py-right")
    assert shown.exit_code == 2
    assert "no session of 'py-right' is recorded; there are py-wrong, py-worse" in shown.stderr
    right = tmp_path / "right.json"
    right.write_text(json.render(report(case("py-right"))), encoding="utf-8")
    assert "every session conforms" in run(str(right)).stderr


def test_of_a_submission_that_was_never_played_the_sheet_is_shown(tmp_path: Path) -> None:
    problem = Problem("build.failed", {}, "gcc could not build it", ("a.c:1: error",))
    handed_in = Submission(student="s1", name="", sources=("s1",), problems=(problem,))
    path = tmp_path / "s1.json"
    found = report(chosen=44, complete=True, submission=handed_in)
    path.write_text(json.render(found), encoding="utf-8")
    shown = CliRunner().invoke(main, ["show", str(path)])
    assert shown.exit_code == 0, shown.output
    assert "gcc could not build it.\n  a.c:1: error\n" in shown.stdout


def test_a_session_that_is_no_transcript_is_told(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    broken = case("py-wrong", finding(), transcript="Draw!\n")
    path.write_text(json.render(report(broken)), encoding="utf-8")
    shown = run(str(path))
    assert shown.exit_code == 3
    assert shown.stderr.count("\n") == 1
