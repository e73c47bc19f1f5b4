"""A class in figures: how it did, at what it failed, and whom to look at.

Pure: from the reports of a class. Figures are over the submissions that were judged: one that could
not be built counts, with the points that its report gives it; one that could not be judged, or was
not handed in, does not.
"""

import re
import statistics
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from reversi_conformance.classroom.concerns import Concern, Reason, concerns
from reversi_conformance.classroom.figures import (
    Bin,
    CauseFigures,
    CheckFigures,
    ClassSummary,
    CriterionFigures,
    Failure,
    Points,
    Row,
    SlowProgram,
    Spread,
    Standing,
    Unplayed,
)
from reversi_conformance.classroom.similarity import SimilarPrograms, similar_programs
from reversi_conformance.classroom.students import Student
from reversi_conformance.report import Report
from reversi_conformance.rubric import CheckScore, CriterionScore
from reversi_conformance.submission import Submission

_MOST_BINS: Final = 15
_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100)
_SLOWEST: Final = 5


class _Entry(NamedTuple):
    """A report that says who handed it in."""

    submission: Submission
    report: Report
    standing: Standing


def summarise(reports: Iterable[Report], absent: Iterable[Student] = ()) -> ClassSummary:
    """Put a class together; `absent` are the students who handed in nothing.

    Reports may come one by one: their sessions, which are most of them, are not kept.
    Raises ValueError for a report that does not say who handed it in.
    """
    entries = sorted(map(_entry, reports), key=lambda entry: _order(entry.submission.student))
    judged = [entry for entry in entries if entry.standing is not Standing.NOT_JUDGED]
    played = {
        entry.submission.student: entry.report
        for entry in judged
        if entry.standing is Standing.JUDGED
    }
    similar = similar_programs(played)
    found = _concerns(entries, similar)
    criteria = _criteria(judged)
    totals = [entry.report.total.earned for entry in judged]
    possible = max((entry.report.total.possible for entry in judged), default=0.0)
    return ClassSummary(
        assignment=", ".join(sorted({entry.report.assignment for entry in entries})),
        rows=_rows(entries, absent, criteria, found),
        possible=possible,
        totals=_spread(totals),
        histogram=_histogram(totals, possible),
        criteria=criteria,
        causes=_causes(judged),
        concerns=found,
        similar=similar,
        unplayed=tuple(unplayed for entry in entries for unplayed in _unplayed(entry)),
        slowest=_slowest(played),
    )


def _order(student: str) -> tuple[list[tuple[bool, int, str]], str]:
    """By which students are sorted: s9 before s10, numbers before letters."""
    parts = re.findall(r"(\d{1,18})|(\D+)", student.casefold())
    return [(not number, int(number or 0), text) for number, text in parts], student


def _entry(report: Report) -> _Entry:
    if report.submission is None:
        raise ValueError(f"a report of a class says who handed it in; {report.program!r} does not")
    standing = Standing.NOT_PLAYED if not report.cases else Standing.JUDGED
    if not (report.submission.is_judged and report.complete):
        standing = Standing.NOT_JUDGED
    return _Entry(report.submission, _without_sessions(report), standing)


def _without_sessions(report: Report) -> Report:
    cases = tuple(
        msgspec.structs.replace(case, transcript="", expected="") for case in report.cases
    )
    return msgspec.structs.replace(report, cases=cases)


def _rows(
    entries: Iterable[_Entry],
    absent: Iterable[Student],
    criteria: Sequence[CriterionFigures],
    found: Iterable[Concern],
) -> tuple[Row, ...]:
    reasons: dict[str, dict[Reason, None]] = {}
    for concern in found:
        reasons.setdefault(concern.student, {})[concern.reason] = None
    rows = [
        _row(entry, criteria, tuple(reasons.get(entry.submission.student, ()))) for entry in entries
    ]
    rows += [Row(student.id, student.name, Standing.ABSENT) for student in absent]
    return tuple(sorted(rows, key=lambda row: _order(row.student)))


def _row(entry: _Entry, criteria: Sequence[CriterionFigures], reasons: tuple[Reason, ...]) -> Row:
    submission, report, standing = entry
    counts = standing is not Standing.NOT_JUDGED
    points = {each.id: _points(each) for each in report.criteria}
    checks = (check for criterion in report.criteria for check in criterion.checks)
    return Row(
        student=submission.student,
        name=submission.name,
        standing=standing,
        earned=report.total.earned if counts else None,
        possible=report.total.possible if counts else None,
        criteria=tuple(points.get(each.id) for each in criteria) if counts else (),
        failed=tuple(check.id for check in checks if counts and _is_failed(entry, check)),
        causes=tuple(cause.message for cause in report.causes),
        language=submission.language,
        is_late=submission.is_late,
        reasons=reasons,
    )


def _points(criterion: CriterionScore) -> Points | None:
    """None where nothing of it was assessed."""
    if criterion.earned is None:
        return None
    assessed = (check.possible for check in criterion.checks if check.earned is not None)
    return Points(criterion.earned, _round(sum(assessed)))


