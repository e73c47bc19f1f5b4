"""The report as `results.json` of a Gradescope autograder.

Documented at gradescope-autograders.readthedocs.io, "Specifications". Points that are no mark are
left out altogether: without a score Gradescope says that the autograder failed, and gives nobody
nought. All text has the format `text`, which Gradescope escapes.
"""

from typing import TypeAlias

from reversi_conformance.report import Report
from reversi_conformance.reports import json, outcomes, text
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.reports.outcomes import Outcome, Status

Json: TypeAlias = dict[str, object]


def render(report: Report) -> str:
    """Return the JSON, indented by two."""
    whole: Json = {"output": _output(report), "output_format": "text", "visibility": "visible"}
    if outcomes.no_mark(report):
        return json.write({**whole, "tests": []})
    tests = [_test(each) for each in outcomes.outcomes(report)]
    return json.write({"score": report.total.earned, **whole, "tests": tests})


def _output(report: Report) -> str:
    return "\n".join((*next_step(report).lines, "", text.head(report)))


def _test(outcome: Outcome) -> Json:
    test: Json = {
        "name": f"{outcome.id}: {outcome.title}",
        "output": outcome.details or outcome.message,
        "output_format": "text",
        "visibility": "visible",
        "tags": [outcome.criterion],
        "extra_data": {"id": outcome.id},
    }
    if outcome.status is Status.SKIPPED:
        return test
    return {
        **test,
        "score": outcome.earned,
        "max_score": outcome.possible,
        "status": outcome.status.value,
    }
