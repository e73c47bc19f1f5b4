"""Where a program lets a disc be placed: the right rule and mistaken ones.

A rule answers for one square of a position as `lines` sees it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from reversi_conformance.causes.lines import DIRECTIONS, EMPTY, OPPONENT, line
from reversi_conformance.causes.rules import MISTAKEN, RIGHT, Rules, turned

Permits = Callable[[str, int, int], bool]
"""Whether a disc may be placed: in a position, of a size, on a square."""


def legal_squares(permits: Permits, position: str, size: int) -> list[int]:
    """Return the squares where a disc may be placed, row by row."""
    return [square for square in range(size * size) if permits(position, size, square)]


def _outflanks(rules: Rules, position: str, size: int, square: int) -> bool:
    return bool(turned(rules, position, size, square))


def _beside_opponent(position: str, size: int, square: int) -> bool:
    around = (line(size, square, direction)[:1] for direction in DIRECTIONS)
    beside = [position[near] for squares in around for near in squares]
    return position[square] == EMPTY and OPPONENT in beside


RIGHT_LEGALITY: Final[Permits] = partial(_outflanks, RIGHT)
LEGALITIES: Final[Mapping[str, Permits]] = MappingProxyType(
    {
        **{name: partial(_outflanks, rules) for name, rules in MISTAKEN.items()},
        "neighbour-is-enough": _beside_opponent,
        "any-empty": lambda position, _size, square: position[square] == EMPTY,
        "anything": lambda _position, _size, _square: True,
    }
)
"""Every mistaken rule, by its name in the ids of causes."""
