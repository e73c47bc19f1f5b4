"""The wishes: what each golden case is there for, and its permanent name.

A name, once given, stays with its wish; a wish that is given up leaves its name unused. How games
are found that fulfil the wishes is for `pursuit` to say.
"""

import itertools
from collections.abc import Iterator
from typing import Final

import msgspec

from reversi_conformance.search.features import FAMILIES
from reversi_engine import Disc

FULL_BOARD: Final = "full-board"
WIPE_OUT: Final = "wipe-out"
NO_MOVES: Final = "no-moves"
ILLEGAL: Final = "illegal-move"

_LONGEST: Final = 18
_FIRST_TURN: Final = "illegal-at-first-turn"


class Wish(msgspec.Struct, frozen=True):
    """One golden case that the suite shall have."""

    name: str
    """The case's id is made of it, the size and the computer's side."""
    board: int
    computer: Disc
    ends: str
    purpose: str
    shows: tuple[str, ...] = ()
    """Features that the game must show."""
    covers: frozenset[str] = frozenset()
    """Features of which the game shall show as many as may be that no earlier case shows."""
    moves: tuple[str, ...] = ()
    """The human's entries, where they are given and not searched for."""
    is_rare: bool = False
    """Whether no other game is to be searched for, since that would take too long."""
    longest: int = _LONGEST
    """The most entries of the human's."""
    width: int = 300
    """How many games are followed at the same time, at first."""


_X: Final = Disc.BLACK
_O: Final = Disc.WHITE
_SIDES: Final = ("human", "computer")
_WHO: Final = {"human": "the human", "computer": "the computer"}


def _entries(moves: str) -> tuple[str, ...]:
    return tuple(moves.split())


_GIVEN: Final = (
    Wish(
        "sample",
        4,
        _X,
        NO_MOVES,
        "the handout's first sample session",
        ("computer-passes", "human-wins", "human-moves-last"),
        moves=_entries("aa ac ca dc cd"),
    ),
    Wish(
        "sample",
        6,
        _O,
        ILLEGAL,
        "the handout's second sample session",
        ("illegal-outflanks-nothing",),
        moves=_entries("cb aa"),
    ),
    Wish(
        "human-must-pass",
        4,
        _X,
        FULL_BOARD,
        "the human has to pass; many programs fail that get the first sample right",
        ("human-passes", "computer-wins", "computer-moves-last"),
        moves=_entries("aa ac db cd ca"),
    ),
    Wish(
        "wipe-out-of-human-early",
        6,
        _X,
        WIPE_OUT,
        "the human has no disc left; many programs fail that get the first sample right",
        ("computer-wins", "computer-moves-last", "early-end"),
        moves=_entries("bd bb ce ec"),
    ),
)
"""Games that are not searched for: the handout's own, and some that programs were seen to fail."""

_GIVEN_DRAWS: Final = (
    Wish(
        "no-moves-draw",
        6,
        _X,
        NO_MOVES,
        "a draw with empty squares",
        ("nobody-wins",),
        moves=_entries("bb ce ac ec ee aa cf ca be ef db fe ea af eb"),
        is_rare=True,
    ),
    Wish(
        "no-moves-draw",
        6,
        _O,
        NO_MOVES,
        "a draw with empty squares",
        ("nobody-wins",),
        moves=_entries("cb bc be eb da fc de ab ad fd cf ef af ce ec"),
        is_rare=True,
    ),
)
"""Too rare to be searched for anew each time."""


def _won(end: str, board: int, computer: Disc, winner: str, last: str) -> Wish:
    """An end that the board brings about and one side wins."""
    passing, *others = _PASSING.get((end, computer, winner, last), ("",))
    also = f"; {_WHO[passing]} passes twice in a row" if passing else ""
    return Wish(
        f"{end}-{winner}-wins-{last}-last",
        board,
        computer,
        end,
        f"{_WHO[winner]} wins, {_WHO[last]} moves last{also}",
        (
            f"{winner}-wins",
            f"{last}-moves-last",
            *((f"{passing}-passes-in-a-row", *others) if passing else ()),
        ),
        width=3000 if board > 4 else 1000,
    )


