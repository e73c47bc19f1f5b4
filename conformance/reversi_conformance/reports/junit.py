"""The report as JUnit XML, which GitLab, Jenkins and other CI read.

One suite for each criterion and one test case for each check: `classname` is the criterion's id and
`name` the check's, so that no two are called the same (GitLab drops the second in silence). What
cannot be judged is an error, which CI tells from a failure. Written by `junitparser`.
"""

import io
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from reversi_conformance.escaping import inert
from reversi_conformance.language import say
from reversi_conformance.report import Report
from reversi_conformance.reports import outcomes, text
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.reports.outcomes import Outcome, Status

_NAME: Final = "reversi-conformance"
_INDENT: Final = re.compile(r"^\t+", re.MULTILINE)
"""Of a program's tabs none is left in what is written, and no tab is safe to print."""
_SUBMISSION: Final = "submission"
"""The suite of what concerns no check alone."""


def render(report: Report) -> str:
    """Return the XML, indented; the declaration says UTF-8."""
    document = JUnitXml(_NAME)
    found = outcomes.outcomes(report)
    for criterion, rows in groupby(found, key=lambda outcome: outcome.criterion):
        document.add_testsuite(_suite(report, criterion, list(rows)))
    document.add_testsuite(_submission(report))
    document.update_statistics()  # type: ignore[no-untyped-call]
    written = io.BytesIO()
    document.write(written, pretty=True)
    return inert(_INDENT.sub(_blanks, written.getvalue().decode()))


def _blanks(tabs: re.Match[str]) -> str:
    return "  " * len(tabs[0])


def _suite(report: Report, criterion: str, rows: Sequence[Outcome]) -> TestSuite:
    suite = TestSuite(f"{_NAME}.{criterion}")
    counted = [row for row in rows if row.earned is not None]
    if counted and not outcomes.no_mark(report):
        suite.add_property("points", f"{sum(row.earned or 0 for row in counted):g}")
        suite.add_property("possible", f"{sum(row.possible for row in counted):g}")
    suite.add_testcases([_case(report, row) for row in rows])
    return suite


def _submission(report: Report) -> TestSuite:
    """What concerns no check alone, and what to do next."""
    suite = TestSuite(f"{_NAME}.{_SUBMISSION}")
    case = TestCase("judged", classname=_SUBMISSION)
    unjudged = outcomes.no_mark(report) if report.capture is None else ""
    trouble = say("; ").join(filter(None, (unjudged, *outcomes.problems(report))))
    said = "\n".join((*next_step(report).lines, "", text.head(report)))
    if trouble:
        error = Error(trouble, "submission")
        error.text = said
        case.result = [error]
    else:
        case.system_out = said
    suite.add_testcase(case)
    return suite


def _case(report: Report, outcome: Outcome) -> TestCase:
    case = TestCase(outcome.id, classname=outcome.criterion)
    unplayed = outcomes.unplayed(report)
    if unplayed or outcome.status is Status.SKIPPED:
        case.result = [Skipped(unplayed or outcome.message)]
    elif outcome.status is Status.FAILED:
        failure = Failure(outcome.message, outcome.id)
        failure.text = outcome.details or f"{outcome.message}\n"
        case.result = [failure]
    else:
        case.system_out = f"{outcome.title}\n{outcome.message}\n"
    return case
