"""The checks of a report as other systems know them: one test each, passed, failed or skipped.

A test is a check and not a game: one mistake is one failing test, however many games show it. Knows
what a test is called and what is said of it; not how any format writes it. All text is safe to be
shown (`visible`); a format escapes what it obeys itself.
"""

import enum
from collections.abc import Iterator
from typing import Final

import msgspec

from reversi_conformance.language import mark, say
from reversi_conformance.report import Report
from reversi_conformance.reports import groups, phrases, text
from reversi_conformance.reports.groups import Group
from reversi_conformance.reports.visible import cut, plain
from reversi_conformance.rubric import CheckScore, CriterionScore

BY_HAND: Final = mark("a person marks it")
_MOST_DETAILS: Final = 20_000
"""Characters of what is said of one check: all thirteen stay below the megabyte of PrairieLearn."""
_LONGEST_TITLE: Final = 300


class Status(enum.Enum):
    """What became of a check."""

    PASSED = "passed"
    """Every game that came to it was right."""
    FAILED = "failed"
    SKIPPED = "skipped"
    """Nothing was assessed, and nothing is counted."""


class Outcome(msgspec.Struct, frozen=True):
    """One check, or a part that a person marks."""

    id: str
    """The check's permanent id, such as "rules.flips"; or the criterion's, which has no check."""
    title: str
    criterion: str
    """The id of the criterion that it belongs to."""
    handout: str
    """The sentence that it enforces; "" for a part that a person marks."""
    status: Status
    earned: float | None
    """None where nothing is counted, now or ever."""
    possible: float
    message: str
    """One line: what became of it and why."""
    details: str
    """The lines of the score sheet about it, where it failed."""


def outcomes(report: Report) -> tuple[Outcome, ...]:
    """Return the outcomes in the order of the sheet."""
    return tuple(
        outcome
        for criterion in report.criteria
        for outcome in (
            (_outcome(report, criterion, check) for check in criterion.checks)
            if criterion.checks
            else (_by_hand(criterion),)
        )
    )


def mistakes(report: Report) -> Iterator[tuple[CheckScore, Group]]:
    """Yield each mistake once, with the check that pays for it: what costs most first."""
    checks = [check for criterion in report.criteria for check in criterion.checks]
    for check in sorted(checks, key=_lost, reverse=True):
        for group in groups.faults(report, check):
            yield check, group


def no_mark(report: Report) -> str:
    """Return why the points of a report are no mark of a submission; "" where they are one."""
    if report.submission is not None and not report.submission.is_judged:
        ours = next(each for each in report.submission.problems if each.is_ours)
        return say("it could not be judged: {why}", why=phrases.named(ours.message))
    if report.capture is not None:
        return say("it is one captured session, and no check of a program")
    if not report.complete:
        return say(
            "it was interrupted: {n} of {all} cases were judged",
            n=len(report.cases),
            all=report.chosen,
        )
    return ""


def unplayed(report: Report) -> str:
    """Return why no game was played; "" where one was.

    Then no check says anything, whatever it earns.
    """
    if report.cases:
        return ""
    return say("; ").join(problems(report)) or no_mark(report) or say("no game was played")


def problems(report: Report) -> tuple[str, ...]:
    """Return what is wrong with a submission besides its play, each in one line."""
    found = report.submission.problems if report.submission else ()
    return tuple(
        phrases.named(each.message) for each in found if not (each.is_ours or each.is_note)
    )


def source(report: Report) -> str:
    """Return the file that a finding is about, as far as it can be told; never empty.

    That is the entry of a submission, or else the last word of the command that looks like a file's
    name.
    """
    if report.submission is not None and report.submission.entry:
        return plain(report.submission.entry)
    words = [word.strip("'\"") for word in report.program.split()]
    files = [word for word in words if "." in word.strip("./") and not word.startswith("-")]
    return cut((files or words or ["?"])[-1].removeprefix("./") or "?", _LONGEST_TITLE)


def _lost(check: CheckScore) -> float:
    return check.possible - (check.possible if check.earned is None else check.earned)


def _by_hand(criterion: CriterionScore) -> Outcome:
    return Outcome(
        id=plain(criterion.id),
        title=cut(say(criterion.title), _LONGEST_TITLE),
        criterion=plain(criterion.id),
        handout="",
        status=Status.SKIPPED,
        earned=None,
        possible=criterion.possible,
        message=_with_points(f"{criterion.possible:g}", say(BY_HAND)),
        details="",
    )


def _outcome(report: Report, criterion: CriterionScore, check: CheckScore) -> Outcome:
    status = _status(check)
    return Outcome(
        id=plain(check.id),
        title=cut(say(check.title), _LONGEST_TITLE),
        criterion=plain(criterion.id),
        handout=plain(check.handout),
        status=status,
        earned=check.earned,
        possible=check.possible,
        message=_message(report, check, status),
        details=_cut(text.details(report, check)) if status is Status.FAILED else "",
    )


def _status(check: CheckScore) -> Status:
    if check.earned is None:
        return Status.SKIPPED
    is_right = check.assessed > 0 and check.passed == check.assessed
    return Status.PASSED if is_right else Status.FAILED


def _message(report: Report, check: CheckScore, status: Status) -> str:
    earned = phrases.points(check.earned, check.possible)
    if status is Status.SKIPPED:
        return plain(say(check.reason))
    if status is Status.PASSED:
        where = phrases.cases(check.assessed)
        return say("{points} points, right in {cases}", points=earned, cases=where)
    found = groups.faults(report, check)
    if not found:
        return _with_points(earned, plain(say(check.reason)))
    first = mistake(found[0])
    if len(found) > 1:
        first = say("{mistake}, and {n} more", mistake=first, n=len(found) - 1)
    return _with_points(earned, first)


def _with_points(points: str, what: str) -> str:
    return say("{points} points: {what}", points=points, what=what)


def mistake(group: Group) -> str:
    """Return a mistake in one line: what it is, and in how many cases it shows."""
    sentence, where = phrases.named(group.finding.message), phrases.cases(group.cases)
    return say("{sentence} ({cases})", sentence=sentence, cases=where)


def _cut(details: str) -> str:
    if len(details) <= _MOST_DETAILS:
        return details
    shown = details[:_MOST_DETAILS].rpartition("\n")[0]
    more = say("… (and {n} more characters)", n=len(details) - len(shown))
    return f"{shown}\n{more}\n"
