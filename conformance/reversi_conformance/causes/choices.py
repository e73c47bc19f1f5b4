"""How a program chooses among legal squares: what it counts, and which of equals it takes.

A choice is the square with the highest count; equals are told apart by an order. Some programs go
by something else than counts.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from reversi_conformance.causes.rules import MISTAKEN, RIGHT, Rules, turned_anywhere
from reversi_conformance.causes.strategies import turned_lines

Counting = Callable[[str, int, int], int]
"""What a square is worth: in a position, of a size."""
Order = Callable[[int, int], tuple[int, int]]
"""By row and column: the smallest comes first among equals."""
Choice = Callable[[Sequence[int], Sequence[int], int], int]
"""The square taken: of legal squares, their counts, and the size of the board."""


def greedy(order: Order) -> Choice:
    """Return the choice of the square with the highest count, in this order among equals."""

    def choose(squares: Sequence[int], counts: Sequence[int], size: int) -> int:
        most = max(counts)
        best = (square for square, count in zip(squares, counts, strict=True) if count == most)
        return min(best, key=lambda square: order(*divmod(square, size)))

    return choose


RIGHT_CHOICE: Final = greedy(lambda row, column: (row, column))


def _discs(rules: Rules, position: str, size: int, square: int) -> int:
    return len(turned_anywhere(rules, position, size, square))


def _with_line_ends(position: str, size: int, square: int) -> int:
    lines = turned_lines(position, size, square)
    return sum(lines.values()) + len(lines)


def _edges_double(position: str, size: int, square: int) -> int:
    at_edge = _is_edge(*divmod(square, size), size)
    return RIGHT_COUNTING(position, size, square) * (1 + at_edge)


RIGHT_COUNTING: Final[Counting] = partial(_discs, RIGHT)
_OF_LEGALITY: Final = frozenset(("own-discs", "opponents-discs", "occupied", "nothing"))
COUNTINGS: Final[Mapping[str, Counting]] = MappingProxyType(
    {
        **{
            name: partial(_discs, rules)
            for name, rules in MISTAKEN.items()
            if name not in _OF_LEGALITY
        },
        "lines": lambda *place: len(turned_lines(*place)),
        "with-line-ends": _with_line_ends,
        "edges-double": _edges_double,
        "fewest": lambda *place: -RIGHT_COUNTING(*place),
    }
)
"""Every mistaken count, by its name in the ids of causes."""

ORDERS: Final[Mapping[str, Order]] = MappingProxyType(
    {
        "last-row": lambda row, column: (-row, column),
        "last-column": lambda row, column: (row, -column),
        "last-of-all": lambda row, column: (-row, -column),
        "column-first": lambda row, column: (column, row),
        "column-first-last-row": lambda row, column: (column, -row),
        "last-column-first": lambda row, column: (-column, row),
        "last-column-first-last-row": lambda row, column: (-column, -row),
    }
)
"""Every wrong order among equals, by its name in the ids of causes."""


def _preferring(is_preferred: Callable[[int, int, int], bool]) -> Choice:
    """Return the greedy choice among preferred squares, where there are any."""

    def choose(squares: Sequence[int], counts: Sequence[int], size: int) -> int:
        rated = zip(squares, counts, strict=True)
        rows = [(square, count, *divmod(square, size)) for square, count in rated]
        best = max(rows, key=lambda row: (is_preferred(row[2], row[3], size), row[1], -row[0]))
        return best[0]

    return choose


def _first(is_preferred: Callable[[int, int, int], bool]) -> Choice:
    """Return the choice of the first preferred square, else the greedy one."""

    def choose(squares: Sequence[int], counts: Sequence[int], size: int) -> int:
        preferred = (square for square in squares if is_preferred(*divmod(square, size), size))
        first = next(preferred, None)
        return RIGHT_CHOICE(squares, counts, size) if first is None else first

    return choose


def _is_corner(row: int, column: int, size: int) -> bool:
    return {row, column} <= {0, size - 1}


def _is_edge(row: int, column: int, size: int) -> bool:
    return not {row, column}.isdisjoint((0, size - 1))


STRATEGIES: Final[Sequence[tuple[str, Choice]]] = (
    ("first-legal", lambda squares, _counts, _size: squares[0]),
    ("last-legal", lambda squares, _counts, _size: squares[-1]),
    ("corners-first", _preferring(_is_corner)),
    ("corners-first", _first(_is_corner)),
    ("edges-first", _preferring(_is_edge)),
    ("edges-first", _first(_is_edge)),
)
"""Strategies of one's own, by their names in the ids of causes; some come in several forms."""
