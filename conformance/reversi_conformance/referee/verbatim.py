"""Whether a session is the golden one to the letter, so that nothing is left to be judged."""

from typing import Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.referee.golden import played
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.logs import judge_log
from reversi_conformance.transcript import Case

_LARGEST_STATUS: Final = 125
"""What a shell tells of programs that were ended or not started is larger."""


def is_verbatim(case: Case, observation: Observation, assignment: Assignment) -> bool:
    """Return whether every turn is the golden one, and the log and the end are right.

    Then judging the session would find nothing that costs. False says nothing of a program: it may
    differ within the latitude.
    """
    golden, seen = case.transcript.turns, observation.transcript.turns
    ending = observation.ending
    return (
        len(golden) == len(seen)
        and ending.kind is EndingKind.EXITED
        and (ending.status or 0) <= _LARGEST_STATUS
        and not observation.coloured
        and all(turn.accepts(said.printed) for turn, said in zip(golden, seen, strict=True))
        and _is_logged(case, observation, assignment)
    )


def _is_logged(case: Case, observation: Observation, assignment: Assignment) -> bool:
    if not assignment.log.required:
        return True
    ledger = Ledger()
    judge_log(observation, case.header, played(case.header, assignment.wording), assignment, ledger)
    return not any(finding.costs for finding in ledger.findings)
