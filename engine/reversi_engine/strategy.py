"""The computer's choice: most discs turned, and an order among equals.

Knows nothing of the turn: a side that must pass has no choice.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reversi_engine.board import Board, Disc, Square


def score(board: Board, disc: Disc, square: Square) -> int:
    """Return how many discs turn if this disc is placed there; 0 where it may not be placed.

    The handout's position_score: `可以翻转的对手棋子数量`.
    """
    return len(board.outflanked(disc, square))


def scores(board: Board, disc: Disc) -> dict[Square, int]:
    """Return the score of every legal move, row by row.

    >>> from reversi_engine import Board, Disc
    >>> list(scores(Board.initial(4), Disc.BLACK).values())
    [1, 1, 1, 1]
    """
    counts = board.turned_counts(disc)
    return dict(zip(compress(board.cells, counts), filter(None, counts), strict=True))


def choose(board: Board, disc: Disc) -> Square | None:
    """Return the legal move that turns most discs, None if there is none.

    Among equals the smallest row letter, then the smallest column letter
    (`选择行字母最小的棋盘格。如果两个棋盘格分值相同且在同一行,则选择列字母较小的棋盘格`).

    >>> from reversi_engine import Board, Disc
    >>> choose(Board.initial(4), Disc.BLACK)
    Square(row=0, column=1)
    """
    counts = board.turned_counts(disc)
    # Without its many zeros the rest is short: on the largest boards this halves the time.
    legal = counts.translate(None, b"\0")
    return board.cells[counts.index(max(legal))] if legal else None
