"""What is told of functional style beside the mark by hand, the same in every format.

Knows what each trait of a submission is called and what is counted; not how it is found or drawn.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from reversi_conformance.language import say
from reversi_conformance.report import Report
from reversi_conformance.submission import MOST_PLACES, Trait

_TITLES: Final[Mapping[str, tuple[str, str]]] = {
    "loops": (
        "Loops",
        "Statements with for, while and do; comprehensions and methods such as forEach are none.",
    ),
    "reassignments": (
        "Reassignments",
        "Variables that get another value: =, +=, ++ and the like; not the first value.",
    ),
    "mutations": (
        "Mutations",
        "Values that are changed in place: a[i] = x, o.p = x, push, sort, delete and the like, told"
        " by their names; not what is made on the spot, as in [...a].sort().",
    ),
    "higher-order": (
        "Higher-order functions",
        "Calls of map, filter, reduce and the like with a function, and functions of the program"
        " that take or return functions.",
    ),
    "pure-functions": (
        "Pure functions",
        "Functions known to change nothing outside, to read nothing outside that changes, and to"
        " use neither console, files, clock nor chance; short functions within others count, too.",
    ),
    "not-understood": (
        "Not understood",
        "Places that are no program to the parser; counts around them may be wrong.",
    ),
    "not-read": (
        "Files not looked at",
        "Too large, no text, made by a program, or too much for the parser.",
    ),
}
_OF: Final[Mapping[str, str]] = {"pure-functions": "functions", "not-read": ""}
"""What a count is a part of, where it is not lines."""
_SAID_IF_ANY: Final = frozenset({"not-understood", "not-read"})


class TraitRow(msgspec.Struct, frozen=True):
    """One trait, ready to be shown; what is in it comes of file names, escape it all the same."""

    id: str
    title: str
    count: int
    amount: str
    """The count with what makes it meaningful: "17 in 181 lines", "31 of 35 functions"."""
    meaning: str
    """A sentence that says what is counted."""
    places: tuple[str, ...]
    """Lines, as "src/game.ts:12", or files."""
    is_cut: bool
    """There may be more places than are named."""


def trait_rows(report: Report) -> tuple[TraitRow, ...]:
    """Return the rows of a report, none where nothing was counted.

    What could not be looked at has a row where there is any.
    """
    traits = report.submission.traits if report.submission else ()
    totals = {trait.id: trait.count for trait in traits}
    return tuple(
        _row(trait, totals)
        for trait in traits
        if trait.id in _TITLES and (trait.count or trait.id not in _SAID_IF_ANY)
    )


def _row(trait: Trait, totals: Mapping[str, int]) -> TraitRow:
    title, meaning = map(say, _TITLES[trait.id])
    return TraitRow(
        id=trait.id,
        title=title,
        count=trait.count,
        amount=_amount(trait, totals),
        meaning=meaning,
        places=trait.places,
        is_cut=len(trait.places) >= MOST_PLACES,
    )


def _amount(trait: Trait, totals: Mapping[str, int]) -> str:
    whole = _OF.get(trait.id, "lines")
    if whole not in totals:
        return str(trait.count)
    if whole == "lines":
        return say("{n} in {all} lines", n=trait.count, all=totals[whole])
    return say("{n} of {all} functions", n=trait.count, all=totals[whole])
