"""From a game that is too rare to be searched for to another one that shows the same.

The entries of the given game are kept but for the last ones; from there every game is followed, in
a seeded order, until one fulfils the wish.
"""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Final

from reversi_conformance.search.features import shown
from reversi_conformance.search.games import Play, legal_entries, replay
from reversi_conformance.search.pursuit import Known
from reversi_conformance.search.wishes import Wish
from reversi_engine import Board

_LEFT_OPEN: Final = 8
"""The entries from the end on that are chosen anew: the fewest from which such games are known."""
_MOST_PLAYS: Final = 1_000_000


def vary(wish: Wish, known: Known, random: Random) -> Play | None:
    """Return a game that fulfils the wish and is not known; None where none is found."""
    wanted = frozenset(wish.shows)
    start = replay(wish.board, wish.computer, wish.moves[:-_LEFT_OPEN])
    for play in itertools.islice(_ended(start, random, set()), _MOST_PLAYS):
        ended = play.game.ended
        if (
            ended is not None
            and ended.reason.value == wish.ends
            and (wish.board, play.moves) not in known.games
            and wanted <= shown(play, wanted)
        ):
            return play
    return None


def _ended(play: Play, random: Random, met: set[Board]) -> Iterator[Play]:
    """Every game that goes on from here, once for each last position."""
    if play.game.ended:
        yield play
        return
    entries = list(legal_entries(play))
    random.shuffle(entries)
    for entry in entries:
        after = play.after(entry)
        if after.game.board not in met:
            met.add(after.game.board)
            yield from _ended(after, random, met)
