"""The report as `results.json` of an external grader of PrairieLearn.

Documented at prairielearn.readthedocs.io, "External grading": the score is a share from 0 to 1,
and the file has at most a megabyte. What is no mark is `gradable: false`, which costs nobody an
attempt.
"""

from typing import Final, TypeAlias

from reversi_conformance.report import Report
from reversi_conformance.reports import json, outcomes, text
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.reports.outcomes import Outcome, Status

Json: TypeAlias = dict[str, object]
_MOST_OUTPUT: Final = 60_000
"""Characters of how the sheet begins, which the output shows."""


def render(report: Report) -> str:
    """Return the JSON, indented by two."""
    output = text.head(report)[:_MOST_OUTPUT]
    reason = outcomes.no_mark(report)
    if reason:
        return json.write({"gradable": False, "format_errors": [reason], "output": output})
    found = [each for each in outcomes.outcomes(report) if each.status is not Status.SKIPPED]
    return json.write(
        {
            "gradable": True,
            "score": _share(report),
            "message": "\n".join(next_step(report).lines),
            "output": output,
            "tests": [_test(each) for each in found],
        }
    )


def _share(report: Report) -> float:
    """The part of the points that are counted; nothing of nothing is nothing."""
    total = report.total
    return total.earned / total.possible if total.possible else 0.0


def _test(outcome: Outcome) -> Json:
    return {
        "name": f"{outcome.id}: {outcome.title}",
        "description": outcome.handout,
        "points": outcome.earned,
        "max_points": outcome.possible,
        "message": outcome.message,
        "output": outcome.details,
    }