_PASSING: Final = {
    (FULL_BOARD, _X, "human", "human"): ("computer",),
    (FULL_BOARD, _O, "computer", "computer"): ("human", "full-board-of-one-colour"),
    (NO_MOVES, _O, "human", "human"): ("computer",),
}
"""The shortest games in which a side passes twice in a row end so: which side, and what else."""


def _full_boards() -> Iterator[Wish]:
    """Every winner and every last side; on 4 x 4, computer X, no full board is a draw."""
    for winner, last in itertools.product(_SIDES, _SIDES):
        if (winner, last) != ("computer", "computer"):
            yield _won(FULL_BOARD, 4, _X, winner, last)
        yield _won(FULL_BOARD, 4, _O, winner, last)
    for (computer, board), last in itertools.product(((_X, 6), (_O, 4)), _SIDES):
        yield Wish(
            f"full-board-draw-{last}-last",
            board,
            computer,
            FULL_BOARD,
            f"a draw, {_WHO[last]} moves last",
            ("nobody-wins", f"{last}-moves-last"),
            width=1000,
        )


def _stuck() -> Iterator[Wish]:
    """Each winner; with computer X and human and human, that is the first sample."""
    yield _won(NO_MOVES, 4, _X, "computer", "computer")
    yield _won(NO_MOVES, 6, _X, "computer", "human")
    for winner, last in itertools.product(_SIDES, _SIDES):
        yield _won(NO_MOVES, 4, _O, winner, last)


def _wiped_out() -> Iterator[Wish]:
    for board, computer, loser, when in (
        (4, _X, "human", "late"),
        (6, _X, "computer", "middle"),
        (6, _O, "human", "early"),
        (8, _O, "computer", "early"),
        (4, _O, "computer", "late"),
    ):
        winner = "computer" if loser == "human" else "human"
        yield Wish(
            f"wipe-out-of-{loser}-{when}",
            board,
            computer,
            WIPE_OUT,
            f"{_WHO[loser]} has no disc left",
            (f"{winner}-wins", f"{when}-end"),
            width=1000,
        )


_FIRST_ENTRIES: Final = (
    (4, ("row-off", "off-but-legal-round-the-board"), "the row is off the board"),
    (4, ("column-off", "off-but-legal-in-next-row"), "the column is off the board"),
    (4, ("gg-off",), "`gg`, with which some programs give up, is off the board"),
    (8, ("far-off",), "letters far off the board"),
    (6, ("on-own-disc",), "an own disc stands there"),
    (6, ("on-opponent-disc",), "an opponent's disc stands there"),
    (8, ("isolated",), "an empty square far from all discs"),
    (6, ("beside-own-discs-only",), "an empty square beside own discs"),
    (6, ("but-legal-for-computer",), "it would be legal for the other side"),
)
"""Illegal entries that there are before anything else has been entered: size, kinds, purpose."""

_LATER_ENTRIES: Final = (
    (
        6,
        (_X, _O),
        "on-own-disc-that-would-outflank",
        "an own disc stands there; else discs would turn",
    ),
    (
        6,
        (_X, _O),
        "on-opponent-disc-that-would-outflank",
        "an opponent's disc stands there; else discs would turn",
    ),
    (4, (_X, _O), "row-off-that-would-outflank", "just beyond the last row, discs in line behind"),
    (
        4,
        (_X, _O),
        "column-off-that-would-outflank",
        "just beyond the last column, discs in line behind",
    ),
    (6, (_X,), "both-off-that-would-outflank", "just beyond the corner, discs in line behind"),
    (4, (_O,), "both-off-that-would-outflank", "just beyond the corner, discs in line behind"),
    (6, (_X, _O), "unless-swapped", "it would be legal as column and row"),
    (4, (_X, _O), "move-exposes-next-row", "legal where lines go on in the next row"),
)
"""Illegal entries that need a position: size, the computer's side, kind, purpose."""


