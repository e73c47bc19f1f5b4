"""From what seems to make a program differ to the shortest games that show it.

What a game shows where the program differs, and what no game shows in which it did not, is suspect:
for each suspect Hypothesis looks for a shorter game that shows it. The program is not asked:
whether it differs there as well is for whoever plays them.
"""

from collections.abc import Collection, Iterator
from typing import Final

from reversi_conformance.search import draft as drafts
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.drawing import Kitchen, shortest
from reversi_conformance.search.sights import ON_LARGE_BOARDS, Sight, sights

_MOST: Final = 5
"""Suspects that are looked at: each one takes a second."""


def shortcuts(
    game: Draft, entries: int, innocent: Collection[Sight], kitchen: Kitchen
) -> Iterator[Draft]:
    """Yield shorter games that show what the game shows with the last of so many entries.

    `innocent` is what games show in which the program does not differ. The same game gives the
    same ones.
    """
    if entries == 0:
        return
    before, after = (sights(drafts.cut(game, count).play()) for count in (entries - 1, entries))
    suspects = sorted(after - before - frozenset(innocent), key=repr)
    found = (
        shortest(number, kitchen, each, entries - 1)
        for suspect in suspects[:_MOST]
        for number, each in enumerate(_on_any_board(suspect))
    )
    yield from dict.fromkeys(made for made in found if made is not None)


def _on_any_board(suspect: Sight) -> Iterator[Sight]:
    """The same on an ordinary board first."""
    kind, is_large, *rest = suspect
    if kind in ON_LARGE_BOARDS and is_large:
        yield (kind, False, *rest)
    yield suspect
