"""Games that are to be played: their size, the computer's side and the human's entries, to an end.

Knows how one is made of another: cut, ended, moved to another board. Not what it is good for.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from reversi_conformance.assignment import Limits
from reversi_conformance.search.games import Play, illegal_entries, replay, start
from reversi_engine import Disc, EndReason, Square, format_square, parse_square
from reversi_engine.board import LARGEST_SIZE

_SHARE: Final = 0.5
"""Of what a session may print; the rest is for who prints more than the right program."""


class Draft(NamedTuple):
    """One game that comes to an end."""

    board: int
    computer: Disc
    moves: tuple[str, ...]

    def play(self) -> Play:
        """Return the whole game."""
        return replay(*self)

    @property
    def effort(self) -> tuple[int, int, tuple[str, ...]]:
        """What somebody has to type and look at: fewer entries, a smaller board, earlier squares.

        The simpler one of two games has the smaller effort.
        """
        return len(self.moves), self.board, self.moves


def of(play: Play) -> Draft:
    """Return a game; where it has not ended, an illegal entry ends it."""
    closed = play if play.game.ended else play.after(_closing(play))
    return Draft(closed.game.board.size, closed.game.computer, closed.moves)


def cut(draft: Draft, most: int) -> Draft:
    """Return the game as far as its first entries go, so many of them at most."""
    if len(draft.moves) <= most:
        return draft
    return of(replay(draft.board, draft.computer, draft.moves[:most]))


def rebuilt(board: int, computer: Disc, entries: Iterable[str], last: str | None = None) -> Draft:
    """Return the game of those entries that are legal when their turn comes.

    If that is no end yet, `last` ends it where it is illegal then, and some illegal entry where it
    is not.
    """
    play = start(board, computer)
    for entry in entries:
        if play.game.ended:
            break
        if play.game.board.is_legal(play.game.human, parse_square(entry)):
            play = play.after(entry)
    if last and not play.game.ended:
        ended = play.after(last)
        play = ended if ended.game.ended else play
    return of(play)


def without_last(draft: Draft) -> tuple[tuple[str, ...], str | None]:
    """Return the legal entries of a game, and the illegal one that ends it, if one does."""
    ended = draft.play().game.ended
    if ended and ended.reason is EndReason.ILLEGAL_MOVE:
        return draft.moves[:-1], draft.moves[-1]
    return draft.moves, None


def moved(draft: Draft, board: int) -> Draft:
    """Return the same game about the centre of another board, as far as it goes there."""
    entries, last = without_last(draft)
    return rebuilt(board, draft.computer, shifted(entries, (board - draft.board) // 2), last)


def shifted(entries: Iterable[str], offset: int) -> Iterator[str]:
    """Yield entries so many rows and columns further on, where there are letters for them."""
    for entry in entries:
        row, column = (place + offset for place in parse_square(entry))
        if min(row, column) >= 0 and max(row, column) < LARGEST_SIZE:
            yield format_square(Square(row, column))


def most_entries(board: int, limits: Limits) -> int:
    """Return how many entries leave the session well within what it may print and be told."""
    picture = 2 * (board + 1) ** 2
    # With each entry come the board after it, and the one after the computer's answer.
    most = limits.on_board(board).output_bytes
    return min(int(most * _SHARE / (2 * picture)), limits.answers - 3)


def _closing(play: Play) -> str:
    """An illegal entry, an empty square if there is one: it is the one that most programs know."""
    entries = illegal_entries(play)
    empty = set(map(format_square, play.game.board.empty_squares()))
    return next((entry for entry in entries if entry in empty), entries[0])