def _illegal() -> Iterator[Wish]:
    for computer in (_X, _O):
        for board, kinds, purpose in _FIRST_ENTRIES:
            yield Wish(
                f"first-entry-{kinds[0]}",
                board,
                computer,
                ILLEGAL,
                f"illegal at the first turn: {purpose}",
                (_FIRST_TURN, *(f"illegal-{kind}" for kind in kinds)),
                longest=1,
            )
    for board, computers, kind, purpose in _LATER_ENTRIES:
        for computer in computers:
            yield Wish(
                f"illegal-{kind.removeprefix('move-')}",
                board,
                computer,
                ILLEGAL,
                f"illegal: {purpose}",
                (f"illegal-{kind}",),
            )
    for computer, early, late, also in (
        (_X, "human", "computer", ()),
        (_O, "computer", "human", ("computer-pass-exposes-over-gaps",)),
    ):
        yield Wish(
            f"illegal-after-{early}-passes",
            4,
            computer,
            ILLEGAL,
            f"illegal after a pass of {_WHO[early]}",
            (f"illegal-after-{early}-passes", *also),
        )
        yield Wish(
            "illegal-late",
            4,
            computer,
            ILLEGAL,
            f"illegal on a board nearly full, after a pass of {_WHO[late]}",
            ("illegal-late", f"illegal-after-{late}-passes"),
        )


def _large() -> Iterator[Wish]:
    gg, beyond = "human-places-at-gg", tuple(f"{side}-places-beyond-h" for side in _SIDES)
    for computer, board, shows in ((_X, 8, (gg,)), (_O, 10, (gg, beyond[1]))):
        yield Wish(
            "gg-is-a-square",
            board,
            computer,
            ILLEGAL,
            "`gg`, with which some programs give up, is a legal move",
            shows,
            width=1000,
        )
    for computer, board in ((_X, 10), *itertools.product((_X, _O), (12, 16, 20, 26))):
        yield Wish(
            "large-board",
            board,
            computer,
            ILLEGAL,
            "rows and columns from the ninth on",
            beyond[1:] if board == 12 else beyond,
            width=300 if board == 10 else 30,
        )


def _names(*beginnings: str) -> frozenset[str]:
    return frozenset(
        name
        for family in FAMILIES
        if family.pattern.startswith(beginnings)
        for name in family.names
    )


def _covering() -> Iterator[Wish]:
    for computer in (_X, _O):
        yield Wish(
            "directions-and-choices",
            8,
            computer,
            ILLEGAL,
            "discs turn in one direction alone, and in many; other strategies choose otherwise",
            ("illegal-move-exposes-over-gaps",),
            covers=_names("{side}-turns-", "tie-", "choice-"),
            longest=6,
            width=100,
        )
        yield Wish(
            "lines-that-stay",
            6,
            computer,
            ILLEGAL,
            "lines end at the edge or at an empty square, and stay",
            ("illegal-move-exposes-negative-index",),
            covers=_names("{side}-line-"),
            longest=5,
            width=100,
        )
        yield Wish(
            "across-the-board",
            6,
            computer,
            ILLEGAL,
            "lines from edge to edge turn",
            ("human-turns-across-the-board", "computer-turns-across-the-board"),
            width=1000,
        )


def _passing() -> Iterator[Wish]:
    """Where no end that the board brings about comes with it as early."""
    yield Wish(
        "human-passes-in-a-row",
        6,
        _X,
        ILLEGAL,
        "the human passes twice in a row",
        ("human-passes-in-a-row",),
        width=1000,
    )


WISHES: Final = (
    *_GIVEN,
    *_covering(),
    *_passing(),
    *_GIVEN_DRAWS,
    *_full_boards(),
    *_stuck(),
    *_wiped_out(),
    *_illegal(),
    *_large(),
)
"""All wishes, in the order in which they are fulfilled."""


def later(wish: Wish) -> Wish | None:
    """Return the wish for the same illegal entry later in a game; None where it is no first entry.

    At the first turn there may be one such entry on all boards.
    """
    if _FIRST_TURN not in wish.shows:
        return None
    return msgspec.structs.replace(
        wish,
        name=wish.name.replace("first-entry-", "later-entry-"),
        purpose=wish.purpose.replace("at the first turn", "at a later turn"),
        shows=tuple(each for each in wish.shows if each != _FIRST_TURN),
        longest=_LONGEST,
    )


def case_id(wish: Wish, prefix: str) -> str:
    """Return the permanent id of the case that fulfils the wish."""
    return f"{prefix}-{wish.board}-{wish.computer.value}-{wish.name}"
