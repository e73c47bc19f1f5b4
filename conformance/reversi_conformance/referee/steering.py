"""Leads a game that has left its script towards the end that its case is there for.

Otherwise a mistake in the rules or in the strategy would keep a program from ever showing how it
ends a game. The computer is taken for greedy, which a wrong program is at least at times: as long
as it is, a way that was found is followed; where it is not, another one is looked for.
"""

import functools
from collections.abc import Sequence
from typing import Final, NamedTuple

from reversi_engine import Board, Disc, Square, choose, outcome

_WIDTH: Final = 5
_DEEPEST: Final = 10
_LARGEST: Final = 8
_MOST_SEARCHES: Final = 4
"""A computer that foils so many plans is not led anywhere."""
_MOST_KEPT: Final = 4096
"""Programs that make the same mistake leave their scripts for the same positions."""


class _Path(NamedTuple):
    """A game that might be played, and the human's moves in it."""

    board: Board
    legal: tuple[Square, ...]
    """What the human may do next; nothing once the game is over."""
    moves: tuple[tuple[Board, Square], ...]
    """Each move with the position in which it is made."""

    def after(self, human: Disc, square: Square) -> "_Path":
        board, legal = _after(self.board, human, square)
        return _Path(board, legal, (*self.moves, (self.board, square)))

    def ends_in(self, end: str) -> bool:
        over = None if self.legal else outcome(self.board)
        return over is not None and over.reason.value == end


class Steering:
    """Chooses the human's moves of one session that has left its script."""

    def __init__(self, end: str) -> None:
        self._end = end
        self._plan: dict[Board, Square] = {}
        self._searches = 0

    def steer(self, board: Board, human: Disc, legal: Sequence[Square]) -> Square:
        """The legal move that leads to the end, as far as a narrow search sees; else the first."""
        if board.size > _LARGEST:
            return legal[0]
        if self._plan.get(board) not in legal and self._searches < _MOST_SEARCHES:
            self._searches += 1
            self._plan = dict(_search(board, human, tuple(legal), self._end))
        planned = self._plan.get(board)
        return planned if planned is not None and planned in legal else legal[0]


@functools.lru_cache(maxsize=_MOST_KEPT)
def _search(
    board: Board, human: Disc, legal: tuple[Square, ...], end: str
) -> tuple[tuple[Board, Square], ...]:
    """The moves that lead to the end, or the most promising ones where none was found."""
    start = _Path(board, legal, ())
    paths = [start.after(human, square) for square in legal]
    best = paths[0]
    for _ in range(_DEEPEST):
        for path in paths:
            if path.ends_in(end):
                return path.moves
        going_on = [path for path in paths if path.legal]
        if not going_on:
            break
        going_on.sort(key=lambda path: _distance(path, human, end))
        best = going_on[0]
        paths = [path.after(human, square) for path in going_on[:_WIDTH] for square in path.legal]
    return best.moves


def _after(board: Board, human: Disc, square: Square) -> tuple[Board, tuple[Square, ...]]:
    """The position in which the human moves again, and the legal moves; none if it is the last.

    What `Game.submit` comes to, without the names and the events of each move.
    """
    board = board.play(human, square)
    while (reply := choose(board, human.opponent)) is not None:
        board = board.play(human.opponent, reply)
        if legal := board.legal_moves(human):
            return board, legal
    return board, board.legal_moves(human)


def _distance(path: _Path, human: Disc, end: str) -> int:
    """How far a position seems to be from an end; smaller is nearer."""
    board = path.board
    match end:
        case "wipe-out":
            return min(board.count(disc) for disc in Disc)
        case "no-moves":
            return len(path.legal) + board.mobility(human.opponent)
        case _:
            return -len(path.legal) - board.mobility(human.opponent)
