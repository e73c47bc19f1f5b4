"""The eight lines from a square: where they lead, and how they are read.

Positions are flat here, row after row, and seen by one side: `+` for its own disc, `-` for the
opponent's, `.` for an empty square. The engine does not think so; that makes this a second reading
of the rules, in which the mistakes of `mistakes` are easy to make on purpose.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from reversi_engine import Board, Disc, Square

DIRECTIONS: Final[Mapping[str, tuple[int, int]]] = {
    "north-west": (-1, -1),
    "north": (-1, 0),
    "north-east": (-1, 1),
    "west": (0, -1),
    "east": (0, 1),
    "south-west": (1, -1),
    "south": (1, 0),
    "south-east": (1, 1),
}
"""Row and column step of each direction, in the handout's order."""

OWN: Final = "+"
OPPONENT: Final = "-"
EMPTY: Final = "."

_SEEN_BY: Final = {
    Disc.BLACK: str.maketrans("XO", OWN + OPPONENT),
    Disc.WHITE: str.maketrans("OX", OWN + OPPONENT),
}


def seen_by(disc: Disc, board: Board) -> str:
    """Return the whole position in one string, as the side with these discs sees it."""
    return "".join(board.rows()).translate(_SEEN_BY[disc])


def flat(square: Square, size: int) -> int:
    """Return a square's place in a position, row after row."""
    return square.row * size + square.column


@cache
def line(size: int, start: int, direction: str) -> tuple[int, ...]:
    """Return the squares from next to `start` to the edge."""
    row, column = divmod(start, size)
    row_step, column_step = DIRECTIONS[direction]
    row, column = row + row_step, column + column_step
    squares = []
    while 0 <= row < size and 0 <= column < size:
        squares.append(row * size + column)
        row, column = row + row_step, column + column_step
    return tuple(squares)


def signs(position: str, squares: tuple[int, ...]) -> str:
    """Return what stands on these squares, in their order."""
    return "".join([position[square] for square in squares])


def run_length(signs_of_line: str) -> int:
    """Return how many of the opponent's discs a line begins with."""
    return len(signs_of_line) - len(signs_of_line.lstrip(OPPONENT))
