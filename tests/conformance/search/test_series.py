"""Many games in one session: real programs, of which only what is right to the letter counts."""

import sys
from pathlib import Path

import pytest

from reversi_conformance.assignment import CHECK_IDS, load
from reversi_conformance.reference import perform
from reversi_conformance.search.exhaustion import Player
from reversi_conformance.search.series import count_right
from reversi_conformance.search.tree import grow
from reversi_conformance.sessions.command import Command
from reversi_engine import Disc

ASSIGNMENT = load("python")
GAMES = [perform(header, ASSIGNMENT) for header in grow(4, [Disc.BLACK]).games]
PLAIN = Path(__file__).parents[2] / "programs" / "plain.py"
MIXED = [*GAMES[:3], *[case for case in GAMES if case.header.ends != "illegal-move"][:3]]
"""Some that a legal move ends, whose log has an earlier row, and some that an illegal one does."""


def played(source: str, folder: Path, sandbox: str = "limits") -> int:
    path = folder / "reversi.py"
    path.write_text(source, encoding="utf-8")
    command = Command((sys.executable, str(path)), "reversi.py", folder)
    return count_right(command, MIXED, ASSIGNMENT, sandbox)


def plain(old: str = "", new: str = "") -> str:
    source = PLAIN.read_text(encoding="utf-8")
    assert old in source
    return source.replace(old, new)


def test_all_games_of_a_right_program_are_right(tmp_path: Path) -> None:
    assert played(plain(), tmp_path) == len(MIXED)


def test_the_first_game_that_differs_ends_the_series(tmp_path: Path) -> None:
    by_moves = plain('print("{} player has no valid move."', 'print("{} player has no move."')
    passing = [case for case in GAMES if "X player has no valid move." in str(case.transcript)]
    others = [case for case in GAMES[:4] if case not in passing]
    path = tmp_path / "reversi.py"
    path.write_text(by_moves, encoding="utf-8")
    command = Command((sys.executable, str(path)), "reversi.py", tmp_path)
    assert count_right(command, [*others, *passing[:2]], ASSIGNMENT, "limits") == len(others)


@pytest.mark.parametrize(
    "nuisance",
    [
        "raise SystemExit(3)",
        "import os, sys; sys.stdout.flush(); os._exit(0)",
        "open('left', 'x').close()",
        "import pathlib; pathlib.Path('reversi.csv').read_text()",
    ],
)
def test_a_game_finds_nothing_of_the_one_before_it(nuisance: str, tmp_path: Path) -> None:
    assert played(f"{plain()}\n    {nuisance}\n", tmp_path) == len(MIXED)


@pytest.mark.parametrize(
    "nuisance", ["input()", "print('!')", "import os; os.kill(os.getpid(), 15)"]
)
def test_what_comes_after_the_result_counts_as_well(nuisance: str, tmp_path: Path) -> None:
    assert played(f"{plain()}\n    {nuisance}\n", tmp_path) == 0


def test_a_program_that_cannot_be_started_has_no_right_game(tmp_path: Path) -> None:
    assert played("raise ImportError\n", tmp_path) == 0


TALKATIVE = """
import builtins, sys, termios

def ask(prompt):
    print(prompt, end="", flush=True)
    {before}
    return sys.stdin.readline().rstrip("\\n")

builtins.input = ask
"""


@pytest.mark.parametrize(
    ("before", "are_right"),
    [
        ("pass", True),
        # However early it is answered, what it prints too much is seen.
        ("print()", False),
        ("print('!', end='', flush=True)", False),
        ("raise SystemExit", False),
    ],
)
def test_what_a_program_does_between_its_question_and_its_reading_counts(
    before: str, are_right: bool, tmp_path: Path
) -> None:
    source = TALKATIVE.format(before=before) + plain()
    assert played(source, tmp_path) == (len(MIXED) if are_right else 0)


def test_a_right_program_that_throws_away_what_was_typed_early_is_right(tmp_path: Path) -> None:
    path = tmp_path / "reversi.py"
    before = "termios.tcflush(0, termios.TCIFLUSH)"
    path.write_text(TALKATIVE.format(before=before) + plain(), encoding="utf-8")
    command = Command((sys.executable, str(path)), "reversi.py", tmp_path)
    player = Player(command, ASSIGNMENT, "limits", frozenset(CHECK_IDS))
    assert player.play([case.header for case in MIXED]) is None
