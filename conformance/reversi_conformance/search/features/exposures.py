"""Which mistaken rules a move, a pass or an illegal entry gives away.

Which mistakes there are is for `mistakes` to know.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from reversi_conformance.causes.lines import flat, seen_by
from reversi_conformance.causes.rules import choice, turned
from reversi_conformance.search.features.family import REMEMBERED, SIDES, Family
from reversi_conformance.search.games import Moment
from reversi_conformance.search.mistakes import MISTAKES, PERMITTING
from reversi_engine import Board, Disc, Moved, Passed, Rejected, Square, parse_square


@lru_cache(maxsize=REMEMBERED)
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


def _exposed_by_turning(board: Board, disc: Disc, square: Square) -> Iterator[str]:
    position, size = seen_by(disc, board), board.size
    right = frozenset(flat(other, size) for other in board.outflanked(disc, square))
    for name, rules in MISTAKES.items():
        if turned(rules, position, size, flat(square, size)) != right:
            yield name


def _exposed_by_choice(board: Board, disc: Disc, square: Square) -> Iterator[str]:
    position, size = seen_by(disc, board), board.size
    chosen = flat(square, size)
    turning_otherwise = set(_exposed_by_turning(board, disc, square))
    for name, rules in MISTAKES.items():
        if name in turning_otherwise or choice(rules, position, size) != chosen:
            yield name


def _exposed_by_pass(board: Board, disc: Disc) -> Iterator[str]:
    position, size = seen_by(disc, board), board.size
    for name, rules in MISTAKES.items():
        if choice(rules, position, size) is not None:
            yield name


FAMILIES: Final = (
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
        {"side": SIDES, "mistake": PERMITTING},
    ),
    Family(
        "illegal-move-exposes-{mistake}",
        "the illegal entry, on the board, would be legal with this mistake",
        exposing,
        {"mistake": PERMITTING},
    ),
)
"""The names, in the order of the vocabulary."""
