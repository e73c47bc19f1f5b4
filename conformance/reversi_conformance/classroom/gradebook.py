"""The gradebook of a class: who has how many points for what, and what a person should look at.

A pure function of the reports, the marks by hand and the assignment. Points are decimals, as the
rubric has rounded them. What is not known is None and never 0: the points of a submission that
could not be judged, and the final ones until every part by hand is marked.
"""

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final

import msgspec

from reversi_conformance.assignment import Assignment, Late
from reversi_conformance.classroom.marks import Mark, Marks, Named
from reversi_conformance.classroom.policy import deduction, exact, rounded
from reversi_conformance.findings import FindingKind
from reversi_conformance.language import mark, say, say_count
from reversi_conformance.observation import EndingKind
from reversi_conformance.report import Report, ReportedFinding
from reversi_conformance.submission import Submission

_NO_MARK: Final = Mark()
_OUT_OF_TIME: Final = {
    EndingKind.SILENT.value,
    EndingKind.OUT_OF_TIME.value,
    EndingKind.OUT_OF_CPU.value,
    EndingKind.DEAF.value,
}
_OVER_A_LIMIT: Final = {
    EndingKind.FLOODED.value,
    EndingKind.OUT_OF_MEMORY.value,
    EndingKind.TOO_MANY_PROCESSES.value,
    EndingKind.TOO_MANY_FILES.value,
    EndingKind.FOLDER_TOO_LARGE.value,
    EndingKind.FILE_TOO_LARGE.value,
}


_FLAGS: Final = {
    "crashed": mark("crashed in {games}"),
    "out of time": mark("out of time in {games}"),
    "over a limit": mark("over a limit in {games}"),
}
"""Why sessions are looked at that ended so."""


class GradebookError(ValueError):
    """Reports that do not make one gradebook; the message says which and why."""


class Status(enum.Enum):
    """What the automatic points of a student are."""

    JUDGED = "judged"
    """They are final."""
    INCOMPLETE = "incomplete"
    """The check was broken off: they are those of the cases until then."""
    NOT_JUDGED = "could not be judged"
    """There are none: the harness or the machine lacked something."""
    NOT_HANDED_IN = "not handed in"
    """There are none."""


class CheckColumn(msgspec.Struct, frozen=True):
    """A check, or a criterion by hand."""

    id: str
    title: str
    possible: Decimal


class CriterionColumns(msgspec.Struct, frozen=True):
    """A criterion with the checks that judge it."""

    id: str
    title: str
    possible: Decimal
    checks: tuple[CheckColumn, ...]


class Found(msgspec.Struct, frozen=True):
    """Findings of one student that are the same mistake: one code of one check."""

    check: str
    code: str
    kind: str
    message: str
    """As it shows in the first of the cases."""
    cases: tuple[str, ...]
    follows: str
    """The likely cause that is paid for elsewhere, if it follows from one."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One student."""

    student: str
    name: str
    status: Status
    reason: str
    """Why the status is no better; empty where it is `JUDGED`."""
    points: dict[str, Decimal | None]
    """By the ids of checks and of criteria that checks judge; None where nothing counts."""
    automatic: Decimal | None = None
    """The total of the report; None where it could not be judged or was not handed in."""
    automatic_possible: Decimal | None = None
    """Most points that this student could have: checks to which no game came do not count."""
    override: Decimal | None = None
    program: Decimal | None = None
    """What counts of the program: `override`, or else the automatic points if they are final."""
    by_hand: dict[str, Decimal | None] = {}
    """By the ids of the criteria by hand; None until a person has marked it."""
    is_late: bool = False
    """The download says so."""
    late_days: int | None = None
    subtotal: Decimal | None = None
    """`program` and all parts by hand; None until they are all there."""
    late_deduction: Decimal | None = None
    """None without a subtotal, and where a late submission's days are needed and not entered."""
    final: Decimal | None = None
    missing: tuple[str, ...] = ()
    """The columns of the marks by hand without which there are no final points."""
    cases: int | None = None
    """How many games were to be played; None where none could be."""
    failed_cases: int | None = None
    """How many of them do not conform or, in a check that came to its end, were not played."""
    flags: tuple[str, ...] = ()
    """Why a person should look at the submission."""
    causes: tuple[str, ...] = ()
    """What its mistakes seem to come from."""
    comment: str = ""
    found: tuple[Found, ...] = ()


