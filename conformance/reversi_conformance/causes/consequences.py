"""What follows from a cause: the findings that its wrong decisions led to.

A finding follows from a cause where it is of a kind that the cause explains, and the session shows
a wrong decision of that kind. As a cause foretells every decision of its kinds, no other mistake is
behind them.
"""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Any, Final

from reversi_conformance.causes.conduct import announces_rightly, tells_rightly
from reversi_conformance.causes.theories import (
    chooses_rightly,
    continues_rightly,
    enters_rightly,
    turns_rightly,
)
from reversi_conformance.evidence import (
    Announced,
    Chose,
    Continued,
    Entered,
    Evidence,
    Told,
    Turned,
)
from reversi_conformance.findings import Finding

_IS_RIGHT: Final[Mapping[type[Evidence], Callable[[Any], bool]]] = MappingProxyType(
    {
        Turned: turns_rightly,
        Chose: chooses_rightly,
        Entered: enters_rightly,
        Continued: continues_rightly,
        Announced: announces_rightly,
        Told: tells_rightly,
    }
)
LED_TO: Final[Mapping[type[Evidence], frozenset[str]]] = MappingProxyType(
    {
        Turned: frozenset(("flips.wrong",)),
        Chose: frozenset(
            ("choice.fewer", "choice.later", "placement.taken", "placement.turns-nothing")
        ),
        Entered: frozenset(("placement.refused", "placement.elsewhere", "illegal.accepted")),
        Continued: frozenset(
            (
                "turns.skipped",
                "turns.asked-without-move",
                "turns.moved-without-move",
                "turns.pass-ends-game",
                "end.too-early",
                "end.not-noticed",
            )
        ),
        Announced: frozenset(("messages.square",)),
        Told: frozenset(("end.wrong-winner", "end.wrong-score")),
    }
)
"""The findings that a wrong decision of each kind is reported as."""


def comes_of(finding: Finding, codes: AbstractSet[str]) -> bool:
    """Whether a finding is one of these codes, and of a kind that decisions can lead to at all.

    A full board and a wipe-out are seen without asking who can move: going on after them is a
    mistake of its own.
    """
    is_own = finding.code == "end.not-noticed" and finding.check != "ends.no-moves"
    return finding.code in codes and not is_own


def codes_shown(evidence: Iterable[Evidence]) -> frozenset[str]:
    """Return the findings that the wrong decisions of a session can have led to."""
    codes: set[str] = set()
    for each in evidence:
        led_to = LED_TO[type(each)]
        if not led_to <= codes and not _IS_RIGHT[type(each)](each):
            codes |= led_to
    return frozenset(codes)
