"""From one wish to one game: level by level, all games while they are few, then a seeded choice.

A game on level k has k entries of the human's. The first level with a game that fulfils the wish
has the shortest ones (of those that were followed); among them the one is taken that shows most of
what no case has shown yet.
"""

import itertools
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, NamedTuple

from reversi_conformance.search.features import AT_THE_END, BY_AN_ILLEGAL_ENTRY, shown, shown_by
from reversi_conformance.search.games import Play, illegal_entries, legal_entries, start
from reversi_conformance.search.wishes import ILLEGAL, NO_MOVES, WIPE_OUT, Wish
from reversi_engine import Board

_CONSIDERED: Final = 200
"""How many of the games that fulfil a wish are looked at closely."""
_CLOSED: Final = 4000
"""How many of the games on a level are ended with an illegal entry; all of them on 4 x 4."""
_WIDER: Final = (1, 3)
"""By how much the search is widened, again and again, until a game is found."""


class UnfulfilledWishError(LookupError):
    """No game was found; the message names the wish and how far the search went."""


class Known(NamedTuple):
    """What earlier cases of the same computer leave to be done."""

    missing: frozenset[str]
    """What none of them shows."""
    games: frozenset[tuple[int, tuple[str, ...]]] = frozenset()
    """Their sizes and entries; no game is taken twice."""


def pursue(wish: Wish, known: Known, random: Random) -> Play:
    """Return a game that fulfils a wish. Raises `UnfulfilledWishError`."""
    for factor in _WIDER:
        if found := _search(wish, wish.width * factor, known, random):
            break
    else:
        raise UnfulfilledWishError(
            f"{wish.board} {wish.computer.value} {wish.name}: no game of up to {wish.longest} moves"
            f" was found that ends in {wish.ends} and shows {', '.join(wish.shows)};"
            f" {wish.width * _WIDER[-1]} games were followed on each level"
        )
    if wish.covers:
        return max(
            found, key=lambda play: _gain(play, wish.covers & known.missing) - len(play.moves)
        )
    random.shuffle(found)
    return max(found[:_CONSIDERED], key=lambda play: _gain(play, known.missing))


def _search(wish: Wish, width: int, known: Known, random: Random) -> list[Play]:
    """The shortest games that fulfil the wish, or all that were met where it covers features."""
    found: list[Play] = []
    level = [start(wish.board, wish.computer)]
    for _ in range(wish.longest):
        fulfilling = _fulfilling(wish, known.missing, level, random)
        found += (play for play in fulfilling if (wish.board, play.moves) not in known.games)
        if found and not wish.covers:
            break
        level = _next_level(wish, width, known.missing, level, random)
    return found


def _fulfilling(
    wish: Wish, missing: frozenset[str], level: list[Play], random: Random
) -> Iterator[Play]:
    """The games that end as wished with the next entry."""
    if wish.ends == ILLEGAL:
        yield from _closed(wish, missing, level, random)
        return
    wanted = frozenset(wish.shows)
    for play in _children(level):
        ended = play.game.ended
        if ended and ended.reason.value == wish.ends and wanted <= shown(play, wanted):
            yield play


def _closed(
    wish: Wish, missing: frozenset[str], level: list[Play], random: Random
) -> Iterator[Play]:
    """The games that an illegal entry ends as wished."""
    before = frozenset(wish.shows) - BY_AN_ILLEGAL_ENTRY
    after = frozenset(wish.shows) & BY_AN_ILLEGAL_ENTRY
    ready = [play for play in level if before <= shown(play, before)]
    best = _best(ready, wish, missing, len(ready))
    endings = (play.after(entry) for play in best for entry in _shuffled_illegal(play, random))
    for play in itertools.islice(endings, _CLOSED):
        rejected, _ended = play.moments[-2:]
        if after <= shown_by(rejected, after):
            yield play


def _shuffled_illegal(play: Play, random: Random) -> list[str]:
    entries = list(illegal_entries(play))
    random.shuffle(entries)
    return entries


def _next_level(
    wish: Wish, width: int, missing: frozenset[str], level: list[Play], random: Random
) -> list[Play]:
    children: dict[Board, Play] = {}
    for play in _children(level):
        if not play.game.ended:
            children.setdefault(play.game.board, play)
    plays = list(children.values())
    if len(plays) <= width:
        return plays
    random.shuffle(plays)
    best = _best(plays, wish, missing, width // 2)
    chosen = set(map(id, best))
    others = [play for play in plays if id(play) not in chosen]
    return best + others[: width - len(best)]


def _children(level: Iterable[Play]) -> Iterator[Play]:
    return (play.after(entry) for play in level for entry in legal_entries(play))


def _best(plays: list[Play], wish: Wish, missing: frozenset[str], count: int) -> list[Play]:
    wanted = (frozenset(wish.shows) | (wish.covers & missing)) - AT_THE_END

    def promise(play: Play) -> tuple[int, int]:
        return _gain(play, wanted), _leaning(wish, play.game.board)

    return sorted(plays, key=promise, reverse=True)[:count]


def _gain(play: Play, names: frozenset[str]) -> int:
    return len(shown(play, names))


def _leaning(wish: Wish, board: Board) -> int:
    """How much a position leans towards what is wished."""
    human, computer = wish.computer.opponent, wish.computer
    if "human-wins" in wish.shows:
        return -board.count(computer)
    if wish.ends == WIPE_OUT:
        return -board.count(human)
    if wish.ends == NO_MOVES:
        return -len(board.legal_moves(human)) - len(board.legal_moves(computer))
    if "human-passes-in-a-row" in wish.shows:
        return -len(board.legal_moves(human))
    if "computer-passes-in-a-row" in wish.shows:
        return -len(board.legal_moves(computer))
    return 0