class Gradebook(msgspec.Struct, frozen=True):
    """A class and its points."""

    assignment: str
    title: str
    criteria: tuple[CriterionColumns, ...]
    """Those judged by checks."""
    by_hand: tuple[CheckColumn, ...]
    late: Late | None
    rows: tuple[Row, ...]
    """By student."""

    @property
    def automatic_possible(self) -> Decimal:
        """Most points that a program can have."""
        return sum((each.possible for each in self.criteria), Decimal(0))

    @property
    def possible(self) -> Decimal:
        """Most points that there are."""
        return sum((each.possible for each in self.by_hand), self.automatic_possible)


def make_gradebook(
    reports: Iterable[Report],
    assignment: Assignment,
    marks: Marks,
    missing: Sequence[Named] = (),
) -> Gradebook:
    """Put a class together; `missing` are students of whom there is no submission.

    Raises `GradebookError` where a report is of no student, of another assignment or rubric, or
    two are of the same student.
    """
    rows = [_row(report, assignment, marks) for report in reports]
    rows += [_absent(student, assignment, marks) for student in missing]
    for student, times in Counter(row.student for row in rows).items():
        if times > 1:
            raise GradebookError(f"{student!r} stands {times} times in one class")
    return Gradebook(
        assignment=assignment.id,
        title=assignment.title,
        criteria=tuple(_criteria_columns(assignment)),
        by_hand=tuple(
            CheckColumn(each.id, each.title, exact(each.points_by_hand))
            for each in assignment.by_hand
        ),
        late=assignment.late,
        rows=tuple(sorted(rows, key=lambda row: row.student)),
    )


def _criteria_columns(assignment: Assignment) -> Iterator[CriterionColumns]:
    for criterion in assignment.criteria:
        if criterion.checks:
            checks = tuple(
                CheckColumn(check.id, check.title, exact(check.points))
                for check in criterion.checks
            )
            possible = sum((check.possible for check in checks), Decimal(0))
            yield CriterionColumns(criterion.id, criterion.title, possible, checks)


def _row(report: Report, assignment: Assignment, marks: Marks) -> Row:
    submission = report.submission
    if submission is None:
        raise GradebookError(f"the report of {report.program!r} is of no student")
    _refuse_other_rubric(report, submission, assignment)
    status, reason = _status(report, submission)
    points = _points(report)
    row = Row(
        student=submission.student,
        name=submission.name,
        status=status,
        reason=reason,
        points=dict.fromkeys(points),
        is_late=submission.is_late,
        flags=tuple(_flags(report, submission)),
        causes=tuple(cause.message for cause in report.causes),
        found=_found(report),
    )
    if status is not Status.NOT_JUDGED:
        conforming = sum(case.conforms for case in report.cases)
        played = report.chosen if status is Status.JUDGED else len(report.cases)
        row = msgspec.structs.replace(
            row,
            points=points,
            automatic=exact(report.total.earned),
            automatic_possible=exact(report.total.possible),
            cases=report.chosen,
            failed_cases=played - conforming,
        )
    return _with_marks(row, assignment, marks)


def _absent(student: Named, assignment: Assignment, marks: Marks) -> Row:
    judged = [row for row in assignment.criteria if row.checks]
    ids = [name for row in judged for name in (row.id, *(check.id for check in row.checks))]
    row = Row(
        student=student.id,
        name=student.name,
        status=Status.NOT_HANDED_IN,
        reason="nothing of this student is among the submissions",
        points=dict.fromkeys(ids),
    )
    return _with_marks(row, assignment, marks)


