"""Rules that programs go by instead of the right ones, so that a game can be sought that tells.

Each mistake is one that students make. Knows positions as `lines` sees them; what in a game gives
a mistake away is for `features` to say.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from reversi_conformance.search.lines import (
    DIRECTIONS,
    EMPTY,
    OPPONENT,
    OWN,
    line,
    run_length,
    signs,
)

Reader = Callable[[str], range | tuple[int, ...]]
"""Which discs of a line are turned, by their place in it."""


class Rules(NamedTuple):
    """Rules of turning discs; as they stand here, the right ones."""

    meaning: str = "the rules of the handout"
    line: Callable[[int, int, str], tuple[int, ...]] = line
    """Where a line leads."""
    read: Reader = lambda text: range(_outflanked(text))
    directions: tuple[str, ...] = tuple(DIRECTIONS)
    counted: tuple[int | None, int | None] = (None, None)
    """From which to which of the lines that outflank are turned."""
    occupied: bool = False
    """Whether a disc may be placed on another one."""
    unseen: Callable[[int, int], bool] | None = None
    """Which rows and columns, for a size, are taken for lying off the board."""
    again: bool = False
    """Whether turned discs turn others in their turn."""
    permits: bool = False
    """Whether there are squares that are legal with this mistake alone."""


def turned(rules: Rules, position: str, size: int, start: int) -> frozenset[int]:
    """Return the discs that turn if one is placed there; none where it may not be placed."""
    if not rules.occupied and position[start] != EMPTY:
        return frozenset()
    if rules.unseen:
        seen = _seen(rules.unseen, size)
        if not seen[start]:
            return frozenset()
        position = "".join([sign if seen[at] else EMPTY for at, sign in enumerate(position)])
    first = _turned_from(rules, position, size, start)
    if not (rules.again and first):
        return first
    placed = first | {start}
    after = "".join(OWN if at in placed else sign for at, sign in enumerate(position))
    return first.union(*(_turned_from(rules, after, size, square) for square in first))


def choice(rules: Rules, position: str, size: int) -> int | None:
    """Return the first square where most discs turn under these rules, None if none turns."""
    counts = [len(turned(rules, position, size, square)) for square in range(size * size)]
    most = max(counts)
    return counts.index(most) if most else None


def _turned_from(rules: Rules, position: str, size: int, start: int) -> frozenset[int]:
    lines = []
    for direction in rules.directions:
        squares = rules.line(size, start, direction)
        if places := rules.read(signs(position, squares)):
            lines.append([squares[place] for place in places])
    begin, end = rules.counted
    return frozenset(square for squares in lines[begin:end] for square in squares)


@cache
def _seen(unseen: Callable[[int, int], bool], size: int) -> tuple[bool, ...]:
    every = (divmod(square, size) for square in range(size * size))
    return tuple(not (unseen(row, size) or unseen(column, size)) for row, column in every)


def _outflanked(text: str) -> int:
    length = run_length(text)
    return length if text[length : length + 1] == OWN else 0


def _up_to_the_edge(text: str) -> range:
    length = run_length(text)
    return range(length if text[length : length + 1] != EMPTY else 0)


def _up_to_a_gap(text: str) -> range:
    length = run_length(text)
    return range(length if length < len(text) else 0)


def _over_gaps(text: str) -> tuple[int, ...]:
    own = max(text.find(OWN), 0)
    return tuple(place for place in range(own) if text[place] == OPPONENT)


def _to_the_farthest(text: str) -> tuple[int, ...]:
    discs = text.partition(EMPTY)[0]
    own = discs.rfind(OWN) if run_length(text) else 0
    return tuple(place for place in range(own) if text[place] == OPPONENT)


def _next_disc_only(text: str) -> range:
    return range(min(_outflanked(text), 1))


@cache
def _negative_index(size: int, start: int, direction: str) -> tuple[int, ...]:
    """Python's lists: row -1 is the last row."""
    row, column = divmod(start, size)
    row_step, column_step = DIRECTIONS[direction]
    squares = []
    for _ in range(size - 1):
        row, column = row + row_step, column + column_step
        if not (-size <= row < size and -size <= column < size):
            break
        squares.append(row % size * size + column % size)
    return tuple(squares)


@cache
def _one_row(size: int, start: int, direction: str) -> tuple[int, ...]:
    """One list for the whole board: after a row's last square comes the next row's first."""
    row_step, column_step = DIRECTIONS[direction]
    step = row_step * size + column_step
    stop = size * size if step > 0 else -1
    return tuple(range(start + step, stop, step))[: size - 1]


MISTAKES: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "negative-index": Rules(
            "lines go on from the first row to the last one, and so with columns",
            line=_negative_index,
            permits=True,
        ),
        "next-row": Rules(
            "lines go on from the end of a row to the next row", line=_one_row, permits=True
        ),
        "line-to-edge": Rules(
            "a line that ends at the edge is turned as well", read=_up_to_the_edge, permits=True
        ),
        "line-to-gap": Rules(
            "a line that ends at an empty square is turned as well", read=_up_to_a_gap, permits=True
        ),
        "over-gaps": Rules("a line goes on behind an empty square", read=_over_gaps, permits=True),
        "farthest-disc": Rules(
            "a line goes to the farthest own disc, not to the next one", read=_to_the_farthest
        ),
        "next-disc-only": Rules(
            "of each line only the nearest disc is turned", read=_next_disc_only
        ),
        "first-line-only": Rules("only the first line that outflanks is turned", counted=(0, 1)),
        "last-line-only": Rules("only the last line that outflanks is turned", counted=(-1, None)),
        "straight-only": Rules(
            "diagonals are left out", directions=("north", "west", "east", "south")
        ),
        "diagonal-only": Rules(
            "rows and columns are left out",
            directions=("north-west", "north-east", "south-west", "south-east"),
        ),
        "first-index-unseen": Rules(
            "the first row and column are taken for lying off the board",
            unseen=lambda index, _size: index == 0,
        ),
        "last-index-unseen": Rules(
            "the last row and column are taken for lying off the board",
            unseen=lambda index, size: index == size - 1,
        ),
        "eight-by-eight": Rules(
            "rows and columns from the ninth on are taken for lying off the board",
            unseen=lambda index, _size: index >= 8,
        ),
        "turned-turn-others": Rules("discs that were turned turn others", again=True),
        "occupied-allowed": Rules(
            "a disc may be placed on another one", occupied=True, permits=True
        ),
    }
)
"""Every mistake, by its name in the vocabulary."""

PERMITTING: Final = tuple(name for name, rules in MISTAKES.items() if rules.permits)
"""The mistakes with which there are more legal squares."""
