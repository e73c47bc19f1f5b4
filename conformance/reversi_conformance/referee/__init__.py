"""The referee: (case, observation, assignment) → findings.

Pure: it opens no file, starts no program and asks no clock.
"""

from reversi_conformance.assignment import Assignment
from reversi_conformance.findings import Judgement
from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.referee.deputy import Deputy
from reversi_conformance.referee.umpire import Umpire
from reversi_conformance.transcript import Case

__all__ = ["Deputy", "Umpire", "judge"]


def judge(case: Case, observation: Observation, assignment: Assignment) -> Judgement:
    """Judge a session that is over, from what was seen of it."""
    umpire = Umpire(case, assignment)
    turns = observation.transcript.turns
    waited = len(turns) if observation.ending.kind is EndingKind.WAITED else len(turns) - 1
    for index, turn in enumerate(turns[:waited]):
        umpire.hear(turn, unflushed=index in observation.unflushed)
    return umpire.finish(observation)
