"""The wishes: what each golden case is there for, and its permanent name.

A name, once given, stays: a wish that is given up leaves its name unused. How games are found that
fulfil the wishes is for `pursuit` to say.
"""

import itertools
from collections.abc import Iterator
from typing import Final

import msgspec
from reversi_engine import Disc

from reversi_conformance.search.features import FAMILIES

X: Final = Disc.BLACK
O: Final = Disc.WHITE  # noqa: E741 - the handout's name of the side

FULL_BOARD: Final = "full-board"
WIPE_OUT: Final = "wipe-out"
NO_MOVES: Final = "no-moves"
ILLEGAL: Final = "illegal-move"


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
    longest: int = 18
    """The most entries of the human's."""
    width: int = 300
    """How many games are followed at the same time."""


def _given(
    name: str, board: int, computer: Disc, ends: str, moves: str, purpose: str, *shows: str
) -> Wish:
    return Wish(name, board, computer, ends, purpose, shows, moves=tuple(moves.split()))


_GIVEN: Final = (
    _given(
        "sample",
        4,
        X,
        NO_MOVES,
        "aa ac ca dc cd",
        "the handout's first sample session",
        "computer-passes",
        "human-moves-last",
        "human-wins",
    ),
    _given(
        "sample",
        6,
        O,
        ILLEGAL,
        "cb aa",
        "the handout's second sample session",
        "illegal-outflanks-nothing",
    ),
    _given(
        "human-must-pass",
        4,
        X,
        FULL_BOARD,
        "aa ac db cd ca",
        "a short game that many programs fail: the human has to pass",
        "human-passes",
    ),
    _given(
        "wipe-out-of-human",
        6,
        X,
        WIPE_OUT,
        "bd bb ce ec",
        "a short game that many programs fail: the human has no disc left",
        "computer-wins",
    ),
    _given(
        "no-moves-draw",
        6,
        X,
        NO_MOVES,
        "bb ce ac ec ee aa cf ca be ef db fe ea af eb",
        "a draw with empty squares",
        "nobody-wins",
    ),
    _given(
        "no-moves-draw",
        6,
        O,
        NO_MOVES,
        "cb bc be eb da fc de ab ad fd cf ef af ce ec",
        "a draw with empty squares",
        "nobody-wins",
    ),
)


_WHO: Final = {"human": "the human", "computer": "the computer", "nobody": "nobody"}


def _decided(end: str, title: str, board: int, computer: Disc, winner: str, last: str) -> Wish:
    """An end that the board brings about, by who wins and who moves last."""
    result = "draw" if winner == "nobody" else f"{winner}-wins"
    return Wish(
        f"{end}-{result}-{last}-last",
        board,
        computer,
        end,
        f"{title}: {_WHO[winner]} wins, {_WHO[last]} moves last",
        (f"{winner}-wins", f"{last}-moves-last"),
    )


def _full_boards() -> Iterator[Wish]:
    for computer, drawn in ((X, 6), (O, 4)):
        for winner, last in itertools.product(
            ("human", "computer", "nobody"), ("human", "computer")
        ):
            if (computer, winner, last) != (X, "computer", "computer"):
                size = drawn if winner == "nobody" else 4
                yield _decided(FULL_BOARD, "a full board", size, computer, winner, last)


def _stuck() -> Iterator[Wish]:
    title = "neither side can move"
    yield _decided(NO_MOVES, title, 4, X, "computer", "computer")
    yield _decided(NO_MOVES, title, 6, X, "computer", "human")
    yield _decided(NO_MOVES, title, 6, X, "human", "computer")
    for winner, last in itertools.product(("human", "computer"), ("human", "computer")):
        yield _decided(NO_MOVES, title, 4, O, winner, last)


def _wiped_out() -> Iterator[Wish]:
    for computer, board, winner, when in (
        (X, 4, "computer", "late"),
        (X, 6, "human", "middle"),
        (O, 6, "computer", "early"),
        (O, 8, "human", "early"),
        (O, 4, "human", "late"),
    ):
        loser = "human" if winner == "computer" else "computer"
        yield Wish(
            f"wipe-out-of-{loser}-{when}",
            board,
            computer,
            WIPE_OUT,
            f"{_WHO[loser]} has no disc left, {when} in the game",
            (f"{winner}-wins", f"{when}-end"),
        )


def _passes() -> Iterator[Wish]:
    for computer, side in itertools.product((X, O), ("human", "computer")):
        yield Wish(
            f"{side}-passes-in-a-row",
            6,
            computer,
            ILLEGAL,
            f"{_WHO[side]} passes, and passes again",
            (f"{side}-passes-in-a-row", f"illegal-after-{side}-passes"),
        )


_ENTRIES: Final = {
    "row-off": 4,
    "column-off": 4,
    "gg-off": 4,
    "far-off": 8,
    "on-own-disc": 6,
    "on-opponent-disc": 6,
    "isolated": 8,
    "beside-own-discs-only": 6,
}
_LATER_ENTRIES: Final = {
    "on-own-disc-that-would-outflank": 6,
    "on-opponent-disc-that-would-outflank": 6,
    "row-off-that-would-outflank": 4,
    "column-off-that-would-outflank": 4,
    "both-off-that-would-outflank": 6,
    "but-legal-for-computer": 6,
    "unless-swapped": 6,
    "late": 4,
    "while-computer-cannot-move": 4,
}


def _illegal() -> Iterator[Wish]:
    for computer in (X, O):
        for kind, board in _ENTRIES.items():
            yield Wish(
                f"first-entry-{kind}",
                board,
                computer,
                ILLEGAL,
                f"the first entry is illegal: {kind}",
                ("illegal-at-first-turn", f"illegal-{kind}"),
            )
        for kind, board in _LATER_ENTRIES.items():
            yield Wish(
                f"illegal-{kind}",
                board,
                computer,
                ILLEGAL,
                f"an entry is illegal: {kind}",
                (f"illegal-{kind}",),
            )


def _large() -> Iterator[Wish]:
    for computer in (X, O):
        yield Wish(
            "gg-is-a-square", 8, computer, ILLEGAL, "gg is a legal move", ("human-places-at-gg",)
        )
        for board in (10, 12, 16, 20, 26):
            yield Wish(
                "large-board",
                board,
                computer,
                ILLEGAL,
                f"a board of {board} x {board}",
                ("human-places-beyond-h", "computer-places-beyond-h"),
                width=20,
            )


WISHES: Final = (
    *_GIVEN,
    *_full_boards(),
    *_stuck(),
    *_wiped_out(),
    *_passes(),
    *_illegal(),
    *_large(),
)
"""All wishes, in the order in which they are fulfilled."""


def case_id(wish: Wish, prefix: str) -> str:
    """Return the permanent id of the case that fulfils the wish."""
    return f"{prefix}-{wish.board}-{wish.computer.value}-{wish.name}"


def _families(*patterns: str) -> frozenset[str]:
    return frozenset(
        name for family in FAMILIES if family.pattern in patterns for name in family.names
    )
