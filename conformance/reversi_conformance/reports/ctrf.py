"""The report in the Common Test Report Format (CTRF) 1.0, JSON.

Documented at ctrf.io; the schema is `schema/ctrf.schema.json` of ctrf-io/ctrf. The record knows how
long sessions took and not when: a run starts at 0 and stops after what all its sessions took, one
after the other. A check has no time of its own.
"""

import uuid
from typing import Final, TypeAlias

from reversi_conformance.language import say
from reversi_conformance.report import Report
from reversi_conformance.reports import json, outcomes, text
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.reports.outcomes import Outcome
from reversi_conformance.reports.visible import plain

Json: TypeAlias = dict[str, object]
_NAMESPACE: Final = uuid.uuid5(uuid.NAMESPACE_URL, "urn:reversi-conformance:check")
"""In which a check's id becomes the UUID that the format asks for, the same for ever."""
_MILLISECONDS: Final = 1000


def render(report: Report) -> str:
    """Return the JSON, indented by two."""
    tests = [_test(report, each) for each in outcomes.outcomes(report)]
    tests += _of_the_whole(report)
    counts = {
        status: sum(test["status"] == status for test in tests)
        for status in ("passed", "failed", "skipped", "pending", "other")
    }
    stop = round(sum(case.seconds for case in report.cases) * _MILLISECONDS)
    summary = {"tests": len(tests), **counts, "start": 0, "stop": stop}
    return json.write(
        {
            "reportFormat": "CTRF",
            "specVersion": "1.0.0",
            "generatedBy": "reversi-conformance",
            "results": {
                "tool": {"name": "reversi-conformance", "version": plain(report.version)},
                "summary": summary,
                "tests": tests,
                "extra": _extra(report),
            },
        }
    )


def _extra(report: Report) -> Json:
    reason = outcomes.no_mark(report)
    points = {"points": report.total.earned, "possible": report.total.possible}
    return {
        **({"noMark": reason} if reason else points),
        "next": list(next_step(report).lines),
        "head": text.head(report).splitlines(),
    }


def _test(report: Report, outcome: Outcome) -> Json:
    is_unplayed = bool(outcomes.unplayed(report))
    test: Json = {
        "id": str(uuid.uuid5(_NAMESPACE, outcome.id)),
        "name": outcome.id,
        "status": "skipped" if is_unplayed else outcome.status.value,
        "duration": 0,
        "suite": [outcome.criterion],
        "message": outcome.message,
        "extra": {
            "title": outcome.title,
            "points": None if is_unplayed else outcome.earned,
            "possible": outcome.possible,
        },
    }
    return {**test, "trace": outcome.details} if outcome.details else test


def _of_the_whole(report: Report) -> list[Json]:
    """A test that says why there is no mark, or why nothing was played."""
    problem = say("; ").join(outcomes.problems(report))
    message = outcomes.no_mark(report) or problem or outcomes.unplayed(report)
    if not message:
        return []
    return [
        {
            "id": str(uuid.uuid5(_NAMESPACE, "submission")),
            "name": "submission",
            "status": "failed" if problem else "other",
            "duration": 0,
            "message": message,
        }
    ]
