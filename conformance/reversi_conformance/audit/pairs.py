"""Pairs of mistakes in one program: together they must cost what each of them costs alone.

Pure: programs in, programs out. Two mistakes make a pair where they are changes of the same base
that do not touch in the text, and where neither plays at random.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from reversi_conformance.audit.catalogue import Change, Mistake, apply

_BETWEEN: Final = " + "


def draw(
    mistakes: Sequence[Mistake], bases: Mapping[str, str], count: int, seed: int
) -> list[Mistake]:
    """So many different pairs, or all that there are; the same seed draws the same ones.

    `bases` has the text of each base by its name. A pair is a mistake that must lose what either
    of the two must lose, and may lose what either may.
    """
    pairs = list(combinations(mistakes, 2))
    Random(seed).shuffle(pairs)  # noqa: S311 - no secret
    drawn: list[Mistake] = []
    for one, other in pairs:
        if len(drawn) == count:
            break
        pair = _paired(one, other, bases)
        if pair is not None:
            drawn.append(pair)
    return drawn


def _paired(one: Mistake, other: Mistake, bases: Mapping[str, str]) -> Mistake | None:
    """Both mistakes in one program; None where that cannot be."""
    is_of_one_base = bool(one.base) and one.base == other.base
    if not is_of_one_base or one.is_random or other.is_random or _are_one(one, other):
        return None
    base = bases[one.base]
    if _touch(base, one.changes, other.changes):
        return None
    changes = (*one.changes, *other.changes)
    try:
        source = apply(base, changes)
        compile(source, one.id, "exec")
    except (SyntaxError, ValueError):
        # What one of them writes is what the other one changes, or neither fits the other.
        return None
    costs = one.costs | other.costs
    return Mistake(
        id=f"{one.id}{_BETWEEN}{other.id}",
        sentence=f"{one.sentence} {other.sentence}",
        costs=costs,
        may_touch=(one.may_touch | other.may_touch) - costs,
        causes=one.causes | other.causes,
        is_random=False,
        source=source,
        smallest_size=max(one.smallest_size, other.smallest_size),
        base=one.base,
        changes=changes,
    )


def _are_one(one: Mistake, other: Mistake) -> bool:
    """One mistake in two parts of a program, which nobody can tell from one helper function."""
    mistaken = [{cause.partition(".")[2] for cause in each.causes} for each in (one, other)]
    return not mistaken[0].isdisjoint(mistaken[1])


def _touch(base: str, some: Sequence[Change], others: Sequence[Change]) -> bool:
    spans = [[_span(base, change) for change in changes] for changes in (some, others)]
    return any(a[0] < b[1] and b[0] < a[1] for a in spans[0] for b in spans[1])


def _span(base: str, change: Change) -> tuple[int, int]:
    start = base.index(change.old)
    return start, start + len(change.old)
