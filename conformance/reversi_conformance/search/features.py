"""What a game shows: names of a controlled vocabulary, recomputed from the game alone.

A name says who did something by `human` and `computer`; which of them has which colour is the
case's to say. Pure; the names that exist are those that `FAMILIES` describes.
"""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from reversi_conformance.causes.lines import DIRECTIONS, EMPTY, line, run_length, seen_by, signs
from reversi_conformance.causes.rules import choice, turned
from reversi_conformance.causes.strategies import STRATEGIES, greedy, options
from reversi_conformance.search.games import Moment, Play
from reversi_conformance.search.mistakes import MISTAKES, PERMITTING
from reversi_engine import (
    Board,
    Disc,
    Ended,
    EndReason,
    Moved,
    Passed,
    Rejected,
    Square,
    parse_square,
)

Story = Callable[[Moment], frozenset[str]]
"""What a moment shows, as far as one group of names goes."""

_REMEMBERED: Final = 1 << 15


class Family(NamedTuple):
    """Names that are made alike."""

    pattern: str
    meaning: str
    story: Story
    slots: Mapping[str, Iterable[str]] = MappingProxyType({})

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of the family."""
        filled = itertools.product(*self.slots.values())
        pairs = (dict(zip(self.slots, words, strict=True)) for words in filled)
        return tuple(self.pattern.format_map(words) for words in pairs)


def shown(play: Play, names: Collection[str] | None = None) -> frozenset[str]:
    """Return what the game shows of these names; of all names where none are given."""
    stories = _STORIES if names is None else stories_of(frozenset(names))
    if not stories:
        return frozenset()
    found = frozenset(
        name for moment in play.moments for story in stories for name in story(moment)
    )
    return found if names is None else found.intersection(names)


def shown_by(moment: Moment, names: Collection[str]) -> frozenset[str]:
    """Return what one moment shows of these names."""
    stories = stories_of(frozenset(names))
    return frozenset(name for story in stories for name in story(moment)).intersection(names)


@lru_cache(maxsize=_REMEMBERED)
def placing(moment: Moment) -> frozenset[str]:
    """Where a disc is placed."""
    if not isinstance(moment.event, Moved):
        return frozenset()
    event, size = moment.event, moment.before.size
    side = moment.side(event.disc)
    names = {f"{side}-places-{place}" for place in _places(event.square, size)}
    if {*event.square} == {6} and side == "human":
        names.add("human-places-at-gg")
    last = [size - 1 in square for square in moment.before.legal_moves(event.disc)]
    if all(last):
        names.add(f"{side}-can-only-place-in-last-row-or-column")
    if len(last) == 1:
        names.add(f"{side}-has-one-move")
    return frozenset(names)


@lru_cache(maxsize=_REMEMBERED)
def turning(moment: Moment) -> frozenset[str]:
    """Which discs turn, and which lines only seem to outflank."""
    if not isinstance(moment.event, Moved):
        return frozenset()
    event, size = moment.event, moment.before.size
    position = seen_by(event.disc, moment.before)
    side = moment.side(event.disc)
    lengths: dict[str, int] = {}
    names = set()
    for direction in DIRECTIONS:
        text = signs(position, line(size, _flat(event.square, size), direction))
        length = run_length(text)
        if length == len(text) and length:
            names.add(f"{side}-line-ends-at-edge-{direction}")
        elif length and text[length] == EMPTY:
            names.add(f"{side}-line-ends-at-gap-{direction}")
        elif length:
            lengths[direction] = length
    names |= {f"{side}-turns-several-{way}" for way, discs in lengths.items() if discs > 1}
    if len(lengths) == 1:
        names.add(f"{side}-turns-only-{next(iter(lengths))}")
    if len(lengths) >= 3:
        names.add(f"{side}-turns-three-directions")
    if size >= 6 and max(lengths.values()) == size - 2:
        names.add(f"{side}-turns-across-the-board")
    return frozenset(names)


@lru_cache(maxsize=_REMEMBERED)
def choosing(moment: Moment) -> frozenset[str]:
    """What the computer's choice tells about its strategy."""
    event = moment.event
    if not isinstance(event, Moved) or event.disc is not moment.computer:
        return frozenset()
    size = moment.before.size
    choices = options(seen_by(event.disc, moment.before), size)
    chosen = _flat(event.square, size)
    differing = (
        name for name, other in STRATEGIES.items() if other.choose(choices, size) != chosen
    )
    equals = [Square(*divmod(square, size)) for square in greedy(choices)]
    return frozenset((*(f"choice-differs-from-{name}" for name in differing), *_ties(equals)))


