"""The game of Reversi and the reference program of the assignment.

>>> from reversi_engine import Disc, Game, format_board
>>> game, events = Game.start(4, computer=Disc.BLACK)
>>> game, events = game.submit("aa")
>>> [type(event).__name__ for event in events]
['Moved', 'Moved']
>>> print(format_board(game.board))
  a b c d
a O X . .
b X X X .
c . X O .
d . . . .
"""

from reversi_engine.board import Board, Disc, IllegalMoveError, Square
from reversi_engine.game import (
    Ended,
    EndReason,
    Event,
    Game,
    Moved,
    Passed,
    Rejected,
    Started,
    outcome,
)
from reversi_engine.notation import format_board, format_square, parse_board, parse_square
from reversi_engine.strategy import choose, score, scores

__all__ = [
    "Board",
    "Disc",
    "EndReason",
    "Ended",
    "Event",
    "Game",
    "IllegalMoveError",
    "Moved",
    "Passed",
    "Rejected",
    "Square",
    "Started",
    "choose",
    "format_board",
    "format_square",
    "outcome",
    "parse_board",
    "parse_square",
    "score",
    "scores",
]
