"""`exhaust`: every game on the smallest board, and a statement of what that shows."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from reversi_conformance.commands import completions, inputs, output, playing, programs
from reversi_conformance.commands.check import CONFORMS, FINDINGS, INTERRUPTED, repeated_options
from reversi_conformance.commands.progress import Progress
from reversi_conformance.escaping import as_text
from reversi_conformance.language import mark, say

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment, Criterion
    from reversi_conformance.observation import Confinement
    from reversi_conformance.search.exhaustion import Exhaustion
    from reversi_conformance.search.tree import Tree
    from reversi_conformance.sessions.command import Command

SIZE: Final = 4
"""The smallest board: of the next one there are more games than anybody could play."""


@click.command(context_settings={"allow_interspersed_args": False})
@inputs.ASSIGNMENT
@click.option(
    "--computer",
    "side",
    metavar="SIDE",
    help="Play only the games in which the computer has this side, as it is typed: X or O.",
)
@click.option(
    "--only",
    "criteria",
    metavar="CRITERION",
    multiple=True,
    help="Count mistakes of this criterion alone, such as rules or strategy; may be given again.",
)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    default=Path(),
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the transcript of the game that goes wrong.  [default: the current one]",
)
@inputs.RECIPES
@inputs.NODE_MODULES
@inputs.TWO_A_CORE
@inputs.SANDBOX
@inputs.REQUIRE_SANDBOX
@click.argument(
    "arguments", metavar="[PROGRAM [ARG]...]", nargs=-1, shell_complete=completions.files
)
def exhaust(
    *,
    assignment: str,
    side: str | None,
    criteria: Sequence[str],
    folder: Path,
    recipe_file: Path | None,
    packages: Path | None,
    jobs: int | None,
    sandbox: str,
    is_sandbox_required: bool,
    arguments: Sequence[str],
) -> int:
    """Play every game that there is on a board of size 4.

    Each line of legal moves is played to its end, for both colours of the computer, and in each
    position an illegal square of each kind is entered in a game of its own: occupied, isolated,
    outflanking nothing, off the board. Where all of them are right, that is shown for this size,
    and it is said what it rests on. Where one is not, the shortest of these is told, and its
    transcript is written, with which 'check --case FILE' plays it again. PROGRAM is what 'check'
    takes.

    \b
    reversi-conformance exhaust -- python3 reversi.py
    reversi-conformance exhaust --only rules --only strategy reversi.py
    reversi-conformance exhaust --computer X -o games/ submission/

    There are about three thousand games: a minute for a Python program on two cores. The exit
    status is 0 where all are right, 1 where one is not, 2 for a wrong option or a program that is
    not there, 3 where nothing could be judged, and 130 after Ctrl-C.
    """
    chosen = inputs.assignment(assignment)
    programme = _Programme(chosen, _criteria(chosen, criteria), _tree(chosen, side))
    program = inputs.program_or_folder(arguments, recipe_file)
    confinement = inputs.confinement(sandbox, is_required=is_sandbox_required)
    with programs.ready(program, chosen, confinement, recipe_file, packages) as command:
        found = _play(programme, command, confinement, jobs or inputs.two_a_core())
    shown = as_text(program.shown)
    options = repeated_options(assignment, recipe_file, packages)
    text = _statement(found, programme, confinement, shown, options, folder)
    output.say(text)
    if found.is_interrupted:
        return INTERRUPTED
    return CONFORMS if found.failing is None else FINDINGS


class _Programme(NamedTuple):
    """What is played, and what counts."""

    assignment: "Assignment"
    criteria: Sequence["Criterion"]
    """Those of which mistakes count."""
    tree: "Tree"


def _criteria(assignment: "Assignment", names: Sequence[str]) -> Sequence["Criterion"]:
    judged = [criterion for criterion in assignment.criteria if criterion.checks]
    inputs.refuse_unknown(
        mark("no criterion is called {name!r}; {hint}"),
        names,
        [criterion.id for criterion in judged],
    )
    return [criterion for criterion in judged if not names or criterion.id in names]


def _tree(assignment: "Assignment", side: str | None) -> "Tree":
    from reversi_conformance.search.tree import grow
    from reversi_conformance.signs import exchange
    from reversi_engine import Disc

    if assignment.sizes.minimum > SIZE:
        least = assignment.sizes.minimum
        raise click.UsageError(
            say("no board of this assignment is smaller than {least}: too many games", least=least)
        )
    sides = {exchange(disc.value, assignment.signs): disc for disc in Disc}
    if side is None:
        return grow(SIZE)
    inputs.refuse_unknown(mark("no side is called {name!r}; {hint}"), [side], [*sides])
    return grow(SIZE, [sides[side]])


def _play(
    programme: _Programme, command: "Command", confinement: "Confinement", processes: int
) -> "Exhaustion":
    from reversi_conformance.search import exhaustion
    from reversi_conformance.sessions import CannotStartError

    assignment, criteria, tree = programme
    checks = frozenset(check.id for criterion in criteria for check in criterion.checks)
    try:
        with Progress(len(tree.games), say("games played")) as progress:
            return exhaustion.exhaust(
                exhaustion.Player(command, assignment, confinement.kind, checks),
                tree,
                processes=processes,
                on_games=lambda games: progress.step("", games),
            )
    except CannotStartError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None


def _statement(
    found: "Exhaustion",
    programme: _Programme,
    confinement: "Confinement",
    program: str,
    options: Sequence[str],
    folder: Path,
) -> str:
    from reversi_conformance.report import make_report
    from reversi_conformance.search import counterexample, statement
    from reversi_conformance.sessions.waiting import ways
    from reversi_conformance.signs import exchange

    case, again = None, ""
    if found.failing is not None:
        run, assignment = found.failing, programme.assignment
        again = counterexample.again(output.write_game(run.case, folder), options, program)
        [case] = make_report(
            program, assignment, [run.case], [run], sandbox=confinement, waiting=ways()
        ).cases
    return statement.render(
        found,
        program,
        sides=[exchange(each.value, programme.assignment.signs) for each in found.tree.computers],
        criteria=[criterion.id for criterion in programme.criteria],
        failing=case,
        again=again,
        width=playing.width(),
        coloured=output.colours(),
    )
