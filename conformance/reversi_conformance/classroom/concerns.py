"""Whom of a class a person should look at, and why: what points alone do not tell.

Pure. A concern is no accusation and costs nothing: it says where figures may mislead. Programs that
deviate alike are found by `similarity`.
"""

import enum
from collections.abc import Iterator
from typing import Final

import msgspec

from reversi_conformance.language import say
from reversi_conformance.observation import EndingKind
from reversi_conformance.report import Report, ReportedCase
from reversi_conformance.rubric import DEAF
from reversi_conformance.submission import Submission

_CRASHES: Final = ("stopped.crash", "stopped.signal", "end.crash", "log.crash")
_TOO_SLOW: Final = frozenset(
    {EndingKind.SILENT, EndingKind.OUT_OF_TIME, EndingKind.OUT_OF_CPU, EndingKind.DEAF}
)
_TOO_MUCH: Final = frozenset(
    {
        EndingKind.FLOODED,
        EndingKind.OUT_OF_MEMORY,
        EndingKind.TOO_MANY_PROCESSES,
        EndingKind.TOO_MANY_FILES,
        EndingKind.FOLDER_TOO_LARGE,
        EndingKind.FILE_TOO_LARGE,
    }
)


class Reason(enum.Enum):
    """Why a person should look; in the order in which they are told."""

    HARNESS = "harness"
    """The harness or the machine lacked something: no mark follows."""
    INTERRUPTED = "interrupted"
    """Not all cases were judged: the points are not final."""
    PARTLY = "partly"
    """It was played, but a part of what was handed in could not be used."""
    SEEN = "seen"
    """It was seen to do something besides playing."""
    ONE_GAME = "one-game"
    """It prints the same whatever is typed: it knows a game by heart."""
    VARYING = "varying"
    """Played twice, it did something else: the next time its points may be others."""
    SIMILAR = "similar"
    """It deviates as another student's program does, in much that few programs do."""
    TIMED_OUT = "timed-out"
    """It had to be ended because it took too long, or took no input."""
    LIMITS = "limits"
    """It had to be ended because it printed or used more than a session may."""
    SOFT_WAITS = "soft-waits"
    """That it waited for input was concluded from silence: answers may have come too early."""
    CRASHED = "crashed"
    """It ended by an error of its own."""


_CODES: Final = {
    Reason.TIMED_OUT: ("stopped.", "end."),
    Reason.LIMITS: ("stopped.", "end."),
    Reason.CRASHED: _CRASHES,
}
"""How the codes begin whose sentences tell most."""


class Concern(msgspec.Struct, frozen=True):
    """One reason to look at one submission."""

    reason: Reason
    student: str
    cases: int = 0
    """In how many cases it shows; 0 where it is about no case."""
    detail: str = ""
    """What was said of it where it shows first."""
    case: str = ""
    """A case of which the report holds the session; empty where there is none."""


def concerns(report: Report, submission: Submission) -> Iterator[Concern]:
    """Yield the reasons to look at one submission, each once, all but similarity."""
    student = submission.student
    ours = [problem.message for problem in submission.problems if problem.is_ours]
    theirs = [problem.message for problem in submission.problems if not problem.is_ours]
    if ours:
        yield Concern(Reason.HARNESS, student, detail=say("; ").join(ours))
    if theirs and report.cases:
        yield Concern(Reason.PARTLY, student, detail=say("; ").join(theirs))
    if report.seen:
        said = say("; ").join(remark.message for remark in report.seen)
        yield Concern(Reason.SEEN, student, detail=said)
    if not report.complete:
        left = report.chosen - len(report.cases)
        yield Concern(Reason.INTERRUPTED, student, left)
    checks = [check for criterion in report.criteria for check in criterion.checks]
    if any(check.reason == DEAF for check in checks):
        yield Concern(Reason.ONE_GAME, student)
    yield from _of_sessions(report, student)


def _of_sessions(report: Report, student: str) -> Iterator[Concern]:
    varying = {variation.case for variation in report.variations}
    found = {
        Reason.VARYING: [case for case in report.cases if case.id in varying],
        Reason.TIMED_OUT: [case for case in report.cases if EndingKind(case.ending) in _TOO_SLOW],
        Reason.LIMITS: [case for case in report.cases if EndingKind(case.ending) in _TOO_MUCH],
        Reason.SOFT_WAITS: [case for case in report.cases if case.soft_waits],
        Reason.CRASHED: [case for case in report.cases if _is_crash(case)],
    }
    for reason, cases in found.items():
        if cases:
            recorded = (case.id for case in cases if not (case.conforms or case.is_concealed))
            said = _said(cases[0], _CODES.get(reason, ()))
            yield Concern(reason, student, len(cases), said, next(recorded, ""))


def _is_crash(case: ReportedCase) -> bool:
    is_signalled = EndingKind(case.ending) is EndingKind.SIGNALLED
    return is_signalled or any(found.code in _CRASHES for found in case.findings)


def _said(case: ReportedCase, codes: tuple[str, ...]) -> str:
    """The sentence of the first finding whose code begins so; empty where there is none."""
    said = (found.message for found in case.findings if found.code.startswith(codes))
    return next(said, "")