def _is_failed(entry: _Entry, check: CheckScore) -> bool:
    """Whether it lost points by what the program did; what was never played did nothing."""
    is_played = entry.standing is Standing.JUDGED
    return is_played and check.earned is not None and check.earned < check.possible


def _spread(totals: Sequence[float]) -> Spread | None:
    if not totals:
        return None
    # A quartile of a single total is not defined by the standard library before Python 3.13.
    several = totals if len(totals) > 1 else [*totals, *totals]
    lower, median, upper = statistics.quantiles(several, n=4, method="inclusive")
    return Spread(
        mean=_round(statistics.fmean(totals)),
        lowest=min(totals),
        lower_quartile=_round(lower),
        median=_round(median),
        upper_quartile=_round(upper),
        highest=max(totals),
    )


def _histogram(totals: Sequence[float], possible: float) -> tuple[Bin, ...]:
    if not totals or not possible:
        return ()
    width = next((each for each in _WIDTHS if possible / each <= _MOST_BINS), possible)
    last = max(int(-(-possible // width)) - 1, 0)
    places = [min(int(total // width), last) for total in totals]
    return tuple(
        Bin(place * width, min((place + 1) * width, possible), places.count(place))
        for place in range(last + 1)
    )


def _criteria(judged: Sequence[_Entry]) -> tuple[CriterionFigures, ...]:
    """The criteria that are not marked by hand, in the order of the first report that has them."""
    scores: dict[str, list[tuple[_Entry, CriterionScore]]] = {}
    for entry in judged:
        for criterion in entry.report.criteria:
            if criterion.checks:
                scores.setdefault(criterion.id, []).append((entry, criterion))
    return tuple(_criterion(found) for found in scores.values())


def _criterion(found: Sequence[tuple[_Entry, CriterionScore]]) -> CriterionFigures:
    scores = [criterion for _, criterion in found]
    points = [each for each in map(_points, scores) if each is not None]
    checks: dict[str, list[tuple[_Entry, CheckScore]]] = {}
    for entry, criterion in found:
        for check in criterion.checks:
            checks.setdefault(check.id, []).append((entry, check))
    return CriterionFigures(
        id=scores[0].id,
        title=scores[0].title,
        possible=scores[0].possible,
        mean=_mean(scores),
        full=sum(each.earned == each.possible for each in points),
        counted=len(points),
        checks=tuple(map(_check, checks.values())),
    )


def _check(found: Sequence[tuple[_Entry, CheckScore]]) -> CheckFigures:
    scores = [check for _, check in found]
    failures = [
        Failure(entry.submission.student, check.assessed - check.passed, check.assessed)
        for entry, check in found
        if _is_failed(entry, check)
    ]
    return CheckFigures(
        id=scores[0].id,
        title=scores[0].title,
        possible=scores[0].possible,
        mean=_mean(scores),
        full=sum(score.earned == score.possible for score in scores),
        counted=sum(score.earned is not None for score in scores),
        failures=tuple(sorted(failures, key=lambda each: -each.cases)),
    )


def _mean(scores: Sequence[CheckScore] | Sequence[CriterionScore]) -> float | None:
    earned = [score.earned for score in scores if score.earned is not None]
    return _round(statistics.fmean(earned)) if earned else None


def _causes(judged: Iterable[_Entry]) -> tuple[CauseFigures, ...]:
    students: dict[tuple[str, ...], list[str]] = {}
    messages: dict[tuple[str, ...], str] = {}
    for entry in judged:
        for cause in entry.report.causes:
            students.setdefault(cause.ids, []).append(entry.submission.student)
            messages.setdefault(cause.ids, cause.message)
    found = (CauseFigures(ids, messages[ids], tuple(who)) for ids, who in students.items())
    return tuple(sorted(found, key=lambda cause: (-len(cause.students), cause.ids)))


def _concerns(entries: Iterable[_Entry], similar: Iterable[SimilarPrograms]) -> tuple[Concern, ...]:
    found = [each for entry in entries for each in concerns(entry.report, entry.submission)]
    for group in similar:
        found += [
            Concern(Reason.SIMILAR, student, group.cases, _others(group, student), group.case)
            for student in group.students
        ]
    order = list(Reason)
    return tuple(sorted(found, key=lambda each: (order.index(each.reason), -each.cases)))


def _others(group: SimilarPrograms, student: str) -> str:
    return ", ".join(other for other in group.students if other != student)


def _unplayed(entry: _Entry) -> Iterable[Unplayed]:
    if entry.standing is not Standing.NOT_PLAYED:
        return ()
    return (
        Unplayed(entry.submission.student, problem.code, problem.message, problem.lines)
        for problem in entry.submission.problems
    )


def _slowest(played: dict[str, Report]) -> tuple[SlowProgram, ...]:
    found = []
    for student, report in played.items():
        longest = max(report.cases, key=lambda case: case.seconds)
        seconds = sum(case.seconds for case in report.cases)
        found.append(SlowProgram(student, round(seconds, 3), longest.id, longest.seconds))
    return tuple(sorted(found, key=lambda each: -each.seconds)[:_SLOWEST])


def _round(points: float) -> float:
    return round(points, 2)
