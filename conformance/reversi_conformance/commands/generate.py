"""`generate`: a suite of golden transcripts, as strong as the one that is shipped."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from reversi_conformance.commands import inputs, output
from reversi_conformance.commands.progress import Progress
from reversi_conformance.escaping import harmless
from reversi_conformance.language import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reversi_conformance.assignment import Assignment
    from reversi_conformance.audit.catalogue import Mistake
    from reversi_conformance.audit.matrix import Matrix
    from reversi_conformance.search.suite import Candidate, Caught

INTERRUPTED: Final = 130


@click.command()
@inputs.ASSIGNMENT
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Another number gives other games.  [default: the seed of the shipped transcripts]",
)
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the transcripts; it is created.",
)
@inputs.PROGRAMS
def generate(*, assignment: str, seed: int | None, folder: Path, jobs: int | None) -> int:
    """Generate a suite of games that show every rule.

    Games are searched that show what the assignment asks for. Then known mistakes are played
    through them, and the fewest games are kept that still catch every mistake. None of them is a
    game of the shipped suite: a hidden one for marking. The same seed gives the same games. This
    takes minutes. A mistake that fewer than two of these games catch is named: take another seed
    where that matters.

    \b
    reversi-conformance generate --seed 7 -o hidden/
    reversi-conformance generate --assignment typescript --seed 7 -o hidden-ts/

    The exit status is 0, or 2 for a wrong option, or 3 where no game was found or written, or 130
    after Ctrl-C, which writes nothing.
    """
    from reversi_conformance.search.generating import (
        barely_caught,
        played_mistakes,
        with_twins,
        write_suite,
    )
    from reversi_conformance.search.suite import DEFAULT_SEED

    chosen = inputs.assignment(assignment)
    number = DEFAULT_SEED if seed is None else seed
    programs = jobs or inputs.all_cores()
    candidates = _find(chosen, number)
    mistakes = played_mistakes(chosen)
    matrix = _try_out(candidates, mistakes, chosen, programs)
    caught: Caught = matrix.caught
    if matrix.is_complete and (barely := barely_caught(mistakes, caught)):
        twins = _find_twins(chosen, number, candidates)
        matrix = _try_out(twins, barely, chosen, programs)
        candidates, caught = with_twins(candidates, caught, twins, matrix)
    if not matrix.is_complete:
        return INTERRUPTED
    try:
        paths = write_suite(candidates, caught, chosen, folder, number)
    except OSError as error:
        raise inputs.CouldNotJudgeError(
            say("{filename}: {reason}", filename=error.filename, reason=error.strerror)
        ) from None
    for mistake in barely_caught(mistakes, caught):
        click.echo(
            harmless(say("caught by fewer than two of the games: {id}", id=mistake.id)), err=True
        )
    output.say(
        say(
            "{folder}: {n} transcripts, of {games} games found",
            folder=harmless(str(folder)),
            n=len(paths),
            games=len(candidates),
        )
        + "\n"
    )
    return 0


def _find(assignment: "Assignment", seed: int) -> "Sequence[Candidate]":
    from reversi_conformance.search.generating import published
    from reversi_conformance.search.pursuit import UnfulfilledWishError
    from reversi_conformance.search.suite import find_candidates, wishes_for
    from reversi_conformance.transcript import TranscriptError

    try:
        with Progress(len(wishes_for(assignment)), say("games found")) as progress:
            return find_candidates(assignment, seed, published(assignment, seed), progress.step)
    except (UnfulfilledWishError, TranscriptError) as error:
        raise inputs.CouldNotJudgeError(str(error.args[0])) from None


def _find_twins(
    assignment: "Assignment", seed: int, candidates: "Sequence[Candidate]"
) -> "Sequence[Candidate]":
    from reversi_conformance.search.generating import published
    from reversi_conformance.search.suite import find_twins

    with Progress(len(candidates), say("games looked at for others")) as progress:
        known = published(assignment, seed)
        return find_twins(assignment, seed, known, candidates, progress.step)


def _try_out(
    candidates: "Sequence[Candidate]",
    mistakes: "Sequence[Mistake]",
    assignment: "Assignment",
    jobs: int,
) -> "Matrix":
    from reversi_conformance.search.generating import try_out
    from reversi_conformance.sessions import CannotStartError

    try:
        with Progress(len(mistakes), say("programs played")) as progress:
            return try_out(candidates, mistakes, assignment, jobs=jobs, on_program=progress.step)
    except CannotStartError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None
