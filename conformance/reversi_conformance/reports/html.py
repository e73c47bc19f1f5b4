"""The report as one page for a browser: the sheet, what is wrong, and each session to be replayed.

The page needs nothing beside it. What stands in it is chosen here; how it looks is `pages`, whose
words are in `pages/en.toml`. Whatever a program printed or is called is made visible here
(`visible`) and escaped when it is put in (`page`).
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

import msgspec

from reversi_conformance.report import Report, ReportedCase, ReportedFinding
from reversi_conformance.reports import exhibits, groups, phrases
from reversi_conformance.reports.exhibits import Exhibit
from reversi_conformance.reports.groups import Group
from reversi_conformance.reports.page import PACKAGE, data, render_page, sentences
from reversi_conformance.reports.playback import playback
from reversi_conformance.reports.traits import trait_rows
from reversi_conformance.reports.visible import cut, plain
from reversi_conformance.rubric import CheckScore

_LONGEST_LINE: Final = 160
_MOST_TYPED: Final = 60
_CJK: Final = ("一", "鿿")

Numbers: TypeAlias = dict[str, int]
"""The numbers of the cases that do not conform, by their ids: their places on the page."""


class ShownFinding(msgspec.Struct, frozen=True):
    """One finding of one case."""

    message: str
    check: str
    turn: int
    times: int
    is_fault: bool
    exhibit: Exhibit | None
    """What shows it; None where nothing does."""


class ShownCase(msgspec.Struct, frozen=True):
    """One case that does not conform."""

    number: int
    """Its place on the page."""
    id: str
    ending: str
    status: int | None
    is_concealed: bool
    has_session: bool
    lost: tuple[str, ...]
    """The checks that lose it."""
    findings: tuple[ShownFinding, ...]
    notes: tuple[str, ...]
    again: str
    """What to type to see it again; empty where nothing does."""


class ShownGroup(msgspec.Struct, frozen=True):
    """One mistake, over all cases, and the one that shows it best."""

    finding: ShownFinding
    cases: int
    typed: tuple[str, ...]
    """The answers that lead to it."""
    case: str
    is_concealed: bool
    again: str
    where: tuple[tuple[str, int | None], ...]
    """The cases in which it shows, with their places on the page."""


class ShownCause(msgspec.Struct, frozen=True):
    """A likely cause and what follows from it."""

    message: str
    check: str
    cases: int
    followers: tuple[ShownGroup, ...]


class ShownCheck(msgspec.Struct, frozen=True):
    """A check that lost points."""

    score: CheckScore
    causes: tuple[ShownCause, ...]
    groups: tuple[ShownGroup, ...]


class ShownNote(msgspec.Struct, frozen=True):
    """Something that costs nothing."""

    message: str
    cases: int
    is_advice: bool
    reason: str
    """Why it costs nothing although elsewhere it does, by its name among the words; or empty."""


def render(report: Report) -> str:
    """Return the page."""
    wrong = [case for case in report.cases if not case.conforms]
    numbers = {case.id: number for number, case in enumerate(wrong, 1)}
    checks = tuple(_checks(report, numbers))
    session_data = msgspec.to_builtins(playback(wrong))
    values = {
        "report": report,
        "checks": checks,
        "places": {check.score.id: place for place, check in enumerate(checks, 1)},
        "notes": tuple(_notes(report)),
        "cases": tuple(_case(report, each, numbers) for each in wrong),
        "conforming": tuple(plain(case.id) for case in report.cases if case.conforms),
        "traits": trait_rows(report),
        "circumstances": tuple(phrases.in_force(report)),
        "named": phrases.named,
        "choice_of": phrases.choice_of,
        "points": phrases.points,
        "plain": plain,
        "line": _line,
        "is_chinese": _is_chinese,
        "sessions": data({**session_data, "text": sentences(PACKAGE)["replay"]}),
    }
    return render_page("report.html", values, styles=("report.css",), scripts=("report.js",))


def _line(text: str) -> str:
    return cut(text, _LONGEST_LINE)


def _is_chinese(text: str) -> bool:
    """Whether a handout's sentence is to be read aloud in Chinese."""
    return any(_CJK[0] <= sign <= _CJK[1] for sign in text)


def _checks(report: Report, numbers: Numbers) -> Iterator[ShownCheck]:
    """The checks that lost something, in the order of the sheet."""
    for check in (each for criterion in report.criteria for each in criterion.checks):
        found = groups.faults(report, check)
        if found:
            yield ShownCheck(
                check,
                tuple(_causes(report, check, numbers)),
                tuple(_group(report, each, numbers) for each in found),
            )


def _causes(report: Report, check: CheckScore, numbers: Numbers) -> Iterator[ShownCause]:
    for cause in report.causes:
        if cause.check == check.id:
            found = groups.followers(report, cause)
            followers = tuple(_group(report, each, numbers) for each in found)
            yield ShownCause(phrases.named(cause.message), check.id, cause.cases, followers)


def _group(report: Report, group: Group, numbers: Numbers) -> ShownGroup:
    return ShownGroup(
        finding=_finding(group.case, group.finding),
        cases=group.cases,
        typed=tuple(cut(answer, _MOST_TYPED) for answer in group.finding.answers),
        case=plain(group.case.id),
        is_concealed=group.case.is_concealed,
        again=_again(report, group.case),
        where=tuple((plain(each), numbers.get(each)) for each in group.where),
    )


def _case(report: Report, case: ReportedCase, numbers: Numbers) -> ShownCase:
    counted = [each for each in case.findings if _is_deviation(each)]
    return ShownCase(
        number=numbers[case.id],
        id=plain(case.id),
        ending=plain(case.ending),
        status=case.status,
        is_concealed=case.is_concealed,
        has_session=bool(case.transcript),
        lost=tuple(dict.fromkeys(each.check for each in counted if each.kind == "fault")),
        findings=tuple(
            _finding(case, each) for each in sorted(counted, key=lambda each: each.turn)
        ),
        notes=tuple(
            phrases.named(each.message) for each in case.findings if not _is_deviation(each)
        ),
        again=_again(report, case),
    )


def _is_deviation(finding: ReportedFinding) -> bool:
    return finding.kind == "fault" or bool(finding.follows)


def _finding(case: ReportedCase, finding: ReportedFinding) -> ShownFinding:
    return ShownFinding(
        message=phrases.named(finding.message),
        check=finding.check,
        turn=finding.turn,
        times=finding.times,
        is_fault=finding.kind == "fault",
        exhibit=exhibits.of(case, finding),
    )


def _again(report: Report, case: ReportedCase) -> str:
    if report.capture is not None or case.is_concealed:
        return ""
    return phrases.again(report, case)


def _notes(report: Report) -> Iterator[ShownNote]:
    paid = {
        group.finding.code
        for criterion in report.criteria
        for check in criterion.checks
        for group in groups.faults(report, check)
    }
    for group in groups.unscored(report):
        finding = group.finding
        reason = "hidden" if finding.follows else "paid" if finding.code in paid else ""
        yield ShownNote(
            phrases.named(finding.message), group.cases, finding.kind == "advice", reason
        )
