"""The report as GitLab code quality, JSON, which merge requests show.

Documented at docs.gitlab.com, "Code Quality", "Code Quality report format". One entry for each
mistake. Its fingerprint comes of the check, the finding's permanent code and the file alone: it
stays the same while the mistake is there, however many games show it, so that a merge request says
what is new and what is mended.
"""

import hashlib
from collections.abc import Iterator
from typing import TypeAlias

from reversi_conformance.report import Report
from reversi_conformance.reports import json, outcomes
from reversi_conformance.reports.groups import Group
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.reports.visible import plain

Json: TypeAlias = dict[str, object]


def render(report: Report) -> str:
    """Return the JSON, indented by two: a list, empty where nothing costs anything."""
    return json.write(list(_entries(report)))


def _entries(report: Report) -> Iterator[Json]:
    reason = outcomes.no_mark(report)
    if reason and report.capture is None:
        message = " ".join(next_step(report).lines)
        yield _entry(report, "not-judged", ("not-judged",), message, "info")
    for number, message in enumerate(outcomes.problems(report)):
        code = ("problem", str(number))
        yield _entry(report, "submission", code, message, "blocker")
    for check, group in outcomes.mistakes(report):
        code = (group.finding.code, group.finding.follows)
        yield _entry(report, plain(check.id), code, outcomes.mistake(group), _severity(group))


def _entry(report: Report, check: str, code: tuple[str, ...], message: str, severity: str) -> Json:
    path = outcomes.source(report)
    what = "\0".join((check, *code, path))
    return {
        "description": message,
        "check_name": check,
        "fingerprint": hashlib.sha256(what.encode("utf-8", "backslashreplace")).hexdigest(),
        "severity": severity,
        "location": {"path": path, "lines": {"begin": 1}},
    }


def _severity(group: Group) -> str:
    if group.finding.code.startswith("stopped."):
        return "critical"
    return "minor" if group.finding.check.startswith("printing.") else "major"
