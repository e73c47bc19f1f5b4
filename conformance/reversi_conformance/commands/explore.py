"""`explore`: larger boards, searched for the shortest game in which a program differs."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from reversi_conformance.commands import completions, inputs, output, playing, programs
from reversi_conformance.commands.check import (
    CONFORMS,
    FINDINGS,
    INTERRUPTED,
    repeated_options,
)
from reversi_conformance.commands.progress import Status
from reversi_conformance.escaping import as_text
from reversi_conformance.language import say

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.observation import Confinement
    from reversi_conformance.run import Run
    from reversi_conformance.runner import Runs
    from reversi_conformance.search.explore import Outcome, Task
    from reversi_conformance.sessions.command import Command
    from reversi_conformance.transcript import Case

_LARGER: Final = 6
"""The smallest board that is searched unless another one is asked for."""


@click.command(context_settings={"allow_interspersed_args": False})
@inputs.ASSIGNMENT
@click.option(
    "--board",
    type=click.IntRange(min=4, max=26),
    metavar="N",
    help="Search boards of this size alone.  [default: all sizes from 6]",
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    metavar="M",
    default=2.0,
    show_default=True,
    help="How long to search; half a minute more goes to making a late find short.",
)
@click.option(
    "--seed",
    type=int,
    metavar="S",
    default=0,
    show_default=True,
    help="Another number gives other games.",
)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder for the transcript of a difference.  [default: the current one]",
)
@inputs.RECIPES
@inputs.NODE_MODULES
@inputs.ONE_A_CORE
@inputs.SANDBOX
@inputs.REQUIRE_SANDBOX
@click.argument(
    "arguments", metavar="[PROGRAM [ARG]...]", nargs=-1, shell_complete=completions.files
)
def explore(
    *,
    assignment: str,
    board: int | None,
    minutes: float,
    seed: int,
    folder: Path,
    recipe_file: Path | None,
    packages: Path | None,
    jobs: int | None,
    sandbox: str,
    is_sandbox_required: bool,
    arguments: Sequence[str],
) -> int:
    """Search for a difference that no golden game shows.

    Larger boards are played, and games that no golden game is like: long lines, far squares, many
    passes, rare ends. Where the program loses points in one of them, that game is made as short as
    it can be had, and its transcript is written, with the command that plays it again. Nothing
    found is no proof; it is said what was looked at. The same seed gives the same games. PROGRAM is
    what 'check' takes.

    \b
    reversi-conformance explore reversi.py
    reversi-conformance explore --board 14 --minutes 10 -- java -cp out Reversi

    It needs Hypothesis: pip install 'reversi-conformance[search]'.

    The exit status is 0 where no difference was found, 1 where one was, 2 for a wrong option or a
    program that is not there, 3 where nothing could be judged, and 130 after Ctrl-C before one was
    found.
    """
    _refuse_without_hypothesis()
    from reversi_conformance.search.account import Given, render

    chosen = inputs.assignment(assignment)
    boards = _boards(chosen, board)
    program = inputs.program_or_folder(arguments, recipe_file)
    confinement = inputs.confinement(sandbox, is_required=is_sandbox_required)
    suite = inputs.cases(chosen, ())
    task = _task(chosen, boards, board, suite, seed, minutes, jobs or inputs.all_cores())
    with programs.ready(program, chosen, confinement, recipe_file, packages) as command:
        outcome = _explore(command, task, confinement)
    if not outcome.coverage.games and not outcome.is_interrupted:
        raise inputs.CouldNotJudgeError(
            say("no game was played to its end in {minutes:g} minutes", minutes=minutes)
        )
    options = repeated_options(assignment, recipe_file, packages)
    given = Given(as_text(program.shown), [as_text(option) for option in options], seed, len(suite))
    found = outcome.difference
    path = output.write_game(found.counterexample.case, folder) if found else None
    output.say(render(outcome, given, path, width=playing.width(), coloured=output.colours()))
    if outcome.difference:
        return FINDINGS
    return INTERRUPTED if outcome.is_interrupted else CONFORMS


def _refuse_without_hypothesis() -> None:
    from importlib.util import find_spec

    if find_spec("hypothesis") is None:
        raise click.UsageError(
            say("explore needs Hypothesis: pip install 'reversi-conformance[search]'")
        )


def _boards(assignment: "Assignment", wanted: int | None) -> tuple[int, ...]:
    sizes = assignment.sizes
    every = tuple(range(sizes.minimum + sizes.minimum % 2, sizes.maximum + 1, 2))
    if wanted is None:
        return tuple(board for board in every if board >= _LARGER) or every
    if wanted not in every:
        shown = ", ".join(map(str, every))
        raise click.UsageError(
            say(
                "--board {wanted}: the sizes of {id} are {shown}",
                wanted=wanted,
                id=assignment.id,
                shown=shown,
            )
        )
    return (wanted,)


def _task(
    assignment: "Assignment",
    boards: Sequence[int],
    wanted: int | None,
    suite: Sequence["Case"],
    seed: int,
    minutes: float,
    jobs: int,
) -> "Task":
    from reversi_conformance.search.explore import Task

    sizes = assignment.sizes
    smaller = boards if wanted else (sizes.minimum, *boards)
    return Task(assignment, boards, smaller, suite, seed, minutes * 60, jobs)


def _explore(command: "Command", task: "Task", confinement: "Confinement") -> "Outcome":
    from reversi_conformance.runner import prepared, run_cases
    from reversi_conformance.search.explore import explore
    from reversi_conformance.sessions import CannotStartError

    try:
        with prepared(command, confinement.kind) as ready, Status() as status:

            def play(cases: Sequence["Case"], on_run: "Callable[[Run], None]") -> "Runs":
                return run_cases(
                    ready,
                    cases,
                    task.assignment,
                    jobs=task.at_a_time,
                    on_run=on_run,
                    sandbox=confinement.kind,
                )

            return explore(play, task, status.say)
    except CannotStartError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None
