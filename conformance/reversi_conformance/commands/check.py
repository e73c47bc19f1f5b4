"""`check`: one submission against the golden transcripts, and its score sheet."""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from reversi_conformance.commands import inputs, output
from reversi_conformance.commands.progress import Progress
from reversi_conformance.reports import FORMATS, renderer

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.report import Report
    from reversi_conformance.sessions.command import Command
    from reversi_conformance.transcript import Case

CONFORMS: Final = 0
FINDINGS: Final = 1
INTERRUPTED: Final = 130


def _all_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@click.command(context_settings={"allow_interspersed_args": False})
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", help="…")
@click.option("-o", "--output", "path", type=click.Path(path_type=Path), help="…")
@inputs.ASSIGNMENT
@click.option("--case", "ids", metavar="ID", multiple=True, help="…")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="…")
@click.argument("arguments", metavar="PROGRAM [ARG]…", nargs=-1, required=True)
def check(  # noqa: PLR0913 - one parameter for each option
    form: str,
    path: Path | None,
    assignment: str,
    ids: Sequence[str],
    jobs: int | None,
    arguments: Sequence[str],
) -> int:
    """Judge one program and print its score sheet."""
    chosen = inputs.assignment(assignment)
    cases = inputs.cases(chosen, ids)
    command = inputs.program(arguments)
    output.refuse_impossible(path)
    report = _judge(command, cases, chosen, jobs or _all_cores())
    output.write(_render(report, form, path), path)
    if not report.complete:
        return INTERRUPTED
    return CONFORMS if report.conforms else FINDINGS


def _judge(
    command: "Command", cases: Sequence["Case"], assignment: "Assignment", jobs: int
) -> "Report":
    from reversi_conformance.report import Confinement, make_report
    from reversi_conformance.runner import run_cases
    from reversi_conformance.sessions import CannotStartError
    from reversi_conformance.sessions.waiting import ways

    try:
        with Progress(len(cases), "cases judged") as progress:
            runs = run_cases(
                command, cases, assignment, jobs=jobs, on_run=lambda run: progress.step(run.case.id)
            )
    except CannotStartError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None
    return make_report(
        _as_text(command.shown),
        assignment,
        cases,
        runs,
        sandbox=Confinement("limits", verified=False),
        waiting=ways(),
    )


def _as_text(name: str) -> str:
    """The name of a file may hold bytes that are no text."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _render(report: "Report", form: str, path: Path | None) -> str:
    if form == "text" and path is None and sys.stdout.isatty():
        from reversi_conformance.reports import text

        coloured = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return text.render(report, width=shutil.get_terminal_size().columns, coloured=coloured)
    return renderer(form)(report)
