"""Who passes, and how a game ends when the board decides."""

from functools import lru_cache
from typing import Final

from reversi_conformance.search.features.family import REMEMBERED, SIDES, Family
from reversi_conformance.search.games import Moment
from reversi_engine import Board, Ended, EndReason, Moved, Passed


@lru_cache(maxsize=REMEMBERED)
def passing(moment: Moment) -> frozenset[str]:
    """Who passes, and when."""
    match moment:
        case Moment(event=Passed(disc), previous=(Passed(earlier), _)) if earlier is disc:
            side = moment.side(disc)
            return frozenset({f"{side}-passes", f"{side}-passes-in-a-row"})
        case Moment(event=Passed(disc)):
            return frozenset({f"{moment.side(disc)}-passes"})
        case Moment(event=Ended(), previous=(Passed(disc), Moved())):
            return frozenset({f"{moment.side(disc)}-passes-before-the-end"})
    return frozenset()


@lru_cache(maxsize=REMEMBERED)
def ending(moment: Moment) -> frozenset[str]:
    """How the game ends when the board decides."""
    if not isinstance(moment.event, Ended) or moment.event.reason is EndReason.ILLEGAL_MOVE:
        return frozenset()
    winner, reason = moment.event.winner, moment.event.reason
    (last,) = (event.disc for event in moment.previous[-1:] if isinstance(event, Moved))
    discs = moment.event.black + moment.event.white
    names = {f"{moment.side(last)}-moves-last", f"{_fullness(discs, moment.before)}-end"}
    names.add(f"{moment.side(winner)}-wins" if winner else "nobody-wins")
    if reason is EndReason.FULL_BOARD and 0 in (moment.event.black, moment.event.white):
        names.add("full-board-of-one-colour")
    return frozenset(names)


def _fullness(discs: int, board: Board) -> str:
    if discs * 2 <= board.size**2:
        return "early"
    return "late" if discs * 4 >= board.size**2 * 3 else "middle"


FAMILIES: Final = (
    Family("{side}-passes", "one side passes", passing, {"side": SIDES}),
    Family(
        "{side}-passes-in-a-row",
        "a side passes, the other one moves, it passes again",
        passing,
        {"side": SIDES},
    ),
    Family(
        "{side}-passes-before-the-end",
        "a side passes, and the other one's move ends the game",
        passing,
        {"side": SIDES},
    ),
    Family("{side}-wins", "the discs decide for this side", ending, {"side": SIDES}),
    Family("nobody-wins", "as many discs of each colour", ending),
    Family("{side}-moves-last", "a move of this side ends the game", ending, {"side": SIDES}),
    Family("early-end", "the game ends with half of the squares empty or more", ending),
    Family("middle-end", "the game ends with over a quarter of the squares empty", ending),
    Family("late-end", "the game ends with a quarter of the squares empty or fewer", ending),
    Family("full-board-of-one-colour", "the board is full and one side has no disc", ending),
)
"""The names, in the order of the vocabulary."""
