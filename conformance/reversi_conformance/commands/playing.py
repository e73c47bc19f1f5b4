"""Shows the scenes of a session one after the other, at a pace that can be followed.

On a terminal alone: in a pipe or a file they are there at once.
"""

import shutil
import sys
import time
from collections.abc import Iterable

import click

from reversi_conformance.commands import output

PLAY = click.option(
    "--play",
    "is_played",
    is_flag=True,
    help="Replay the game turn by turn, beside the one that should have been played.",
)
PACE = click.option(
    "--pace",
    "seconds",
    metavar="SECONDS",
    type=click.FloatRange(min=0, max=60),
    default=1.0,
    show_default=True,
    help="How long --play shows a turn before the next one, on a terminal.",
)


def width() -> int:
    """Return the cells of a line of the terminal, or of a page where there is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 80


def play(scenes: Iterable[str], seconds: float) -> None:
    """Show scenes; Ctrl-C ends it."""
    rest = seconds if sys.stdout.isatty() else 0
    try:
        for number, scene in enumerate(scenes):
            time.sleep(rest if number else 0)
            output.say(scene)
    except KeyboardInterrupt:
        click.echo()
