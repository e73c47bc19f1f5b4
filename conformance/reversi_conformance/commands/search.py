"""`search`: a suite of golden transcripts found anew, as strong as the one that is shipped."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from pathlib import Path

import click

from reversi_conformance.commands import inputs, output
from reversi_conformance.commands.progress import Progress


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
def search(*, assignment: str, seed: int | None, folder: Path) -> int:
    """Search games that show every rule, and record them.

    The games are as many and as hard as those that are shipped, and nobody has seen them: a hidden
    suite for marking. The same seed gives the same games. This takes minutes.

    \b
    reversi-conformance search --seed 7 -o hidden/
    reversi-conformance search --assignment typescript --seed 7 -o hidden-ts/

    The exit status is 0, or 2 for a wrong option, or 3 where no game was found or written.
    """
    from reversi_conformance.search.pursuit import UnfulfilledWishError
    from reversi_conformance.search.suite import DEFAULT_SEED, wishes_for, write_suite

    chosen = inputs.assignment(assignment)
    try:
        with Progress(len(wishes_for(chosen)), "games found") as progress:
            paths = write_suite(
                chosen, folder, DEFAULT_SEED if seed is None else seed, progress.step
            )
    except UnfulfilledWishError as error:
        raise inputs.CouldNotJudgeError(str(error.args[0])) from None
    except OSError as error:
        raise inputs.CouldNotJudgeError(f"{error.filename}: {error.strerror}") from None
    output.say(f"{folder}: {len(paths)} transcripts\n")
    return 0
