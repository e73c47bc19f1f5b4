"""How much a report tells of the games of a hidden suite.

A pure function of the report: points stay as they are; of hidden games only that is left which the
teaching assistant lets the student see. What is concealed is not in the report at all.
"""

from collections.abc import Collection, Iterator
from typing import Final

from msgspec.structs import replace

from reversi_conformance.findings import FindingKind
from reversi_conformance.language import say
from reversi_conformance.report import Report, ReportedCase, ReportedFinding

FULL: Final = "full"
FIRST_DIFFERENCE: Final = "first-difference"
CHECK_NAMES: Final = "check-names"
NOTHING: Final = "nothing"
FEEDBACK: Final = (FULL, FIRST_DIFFERENCE, CHECK_NAMES, NOTHING)
"""From all that is known to the least.

full: hidden games are shown like public ones. first-difference: of each one its first fault, what
should stand there and what stands there, but not the moves that lead to it. check-names: the checks
that hidden games lose, and in how many of them. nothing: that there are hidden games, and which of
them conform; the points alone tell more.
"""

_HIDDEN: Final = "hidden"
"""What a finding follows from that follows from a concealed cause."""
LOST: Final = "hidden.lost"
"""The code of what is left of the faults in hidden games."""


def conceal(report: Report, feedback: str) -> Report:
    """Return the report with no more of its hidden cases than the feedback allows.

    A cause that they alone give away is concealed as well.
    """
    numbers = {each: number for number, each in enumerate(sorted(_hidden(report)), 1)}
    if feedback == FULL or not numbers:
        return report
    causes = tuple(cause for cause in report.causes if cause.is_public)
    named = {cause.ids[0] for cause in causes}
    return replace(
        report,
        cases=tuple(
            _concealed(case, numbers[case.id], feedback)
            if case.is_hidden
            else _without_causes(case, named)
            for case in report.cases
        ),
        causes=causes,
        variations=tuple(each for each in report.variations if each.case not in numbers),
    )


def _hidden(report: Report) -> Iterator[str]:
    return (case.id for case in report.cases if case.is_hidden)


def _concealed(case: ReportedCase, number: int, feedback: str) -> ReportedCase:
    faults = [finding for finding in case.findings if finding.kind == FindingKind.FAULT.value]
    if feedback == FIRST_DIFFERENCE:
        shown = tuple(map(_without_answers, sorted(faults, key=lambda fault: fault.turn)[:1]))
    elif feedback == NOTHING:
        shown = ()
    else:
        shown = tuple(_lost(check) for check in sorted({fault.check for fault in faults}))
    return replace(
        case,
        id=f"hidden-{number}",
        is_concealed=True,
        findings=shown,
        transcript="",
        expected="",
        status=None,
    )


def _without_causes(case: ReportedCase, named: Collection[str]) -> ReportedCase:
    """A public case without the ids of causes that are not named."""
    findings = (
        replace(each, follows=_HIDDEN) if each.follows and each.follows not in named else each
        for each in case.findings
    )
    return replace(case, findings=tuple(findings))


def _without_answers(finding: ReportedFinding) -> ReportedFinding:
    return replace(finding, answers=())


def lost() -> str:
    """Return what is said of a check that hidden games lose."""
    return say("a hidden game loses this check")


def _lost(check: str) -> ReportedFinding:
    return ReportedFinding(
        check=check,
        code=LOST,
        kind=FindingKind.FAULT.value,
        turn=0,
        times=1,
        answers=(),
        params={},
        message=lost(),
        expected=(),
        observed=(),
    )
