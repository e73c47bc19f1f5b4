"""Where a program lets a disc be placed: the right rule and mistaken ones.

A rule answers for one square of a position as `lines` sees it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from reversi_conformance.causes.lines import EMPTY
from reversi_conformance.causes.rules import MISTAKEN, RIGHT, Rules, turned

Permits = Callable[[str, int, int], bool]
"""Whether a disc may be placed: in a position, of a size, on a square."""


def legal_squares(permits: Permits, position: str, size: int) -> list[int]:
    """Return the squares where a disc may be placed, row by row."""
    return [square for square in range(size * size) if permits(position, size, square)]


def _outflanks(rules: Rules, position: str, size: int, square: int) -> bool:
    return bool(turned(rules, position, size, square))


def _unplayed(
    is_unplayed: Callable[[int, int, int], bool], position: str, size: int, square: int
) -> bool:
    return not is_unplayed(*divmod(square, size), size) and RIGHT_LEGALITY(position, size, square)


RIGHT_LEGALITY: Final[Permits] = partial(_outflanks, RIGHT)
LEGALITIES: Final[Mapping[str, Permits]] = MappingProxyType(
    {
        **{name: partial(_outflanks, rules) for name, rules in MISTAKEN.items()},
        "last-row-unplayed": partial(_unplayed, lambda row, _column, size: row == size - 1),
        "last-column-unplayed": partial(_unplayed, lambda _row, column, size: column == size - 1),
        "last-row-and-column-unplayed": partial(
            _unplayed, lambda row, column, size: size - 1 in (row, column)
        ),
        "first-row-unplayed": partial(_unplayed, lambda row, _column, _size: row == 0),
        "first-column-unplayed": partial(_unplayed, lambda _row, column, _size: column == 0),
        "first-row-and-column-unplayed": partial(
            _unplayed, lambda row, column, _size: 0 in (row, column)
        ),
        "beyond-h-unplayed": partial(_unplayed, lambda row, column, _size: max(row, column) >= 8),
        "rows-beyond-h-unplayed": partial(_unplayed, lambda row, _column, _size: row >= 8),
        "columns-beyond-h-unplayed": partial(_unplayed, lambda _row, column, _size: column >= 8),
        "any-empty": lambda position, _size, square: position[square] == EMPTY,
        "anything": lambda _position, _size, _square: True,
    }
)
"""Every mistaken rule, by its name in the ids of causes."""
