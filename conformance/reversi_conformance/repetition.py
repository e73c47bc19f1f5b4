"""Whether a program does the same in the same session: which sessions tell, and how two differ.

Pure. A program that goes by chance or by the clock may get other points the next time, and whoever
reads its sheet must know.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

import msgspec

from reversi_conformance.observation import EndingKind
from reversi_conformance.rubric import Run
from reversi_conformance.transcript import Case, Transcript, Turn

_OF_ITS_OWN: Final = (EndingKind.EXITED, EndingKind.SIGNALLED, EndingKind.WAITED)
_AT_MOST: Final = 2


class Variation(msgspec.Struct, frozen=True):
    """Where two sessions of one case differ first."""

    case: str
    turn: int
    """The index of the turn; turn 0 stands before the first answer."""
    first: str
    """The first line that differs, in the session that was judged; empty where it has none."""
    second: str
    """The same line when the case was played once more."""


def worth_repeating(runs: Sequence[Run]) -> tuple[Case, ...]:
    """Return the cases to play once more: at most two that cost points, the shortest ones.

    Chance shows in the computer's choices first; the second case is one of another kind. Sessions
    that the harness had to end are left out: they take long, and tell little.
    """
    costly = [
        run for run in runs if run.judgement.faults and run.observation.ending.kind in _OF_ITS_OWN
    ]
    costly.sort(key=lambda run: (len(run.case.header.moves), run.case.header.board))
    choosing = [run for run in costly if _loses(run, "strategy.")]
    others = [run for run in costly if run not in choosing]
    chosen = [*choosing[:1], *others[:1]]
    return tuple(run.case for run in chosen[:_AT_MOST])


def variations(runs: Sequence[Run], again: Sequence[Run]) -> tuple[Variation, ...]:
    """Return where the repeated sessions differ from the first ones, by case."""
    first = {run.case.id: run.observation.transcript for run in runs}
    found = (
        _difference(run.case.id, first[run.case.id], run.observation.transcript) for run in again
    )
    return tuple(each for each in found if each is not None)


def _loses(run: Run, checks: str) -> bool:
    return any(fault.check.startswith(checks) for fault in run.judgement.faults)


def _difference(case: str, first: Transcript, second: Transcript) -> Variation | None:
    turns = zip_longest(first.turns, second.turns, fillvalue=Turn(None, ()))
    for index, (one, other) in enumerate(turns):
        for line, other_line in zip_longest(one.printed, other.printed, fillvalue=""):
            if line != other_line:
                return Variation(case, index, line, other_line)
        if one.typed != other.typed:
            return Variation(case, index, one.typed or "", other.typed or "")
    return None
