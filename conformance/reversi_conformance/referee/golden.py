"""What a session comes to that is golden to the letter, known from the header of its case.

The right program plays that game, so that nothing of what it prints need be read: an umpire would
say the same of it, at several times the cost.
"""

import functools
from collections.abc import Iterator
from typing import Final, NamedTuple

from reversi_conformance.assignment import Assignment, Wording
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.play import Play
from reversi_conformance.reference import MOST_KEPT
from reversi_conformance.transcript import Header
from reversi_engine import Board, Disc, Game, Moved, scores

_ALWAYS: Final = (
    *("printing.board", "printing.messages", "printing.prompts"),
    *("rules.placement", "rules.turns"),
)
_LOG: Final = "printing.log"


class _Game(NamedTuple):
    """The right program's game."""

    exercised: frozenset[str]
    """The ids of the checks that it exercises, but for that of the log."""
    last: Board
    """The last position."""


def exercised_by(header: Header, assignment: Assignment) -> frozenset[str]:
    """Return the ids of the checks that the right program exercises in the game of a case.

    Also of those that the assignment lacks. Raises ValueError where a move comes after the end.
    """
    return _game(header).exercised | ({_LOG} if assignment.log.required else frozenset())


def played(header: Header, wording: Wording) -> Play:
    """Return what the log has to tell of the game of a case."""
    play = Play(header.board, header.computer, wording, Ledger())
    if header.ends == "illegal-move":
        play.illegal = header.moves[-1]
    else:
        play.board = _game(header).last
    return play


@functools.lru_cache(maxsize=MOST_KEPT)
def _game(header: Header) -> _Game:
    game, events = Game.start(header.board, header.computer)
    happened = [*events]
    for move in header.moves:
        game, events = game.submit(move)
        happened += events
    board = Board.initial(header.board)
    checks = {*_ALWAYS, f"ends.{header.ends}"}
    for event in happened:
        if isinstance(event, Moved):
            checks.add("rules.flips")
            if event.disc is header.computer:
                checks.update(_asked_of(board, event.disc))
            board = event.board
    return _Game(frozenset(checks), board)


def _asked_of(board: Board, computer: Disc) -> Iterator[str]:
    """The checks of the strategy that a choice in this position exercises."""
    turns = sorted(scores(board, computer).values())
    if turns[0] < turns[-1]:
        yield "strategy.most-discs"
    if turns.count(turns[-1]) > 1:
        yield "strategy.ties"
