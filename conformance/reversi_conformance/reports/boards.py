"""Boards in a report: as in the handout, with brackets round the squares that matter.

A board too long for a screen is cut to the rows that matter. Knows nothing of how lines are drawn.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from reversi_conformance.findings import Value
from reversi_engine import Board, Disc, Square, format_board, parse_board, parse_square

_WHOLE: Final = 14
"""Rows of the longest board that is shown whole."""
_CONTEXT: Final = 2
_MOST_ROWS: Final = 12
_NAMES_SQUARES: Final = ("squares", "square", "best", "typed")
"""The parameters of findings that name squares."""


def read(lines: Sequence[str]) -> Board | None:
    """Return the board where the lines are one, drawn as in the handout."""
    try:
        return parse_board("\n".join(lines))
    except ValueError:
        return None


def differing(one: Board, other: Board) -> frozenset[Square]:
    """Return the squares on which two boards of one size differ."""
    return frozenset(
        square for disc in Disc for square in set(one.squares(disc)) ^ set(other.squares(disc))
    )


def named(params: Mapping[str, Value], board: Board) -> frozenset[Square]:
    """Return the squares of the board that a finding's parameters name."""
    values = (params.get(key, ()) for key in _NAMES_SQUARES)
    names = (name for value in values for name in (value if isinstance(value, tuple) else (value,)))
    squares = (_square(str(name)) for name in names)
    return frozenset(square for square in squares if square is not None and square in board)


def draw(board: Board, marked: Collection[Square]) -> tuple[str, ...]:
    """Return the board's lines, one cell longer than in the handout; long boards are cut.

    Where rows are left out, a line says so.
    """
    header, *rows = format_board(board).split("\n")
    lines = [f"{header} "]
    for shown in _gaps(_rows(board.size, marked), board.size):
        if isinstance(shown, int):
            lines.append(_bracket(rows[shown], {s.column for s in marked if s.row == shown}))
        else:
            lines.append(f"… rows {rows[shown[0]][0]} to {rows[shown[1]][0]} are left out")
    return tuple(lines)


def _rows(size: int, marked: Collection[Square]) -> list[int]:
    """The rows to show: all of a small board, else those near what is marked."""
    if size <= _WHOLE:
        return list(range(size))
    centre = {square.row for square in marked}
    near = [row for row in range(size) if any(abs(row - at) <= _CONTEXT for at in centre)]
    return (near or list(range(size)))[:_MOST_ROWS]


def _gaps(rows: Sequence[int], size: int) -> Iterator[int | tuple[int, int]]:
    """The rows to show and, as (first, last), the rows left out between and around them."""
    before = -1
    for row in (*rows, size):
        if row > before + 1:
            yield before + 1, row - 1
        if row < size:
            yield row
        before = row


def _bracket(line: str, columns: Collection[int]) -> str:
    signs = list(f"{line} ")
    for column in columns:
        # Marked neighbours stand in one pair of brackets: there is one blank between them.
        if column - 1 not in columns:
            signs[2 * column + 1] = "["
        if column + 1 not in columns:
            signs[2 * column + 3] = "]"
    return "".join(signs)


def _square(name: str) -> Square | None:
    try:
        return parse_square(name)
    except ValueError:
        return None
