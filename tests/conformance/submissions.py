"""Checks whole programs through the golden suites, as `reversi-conformance check` does."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from reversi_conformance import corpus, runner
from reversi_conformance.assignment import Assignment, load
from reversi_conformance.observation import Confinement
from reversi_conformance.report import Report, make_report
from reversi_conformance.sessions import PTY, waiting
from reversi_conformance.sessions.command import resolve
from reversi_conformance.transcript import Case


@cache
def suite(name: str) -> tuple[Assignment, tuple[Case, ...]]:
    """A shipped assignment and its golden transcripts."""
    assignment = load(name)
    return assignment, corpus.load_suite(assignment)


def check(
    arguments: Sequence[str],
    folder: Path,
    assignment_name: str,
    *case_ids: str,
    sandbox: str = "limits",
    terminal: str = PTY,
) -> Report:
    """The report about a program on these cases of an assignment, or on all of them."""
    assignment, cases = suite(assignment_name)
    cases = corpus.choose_cases(cases, case_ids)
    command = resolve(arguments, folder)._replace(terminal=terminal)
    runs, _ = runner.run_cases(
        command, cases, assignment, jobs=jobs(), on_run=lambda _: None, sandbox=sandbox
    )
    return make_report(
        command.shown,
        assignment,
        cases,
        runs,
        sandbox=Confinement(sandbox, verified=False),
        waiting=waiting.ways(),
        terminal=terminal,
    )


def lost_checks(report: Report) -> set[str]:
    """The ids of the checks that did not earn all their points."""
    return {
        check.id
        for criterion in report.criteria
        for check in criterion.checks
        if check.earned is not None and check.earned < check.possible
    }


def faults(report: Report) -> list[str]:
    """Every fault as one line, to read in a failing test."""
    return [
        f"{case.id}: {finding.check}: {finding.code}: {finding.message}"
        for case in report.cases
        for finding in case.findings
        if finding.kind == "fault"
    ]


def jobs() -> int:
    """How many sessions may run side by side in one process of the tests."""
    # Several test processes share the machine's cores already.
    shared = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    return max(1, len(os.sched_getaffinity(0)) // shared)
