"""How the human of a drawn game chooses: by one simple rule, which leads to what is seldom seen."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import Final, TypeAlias

from reversi_conformance.search import draft
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.games import start
from reversi_engine import Board, Disc, Square, format_square
from reversi_engine.strategy import scores

Leaning: TypeAlias = Callable[[Board, Disc, Random], Iterable[Square]]
"""Orders the squares that a human may take, the dearest one first."""

_REPLIES: Final = 12
"""Of so many squares the replies of the computer are counted: of all it takes too long."""


def walk(board: int, computer: Disc, corner: str, most: int) -> Draft:
    """Return the game in which the human makes for a corner, until a disc stands there.

    So many entries are the most.
    """
    goal = _goal(board, corner)
    play = start(board, computer)
    random = Random(0)  # noqa: S311 - no secret
    while not play.game.ended and len(play.moves) < most and not play.game.board.disc_at(goal):
        nearest, *_ = LEANINGS[corner](play.game.board, play.game.human, random)
        play = play.after(format_square(nearest))
    return draft.of(play)


def _first(board: Board, human: Disc, _: Random) -> Iterable[Square]:
    return board.legal_moves(human)


def _chance(board: Board, human: Disc, random: Random) -> Iterable[Square]:
    squares = board.legal_moves(human)
    return random.sample(squares, len(squares))


def _most(board: Board, human: Disc, _: Random) -> Iterable[Square]:
    scored = scores(board, human)
    return sorted(scored, key=lambda square: -scored[square])


def _fewest(board: Board, human: Disc, _: Random) -> Iterable[Square]:
    scored = scores(board, human)
    return sorted(scored, key=lambda square: scored[square])


def _outward(board: Board, human: Disc, _: Random) -> Iterable[Square]:
    middle = (board.size - 1) / 2
    return sorted(
        board.legal_moves(human),
        key=lambda square: -max(abs(square.row - middle), abs(square.column - middle)),
    )


def _towards(board: Board, human: Disc, _: Random, corner: str) -> Iterable[Square]:
    goal = _goal(board.size, corner)

    def distance(square: Square) -> tuple[int, int]:
        steps = abs(square.row - goal.row), abs(square.column - goal.column)
        return max(steps), min(steps)

    return sorted(board.legal_moves(human), key=distance)


def _smother(board: Board, human: Disc, random: Random) -> Iterable[Square]:
    squares = board.legal_moves(human)
    some = random.sample(squares, min(len(squares), _REPLIES))
    return sorted(some, key=lambda square: len(_replies(board, human, square)))


def _replies(board: Board, human: Disc, square: Square) -> bytes:
    counts = board.play(human, square).turned_counts(human.opponent)
    return counts.translate(None, b"\0")


def _goal(size: int, corner: str) -> Square:
    vertical, _, horizontal = corner.partition("-")
    return Square((size - 1) * (vertical == "south"), (size - 1) * (horizontal == "east"))


CORNERS: Final = ("north-west", "north-east", "south-west", "south-east")
LEANINGS: Final[Mapping[str, Leaning]] = {
    "first": _first,
    "chance": _chance,
    "most": _most,
    "fewest": _fewest,
    "outward": _outward,
    "smother": _smother,
    **{corner: partial(_towards, corner=corner) for corner in CORNERS},
}
"""The leanings, the simplest one first; among equals goes the order of rows."""
