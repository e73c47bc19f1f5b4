"""A game of a human against the computer: what may happen next, and what has happened.

Knows turns, passes and ends. Asks, prints, measures and stores nothing: a human's entry comes in
as text, what follows from it comes out as events, in the order in which a program tells them.
"""

from __future__ import annotations

import enum
from typing import NamedTuple, TypeAlias

from reversi_engine.board import Board, Disc, Square
from reversi_engine.notation import parse_square
from reversi_engine.strategy import choose


class EndReason(enum.Enum):
    """Why a game is over, in the order in which the reasons are looked for."""

    FULL_BOARD = "full-board"
    WIPE_OUT = "wipe-out"
    NO_MOVES = "no-moves"
    ILLEGAL_MOVE = "illegal-move"


class Started(NamedTuple):
    """The board is set up."""

    board: Board


class Moved(NamedTuple):
    """A disc was placed; the board is the one after it."""

    disc: Disc
    square: Square
    board: Board


class Passed(NamedTuple):
    """This side cannot move, but the other can."""

    disc: Disc


class Rejected(NamedTuple):
    """What this side entered is no legal move; the game ends with it."""

    disc: Disc
    text: str


class Ended(NamedTuple):
    """The game is over."""

    reason: EndReason
    winner: Disc | None
    """None for a draw."""
    black: int
    """Black discs on the last board."""
    white: int
    """White discs on the last board."""


Event: TypeAlias = Started | Moved | Passed | Rejected | Ended


def outcome(board: Board) -> Ended | None:
    """Return the end that the board itself brings about, None if play goes on.

    `1) 整个棋盘满了; 2) 一方的棋子已经被对方吃光; 3) 两名玩家都没有可以落子的棋盘格`: whoever has
    more discs has won. Where several reasons hold, the first one counts.
    """
    reason = _end_reason(board)
    if reason is None:
        return None
    black, white = board.count(Disc.BLACK), board.count(Disc.WHITE)
    winner = None if black == white else Disc.BLACK if black > white else Disc.WHITE
    return Ended(reason, winner, black, white)


def _end_reason(board: Board) -> EndReason | None:
    if board.is_full:
        return EndReason.FULL_BOARD
    if not (board.count(Disc.BLACK) and board.count(Disc.WHITE)):
        return EndReason.WIPE_OUT
    if not (board.has_legal_move(Disc.BLACK) or board.has_legal_move(Disc.WHITE)):
        return EndReason.NO_MOVES
    return None


class Game(NamedTuple):
    """A game that waits for the human, or is over. A value: each entry returns another game.

    >>> game, (started, moved) = Game.start(4, computer=Disc.BLACK)
    >>> moved.square
    Square(row=0, column=1)
    >>> game, events = game.submit("zz")
    >>> game.ended.winner
    <Disc.BLACK: 'X'>
    """

    board: Board
    computer: Disc
    to_move: Disc | None
    """The human's side, None when the game is over: the computer never keeps anyone waiting."""
    ended: Ended | None

    @classmethod
    def start(cls, size: int, computer: Disc) -> tuple[Game, tuple[Event, ...]]:
        """Set up the board and play until the human is to move; black moves first.

        Raises ValueError unless the size is even and from 4 to 26.
        """
        return cls.resume(Board.initial(size), computer, Disc.BLACK)

    @classmethod
    def resume(cls, board: Board, computer: Disc, to_move: Disc) -> tuple[Game, tuple[Event, ...]]:
        """Take up a game at a board and play until the human is to move or the game is over.

        The side to move passes if it must. Whether the position can arise is not checked.
        """
        game, events = _play_on(board, computer, to_move)
        return game, (Started(board), *events)

    @property
    def human(self) -> Disc:
        """The side that the computer does not play."""
        return self.computer.opponent

    def submit(self, move: str) -> tuple[Game, tuple[Event, ...]]:
        """Place the human's disc, then play until the human is to move again or the game is over.

        Whatever is not the name of a legal square gives the game to the computer
        (`如果一方落子在非法位置,则视为放弃本次对弈,对方获胜`).

        Raises ValueError when the game is over.
        """
        if self.ended:
            msg = f"the game is over ({self.ended.reason.value}): {move!r} comes too late"
            raise ValueError(msg)
        try:
            square = parse_square(move)
            board = self.board.play(self.human, square)
        except ValueError:
            return self._reject(move)
        game, events = _play_on(board, self.computer, self.computer)
        return game, (Moved(self.human, square, board), *events)

    def _reject(self, move: str) -> tuple[Game, tuple[Event, ...]]:
        board = self.board
        black, white = board.count(Disc.BLACK), board.count(Disc.WHITE)
        ended = Ended(EndReason.ILLEGAL_MOVE, self.computer, black, white)
        return Game(board, self.computer, None, ended), (Rejected(self.human, move), ended)


def _play_on(board: Board, computer: Disc, to_move: Disc) -> tuple[Game, list[Event]]:
    """Play until the human is to move or the game is over."""
    events: list[Event] = []
    while not (ended := outcome(board)):
        if to_move is computer:
            square = choose(board, computer)
        elif board.has_legal_move(to_move):
            return Game(board, computer, to_move, None), events
        else:
            square = None
        if square is None:
            events.append(Passed(to_move))
        else:
            board = board.play(computer, square)
            events.append(Moved(computer, square, board))
        to_move = to_move.opponent
    events.append(ended)
    return Game(board, computer, None, ended), events