@lru_cache(maxsize=_REMEMBERED)
def exposing(moment: Moment) -> frozenset[str]:
    """Which mistaken rules would have led to something else here."""
    event, board = moment.event, moment.before
    match event:
        case Moved(disc, square) if disc is moment.computer:
            found = _exposed_by_choice(board, disc, square)
            return frozenset(f"computer-move-exposes-{name}" for name in found)
        case Moved(disc, square):
            found = _exposed_by_turning(board, disc, square)
            return frozenset(f"human-move-exposes-{name}" for name in found)
        case Passed(disc):
            found = _exposed_by_pass(board, disc)
            return frozenset(f"{moment.side(disc)}-pass-exposes-{name}" for name in found)
        case Rejected(disc, text) if (square := parse_square(text)) in board:
            found = _exposed_by_turning(board, disc, square)
            return frozenset(f"illegal-move-exposes-{name}" for name in found)
    return frozenset()


@lru_cache(maxsize=_REMEMBERED)
def passing(moment: Moment) -> frozenset[str]:
    """Who passes, and when."""
    match moment:
        case Moment(event=Passed(disc), previous=(Passed(earlier), _)) if earlier is disc:
            side = moment.side(disc)
            return frozenset({f"{side}-passes", f"{side}-passes-in-a-row"})
        case Moment(event=Passed(disc)):
            return frozenset({f"{moment.side(disc)}-passes"})
        case Moment(event=Ended(), previous=(Passed(disc), Moved())):
            return frozenset({f"{moment.side(disc)}-passes-before-the-end"})
    return frozenset()


@lru_cache(maxsize=_REMEMBERED)
def ending(moment: Moment) -> frozenset[str]:
    """How the game ends when the board decides."""
    if not isinstance(moment.event, Ended) or moment.event.reason is EndReason.ILLEGAL_MOVE:
        return frozenset()
    winner, reason = moment.event.winner, moment.event.reason
    (last,) = (event.disc for event in moment.previous[-1:] if isinstance(event, Moved))
    discs = moment.event.black + moment.event.white
    names = {f"{moment.side(last)}-moves-last", f"{_fullness(discs, moment.before)}-end"}
    names.add(f"{moment.side(winner)}-wins" if winner else "nobody-wins")
    if reason is EndReason.FULL_BOARD and 0 in (moment.event.black, moment.event.white):
        names.add("full-board-of-one-colour")
    return frozenset(names)


@lru_cache(maxsize=_REMEMBERED)
def entering(moment: Moment) -> frozenset[str]:
    """Of what kind an illegal entry is, and when it comes."""
    if not isinstance(moment.event, Rejected):
        return frozenset()
    board, disc = moment.before, moment.event.disc
    square = parse_square(moment.event.text)
    kinds = _on_board(board, disc, square) if square in board else _off_board(board, disc, square)
    return frozenset(f"illegal-{kind}" for kind in itertools.chain(kinds, _when(moment, square)))


def _flat(square: Square, size: int) -> int:
    return square.row * size + square.column


def _places(square: Square, size: int) -> Iterator[str]:
    far = size - 1
    rows = {0: "north", far: "south"}.get(square.row)
    columns = {0: "west", far: "east"}.get(square.column)
    if rows and columns:
        yield f"in-{rows}-{columns}-corner"
    elif rows or columns:
        yield f"on-{rows or columns}-edge"
    if max(square) >= 8:
        yield "beyond-h"


