"""Ways to choose a square other than the handout's, so that the positions that tell can be found.

Each takes what every legal square would turn, and answers with one of them.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from reversi_conformance.causes.lines import DIRECTIONS, OWN, line, run_length, signs

Options = Mapping[int, Mapping[str, int]]
"""For each legal square, row by row, how many discs turn in each direction where any do."""

_STRAIGHT: Final = ("north", "west", "east", "south")


class Strategy(NamedTuple):
    """A way to choose among the legal squares."""

    meaning: str
    choose: Callable[[Options, int], int]


def options(position: str, size: int) -> Options:
    """Return what the side that sees this position could turn."""
    squares = (square for square, sign in enumerate(position) if sign == ".")
    every = ((square, turned_lines(position, size, square)) for square in squares)
    return {square: lines for square, lines in every if lines}


def greedy(choices: Options) -> list[int]:
    """Return the squares where most discs turn, row by row."""
    totals = {square: sum(lines.values()) for square, lines in choices.items()}
    return [square for square, total in totals.items() if total == max(totals.values())]


def turned_lines(position: str, size: int, start: int) -> dict[str, int]:
    """Return how many discs turn in each direction where any do, in the handout's order."""
    lines = {}
    for direction in DIRECTIONS:
        text = signs(position, line(size, start, direction))
        length = run_length(text)
        if length and text[length : length + 1] == OWN:
            lines[direction] = length
    return lines


def _best(value: Callable[[int, Mapping[str, int], int], object]) -> Callable[[Options, int], int]:
    """Choose the first square with the highest value."""

    def choose(choices: Options, size: int) -> int:
        values = {square: value(square, lines, size) for square, lines in choices.items()}
        return max(values, key=values.__getitem__)  # type: ignore[arg-type]

    return choose


def _is_edge(square: int, size: int) -> bool:
    return not {*divmod(square, size)}.isdisjoint((0, size - 1))


def _is_corner(square: int, size: int) -> bool:
    return {*divmod(square, size)} <= {0, size - 1}


def _total(lines: Mapping[str, int]) -> int:
    return sum(lines.values())


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        "first-legal": Strategy("the first legal square", _best(lambda *_: 0)),
        "last-legal": Strategy("the last legal square", _best(lambda square, *_: square)),
        "last-of-equals": Strategy(
            "the last of the squares where most discs turn",
            _best(lambda square, lines, _: (_total(lines), square)),
        ),
        "column-first": Strategy(
            "among equals the smallest column, then the smallest row",
            _best(lambda square, lines, size: (_total(lines), -(square % size))),
        ),
        "last-in-row": Strategy(
            "among equals the smallest row, then the largest column",
            _best(lambda square, lines, size: (_total(lines), -(square // size), square)),
        ),
        "last-row": Strategy(
            "among equals the largest row, then the smallest column",
            _best(lambda square, lines, size: (_total(lines), square // size)),
        ),
        "fewest-discs": Strategy(
            "the first square where fewest discs turn",
            _best(lambda _square, lines, _size: -_total(lines)),
        ),
        "most-directions": Strategy(
            "the first square where discs turn in most directions",
            _best(lambda _square, lines, _size: len(lines)),
        ),
        "longest-line": Strategy(
            "the first square with the longest single line",
            _best(lambda _square, lines, _size: max(lines.values())),
        ),
        "first-line": Strategy(
            "the first square whose first line in the handout's order is longest",
            _best(lambda _square, lines, _size: next(iter(lines.values()))),
        ),
        "own-discs-counted": Strategy(
            "most discs, with the own disc at the end of each line counted as well",
            _best(lambda _square, lines, _size: _total(lines) + len(lines)),
        ),
        "straight-only": Strategy(
            "most discs in rows and columns",
            _best(lambda _square, lines, _size: sum(lines.get(way, 0) for way in _STRAIGHT)),
        ),
        "diagonal-only": Strategy(
            "most discs in diagonals",
            _best(
                lambda _square, lines, _size: sum(
                    discs for way, discs in lines.items() if way not in _STRAIGHT
                )
            ),
        ),
        "corners-first": Strategy(
            "a corner if there is one, then most discs",
            _best(lambda square, lines, size: (_is_corner(square, size), _total(lines))),
        ),
        "edges-first": Strategy(
            "a square at the edge if there is one, then most discs",
            _best(lambda square, lines, size: (_is_edge(square, size), _total(lines))),
        ),
    }
)
"""Every other way to choose, by its name in the vocabulary."""