def _with_marks(row: Row, assignment: Assignment, marks: Marks) -> Row:
    mark = marks.by_student.get(row.student, _NO_MARK)
    judged = row.automatic if row.status is Status.JUDGED else None
    program = judged if mark.override is None else mark.override
    by_hand = {each.id: mark.by_hand.get(each.id) for each in assignment.by_hand}
    given = [points for points in by_hand.values() if points is not None]
    subtotal = None
    if program is not None and len(given) == len(by_hand):
        subtotal = rounded(sum(given, program))
    are_days_missing = bool(assignment.late and row.is_late and mark.late_days is None)
    taken = None
    if subtotal is not None and not are_days_missing:
        taken = deduction(assignment.late, subtotal, mark.late_days or 0)
    missing = [key for key, points in by_hand.items() if points is None]
    return msgspec.structs.replace(
        row,
        override=mark.override,
        program=program,
        by_hand=by_hand,
        late_days=mark.late_days,
        subtotal=subtotal,
        late_deduction=taken,
        final=None if subtotal is None or taken is None else subtotal - taken,
        missing=(
            *(["override"] if program is None else []),
            *missing,
            *(["late_days"] if are_days_missing else []),
        ),
        comment=mark.comment,
    )


def _refuse_other_rubric(report: Report, submission: Submission, assignment: Assignment) -> None:
    judged = [(check.id, check.possible) for row in report.criteria for check in row.checks]
    wanted = [(check.id, check.points) for check in assignment.checks]
    if report.assignment != assignment.id or judged != wanted:
        raise GradebookError(
            f"the report of {submission.student!r} was made with another assignment or other"
            f" points than {assignment.id!r} has now; judge the submission again"
        )


def _status(report: Report, submission: Submission) -> tuple[Status, str]:
    if not submission.is_judged:
        ours = (problem.message for problem in submission.problems if problem.is_ours)
        return Status.NOT_JUDGED, say("; ").join(ours)
    if not report.complete:
        played = say("{n} of {all} games were played", n=len(report.cases), all=report.chosen)
        return Status.INCOMPLETE, played
    return Status.JUDGED, ""


def _points(report: Report) -> dict[str, Decimal | None]:
    """Return what the sheet says of everything that is not marked by hand."""
    judged = [row for row in report.criteria if row.checks]
    earned = [(row.id, row.earned) for row in judged]
    earned += [(check.id, check.earned) for row in judged for check in row.checks]
    return {name: None if points is None else exact(points) for name, points in earned}


def _flags(report: Report, submission: Submission) -> Iterator[str]:
    if submission.is_late:
        yield say("late")
    yield from (f"{each.code}: {each.message}" for each in submission.problems)
    yield from (f"{each.code}: {each.message}" for each in report.seen)
    endings = Counter(_kind_of_ending(case.ending, case.status) for case in report.cases)
    for kind, said in _FLAGS.items():
        if endings[kind]:
            yield say(said, games=_games(endings[kind]))
    unsure = sum(case.soft_waits > 0 for case in report.cases)
    if unsure:
        yield say("its waits were told from silence in {games}", games=_games(unsure))
    if report.variations:
        games = _games(len(report.variations))
        yield say("did something else when played again, in {games}", games=games)
    for check in (check for row in report.criteria for check in row.checks):
        if check.earned is None:
            yield say("{check} does not count: {reason}", check=check.id, reason=say(check.reason))


def _kind_of_ending(ending: str, status: int | None) -> str:
    if ending in _OUT_OF_TIME:
        return "out of time"
    if ending in _OVER_A_LIMIT:
        return "over a limit"
    is_failure = ending == EndingKind.EXITED.value and bool(status)
    return "crashed" if is_failure or ending == EndingKind.SIGNALLED.value else ""


def _games(count: int) -> str:
    return say_count("{n} game", "{n} games", count)


def _found(report: Report) -> tuple[Found, ...]:
    """Return what was found, faults first, each mistake once."""
    groups: dict[tuple[str, str, str, str], list[tuple[str, ReportedFinding]]] = {}
    for case in report.cases:
        for finding in case.findings:
            what = (finding.check, finding.code, finding.kind, finding.follows)
            groups.setdefault(what, []).append((case.id, finding))
    causes: Mapping[str, str] = {
        name: cause.message for cause in report.causes for name in cause.ids
    }
    found = [
        Found(
            check=check,
            code=code,
            kind=kind,
            message=members[0][1].message,
            cases=tuple(dict.fromkeys(name for name, _ in members)),
            follows=causes.get(follows, follows),
        )
        for (check, code, kind, follows), members in groups.items()
    ]
    return tuple(sorted(found, key=lambda each: each.kind != FindingKind.FAULT.value))
