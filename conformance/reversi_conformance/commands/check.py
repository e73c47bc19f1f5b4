"""`check`: one submission against the golden transcripts, and its score sheet."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from reversi_conformance.commands import inputs, output
from reversi_conformance.commands.progress import Progress
from reversi_conformance.escaping import as_text

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.observation import Confinement
    from reversi_conformance.report import Report
    from reversi_conformance.sessions.command import Command
    from reversi_conformance.transcript import Case

CONFORMS: Final = 0
FINDINGS: Final = 1
INTERRUPTED: Final = 130


@click.command(context_settings={"allow_interspersed_args": False})
@output.FORMAT
@output.OUTPUT
@inputs.ASSIGNMENT
@click.option(
    "--case",
    "ids",
    metavar="ID",
    multiple=True,
    help="Run this case alone; may be given again. 'reversi-conformance show' lists them.",
)
@inputs.HIDDEN
@inputs.feedback(
    "What is told of hidden games: all, the first line that differs without the moves, which"
    " checks they lose, or nothing but whether they conform."
)
@inputs.JOBS
@inputs.SANDBOX
@inputs.REQUIRE_SANDBOX
@click.argument("arguments", metavar="PROGRAM [ARG]...", nargs=-1, required=True)
def check(
    *,
    form: str,
    path: Path | None,
    assignment: str,
    ids: Sequence[str],
    hidden_folder: Path | None,
    feedback: str | None,
    jobs: int | None,
    sandbox: str,
    is_sandbox_required: bool,
    arguments: Sequence[str],
) -> int:
    """Judge one program and print its score sheet.

    PROGRAM is a file, a folder or a command; what stands behind it is handed to it. It is played
    through every golden game on a terminal of its own, as a person would play it, and each
    deviation is shown where it first happens, with what was typed until then.

    \b
    reversi-conformance check reversi.py
    reversi-conformance check --case py-4-X-sample -- java -cp out Reversi
    reversi-conformance check --format json -o report.json submission/

    The exit status is 0 where everything conforms, 1 where there are findings, 2 for a wrong option
    or a program that is not there, 3 where nothing could be judged, and 130 after Ctrl-C, which
    reports the cases that were judged by then.
    """
    chosen = inputs.assignment(assignment)
    told = inputs.told(feedback, hidden_folder)
    cases = inputs.cases(chosen, ids)
    hidden = inputs.hidden_cases(chosen, hidden_folder, cases)
    command = inputs.program(arguments)
    output.refuse_impossible(path)
    confinement = inputs.confinement(sandbox, is_required=is_sandbox_required)
    options = () if assignment == inputs.DEFAULT_ASSIGNMENT else ("--assignment", assignment)
    report = _judge(
        command,
        Games(cases, hidden, told),
        chosen,
        jobs or inputs.all_cores(),
        options,
        confinement,
    )
    output.write(output.render(report, form, path), path, form)
    if not report.complete:
        return INTERRUPTED
    return CONFORMS if report.conforms else FINDINGS


class Games(NamedTuple):
    """What is played, and what is told of it."""

    public: Sequence["Case"]
    hidden: Sequence["Case"]
    feedback: str

    def named(self, case: "Case") -> str:
        """Return what a case is called while it is played."""
        return case.id if case in self.public else "a hidden game"


def _judge(
    command: "Command",
    games: Games,
    assignment: "Assignment",
    jobs: int,
    options: Sequence[str],
    confinement: "Confinement",
) -> "Report":
    from reversi_conformance.feedback import conceal
    from reversi_conformance.judging import judge_program
    from reversi_conformance.sessions import CannotStartError

    cases = (*games.public, *games.hidden)
    try:
        with Progress(len(cases), "cases judged") as progress:
            report = judge_program(
                command,
                cases,
                assignment,
                confinement=confinement,
                jobs=jobs,
                on_run=lambda run: progress.step(games.named(run.case)),
                shown=as_text(command.shown),
                hidden={case.id for case in games.hidden},
                options=[as_text(option) for option in options],
            )
    except CannotStartError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None
    return conceal(report, games.feedback)
