"""Judges sessions that are golden to the letter, and calls the umpire to all others.

What an umpire says of such a session is the same each time, but for its log: it is asked once for a
case, however many programs play it right.
"""

import functools
from typing import NamedTuple

import msgspec

from reversi_conformance.assignment import Assignment
from reversi_conformance.findings import Judgement
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.logs import judge_log
from reversi_conformance.referee.play import Play
from reversi_conformance.referee.umpire import Umpire
from reversi_conformance.referee.verbatim import played
from reversi_conformance.reference import MOST_KEPT
from reversi_conformance.transcript import Case, Transcript, Turn, exchange_case


class Deputy:
    """Follows one session of one case; its replies and its judgement are those of an `Umpire`."""

    def __init__(self, case: Case, assignment: Assignment) -> None:
        self._case = case
        self._assignment = assignment
        self._heard: list[Turn] = []
        self._umpire: Umpire | None = None
        """Called once the session is another one than the golden one."""
        if len(case.transcript.answers) > assignment.limits.answers:
            self._umpire = Umpire(case, assignment)

    def hear(self, turn: Turn, *, unflushed: bool = False) -> str | None:
        """The program waits for input after this turn; returns what is typed, None for nothing."""
        if self._umpire is None:
            golden, index = self._case.transcript, len(self._heard)
            if index < len(golden.answers) and _is_golden(turn, golden.turns[index]):
                self._heard.append(turn)
                return golden.answers[index]
            self._umpire = self._call_umpire()
        return self._umpire.hear(turn, unflushed=unflushed)

    def finish(self, observation: Observation) -> Judgement:
        """The session is over: judge its last turn, its end and its log."""
        if self._umpire is None and self._is_golden(observation):
            return _judgement(observation, self._case, self._assignment)
        return (self._umpire or self._call_umpire()).finish(observation)

    def _is_golden(self, observation: Observation) -> bool:
        """Whether nothing but the log is left that could make a difference."""
        last, ending = observation.transcript.turns[-1], observation.ending
        return (
            len(self._heard) == len(self._case.transcript.answers)
            and len(observation.transcript.turns) == len(self._heard) + 1
            and _is_golden(last, self._case.transcript.turns[-1])
            and (ending.kind, ending.status, ending.signal) == (EndingKind.EXITED, 0, None)
            and not observation.coloured
        )

    def _call_umpire(self) -> Umpire:
        umpire = Umpire(self._case, self._assignment)
        for turn in self._heard:
            umpire.hear(turn)
        return umpire


class _Rehearsal(NamedTuple):
    """What is known of a case's golden session."""

    case: Case
    """With the usual signs."""
    judgement: Judgement
    """Nothing is said of the log."""
    play: Play
    """What the log tells of."""


def _is_golden(turn: Turn, golden: Turn) -> bool:
    return turn.typed == golden.typed and turn.printed == golden.required


@functools.lru_cache(maxsize=MOST_KEPT)
def _rehearsed(case: Case, assignment: Assignment) -> _Rehearsal:
    log = msgspec.structs.replace(assignment.log, required=False)
    umpire = Umpire(case, msgspec.structs.replace(assignment, log=log))
    turns = tuple(Turn(turn.typed, turn.required) for turn in case.transcript.turns)
    for turn in turns[:-1]:
        umpire.hear(turn)
    ending = Ending(EndingKind.EXITED, 0.0, 0.0, status=0)
    judgement = umpire.finish(Observation(Transcript(turns), ending))
    usual = exchange_case(case, assignment.signs)
    return _Rehearsal(usual, judgement, played(usual.header, assignment))


def _judgement(observation: Observation, case: Case, assignment: Assignment) -> Judgement:
    usual, judgement, play = _rehearsed(case, assignment)
    if not (assignment.log.required and judgement.reached_end):
        return judgement
    ledger = Ledger()
    answers = usual.transcript.answers
    ledger.begin_turn(len(answers), answers)
    judge_log(observation, usual.header, play, assignment, ledger)
    return msgspec.structs.replace(
        judgement,
        findings=(*judgement.findings, *ledger.findings),
        assessed=judgement.assessed | ledger.assessed,
    )
