"""A report in the language in force, whatever language it was made in.

The record keeps codes and parameters beside its sentences: they are put into words again, and
nothing else changes. What has no code that this version knows keeps its words, and so does what a
tool or a program said. Pure: knows no file and no format.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from reversi_conformance import feedback
from reversi_conformance.captures.remarks import Remark
from reversi_conformance.cause_messages import cause_sentence
from reversi_conformance.causes import Cause, Part
from reversi_conformance.findings import Finding, FindingKind
from reversi_conformance.messages import sentence
from reversi_conformance.problem_messages import retold_submission
from reversi_conformance.report import (
    Report,
    ReportedCase,
    ReportedCause,
    ReportedFinding,
    ReportedRemark,
    spoken,
    told,
)
from reversi_conformance.sightings import Sighting
from reversi_conformance.signs import USUAL, Signs, exchange

_ONLY_OF_THE_COMPUTER: Final = frozenset({"counts", "ties", "choice"})
_COMPUTER: Final = "computer"


def retold(report: Report) -> Report:
    """Return the report with all that is said in it in the language in force."""
    if report.language == spoken():
        return report
    signs = report.signs or USUAL
    capture = report.capture
    if capture is not None:
        capture = replace(capture, remarks=tuple(map(_remark, capture.remarks)))
    return replace(
        report,
        language=spoken(),
        cases=tuple(_case(case, signs) for case in report.cases),
        causes=tuple(_cause(cause, signs) for cause in report.causes),
        seen=tuple(map(_seen, report.seen)),
        capture=capture,
        submission=report.submission and retold_submission(report.submission),
    )


def _case(case: ReportedCase, signs: Signs) -> ReportedCase:
    return replace(case, findings=tuple(_finding(each, signs) for each in case.findings))


def _finding(finding: ReportedFinding, signs: Signs) -> ReportedFinding:
    if finding.code == feedback.LOST:
        return replace(finding, message=feedback.lost())

    def again() -> str:
        # Exchanged twice, the signs are the usual ones again, in which all sentences are made.
        params = {key: told(value, signs) for key, value in finding.params.items()}
        meant = Finding(
            finding.check, finding.code, FindingKind(finding.kind), finding.turn, (), params
        )
        return exchange(sentence(meant), signs)

    return replace(finding, message=_said(again, finding.message))


def _cause(cause: ReportedCause, signs: Signs) -> ReportedCause:
    return replace(
        cause, message=_said(lambda: exchange(_sentence(cause.ids), signs), cause.message)
    )


def _sentence(ids: tuple[str, ...]) -> str:
    parts = []
    variants = set()
    for each in ids:
        name, _, scope = each.partition("@")
        component, _, variant = name.partition(".")
        variants.add(variant)
        # Of what only the computer does the id does not say so.
        goes_without_saying = component in _ONLY_OF_THE_COMPUTER and not scope
        is_of_computer = any(other.endswith(f"@{_COMPUTER}") for other in ids)
        parts.append(
            Part(component, _COMPUTER if goes_without_saying and is_of_computer else scope)
        )
    [variant] = variants
    return cause_sentence(Cause(variant, tuple(parts)))


def _seen(remark: ReportedRemark) -> ReportedRemark:
    return replace(
        remark, message=_said(Sighting(remark.code, remark.params).sentence, remark.message)
    )


def _remark(remark: ReportedRemark) -> ReportedRemark:
    return replace(
        remark, message=_said(Remark(remark.code, remark.params).sentence, remark.message)
    )


def _said(again: Callable[[], str], former: str) -> str:
    """The sentence, or the former one where a record holds what no sentence can be made of."""
    try:
        return again()
    except (LookupError, ValueError, TypeError):
        return former
