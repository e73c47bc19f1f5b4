"""Rules of turning discs that programs go by instead of the right ones.

Each is one that students' programs were seen to have, or a near relative. Knows positions as
`lines` sees them; neither where a program uses a rule nor how one finds out.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from reversi_conformance.causes.lines import (
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
Line = tuple[int, ...]
"""The squares of one line, or those of it that turn."""


class Rules(NamedTuple):
    """Rules of turning discs; as they stand here, the right ones."""

    meaning: str = "the rules of the handout"
    line: Callable[[int, int, str], Line] = line
    """Where a line leads: of a board of this size, from a square, in a direction."""
    read: Reader = lambda text: range(_outflanked(text))
    directions: tuple[str, ...] = tuple(DIRECTIONS)
    pick: Callable[[Sequence[Line]], Sequence[Line]] = lambda lines: lines
    """Which of the lines that outflank are turned."""
    onto: str = EMPTY
    """On which signs a disc may be placed."""
    unseen: Callable[[int, int, int], bool] | None = None
    """Whether a square, by row, column and size, is taken for lying off the board."""
    again: bool = False
    """Whether turned discs turn others in their turn."""


RIGHT: Final = Rules()


def turned(rules: Rules, position: str, size: int, start: int) -> frozenset[int]:
    """Return the discs that turn if one is placed there; none where it may not be placed."""
    is_unseen = rules.unseen is not None and not _seen(rules.unseen, size)[start]
    if is_unseen or position[start] not in rules.onto:
        return frozenset()
    return turned_anywhere(rules, position, size, start)


def turned_anywhere(rules: Rules, position: str, size: int, start: int) -> frozenset[int]:
    """Return the discs that turn from this square, whatever stands on it."""
    if rules.unseen:
        seen = _seen(rules.unseen, size)
        position = "".join([sign if seen[at] else EMPTY for at, sign in enumerate(position)])
    if not rules.again:
        return _turned_from(rules, position, size, start)
    after = _spread(rules, position, size, start)
    return frozenset(at for at, sign in enumerate(position) if sign != after[at]) - {start}


def play(rules: Rules, position: str, size: int, start: int) -> str:
    """Return the position after a disc was placed there, legal or not.

    One direction after the other turns: where lines go round the board, a disc that was turned
    ends the next line.
    """
    position = _with_own(position, {start})
    if rules.pick is not RIGHT.pick or rules.again:
        return _with_own(position, turned_anywhere(rules, position, size, start))
    for direction in rules.directions:
        line_alone = rules._replace(directions=(direction,))
        position = _with_own(position, turned_anywhere(line_alone, position, size, start))
    return position


def _spread(rules: Rules, position: str, size: int, start: int) -> str:
    """Return the position after a disc was placed, and each turned disc as if it were placed."""
    position = _with_own(position, {start})
    for direction in rules.directions:
        squares = rules.line(size, start, direction)
        for place in rules.read(signs(position, squares)):
            position = _spread(rules, position, size, squares[place])
    return position


def _with_own(position: str, squares: AbstractSet[int]) -> str:
    if not squares:
        return position
    return "".join([OWN if at in squares else sign for at, sign in enumerate(position)])


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
            lines.append(tuple([squares[place] for place in places]))
    return frozenset(square for squares in rules.pick(lines) for square in squares)


@cache
def _seen(unseen: Callable[[int, int, int], bool], size: int) -> tuple[bool, ...]:
    return tuple(not unseen(*divmod(square, size), size) for square in range(size * size))


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


def _to_the_farthest_of_all(text: str) -> tuple[int, ...]:
    own = text.partition(EMPTY)[0].rfind(OWN)
    return tuple(place for place in range(max(own, 0)) if text[place] == OPPONENT)


def _and_one_behind(text: str) -> tuple[int, ...]:
    length = _outflanked(text)
    behind = text[length + 1 : length + 2] if length else ""
    return (*range(length), *((length + 1,) if behind == OPPONENT else ()))


def _longest(lines: Sequence[Line]) -> Sequence[Line]:
    # The first of the longest ones, as a loop that keeps the maximum finds it.
    return [max(lines, key=len)] if lines else lines


@cache
def _negative_index(size: int, start: int, direction: str) -> Line:
    """Python's lists: row -1 is the last row, and column -1 the last column."""
    return _wrapped(size, start, direction, rows=True, columns=True)


@cache
def _negative_row(size: int, start: int, direction: str) -> Line:
    return _wrapped(size, start, direction, rows=True, columns=False)


@cache
def _negative_column(size: int, start: int, direction: str) -> Line:
    return _wrapped(size, start, direction, rows=False, columns=True)


def _wrapped(size: int, start: int, direction: str, *, rows: bool, columns: bool) -> Line:
    first_row, first_column = -size if rows else 0, -size if columns else 0
    row, column = divmod(start, size)
    row_step, column_step = DIRECTIONS[direction]
    squares = []
    # The whole way round: a disc that was placed already ends its own lines.
    for _ in range(size):
        row, column = row + row_step, column + column_step
        if not (first_row <= row < size and first_column <= column < size):
            break
        squares.append(row % size * size + column % size)
    return tuple(squares)


