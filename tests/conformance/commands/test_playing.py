"""`--play`: games replayed on a terminal at a pace, and at once where there is none."""

import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

PROGRAMS = Path(__file__).parents[2] / "programs"
WRONG = (PROGRAMS / "plain.py").read_text(encoding="utf-8").replace("Game over", "Game Over!")
CASE = ("--case", "py-4-X-sample")
AN_HOUR_IN_ALL = ("--pace", "60")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reversi.py").write_text(WRONG, encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "reversi_conformance", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def terminal(folder: Path, *arguments: str) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        sys.executable,
        ["-m", "reversi_conformance", *arguments],
        cwd=str(folder),
        encoding="utf-8",
        timeout=60,
        dimensions=(50, 100),
    )


def test_below_the_sheet_stands_the_game_beside_the_golden_one(folder: Path) -> None:
    done = run(folder, "check", *CASE, "--play", *AN_HOUR_IN_ALL)
    assert done.returncode == 1
    sheet, _, game = done.stdout.partition("\n\npy-4-X-sample\n")
    assert "printing.messages: 0/3 points" in sheet
    assert "│ ▼ the first mistake\nGame over.                             ≠ Game Over!.\n" in game
    assert game.endswith("The session ended: exited, status 0.\n")


def test_without_a_mistake_there_is_nothing_to_replay(folder: Path) -> None:
    done = run(folder, "check", *CASE, "--play", str(PROGRAMS / "plain.py"))
    assert done.returncode == 0
    assert done.stderr == "--play: no session went wrong that could be replayed\n"


def test_ctrl_c_ends_the_game_and_not_the_judgement(folder: Path) -> None:
    shown = terminal(folder, "check", *CASE, "--play", *AN_HOUR_IN_ALL)
    shown.expect_exact("what the program prints")
    shown.sendintr()
    shown.expect(pexpect.EOF)
    shown.close()
    assert shown.exitstatus == 1
    assert "Enter the board dimension" not in str(shown.before)


def test_a_golden_game_is_replayed_turn_by_turn(folder: Path) -> None:
    paced = terminal(folder, "show", "py-4-X-sample", "--play", *AN_HOUR_IN_ALL)
    paced.expect_exact("Enter the board dimension: ")
    paced.sendintr()
    paced.expect(pexpect.EOF)
    assert "Computer plays" not in str(paced.before)
    whole = terminal(folder, "show", "py-4-X-sample", "--play", "--pace", "0")
    whole.expect_exact("O player wins.")
    assert run(folder, "show", "py-4-X-sample", "--play", *AN_HOUR_IN_ALL).stdout == (
        run(folder, "show", "py-4-X-sample").stdout
    )


def test_a_game_of_a_report_is_replayed(folder: Path) -> None:
    run(folder, "check", *CASE, "--format", "json", "-o", "report.json")
    done = run(folder, "show", "report.json", "--play", *AN_HOUR_IN_ALL)
    assert done.returncode == 0
    assert "Game over.                             ≠ Game Over!.\n" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "--play", "--watch"), "--play and --watch: choose one of them"),
        (("check", "--play", "--format", "json"), "--play: with --format json name a file"),
        (("show", "--play"), "--play: name a case or a report"),
        (("show", "py-4-X-sample", "--play", "--pace", "-1"), "Invalid value for '--pace'"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_what_cannot_be_replayed_is_refused(
    arguments: tuple[str, ...], message: str, folder: Path
) -> None:
    refused = run(folder, *arguments)
    assert refused.returncode == 2
    assert message in refused.stderr
