"""Where a question ends on a line, and what was typed behind it."""

import pytest

from reversi_conformance.assignment import load
from reversi_conformance.reader.messages import Sides
from reversi_conformance.reader.prompts import PromptFinder, is_entry
from reversi_conformance.statements import Kind
from reversi_engine import Disc

FINDER = PromptFinder(load("python").wording, Sides(4, Disc.BLACK))


@pytest.mark.parametrize(
    ("question", "typed", "kind"),
    [
        ("Enter the board dimension: ", "4", Kind.ASK_SIZE),
        ("Computer plays (X/O) : ", "X", Kind.ASK_COMPUTER),
        ("Computer plays (X/O): ", "O", Kind.ASK_COMPUTER),
        ("Enter move for O (RowCol): ", "cd", Kind.ASK_MOVE),
        ("X player has no valid move. Enter move for O (RowCol): ", "cd", Kind.ASK_MOVE),
        ("enter move for colour O (Row/Col):", "ab", Kind.ASK_MOVE),
        ("ENTER MOVE FOR X (ROWCOL) ", "ab", Kind.ASK_MOVE),
        ("Enter move for X (Row:Col): ", "ab", Kind.ASK_MOVE),
        ("Enter your move ", "ab", Kind.ASK_MOVE),
        ("Enter board size (4-26): ", "10", Kind.ASK_SIZE),
        ("请输入棋盘大小：", "4", Kind.ASK_SIZE),
        ("请输入棋盘大小", "4", Kind.ASK_SIZE),
        ("计算机执黑还是白（X/O）：", "X", Kind.ASK_COMPUTER),
        ("请输入落子位置（行列）：", "ab", Kind.ASK_MOVE),
        ("Do you want to play again? (y/n): ", "n", Kind.ASK_OTHER),
        ("Enter move for O (RowCol): ", "a1", Kind.ASK_MOVE),
        ("Enter move for O (RowCol): ", "a, b", Kind.ASK_MOVE),
    ],
)
def test_a_question_ends_before_its_answer(question: str, typed: str, kind: Kind) -> None:
    found = FINDER.find(question + typed)
    assert found is not None
    assert found.kind is kind
    assert (question + typed)[found.end :].strip() == typed
    assert FINDER.is_answer(typed, kind)


@pytest.mark.parametrize(
    ("question", "output"),
    [
        ("Enter the board dimension: ", "Computer plays (X/O) :   a b c d"),
        ("Computer plays (X/O) : ", "  a b c d"),
        ("Enter move for O (RowCol): ", "Invalid move."),
        ("请输入棋盘大小：", "计算机执黑还是白（X/O）："),
    ],
)
def test_a_question_ends_before_output_that_runs_on(question: str, output: str) -> None:
    found = FINDER.find(question + output)
    assert found is not None
    assert (question + output)[found.end :] == output
    assert not FINDER.is_answer(output, found.kind)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "  a b c d",
        "a . . X O",
        "a O O O X",
        "X : O = 2 : 11",
        "Black: 5, White: 8",
        "O player wins.",
        "Computer places X at ab.",
        "X player has no valid move.",
        "Invalid move.",
        "Welcome to Reversi!",
        "x" * 1000 + ": 4",
    ],
)
def test_what_is_no_question_is_none(line: str) -> None:
    assert FINDER.find(line) is None


def test_a_line_that_only_may_ask_is_not_certain() -> None:
    found = FINDER.find("Computer plays X")
    assert found is not None
    assert not found.is_certain


def test_the_beginning_of_a_question_is_cut() -> None:
    assert FINDER.is_cut("Enter move for O (Row")
    assert FINDER.is_cut("Computer plays (X/O)")
    assert not FINDER.is_cut("Enter move for O (RowCol):")
    assert not FINDER.is_cut("Enter your move")
    assert not FINDER.is_cut("  ")


def test_a_question_that_lacks_its_first_letters_is_completed() -> None:
    whole = "Enter the board dimension: 4"
    assert FINDER.completed("nter the board dimension: 4") == whole
    assert FINDER.completed("dimension: 4") == whole
    for line in (whole, "sion: 4", "Computer plays (X/O) : X", ""):
        assert FINDER.completed(line) == line


def test_an_entry_has_the_form_of_the_handout() -> None:
    assert is_entry(" 10 ", Kind.ASK_SIZE)
    assert is_entry("x", Kind.ASK_COMPUTER)
    assert is_entry("ab", Kind.ASK_MOVE)
    assert not is_entry("a1", Kind.ASK_MOVE)
    assert not is_entry("", Kind.ASK_MOVE)
