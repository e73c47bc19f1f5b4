"""Whether a program does the same in the same session, and something else in another one.

Pure. A program that goes by chance or by the clock may get other points the next time, and whoever
reads its sheet must know. One that prints the same whatever is typed knows a game by heart.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

import msgspec

from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.run import Run
from reversi_conformance.transcript import Case, Transcript, Turn

_OF_ITS_OWN: Final = (EndingKind.EXITED, EndingKind.SIGNALLED, EndingKind.WAITED)
_AT_MOST: Final = 2
_BOARD: Final = 3
"""So many turns a session has once a board was asked for: the start, its size, the colour."""
_MOVES: Final = 5
"""So many turns a session has once moves were answered."""
_SIZE: Final = 1
"""The turn that begins with the answer for the size of the board."""


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


def is_deaf(observations: Iterable[Observation]) -> bool:
    """Whether a program prints one and the same game in all sessions, whatever is typed.

    It tells that boards of several sizes were asked for, and that moves were answered in one.
    """
    telling = [turns for turns in map(_whole_turns, observations) if len(turns) >= _BOARD]
    longest = max(telling, key=len, default=())
    if len(longest) < _MOVES or len({turns[_SIZE].typed for turns in telling}) == 1:
        return False
    return all(
        turn.printed == other.printed
        for turns in telling
        for turn, other in zip(turns, longest, strict=False)
    )


def _whole_turns(observation: Observation) -> tuple[Turn, ...]:
    turns = observation.transcript.turns
    return turns if observation.ending.kind in _OF_ITS_OWN else turns[:-1]


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
