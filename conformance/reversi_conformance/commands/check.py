"""`check`: one submission against the golden transcripts, and its score sheet."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from reversi_conformance.commands import completions, inputs, output, playing, programs, watching
from reversi_conformance.commands.progress import Progress
from reversi_conformance.escaping import as_text
from reversi_conformance.language import mark, say

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.classroom.grading import Setting
    from reversi_conformance.classroom.own import Own
    from reversi_conformance.observation import Confinement
    from reversi_conformance.report import Report
    from reversi_conformance.run import Run
    from reversi_conformance.sessions.command import Command
    from reversi_conformance.transcript import Case

CONFORMS: Final = 0
FINDINGS: Final = 1
NOT_JUDGED: Final = 3
INTERRUPTED: Final = 130


@click.command(context_settings={"allow_interspersed_args": False})
@output.FORMAT
@output.OUTPUT
@inputs.ASSIGNMENT
@click.option(
    "--case",
    "ids",
    metavar="ID|FILE.txt",
    multiple=True,
    shell_complete=completions.cases_or_files,
    help="Run this case alone: one that 'reversi-conformance show' lists, or a transcript file; may"
    " be given again.",
)
@inputs.HIDDEN
@inputs.feedback(
    mark(
        "What is told of hidden games: all, the first line that differs without the moves, which"
        " checks they lose, or nothing but whether they conform.  [default: check-names]"
    )
)
@inputs.RECIPES
@inputs.NODE_MODULES
@playing.PLAY
@playing.PACE
@click.option(
    "--watch",
    "is_watched",
    is_flag=True,
    help="Check again whenever a file of the submission is saved, and show what got better or"
    " worse. Ctrl-C ends it, with the exit status of the last check.",
)
@inputs.THREE_A_CORE
@inputs.SANDBOX
@inputs.REQUIRE_SANDBOX
@inputs.TERMINAL
@click.argument(
    "arguments", metavar="[PROGRAM [ARG]...]", nargs=-1, shell_complete=completions.files
)
def check(
    *,
    form: str,
    path: Path | None,
    assignment: str,
    ids: Sequence[str],
    hidden_folder: Path | None,
    feedback: str | None,
    recipe_file: Path | None,
    packages: Path | None,
    is_played: bool,
    seconds: float,
    is_watched: bool,
    jobs: int | None,
    sandbox: str,
    is_sandbox_required: bool,
    wanted_terminal: str | None,
    arguments: Sequence[str],
) -> int:
    """Judge one program and print its score sheet.

    PROGRAM is a folder, an archive, a file or a command; what stands behind it is handed to it. In
    a folder, which is the current one if none is named, the program is found as 'grade' finds it,
    and built in a copy where it has to be; the sheet says which file was taken, and why. It is
    played through every golden game on a terminal of its own, as a person would play it, and each
    deviation is shown where it first happens, with what was typed until then.

    \b
    reversi-conformance check
    reversi-conformance check --watch
    reversi-conformance check reversi.py
    reversi-conformance check --case py-4-X-sample --play
    reversi-conformance check --case my-game.txt reversi.py
    reversi-conformance check -- java -cp out Reversi
    reversi-conformance check --format json -o report.json submission/

    The exit status is 0 where everything conforms, 1 where there are findings, 2 for a wrong option
    or a program that is not there, 3 where nothing could be judged, and 130 after Ctrl-C, which
    reports the cases that were judged by then.
    """
    _refuse_contradictions(form, path, is_played=is_played, is_watched=is_watched)
    chosen = inputs.assignment(assignment)
    told = inputs.told(feedback, hidden_folder)
    cases, files = inputs.cases_and_files(chosen, ids)
    hidden = inputs.hidden_cases(chosen, hidden_folder, cases)
    program = inputs.program_or_folder(arguments, recipe_file)
    output.refuse_impossible(path)
    terminal = inputs.terminal(wanted_terminal)
    task = Task(
        Games(cases, hidden, told, files),
        chosen,
        jobs or inputs.three_a_core(),
        repeated_options(assignment, recipe_file, packages, wanted_terminal),
        inputs.confinement(sandbox, is_required=is_sandbox_required, terminal=terminal),
        recipe_file,
        packages,
        terminal,
    )

    def show(report: "Report") -> int:
        output.write(output.render(report, form, path), path, form)
        return _status(report)

    if not is_watched:
        report = _judge(program, task)
        status = show(report)
        if is_played:
            _play(report, seconds)
        return status
    watched = _watched(program, task.confinement)

    def judge() -> "Report":
        return _judge(inputs.program_or_folder(arguments, recipe_file), task)

    return watching.watch(watched, judge, show)


def _refuse_contradictions(
    form: str, path: Path | None, *, is_played: bool, is_watched: bool
) -> None:
    if is_played and is_watched:
        raise click.UsageError(say("--play and --watch: choose one of them"))
    if (is_played or is_watched) and form != "text" and path is None:
        option = "--play" if is_played else "--watch"
        raise click.UsageError(
            say(
                "{option}: with --format {form} name a file, with -o FILE", option=option, form=form
            )
        )


def _play(report: "Report", seconds: float) -> None:
    """Replay the first session that did not conform."""
    from reversi_conformance.reports.replay import scenes

    case = next((case for case in report.cases if case.transcript), None)
    if case is None:
        click.echo(say("--play: no session went wrong that could be replayed"), err=True)
        return
    output.say("\n")
    playing.play(scenes(case, width=playing.width(), coloured=output.colours()), seconds)


def _watched(program: "Command | Own", confinement: "Confinement") -> watching.Watched:
    from reversi_conformance.sessions.command import Command

    if not isinstance(program, Command):
        folder = program.path if program.path.is_dir() else program.path.parent
        return watching.Watched(folder, is_ours_alone=True)
    if program.submission is None:
        raise click.UsageError(
            say("--watch: the command names no file or folder that could be watched")
        )
    return watching.Watched(program.submission, is_ours_alone=confinement.verified)


class Games(NamedTuple):
    """What is played, and what is told of it."""

    public: Sequence["Case"]
    hidden: Sequence["Case"]
    feedback: str
    files: Mapping[str, str]
    """By the id of a public game the transcript file that was named for it."""

    def named(self, case: "Case") -> str:
        """Return what a case is called while it is played."""
        return case.id if case in self.public else say("a hidden game")


class Task(NamedTuple):
    """What is to be done with a program, whichever it is."""

    games: Games
    assignment: "Assignment"
    jobs: int
    options: Sequence[str]
    """What to type besides the program and a case to do it again."""
    confinement: "Confinement"
    recipe_file: Path | None
    packages: Path | None
    terminal: str
    """On what the program is played."""


def repeated_options(
    assignment: str,
    recipe_file: Path | None,
    packages: Path | None,
    terminal: str | None = None,
) -> tuple[str, ...]:
    """Return the options that choose what is played, to be typed again."""
    given = {
        "--assignment": None if assignment == inputs.DEFAULT_ASSIGNMENT else assignment,
        "--recipes": recipe_file,
        "--node-modules": packages,
        "--terminal": terminal,
    }
    pairs = ((name, str(value)) for name, value in given.items() if value is not None)
    return tuple(itertools.chain.from_iterable(pairs))


def _judge(program: "Command | Own", task: Task) -> "Report":
    from reversi_conformance.sessions import CannotStartError
    from reversi_conformance.sessions.command import Command

    games = task.games
    try:
        with Progress(len(games.public) + len(games.hidden), say("cases judged")) as progress:

            def step(run: "Run") -> None:
                progress.step(games.named(run.case))

            if isinstance(program, Command):
                report = _judge_command(program, task, step)
            else:
                report = _judge_own(program, task, step)
    except CannotStartError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None
    from reversi_conformance.feedback import conceal

    return conceal(_with_files(report, games.files), games.feedback)


def _with_files(report: "Report", files: Mapping[str, str]) -> "Report":
    """The report with the names of the files from which cases come, as they are typed again."""
    import msgspec

    cases = (
        msgspec.structs.replace(case, file=as_text(files.get(case.id, ""))) for case in report.cases
    )
    return msgspec.structs.replace(report, cases=tuple(cases))


def _judge_command(command: "Command", task: Task, on_run: "Callable[[Run], None]") -> "Report":
    from reversi_conformance.judging import judge_program

    programs.refuse_recipes(task.recipe_file, task.packages)
    games = task.games
    return judge_program(
        command._replace(terminal=task.terminal),
        (*games.public, *games.hidden),
        task.assignment,
        confinement=task.confinement,
        jobs=task.jobs,
        on_run=on_run,
        shown=as_text(command.shown),
        hidden={case.id for case in games.hidden},
        options=[as_text(option) for option in task.options],
    )


def _judge_own(own: "Own", task: Task, on_run: "Callable[[Run], None]") -> "Report":
    from reversi_conformance.classroom.own import NoProgramError, judge

    try:
        return judge(
            own,
            _setting(task),
            jobs=task.jobs,
            on_run=on_run,
            options=[as_text(option) for option in task.options],
        )
    except NoProgramError as error:
        raise programs.what_to_type(error, own) from None


def _setting(task: Task) -> "Setting":
    from reversi_conformance.classroom.grading import Setting

    games = task.games
    return Setting(
        assignment=task.assignment,
        cases=(*games.public, *games.hidden),
        hidden=frozenset(case.id for case in games.hidden),
        confinement=task.confinement,
        recipes=inputs.recipes(task.recipe_file),
        packages=task.packages and task.packages.absolute(),
        terminal=task.terminal,
    )


def _status(report: "Report") -> int:
    if not report.complete:
        return INTERRUPTED
    if report.submission is not None and not report.cases:
        return FINDINGS if report.submission.is_judged else NOT_JUDGED
    return CONFORMS if report.conforms else FINDINGS
