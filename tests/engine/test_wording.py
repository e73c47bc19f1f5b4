"""What the program says when something happens, to the byte."""

from __future__ import annotations

import pytest

from reversi_engine import (
    Board,
    Disc,
    Ended,
    EndReason,
    Event,
    Moved,
    Passed,
    Rejected,
    Square,
    Started,
)
from reversi_engine.wording import COMPUTER_PROMPT, SIZE_PROMPT, move_prompt, tell

BLACK, WHITE = Disc.BLACK, Disc.WHITE
START = Board.initial(4)
PICTURE = "  a b c d\na . . . .\nb . O X .\nc . X O .\nd . . . .\n"


def test_the_questions() -> None:
    assert SIZE_PROMPT == "Enter the board dimension: "
    assert COMPUTER_PROMPT == "Computer plays (X/O) : "
    assert move_prompt(BLACK) == "Enter move for X (RowCol): "
    assert move_prompt(WHITE) == "Enter move for O (RowCol): "


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Started(START), PICTURE),
        (Moved(BLACK, Square(0, 1), START), "Computer places X at ab.\n" + PICTURE),
        (Moved(WHITE, Square(0, 1), START), PICTURE),
        (Passed(BLACK), "X player has no valid move.\n"),
        (Passed(WHITE), "O player has no valid move.\n"),
        (Rejected(WHITE, "aa"), "Invalid move.\n"),
        (
            Ended(EndReason.FULL_BOARD, BLACK, 9, 7),
            "Game over.\nX : O = 9 : 7\nX player wins.\n",
        ),
        (Ended(EndReason.FULL_BOARD, None, 8, 8), "Game over.\nX : O = 8 : 8\nDraw!\n"),
        (
            Ended(EndReason.WIPE_OUT, WHITE, 0, 13),
            "Game over.\nX : O = 0 : 13\nO player wins.\n",
        ),
        (
            Ended(EndReason.NO_MOVES, WHITE, 2, 11),
            "Both players have no valid move.\nGame over.\nX : O = 2 : 11\nO player wins.\n",
        ),
        (Ended(EndReason.ILLEGAL_MOVE, BLACK, 4, 1), "Game over.\nX player wins.\n"),
    ],
)
def test_what_is_printed_when_it_happens(event: Event, text: str) -> None:
    assert tell(event, computer=BLACK) == text


def test_a_pass_may_end_with_a_blank() -> None:
    assert tell(Passed(WHITE), BLACK, " ") == "O player has no valid move. "