def _ties(equals: list[Square]) -> Iterator[str]:
    if len(equals) == 1:
        return
    first, *others = equals
    yield {1: "tie-of-two", 2: "tie-of-three"}.get(len(others), "tie-of-four-or-more")
    if len(others) == 1:
        yield _tie_of_two(first, others[0])


def _tie_of_two(first: Square, other: Square) -> str:
    if first.row == other.row:
        return "tie-in-one-row"
    if first.column == other.column:
        return "tie-in-one-column"
    return "tie-falling" if first.column < other.column else "tie-rising"


def _exposed_by_turning(board: Board, disc: Disc, square: Square) -> Iterator[str]:
    position, size = seen_by(disc, board), board.size
    right = frozenset(_flat(other, size) for other in board.outflanked(disc, square))
    for name, rules in MISTAKES.items():
        if turned(rules, position, size, _flat(square, size)) != right:
            yield name


def _exposed_by_choice(board: Board, disc: Disc, square: Square) -> Iterator[str]:
    position, size = seen_by(disc, board), board.size
    chosen = _flat(square, size)
    turning_otherwise = set(_exposed_by_turning(board, disc, square))
    for name, rules in MISTAKES.items():
        if name in turning_otherwise or choice(rules, position, size) != chosen:
            yield name


def _exposed_by_pass(board: Board, disc: Disc) -> Iterator[str]:
    position, size = seen_by(disc, board), board.size
    for name, rules in MISTAKES.items():
        if choice(rules, position, size) is not None:
            yield name


def _fullness(discs: int, board: Board) -> str:
    if discs * 2 <= board.size**2:
        return "early"
    return "late" if discs * 4 >= board.size**2 * 3 else "middle"


def _on_board(board: Board, disc: Disc, square: Square) -> Iterator[str]:
    standing = board.disc_at(square)
    if standing:
        whose = "own-disc" if standing is disc else "opponent-disc"
        would = turned(
            MISTAKES["occupied-allowed"],
            seen_by(disc, board),
            board.size,
            _flat(square, board.size),
        )
        yield f"on-{whose}-that-would-outflank" if would else f"on-{whose}"
        return
    around = {sign for sign in _around(board, square) if sign}
    if not around:
        yield "isolated"
    else:
        yield "outflanks-nothing" if disc.opponent in around else "beside-own-discs-only"
    if board.is_legal(disc.opponent, square):
        yield "but-legal-for-computer"


def _around(board: Board, square: Square) -> Iterator[Disc | None]:
    for row_step, column_step in DIRECTIONS.values():
        near = Square(square.row + row_step, square.column + column_step)
        if near in board:
            yield board.disc_at(near)


def _off_board(board: Board, disc: Disc, square: Square) -> Iterator[str]:
    size = board.size
    off = (square.row >= size, square.column >= size)
    where = {(True, False): "row-off", (False, True): "column-off", (True, True): "both-off"}[off]
    yield where
    if max(square) > size:
        yield "far-off"
    elif _would_outflank_from_outside(board, disc, square):
        yield f"{where}-that-would-outflank"
    if square == Square(6, 6):
        yield "gg-off"
    if board.is_legal(disc, Square(*divmod(_flat(square, size), size))):
        yield "off-but-legal-in-next-row"
    if board.is_legal(disc, Square(square.row % size, square.column % size)):
        yield "off-but-legal-round-the-board"


def _would_outflank_from_outside(board: Board, disc: Disc, square: Square) -> bool:
    position, size = seen_by(disc, board), board.size
    for row_step, column_step in DIRECTIONS.values():
        row, column = square.row + row_step, square.column + column_step
        text = ""
        while 0 <= row < size and 0 <= column < size:
            text += position[row * size + column]
            row, column = row + row_step, column + column_step
        length = run_length(text)
        if 0 < length < len(text) and text[length] != EMPTY:
            return True
    return False


def _when(moment: Moment, square: Square) -> Iterator[str]:
    board = moment.before
    if moment.entry == 1:
        yield "at-first-turn"
    if board.empty_count * 4 <= board.size**2:
        yield "late"
    if not board.has_legal_move(moment.computer):
        yield "while-computer-cannot-move"
    if moment.previous and moment.previous[-1] == Passed(moment.computer):
        yield "after-computer-passes"
    if moment.previous[:1] == (Passed(moment.human),):
        yield "after-human-passes"
    if board.is_legal(moment.human, Square(square.column, square.row)):
        yield "unless-swapped"


