"""From one wish to one game: level by level, all games while they are few, then a seeded choice.

A game on level k has k entries of the human's. The first level with a game that fulfils the wish
has the shortest ones (of those that were followed); among them the one is taken that shows most of
what no case has shown yet.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from reversi_engine import Board, Disc, Ended

from reversi_conformance.search.features import VOCABULARY, shown
from reversi_conformance.search.games import Play, illegal_entries, legal_entries, start
from reversi_conformance.search.wishes import FULL_BOARD, ILLEGAL, NO_MOVES, WIPE_OUT, Wish

_CONSIDERED: Final = 40
"""How many of the games that fulfil a wish are looked at closely."""
_CLOSED: Final = 20
"""How many of the games on a level get an illegal entry where the wish asks for none in particular."""
_WIDER: Final = (1, 4, 16)
"""By how much the search is widened, again and again, until a game is found."""


class UnfulfilledWishError(LookupError):
    """No game was found; the message names the wish and how far the search went."""


def pursue(wish: Wish, missing: frozenset[str], random: Random) -> Play:
    """Return the game that fulfils a wish; `missing` is what no earlier case shows.

    Raises `UnfulfilledWishError`.
    """
    for factor in _WIDER:
        if found := _search(wish, wish.width * factor, missing, random):
            break
    else:
        raise UnfulfilledWishError(
            f"{wish.board} {wish.computer.value} {wish.name}: no game of up to {wish.longest} moves"
            f" was found that ends in {wish.ends} and shows {', '.join(wish.shows)};"
            f" {wish.width * _WIDER[-1]} games were followed on each level"
        )
    if wish.covers:
        return max(found, key=lambda play: _gain(play, wish.covers & missing) - len(play.moves))
    random.shuffle(found)
    return max(found[:_CONSIDERED], key=lambda play: _gain(play, missing))


def _search(wish: Wish, width: int, missing: frozenset[str], random: Random) -> list[Play]:
    """The shortest games that fulfil the wish, or all that were met where it covers features."""
    found: list[Play] = []
    level = [start(wish.board, wish.computer)]
    for _ in range(wish.longest):
        found += _fulfilling(wish, missing, level, random)
        if found and not wish.covers:
            break
        level = _next_level(wish, width, missing, level, random)
    return found


def _fulfilling(
    wish: Wish, missing: frozenset[str], level: list[Play], random: Random
) -> Iterator[Play]:
    """The games that end as wished with the next entry."""
    wanted = frozenset(wish.shows)
    if wish.ends == ILLEGAL:
        endings = _closed(wish, missing, level, random)
    else:
        endings = _children(level)
    for play in endings:
        ended = play.game.ended
        if ended and ended.reason.value == wish.ends and wanted <= shown(play, wanted):
            yield play


def _closed(
    wish: Wish, missing: frozenset[str], level: list[Play], random: Random
) -> Iterator[Play]:
    """The games with an illegal entry after them."""
    before = frozenset(name for name in wish.shows if not name.startswith("illegal-"))
    ready = [play for play in level if before <= shown(play, before)]
    for play in _best(ready, wish, missing, _CLOSED):
        entries = list(illegal_entries(play))
        random.shuffle(entries)
        yield from map(play.after, entries)


def _next_level(
    wish: Wish, width: int, missing: frozenset[str], level: list[Play], random: Random
) -> list[Play]:
    children = {}
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
    wanted = frozenset(wish.shows) | (wish.covers & missing)

    def promise(play: Play) -> tuple[int, int]:
        return _gain(play, wanted), _leaning(wish, play.game.board)

    return sorted(plays, key=promise, reverse=True)[:count]


def _gain(play: Play, names: frozenset[str]) -> int:
    return len(shown(play, names))


def _leaning(wish: Wish, board: Board) -> int:
    """How much a position leans towards the end that is wished."""
    black, white = board.count(Disc.BLACK), board.count(Disc.WHITE)
    human = white - black if wish.computer is Disc.BLACK else black - white
    if wish.ends == NO_MOVES and "human-wins" not in wish.shows:
        return -sum(len(board.legal_moves(disc)) for disc in Disc)
    if wish.ends in (WIPE_OUT, NO_MOVES):
        return human if "human-wins" in wish.shows else -human
    if wish.ends == FULL_BOARD and "nobody-wins" in wish.shows:
        return -abs(human)
    return 0