@cache
def _one_row(size: int, start: int, direction: str) -> Line:
    """One list for the whole board: after a row's last square comes the next row's first."""
    row_step, column_step = DIRECTIONS[direction]
    step = row_step * size + column_step
    stop = size * size if step > 0 else -1
    return tuple(range(start + step, stop, step))[: size - 1]


def _all_but(*missing: str) -> tuple[str, ...]:
    return tuple(direction for direction in DIRECTIONS if direction not in missing)


_STRAIGHT: Final = ("north", "west", "east", "south")
_DIAGONAL: Final = _all_but(*_STRAIGHT)

MISTAKEN: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        **{
            f"misses-{direction}": Rules(
                f"lines to the {direction} are left out", directions=_all_but(direction)
            )
            for direction in DIRECTIONS
        },
        "misses-diagonals": Rules("diagonals are left out", directions=_STRAIGHT),
        "misses-straights": Rules("rows and columns are left out", directions=_DIAGONAL),
        "nearest-disc-only": Rules(
            "of each line only the nearest disc is turned",
            read=lambda text: range(min(_outflanked(text), 1)),
        ),
        "one-short": Rules(
            "of each line the last disc is not turned",
            read=lambda text: range(max(_outflanked(text) - 1, 0)),
        ),
        "lines-of-one-only": Rules(
            "only lines with a single disc between are seen",
            read=lambda text: range(_outflanked(text) == 1),
        ),
        "one-too-many": Rules(
            "a disc of the opponent behind the line's end is turned as well", read=_and_one_behind
        ),
        "first-line-only": Rules(
            "only the first line that outflanks is turned", pick=lambda lines: lines[:1]
        ),
        "last-line-only": Rules(
            "only the last line that outflanks is turned", pick=lambda lines: lines[-1:]
        ),
        "longest-line-only": Rules("only the longest line that outflanks is turned", pick=_longest),
        "unbounded-at-edge": Rules(
            "a line that ends at the edge is turned as well", read=_up_to_the_edge
        ),
        "unbounded-at-gap": Rules(
            "a line that ends at an empty square is turned as well", read=_up_to_a_gap
        ),
        "unbounded": Rules(
            "a line is turned whatever stands at its end",
            read=lambda text: range(run_length(text)),
        ),
        "over-gaps": Rules("a line goes on behind an empty square", read=_over_gaps),
        "farthest-disc": Rules(
            "a line goes to the farthest own disc, not to the next one", read=_to_the_farthest
        ),
        "wraps": Rules(
            "lines go on from the first row to the last one, and so with columns",
            line=_negative_index,
        ),
        "wraps-rows": Rules("lines go on from the first row to the last one", line=_negative_row),
        "wraps-columns": Rules(
            "lines go on from the first column to the last one", line=_negative_column
        ),
        "next-row": Rules("lines go on from the end of a row to the next row", line=_one_row),
        "last-row-unseen": Rules(
            "the last row is taken for lying off the board",
            unseen=lambda row, _column, size: row == size - 1,
        ),
        "last-column-unseen": Rules(
            "the last column is taken for lying off the board",
            unseen=lambda _row, column, size: column == size - 1,
        ),
        "last-row-and-column-unseen": Rules(
            "the last row and column are taken for lying off the board",
            unseen=lambda row, column, size: size - 1 in (row, column),
        ),
        "first-row-unseen": Rules(
            "the first row is taken for lying off the board",
            unseen=lambda row, _column, _size: row == 0,
        ),
        "first-column-unseen": Rules(
            "the first column is taken for lying off the board",
            unseen=lambda _row, column, _size: column == 0,
        ),
        "first-row-and-column-unseen": Rules(
            "the first row and column are taken for lying off the board",
            unseen=lambda row, column, _size: 0 in (row, column),
        ),
        "beyond-h-unseen": Rules(
            "rows and columns from the ninth on are taken for lying off the board",
            unseen=lambda row, column, _size: max(row, column) >= 8,
        ),
        "turned-turn-others": Rules("discs that were turned turn others", again=True),
        "nothing": Rules("no disc is turned", read=lambda _text: ()),
        "own-discs": Rules("a disc may be placed on an own one", onto=EMPTY + OWN),
        "opponents-discs": Rules(
            "a disc may be placed on one of the opponent's", onto=EMPTY + OPPONENT
        ),
        "occupied": Rules("a disc may be placed on another one", onto=EMPTY + OWN + OPPONENT),
    }
)
"""Every mistaken rule, by its name in the ids of causes."""
TURNING: Final[Sequence[tuple[str, Rules]]] = (
    *MISTAKEN.items(),
    (
        "farthest-disc",
        Rules(
            "a line goes to the farthest own disc, even if an own one comes first",
            read=_to_the_farthest_of_all,
        ),
    ),
)
"""Mistaken ways to turn discs, by their names in the ids of causes; some come in two forms."""
