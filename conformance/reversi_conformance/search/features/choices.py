"""What the computer's choice shows: ties, and the strategies that would choose otherwise."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from reversi_conformance.causes.lines import flat, seen_by
from reversi_conformance.causes.strategies import STRATEGIES, greedy, options
from reversi_conformance.search.features.family import REMEMBERED, Family
from reversi_conformance.search.games import Moment
from reversi_engine import Moved, Square


@lru_cache(maxsize=REMEMBERED)
def choosing(moment: Moment) -> frozenset[str]:
    """What the computer's choice tells about its strategy."""
    event = moment.event
    if not isinstance(event, Moved) or event.disc is not moment.computer:
        return frozenset()
    size = moment.before.size
    choices = options(seen_by(event.disc, moment.before), size)
    chosen = flat(event.square, size)
    differing = (
        name for name, other in STRATEGIES.items() if other.choose(choices, size) != chosen
    )
    equals = [Square(*divmod(square, size)) for square in greedy(choices)]
    return frozenset((*(f"choice-differs-from-{name}" for name in differing), *_ties(equals)))


def _ties(equals: list[Square]) -> Iterator[str]:
    if len(equals) == 1:
        return
    first, *others = equals
    yield {1: "tie-of-two", 2: "tie-of-three"}.get(len(others), "tie-of-four-or-more")
    if len(others) == 1:
        yield _tie_of_two(first, others[0])


def _tie_of_two(first: Square, other: Square) -> str:
    if first.row == other.row:
        return "tie-in-one-row"
    if first.column == other.column:
        return "tie-in-one-column"
    return "tie-falling" if first.column < other.column else "tie-rising"


FAMILIES: Final = (
    Family("tie-of-two", "two squares turn most discs", choosing),
    Family("tie-of-three", "three squares turn most discs", choosing),
    Family("tie-of-four-or-more", "four or more squares turn most discs", choosing),
    Family("tie-in-one-row", "two squares turn most discs, both in one row", choosing),
    Family("tie-in-one-column", "two squares turn most discs, both in one column", choosing),
    Family("tie-falling", "two squares turn most discs, the lower one is farther right", choosing),
    Family("tie-rising", "two squares turn most discs, the lower one is farther left", choosing),
    Family(
        "choice-differs-from-{strategy}",
        "the computer's square is not the one of this other strategy",
        choosing,
        {"strategy": tuple(STRATEGIES)},
    ),
)
"""The names, in the order of the vocabulary."""
