"""`check`: real programs, judged through the command line."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reversi_conformance.audit import catalogue
from reversi_conformance.cli import main
from reversi_conformance.reports import json as json_report
from reversi_conformance.reports import text

from ..terminals import Terminal

PROGRAMS = Path(__file__).parents[2] / "programs"
PLAIN = str(PROGRAMS / "plain.py")
SAMPLE = ("--case", "py-4-X-sample")
WRITER = Callable[[str], Path]
GAME = """\
size = input("Enter the board dimension: ")
if size != "4":
    import signal
    signal.pause()
"""
"""Ends at once on 4x4 and never on a larger board."""


CLOCK = "import time\nprint(time.perf_counter_ns())\n"
"""What makes a program print something else each time."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments], prog_name="reversi-conformance")


@pytest.fixture
def mistake(tmp_path: Path) -> WRITER:
    """Write the program of a deliberate mistake."""

    def write(name: str) -> Path:
        [found] = [each for each in catalogue.load(catalogue.home()) if each.id == name]
        return catalogue.write(found, tmp_path)

    return write


def test_a_right_program_gets_all_points_and_status_0() -> None:
    done = run(*SAMPLE, PLAIN)
    assert done.exit_code == 0
    assert done.stderr == ""
    assert "Everything conforms in 1 case." in done.stdout


def test_a_wrong_program_gets_its_sheet_and_status_1(mistake: WRITER) -> None:
    done = run(*SAMPLE, str(mistake("flips-miss-west")))
    assert done.exit_code == 1
    assert "✗ Exactly the outflanked discs are turned" in done.stdout
    assert "O at ac should also turn ab" in done.stdout
    assert "    typed     4 X aa ac\n" in done.stdout
    assert "    a O[O]O .   a O[X]O .\n" in done.stdout


def test_a_program_that_goes_by_the_clock_is_said_to(tmp_path: Path) -> None:
    program = tmp_path / "clock.py"
    program.write_text(CLOCK + Path(PLAIN).read_text(encoding="utf-8"), encoding="utf-8")
    done = run(*SAMPLE, str(program))
    assert done.exit_code == 1
    said = " ".join(done.stdout.split())
    assert "It does not always do the same: py-4-X-sample, played twice, differs after 0" in said


def test_a_program_that_always_does_the_same_is_not(mistake: WRITER) -> None:
    done = run("--format", "json", *SAMPLE, str(mistake("flips-miss-west")))
    assert json.loads(done.stdout)["variations"] == []


def test_the_command_that_shows_it_again_does(mistake: WRITER) -> None:
    program = mistake("flips-miss-west")
    first = run(*SAMPLE, str(program))
    [again] = {
        line.split("again")[1].strip() for line in first.stdout.split("\n") if "again  " in line
    }
    name, *arguments = shlex.split(again)
    assert (name, arguments[0]) == ("reversi-conformance", "check")
    assert run(*arguments[1:]).stdout == first.stdout


def test_what_stands_behind_the_program_is_handed_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    engine = [sys.executable, "-m", "reversi_engine.cli"]
    assert run(*SAMPLE, *engine, "--max-size", "26").exit_code == 0
    assert run(*SAMPLE, "--", *engine, "--log", "reversi.csv").exit_code == 0
    assert run(*SAMPLE, "--", *engine, "--format", "json").exit_code == 1


def test_several_cases_may_be_chosen() -> None:
    done = run(*SAMPLE, "--case", "py-6-O-sample", "--format", "json", PLAIN)
    cases = json.loads(done.stdout)["cases"]
    assert [case["id"] for case in cases] == ["py-4-X-sample", "py-6-O-sample"]


def test_another_assignment_judges_otherwise(tmp_path: Path) -> None:
    assert run("--assignment", "typescript", "--case", "ts-4-X-sample", PLAIN).exit_code == 0
    strict = tmp_path / "strict.toml"
    shipped = Path(text.__file__).parents[1] / "assignments" / "python.toml"
    strict.write_text(
        shipped.read_text(encoding="utf-8").replace("points = 10", "points = 30"), encoding="utf-8"
    )
    done = run("--assignment", str(strict), *SAMPLE, PLAIN)
    assert "30/30" in done.stdout


@pytest.mark.parametrize("name", ["plain.py", "stdin_lines.py", "classes.py"])
def test_the_json_is_the_record_of_the_text(name: str) -> None:
    program = str(PROGRAMS / name)
    done = run("--format", "json", *SAMPLE, program)
    assert done.exit_code == 0
    report = json_report.read(done.stdout)
    assert report.program == shlex.quote(program)
    assert text.render(report) == run(*SAMPLE, program).stdout


def test_the_report_goes_to_a_file(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("the sheet of last year", encoding="utf-8")
    done = run("-o", str(sheet), *SAMPLE, PLAIN)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert sheet.read_text(encoding="utf-8") == run(*SAMPLE, PLAIN).stdout
    assert list(tmp_path.iterdir()) == [sheet]


def test_a_name_that_is_no_text_is_shown_as_escapes(tmp_path: Path) -> None:
    program = tmp_path / os.fsdecode(b"r\xff.py")
    try:
        program.write_bytes(Path(PLAIN).read_bytes())
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    done = run("--format", "json", *SAMPLE, str(program))
    assert done.exit_code == 0
    assert "r\\xff.py" in json_report.read(done.stdout).program


def test_in_a_pipe_nothing_shows_how_far_it_is() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "reversi_conformance", "check", *SAMPLE, PLAIN],
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout


def test_a_reader_that_goes_away_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "reversi_conformance", "check", *SAMPLE, PLAIN],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_on_a_terminal_one_line_shows_how_far_it_is_and_goes_away() -> None:
    terminal = Terminal("check", *SAMPLE, PLAIN)
    assert "Everything conforms" in terminal.finish()
    assert b"0 of 1 cases judged" in terminal.shown
    assert b"1 of 1 cases judged  py-4-X-sample" in terminal.shown
    assert terminal.shown.endswith(b"\r\x1b[K")
    assert b"\n" not in terminal.shown


def test_ctrl_c_reports_what_was_judged_by_then(tmp_path: Path) -> None:
    program = tmp_path / "reversi.py"
    program.write_text(GAME, encoding="utf-8")
    terminal = Terminal("check", "--jobs", "2", *SAMPLE, "--case", "py-6-O-sample", str(program))
    terminal.read_until(b"1 of 2 cases judged")
    terminal.process.send_signal(signal.SIGINT)
    printed = terminal.finish()
    assert terminal.process.returncode == 130
    assert "Interrupted: 1 of 2 cases were judged; the points are not final.\n" in printed
    assert b"Traceback" not in terminal.shown
