"""Games against the engine's computer, and every event in them with what stood before it.

Knows how a game goes on; not what is worth showing (`features`), nor which games are wanted
(`wishes`).
"""

from typing import NamedTuple

from reversi_engine import Board, Disc, Event, Game, Square, Started, format_square
from reversi_engine.board import LARGEST_SIZE


class Moment(NamedTuple):
    """One event of a game, and all that is needed to tell what it shows."""

    event: Event
    before: Board
    """The position in which it happens."""
    computer: Disc
    entry: int
    """The number of the human's entry that led to it, from 1; 0 before the first one."""
    previous: tuple[Event, ...]
    """The two events before it, or as many as there were."""

    @property
    def human(self) -> Disc:
        """The side that the computer does not play."""
        return self.computer.opponent

    def side(self, disc: Disc) -> str:
        """Who plays these discs: "computer" or "human"."""
        return "computer" if disc is self.computer else "human"


class Play(NamedTuple):
    """A game so far. A value: each entry returns another one."""

    game: Game
    moves: tuple[str, ...]
    """The human's entries."""
    told: tuple[tuple[Event, ...], ...]
    """What happened before the first entry, and after each one."""

    def after(self, move: str) -> "Play":
        """Return the play after one more entry of the human's."""
        game, events = self.game.submit(move)
        return Play(game, (*self.moves, move), (*self.told, events))

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Every event after the start, in order."""
        before, computer = Board.initial(self.game.board.size), self.game.computer
        previous: tuple[Event, ...] = ()
        moments = []
        for entry, events in enumerate(self.told):
            for event in events:
                moments.append(Moment(event, before, computer, entry, previous))
                before = getattr(event, "board", before)
                previous = (*previous[-1:], event)
        return tuple(moments)


def start(size: int, computer: Disc) -> Play:
    """Return the play in which the human is about to enter the first move."""
    game, events = Game.start(size, computer)
    return Play(game, (), (tuple(event for event in events if not isinstance(event, Started)),))


def replay(size: int, computer: Disc, moves: tuple[str, ...]) -> Play:
    """Return the play after these entries. Raises ValueError where one comes after the end."""
    play = start(size, computer)
    for move in moves:
        play = play.after(move)
    return play


def legal_entries(play: Play) -> tuple[str, ...]:
    """Return what the human may enter, row by row; nothing when the game is over."""
    if play.game.ended:
        return ()
    return tuple(map(format_square, play.game.board.legal_moves(play.game.human)))


def illegal_entries(play: Play) -> tuple[str, ...]:
    """Return the two-letter entries that end the game, row by row, as far as they tell apart.

    Of the squares off the board there are those just beyond an edge and `gg` and `zz`, which
    stand for all that are farther away.
    """
    legal = set(legal_entries(play))
    size = play.game.board.size
    near = range(min(size + 1, LARGEST_SIZE))
    names = [format_square(Square(row, column)) for row in near for column in near]
    return tuple(name for name in dict.fromkeys((*names, "gg", "zz")) if name not in legal)
