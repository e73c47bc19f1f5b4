"""Leads a game that has left its script towards the end that its case is there for.

Otherwise a mistake in the rules or in the strategy would keep a program from ever showing how it
ends a game. The computer is taken for greedy, which a wrong program is at least at times; each move
is looked for anew.
"""

from collections.abc import Sequence
from typing import Final

from reversi_engine import Board, Disc, Game, Square, format_square

_WIDTH: Final = 12
_DEEPEST: Final = 10
_LARGEST: Final = 8


def steer(board: Board, human: Disc, legal: Sequence[Square], end: str) -> Square:
    """The legal move that leads to this end, as far as a narrow search sees; else the first one."""
    if board.size > _LARGEST:
        return legal[0]
    game, _ = Game.resume(board, human.opponent, human)
    paths = [(game.submit(format_square(square))[0], square) for square in legal]
    for _ in range(_DEEPEST):
        for after, first in paths:
            if after.ended is not None and after.ended.reason.value == end:
                return first
        going_on = [(after, first) for after, first in paths if after.to_move is not None]
        going_on.sort(key=lambda path: _distance(path[0].board, end))
        paths = [
            (after.submit(format_square(square))[0], first)
            for after, first in going_on[:_WIDTH]
            for square in after.board.legal_moves(human)
        ]
    return legal[0]


def _distance(board: Board, end: str) -> int:
    """How far a position seems to be from an end; smaller is nearer."""
    match end:
        case "wipe-out":
            return min(board.count(disc) for disc in Disc)
        case "no-moves":
            return sum(len(board.legal_moves(disc)) for disc in Disc)
        case _:
            return -sum(len(board.legal_moves(disc)) for disc in Disc)
