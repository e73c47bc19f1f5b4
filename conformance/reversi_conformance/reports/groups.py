"""The findings of a report, put together by what they are: one group for each code of a check.

Knows what belongs together and which place shows it best; not how it is drawn.
"""

from collections.abc import Iterable

import msgspec

from reversi_conformance.findings import FindingKind
from reversi_conformance.report import Report, ReportedCase, ReportedCause, ReportedFinding
from reversi_conformance.rubric import CheckScore


class Group(msgspec.Struct, frozen=True):
    """What is one mistake to a reader: the same code of the same check, over all cases."""

    case: ReportedCase
    """The case in which it is seen best: the smallest board, the fewest answers."""
    finding: ReportedFinding
    where: tuple[str, ...]
    """The ids of the cases in which it shows."""

    @property
    def cases(self) -> int:
        """In how many cases it shows."""
        return len(self.where)


def faults(report: Report, check: CheckScore) -> tuple[Group, ...]:
    """Return what costs a check, the most frequent first."""
    return _grouped(
        (case, finding)
        for case, finding in _all(report)
        if finding.kind == FindingKind.FAULT.value and finding.check == check.id
    )


def followers(report: Report, cause: ReportedCause) -> tuple[Group, ...]:
    """Return what follows from a likely cause and costs nothing more, the most frequent first."""
    return _grouped(
        (case, finding) for case, finding in _all(report) if finding.follows == cause.ids[0]
    )


def unscored(report: Report) -> tuple[Group, ...]:
    """Return what costs nothing, whatever its check: latitude, advice, and faults of no check.

    Faults of checks that the assignment does not have are among it; what follows from a cause that
    the report names is not.
    """
    scored = {check.id for criterion in report.criteria for check in criterion.checks}
    named = {cause.ids[0] for cause in report.causes}
    return _grouped(
        (case, msgspec.structs.replace(finding, check=""))
        for case, finding in _all(report)
        if (finding.kind != FindingKind.FAULT.value or finding.check not in scored)
        and finding.follows not in named
    )


def _all(report: Report) -> Iterable[tuple[ReportedCase, ReportedFinding]]:
    return ((case, finding) for case in report.cases for finding in case.findings)


def _grouped(found: Iterable[tuple[ReportedCase, ReportedFinding]]) -> tuple[Group, ...]:
    places: dict[tuple[str, ...], list[tuple[ReportedCase, ReportedFinding]]] = {}
    for case, finding in found:
        what = (finding.check, finding.code, finding.kind, finding.follows)
        places.setdefault(what, []).append((case, finding))
    groups = (
        Group(*min(place, key=_effort), tuple(dict.fromkeys(case.id for case, _ in place)))
        for place in places.values()
    )
    return tuple(sorted(groups, key=lambda group: -group.cases))


def _effort(place: tuple[ReportedCase, ReportedFinding]) -> tuple[int, ...]:
    """How much a reader has to look at, and to type, to see it; what can be typed comes first."""
    case, finding = place
    lines = max(len(finding.expected), len(finding.observed))
    return int(case.is_concealed), lines, len(finding.answers), len(case.transcript), len(case.id)
