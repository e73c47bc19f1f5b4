"""Judges sessions that are golden to the letter, and calls the umpire to all others.

What an umpire would say of such a session is known beforehand, but for its log; what he would have
seen of its decisions is only looked at where another session goes wrong. Whoever plays right needs
no umpire at all, and does not wait until one is loaded. Nor does a program wait, to be started, for
what judges: that is loaded once the first session ends.
"""
# ruff: noqa: PLC0415 - see above

import functools
from typing import TYPE_CHECKING

import msgspec

from reversi_conformance.assignment import Assignment
from reversi_conformance.evidence import Evidence
from reversi_conformance.findings import Judgement
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.reference import MOST_KEPT
from reversi_conformance.transcript import Case, Transcript, Turn, exchange_case

if TYPE_CHECKING:
    from reversi_conformance.referee.umpire import Umpire


class Deputy:
    """Follows one session of one case; its replies and its judgement are those of an `Umpire`."""

    def __init__(self, case: Case, assignment: Assignment) -> None:
        self._case = case
        self._assignment = assignment
        self._answers = case.transcript.answers
        self._heard: list[Turn] = []
        self._umpire: Umpire | None = None
        """Called once the session is another one than the golden one."""
        if len(self._answers) > assignment.limits.answers:
            self._umpire = self._call_umpire()

    def hear(self, turn: Turn, *, unflushed: bool = False) -> str | None:
        """The program waits for input after this turn; returns what is typed, None for nothing."""
        if self._umpire is None:
            turns, index = self._case.transcript.turns, len(self._heard)
            if index < len(self._answers) and _is_golden(turn, turns[index]):
                self._heard.append(turn)
                return self._answers[index]
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
            len(self._heard) == len(self._answers)
            and len(observation.transcript.turns) == len(self._heard) + 1
            and _is_golden(last, self._case.transcript.turns[-1])
            and (ending.kind, ending.status, ending.signal) == (EndingKind.EXITED, 0, None)
            and not observation.coloured
        )

    def _call_umpire(self) -> "Umpire":
        from reversi_conformance.referee.umpire import Umpire

        umpire = Umpire(self._case, self._assignment)
        for turn in self._heard:
            umpire.hear(turn)
        return umpire


def _is_golden(turn: Turn, golden: Turn) -> bool:
    return turn.typed == golden.typed and turn.printed == golden.required


def _judgement(observation: Observation, case: Case, assignment: Assignment) -> Judgement:
    from reversi_conformance.referee.golden import exercised_by, played
    from reversi_conformance.referee.ledger import Ledger
    from reversi_conformance.referee.logs import judge_log

    usual = exchange_case(case, assignment.signs)
    ledger = Ledger()
    if assignment.log.required:
        answers = usual.transcript.answers
        ledger.begin_turn(len(answers), answers)
        play = played(usual.header, assignment.wording)
        judge_log(observation, usual.header, play, assignment, ledger)
    return Judgement(
        findings=ledger.findings,
        assessed=exercised_by(usual.header, assignment),
        reached_end=True,
        evidence=None,
    )


def witnessed(judgement: Judgement, case: Case, assignment: Assignment) -> Judgement:
    """Return a judgement of a session of this case with all its evidence."""
    if judgement.evidence is not None:
        return judgement
    return msgspec.structs.replace(judgement, evidence=_golden_evidence(case, assignment))


@functools.lru_cache(maxsize=MOST_KEPT)
def _golden_evidence(case: Case, assignment: Assignment) -> tuple[Evidence, ...]:
    from reversi_conformance.referee.umpire import Umpire

    umpire = Umpire(case, assignment)
    turns = tuple(Turn(turn.typed, turn.required) for turn in case.transcript.turns)
    for turn in turns[:-1]:
        umpire.hear(turn)
    ending = Ending(EndingKind.EXITED, 0.0, 0.0, status=0)
    return umpire.finish(Observation(Transcript(turns), ending)).evidence or ()
