"""Every game that a human can play against the computer on a board: each line of legal moves to its
end, and in each position the illegal entries, one of each kind.

Since the computer's choice is prescribed, the human's entries alone tell games apart. Knows nothing
of programs; the games are listed, not played.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from reversi_conformance.referee.positions import why_illegal
from reversi_conformance.search.counterexample import name_of
from reversi_conformance.search.games import Play, illegal_entries, legal_entries, start
from reversi_conformance.transcript import Header
from reversi_engine import Disc

KINDS: Final = ("occupied", "isolated", "outflanks-nothing", "off-board")
"""The kinds of illegal entries, as far as each is played by itself."""

_OFF: Final = "-off"


class Tree(NamedTuple):
    """All games of one size."""

    size: int
    computers: tuple[Disc, ...]
    """The sides that the computer plays, each in games of its own."""
    games: tuple[Header, ...]
    """The shortest first, each with an id of its own; those of legal moves alone, and those that
    end with an illegal entry."""
    positions: int
    """In so many places of the tree the human is to move."""

    @property
    def illegal(self) -> int:
        """How many of the games end with an illegal entry."""
        return sum(header.ends == "illegal-move" for header in self.games)

    @property
    def legal(self) -> int:
        """How many of the games come to an end by legal moves alone."""
        return len(self.games) - self.illegal


def grow(size: int, computers: Sequence[Disc] = (Disc.BLACK, Disc.WHITE)) -> Tree:
    """List every game on a board of this size. Only of the smallest one there are few enough."""
    places = [place for computer in computers for place in _places(size, computer)]
    waiting = [place for place in places if place.game.ended is None]
    ended = [place for place in places if place.game.ended is not None]
    refused = (each for number, place in enumerate(waiting) for each in _refused(place, number))
    headers = sorted(map(_header, itertools.chain(ended, refused)), key=_length)
    return Tree(size, tuple(computers), tuple(headers), len(waiting))


def _places(size: int, computer: Disc) -> Iterator[Play]:
    """Every place of the tree, each before those that come after it."""
    places = [start(size, computer)]
    while places:
        place = places.pop()
        yield place
        places += [place.after(entry) for entry in reversed(legal_entries(place))]


def _refused(place: Play, number: int) -> Iterator[Play]:
    """The games that end here with an illegal entry; which one of its kind changes by the place."""
    by_kind: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for entry in illegal_entries(place):
        by_kind[_kind(place, entry)].append(entry)
    for entries in by_kind.values():
        if entries:
            yield place.after(entries[number % len(entries)])


def _kind(place: Play, entry: str) -> str:
    why = why_illegal(entry, place.game.board, place.game.human)
    return "off-board" if why.endswith(_OFF) else why


def _header(place: Play) -> Header:
    game = place.game
    if game.ended is None:
        raise AssertionError
    return Header(
        id=name_of(game.board.size, game.computer, place.moves),
        board=game.board.size,
        computer=game.computer,
        moves=place.moves,
        ends=game.ended.reason.value,
    )


def _length(header: Header) -> int:
    return len(header.moves)
