"""Classes made by hand: reports, marks and gradebooks that depend on no program and no clock."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

import msgspec

from reversi_conformance import assignment as assignments
from reversi_conformance.assignment import Assignment, Late
from reversi_conformance.classroom.gradebook import Gradebook, make_gradebook
from reversi_conformance.classroom.marks import Mark, Marks
from reversi_conformance.classroom.students import Student
from reversi_conformance.report import Report, ReportedCase, ReportedCause
from reversi_conformance.rubric import CheckScore, CriterionScore
from reversi_conformance.submission import Problem, Submission

from ..reports import samples

TYPESCRIPT = assignments.load("typescript")
PROBLEM = Problem("compiler.missing", {"tool": "gcc"}, "gcc is not installed", is_ours=True)
BROKEN = Problem("build.failed", {"command": "gcc"}, "gcc could not build it")


def report(
    student: str,
    name: str = "",
    lost: Mapping[str, float | None] | None = None,
    *cases: ReportedCase,
    assignment: Assignment = TYPESCRIPT,
    problems: Sequence[Problem] = (),
    causes: Sequence[ReportedCause] = (),
    is_late: bool = False,
    complete: bool = True,
    chosen: int | None = None,
) -> Report:
    """A report in which these checks earn so much, None where they do not count, all others all."""
    earned = {check.id: check.points for check in assignment.checks} | dict(lost or {})
    criteria = tuple(
        CriterionScore(
            each.id,
            each.title,
            _sum([earned[check.id] for check in each.checks]),
            each.possible,
            tuple(
                CheckScore(
                    check.id,
                    check.title,
                    check.handout,
                    earned[check.id],
                    check.points,
                    0,
                    0,
                    "" if earned[check.id] is not None else "no game came to it",
                )
                for check in each.checks
            ),
        )
        for each in assignment.criteria
    )
    return samples.report(
        *(cases or (samples.case("ts-1"),)),
        criteria=criteria,
        assignment=assignment.id,
        causes=causes,
        complete=complete,
        chosen=chosen,
        submission=Submission(student, name, ("a.zip",), is_late=is_late, problems=tuple(problems)),
    )


def _sum(points: Sequence[float | None]) -> float | None:
    counted = [each for each in points if each is not None]
    return round(sum(counted), 2) if counted else None


def mark(
    style: float | str | None = None,
    override: float | str | None = None,
    late_days: int | None = None,
    comment: str = "",
) -> Mark:
    return Mark(
        by_hand={} if style is None else {"style": Decimal(str(style))},
        override=None if override is None else Decimal(str(override)),
        late_days=late_days,
        comment=comment,
    )


def with_late(late: Late | None) -> Assignment:
    return msgspec.structs.replace(TYPESCRIPT, late=late)


CASES = (
    samples.case("ts-1", samples.finding("rules.flips", "flips.wrong", "X at ab turns too few")),
    samples.case(
        "ts-2",
        samples.finding("rules.flips", "flips.wrong", "X at cd turns too few"),
        samples.finding("printing.board", "board.blanks", "two blanks", kind="note"),
        soft_waits=2,
    ),
    msgspec.structs.replace(samples.case("ts-3"), conforms=False, ending="signalled", status=None),
    msgspec.structs.replace(samples.case("ts-4"), conforms=False, ending="silent", status=None),
)
CAUSE = ReportedCause(("directions",), "it turns no diagonals", "rules.flips", ("flips.wrong",), 2)
REPORTS = (
    report("s1", "张三"),
    report("s2", "Ann", {"rules.flips": 3.33, "ends.wipe-out": 0.0}, *CASES, causes=[CAUSE]),
    report("s3", "Bob", {"ends.wipe-out": None}, is_late=True),
    report("s4", "Cid", problems=[PROBLEM]),
    report("s5", "Dee", {"rules.turns": 2.5}, complete=False, chosen=9),
    report("s6", "Eve", {each.id: 0.0 for each in TYPESCRIPT.checks}, problems=[BROKEN]),
)
MISSING = (Student("s7", "Flo"),)
MARKS = Marks(
    {
        "s1": mark(25.5, comment="clear, short"),
        "s2": mark(10, None, 3),
        "s3": mark(30),
        "s4": mark(20, 50.25),
        "s5": mark(20),
        "s6": mark(None, 12),
        "s7": mark(0, 0),
    }
)
LATE = Late(free_days=1, points_per_day=5, most_days=3, least=10)


def gradebook(late: Late | None = None, marks: Marks = MARKS) -> Gradebook:
    return make_gradebook(REPORTS, with_late(late), marks, MISSING)
