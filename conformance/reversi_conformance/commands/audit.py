"""`audit`: known mistakes against a suite: whether each is found, and where it is."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from reversi_conformance.commands import completions, inputs, output
from reversi_conformance.commands.progress import Progress
from reversi_conformance.language import mark, say

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.audit.catalogue import Mistake

SOUND: Final = 0
UNSOUND: Final = 1
INTERRUPTED: Final = 130


@click.command()
@inputs.ASSIGNMENT
@click.option(
    "--case",
    "ids",
    metavar="ID",
    multiple=True,
    shell_complete=completions.cases,
    help="Play this case alone; may be given again.",
)
@click.option(
    "--suite",
    "suite",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of transcripts instead of the assignment's own.",
)
@click.option(
    "--catalogue",
    "folder",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of mistakes instead of the one that is shipped.",
)
@click.option(
    "--pairs",
    "count",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play N random pairs of mistakes instead, both in one program.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Another number draws other pairs.",
)
@inputs.PROGRAMS
@click.option(
    "--format",
    "form",
    type=inputs.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="text is a matrix to read, json all of it.",
)
@output.OUTPUT
@click.argument("names", metavar="[MISTAKE]...", nargs=-1)
def audit(
    *,
    assignment: str,
    ids: Sequence[str],
    suite: Path | None,
    folder: Path | None,
    count: int | None,
    seed: int,
    jobs: int | None,
    form: str,
    path: Path | None,
    names: Sequence[str],
) -> int:
    """Play known mistakes through a suite and see which it finds.

    For whoever maintains a suite or an assignment file. Each program of the catalogue is wrong in
    one respect and is played through every case. A mistake is detected where every check loses
    points that must, and attributed where no other one does, but for those that may. A manner
    that the assignment leaves open must lose nothing. Named mistakes or manners are played alone.
    A pair must lose what each of its two mistakes must, and nothing that neither may.

    \b
    reversi-conformance audit
    reversi-conformance audit --suite hidden/ --assignment my-course.toml
    reversi-conformance audit flips-miss-west draw-goes-to-black
    reversi-conformance audit --pairs 200 --seed 7

    The exit status is 0 where every mistake is detected and attributed and no manner loses
    anything, 1 where not, 2 for a wrong option, 3 where nothing could be played, and 130 after
    Ctrl-C, which shows the programs that were played by then.
    """
    from reversi_conformance.audit import catalogue
    from reversi_conformance.audit.playing import play
    from reversi_conformance.audit.renderings import FORMATS
    from reversi_conformance.sessions import CannotStartError

    chosen = inputs.assignment(assignment)
    cases = inputs.cases(chosen, ids, suite)
    place = folder or catalogue.home()
    mistakes, manners = _programs(place, names, chosen)
    if count is not None:
        mistakes, manners = _pairs(place, mistakes, count, seed), []
    output.refuse_impossible(path)
    try:
        with Progress(len(mistakes) + len(manners), "programs played") as progress:
            matrix = play(
                mistakes,
                manners,
                cases,
                chosen,
                jobs=jobs or inputs.all_cores(),
                on_program=progress.step,
            )
    except CannotStartError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None
    output.write(FORMATS[form](matrix), path)
    if not matrix.is_complete:
        return INTERRUPTED
    return SOUND if matrix.is_sound else UNSOUND


def _programs(
    place: Path, names: Sequence[str], assignment: "Assignment"
) -> tuple[list["Mistake"], list["Mistake"]]:
    """The mistakes and the manners of these names, or all that the assignment can show."""
    from reversi_conformance.audit import catalogue

    try:
        every = catalogue.load(place), catalogue.load_latitude(place)
    except (catalogue.CatalogueError, OSError) as error:
        raise inputs.CouldNotJudgeError(say("{place}: {error}", place=place, error=error)) from None
    inputs.refuse_unknown(
        mark("no mistake is called {name!r}; {hint}"),
        names,
        [each.id for part in every for each in part],
    )
    mistakes, manners = ([each for each in part if each.id in names or not names] for part in every)
    if not (mistakes or manners):
        raise inputs.CouldNotJudgeError(
            say("{place}: no mistake.toml is in the folders there", place=place)
        )
    return [each for each in mistakes if catalogue.shows_in(each, assignment)], manners


def _pairs(place: Path, mistakes: "list[Mistake]", count: int, seed: int) -> "list[Mistake]":
    from reversi_conformance.audit import catalogue, pairs

    bases = {name: catalogue.read_base(place, name) for name in {m.base for m in mistakes} if name}
    return pairs.draw(mistakes, bases, count, seed)
