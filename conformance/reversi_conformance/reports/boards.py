"""Boards in a report: as in the handout, with brackets round the squares that matter.

A board too long for a screen is cut to the rows that matter. Knows nothing of how lines are drawn.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from reversi_conformance.findings import Value
from reversi_conformance.language import say
from reversi_conformance.reports.excerpt import MOST_LINES, excerpt
from reversi_engine import Board, Disc, Square, format_board, parse_board, parse_square

_NAMES_SQUARES: Final = ("squares", "square", "best", "legal", "typed")
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


def draw(board: Board, marked: Collection[Square], most_rows: int = MOST_LINES) -> tuple[str, ...]:
    """Return the board's lines, one cell longer than in the handout; long boards are cut.

    Where rows are left out, a line says so.
    """
    header, *rows = format_board(board).split("\n")
    lines = [f"{header} "]
    for shown in excerpt(board.size, {square.row for square in marked}, most_rows):
        if isinstance(shown, int):
            columns = {square.column for square in marked if square.row == shown}
            lines.append(_bracket(rows[shown], columns))
        else:
            first, last = rows[shown[0]][0], rows[shown[-1]][0]
            lines.append(say("… rows {first} to {last} are left out", first=first, last=last))
    return tuple(lines)


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