_SIDES: Final = ("human", "computer")
_EDGES: Final = ("north", "east", "south", "west")
_CORNERS: Final = ("north-west", "north-east", "south-west", "south-east")
_EVERYWHERE: Final = {"side": _SIDES, "direction": tuple(DIRECTIONS)}

FAMILIES: Final = (
    Family(
        "{side}-places-on-{edge}-edge",
        "a disc is placed at the edge, not in a corner",
        placing,
        {"side": _SIDES, "edge": _EDGES},
    ),
    Family(
        "{side}-places-in-{corner}-corner",
        "a disc is placed in the corner",
        placing,
        {"side": _SIDES, "corner": _CORNERS},
    ),
    Family(
        "{side}-places-beyond-h",
        "a disc is placed in a row or column from the ninth on",
        placing,
        {"side": _SIDES},
    ),
    Family("{side}-has-one-move", "just one square is legal", placing, {"side": _SIDES}),
    Family(
        "{side}-can-only-place-in-last-row-or-column",
        "every legal square is in the last row or column",
        placing,
        {"side": _SIDES},
    ),
    Family(
        "human-places-at-gg", "`gg`, with which some programs give up, is a legal move", placing
    ),
    Family(
        "{side}-turns-only-{direction}",
        "discs turn in this direction and in no other",
        turning,
        _EVERYWHERE,
    ),
    Family(
        "{side}-turns-several-{direction}",
        "two or more discs turn in this direction",
        turning,
        _EVERYWHERE,
    ),
    Family(
        "{side}-turns-three-directions",
        "discs turn in three directions or more",
        turning,
        {"side": _SIDES},
    ),
    Family(
        "{side}-turns-across-the-board",
        "a line from edge to edge turns; not on 4 x 4",
        turning,
        {"side": _SIDES},
    ),
    Family(
        "{side}-line-ends-at-edge-{direction}",
        "the opponent's discs in this direction reach the edge and stay",
        turning,
        _EVERYWHERE,
    ),
    Family(
        "{side}-line-ends-at-gap-{direction}",
        "behind the opponent's discs in this direction is an empty square, and they stay",
        turning,
        _EVERYWHERE,
    ),
    Family("tie-of-two", "two squares turn most discs", choosing),
    Family("tie-of-three", "three squares turn most discs", choosing),
    Family("tie-of-four-or-more", "four or more squares turn most discs", choosing),
    Family("tie-in-one-row", "two squares turn most discs, both in one row", choosing),
    Family("tie-in-one-column", "two squares turn most discs, both in one column", choosing),
    Family("tie-falling", "two squares turn most discs, the lower one is farther right", choosing),
    Family("tie-rising", "two squares turn most discs, the lower one is farther left", choosing),
    Family(
        "choice-differs-from-{strategy}",
        "the computer's square is not the one of this other strategy",
        choosing,
        {"strategy": tuple(STRATEGIES)},
    ),
    Family(
        "human-move-exposes-{mistake}",
        "with this mistake other discs would turn, or none",
        exposing,
        {"mistake": tuple(name for name in MISTAKES if name != "occupied-allowed")},
    ),
    Family(
        "computer-move-exposes-{mistake}",
        "with this mistake the computer would choose another square, or other discs would turn",
        exposing,
        {"mistake": tuple(MISTAKES)},
    ),
    Family(
        "{side}-pass-exposes-{mistake}",
        "with this mistake there would be a legal square",
        exposing,
        {"side": _SIDES, "mistake": PERMITTING},
    ),
    Family(
        "illegal-move-exposes-{mistake}",
        "the illegal entry, on the board, would be legal with this mistake",
        exposing,
        {"mistake": PERMITTING},
    ),
    Family("{side}-passes", "one side passes", passing, {"side": _SIDES}),
    Family(
        "{side}-passes-in-a-row",
        "a side passes, the other one moves, it passes again",
        passing,
        {"side": _SIDES},
    ),
    Family(
        "{side}-passes-before-the-end",
        "a side passes, and the other one's move ends the game",
        passing,
        {"side": _SIDES},
    ),
    Family("{side}-wins", "the discs decide for this side", ending, {"side": _SIDES}),
    Family("nobody-wins", "as many discs of each colour", ending),
    Family("{side}-moves-last", "a move of this side ends the game", ending, {"side": _SIDES}),
    Family("early-end", "the game ends with half of the squares empty or more", ending),
    Family("middle-end", "the game ends with over a quarter of the squares empty", ending),
    Family("late-end", "the game ends with a quarter of the squares empty or fewer", ending),
    Family("full-board-of-one-colour", "the board is full and one side has no disc", ending),
    Family(
        "illegal-on-{whose}",
        "the entry names a square with a disc; from there nothing turns",
        entering,
        {"whose": ("own-disc", "opponent-disc")},
    ),
    Family(
        "illegal-on-{whose}-that-would-outflank",
        "the entry names a square with a disc; were it empty, discs would turn",
        entering,
        {"whose": ("own-disc", "opponent-disc")},
    ),
    Family("illegal-isolated", "the entry names an empty square without neighbours", entering),
    Family(
        "illegal-beside-own-discs-only",
        "the entry names an empty square beside own discs",
        entering,
    ),
    Family(
        "illegal-outflanks-nothing",
        "the entry names an empty square beside an opponent's disc; nothing turns",
        entering,
    ),
    Family(
        "illegal-but-legal-for-computer", "the entry would be legal for the other side", entering
    ),
    Family(
        "illegal-{where}-off",
        "row, column or both are off the board",
        entering,
        {"where": ("row", "column", "both")},
    ),
    Family(
        "illegal-{where}-off-that-would-outflank",
        "the entry is just beyond the edge, and discs would turn if the board went on there",
        entering,
        {"where": ("row", "column", "both")},
    ),
    Family(
        "illegal-far-off", "the entry is off the board by more than one row or column", entering
    ),
    Family("illegal-gg-off", "`gg`, with which some programs give up, is off the board", entering),
    Family(
        "illegal-off-but-legal-in-next-row",
        "the column is off the board; counted on into the next row, the square would be legal",
        entering,
    ),
    Family(
        "illegal-off-but-legal-round-the-board",
        "the entry is off the board; counted round the board, the square would be legal",
        entering,
    ),
    Family("illegal-at-first-turn", "the entry is the human's first one", entering),
    Family(
        "illegal-late", "the entry comes with a quarter of the squares empty or fewer", entering
    ),
    Family("illegal-while-computer-cannot-move", "the computer could not move, either", entering),
    Family(
        "illegal-after-{side}-passes",
        "the entry comes after a pass of this side",
        entering,
        {"side": _SIDES},
    ),
    Family(
        "illegal-unless-swapped", "the entry would be legal with row and column exchanged", entering
    ),
)
"""The vocabulary: every name that a case may claim, and what it means."""

_STORY_OF: Final = {name: family.story for family in FAMILIES for name in family.names}
_STORIES: Final = (placing, turning, choosing, exposing, passing, ending, entering)

VOCABULARY: Final = tuple(_STORY_OF)
"""Every name, in the order of the families."""

ENTRIES: Final = frozenset(name for name, story in _STORY_OF.items() if story is entering)
"""The names that tell of what kind an illegal entry is, and when it comes."""

BY_AN_ILLEGAL_ENTRY: Final = frozenset(name for name in VOCABULARY if name.startswith("illegal-"))
"""The names that only an illegal entry can show."""

AT_THE_END: Final = BY_AN_ILLEGAL_ENTRY.union(
    name for name, story in _STORY_OF.items() if story is ending
)
"""The names that only a game's end can show."""


@cache
def stories_of(names: frozenset[str]) -> tuple[Story, ...]:
    """Return the stories in which these names can occur. Raises KeyError for an unknown name."""
    wanted = {_STORY_OF[name] for name in names}
    return tuple(story for story in _STORIES if story in wanted)
