"""The report as TAP 14, the Test Anything Protocol.

Documented at testanything.org, "TAP 14 specification". One test point for each check; a failed one
has what the sheet says of it as YAML. A run that is no mark ends in `Bail out!`, so that nobody
takes it for a passed one.
"""

import json
from collections.abc import Iterator

from reversi_conformance.escaping import inert
from reversi_conformance.report import Report
from reversi_conformance.reports import outcomes
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.reports.outcomes import Outcome, Status


def render(report: Report) -> str:
    """Return the lines."""
    return inert("".join(f"{line}\n" for line in _lines(report)))


def _lines(report: Report) -> Iterator[str]:
    yield "TAP version 14"
    unplayed = outcomes.unplayed(report)
    played = () if unplayed else outcomes.outcomes(report)
    if played:
        yield f"1..{len(played)}"
    for line in next_step(report).lines:
        yield f"# {line}"
    for number, outcome in enumerate(played, 1):
        yield _point(number, outcome)
        if outcome.status is Status.FAILED:
            yield from _diagnosis(outcome)
    if reason := outcomes.no_mark(report) or unplayed:
        yield f"Bail out! {_escaped(reason)}"


def _point(number: int, outcome: Outcome) -> str:
    result = "not ok" if outcome.status is Status.FAILED else "ok"
    skip = f" # SKIP {_escaped(outcome.message)}" if outcome.status is Status.SKIPPED else ""
    return f"{result} {number} - {_escaped(f'{outcome.id}: {outcome.title}')}{skip}"


def _diagnosis(outcome: Outcome) -> Iterator[str]:
    """YAML, indented by two as TAP asks for; strings as JSON writes them, which YAML reads."""
    yield "  ---"
    yield f"  message: {json.dumps(outcome.message, ensure_ascii=False)}"
    yield f"  points: {outcome.earned:g}"
    yield f"  possible: {outcome.possible:g}"
    if outcome.details:
        yield "  details: |2"
        yield from (f"    {line}" if line else "" for line in outcome.details.splitlines())
    yield "  ..."


def _escaped(description: str) -> str:
    return description.replace("\\", "\\\\").replace("#", "\\#")
