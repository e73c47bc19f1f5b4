"""Has a program judged again whenever a file of it changes, until Ctrl-C.

The files are looked at four times a second. The kernel would tell of changes sooner, but not of
those on network drives, in folders shared with a container or on the Windows side of WSL, where
many students keep their files; and a submission has few of them. How an editor writes does not
matter, into the file or into another one that takes its place: what counts is that the files are
others, and that they have stayed so from one look to the next.
"""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from reversi_conformance.commands import output
from reversi_conformance.escaping import harmless
from reversi_conformance.language import say

if TYPE_CHECKING:
    from reversi_conformance.report import Report

INTERRUPTED: Final = 130
_SECONDS_BETWEEN_LOOKS: Final = 0.25


class Watched(NamedTuple):
    """The files that are looked at."""

    folder: Path
    is_ours_alone: bool
    """The program cannot write there: what changes while it is judged was changed by a person."""


def watch(
    watched: Watched,
    judge: "Callable[[], Report]",
    show: "Callable[[Report], int]",
) -> int:
    """Judge and show whenever a file changes; return, after Ctrl-C, what `show` returned last.

    What keeps a program from being judged, such as a file that is not there just now, is told and
    waited for as well.
    """
    from reversi_conformance.sessions.folder import state

    status = INTERRUPTED
    last: Report | None = None
    try:
        while True:
            seen = state(watched.folder)
            try:
                report = judge()
            except click.ClickException as error:
                status = error.exit_code
                _tell(harmless(error.format_message()))
            else:
                if not report.complete:
                    return status
                status = show(report)
                if last is not None:
                    _tell(_changes(last, report))
                last = report
            if not watched.is_ours_alone:
                seen = state(watched.folder)
            _tell(
                harmless(
                    say(
                        "watching {folder}: save a file to check again, Ctrl-C ends",
                        folder=watched.folder,
                    )
                )
            )
            wait_for_change(watched.folder, seen)
    except KeyboardInterrupt:
        return status


def wait_for_change(folder: Path, seen: int, pause: Callable[[], None] | None = None) -> None:
    """Return as soon as the files of a folder are others than those seen, and stay so for a look.

    `seen` is their `sessions.folder.state`. `pause` lets time pass between two looks.
    """
    from reversi_conformance.sessions.folder import state

    last = seen
    while True:
        found = state(folder)
        if found == last != seen:
            return
        last = found
        (pause or _pause)()


def _pause() -> None:
    time.sleep(_SECONDS_BETWEEN_LOOKS)


def _changes(before: "Report", after: "Report") -> str:
    from reversi_conformance.reports import changes

    width = shutil.get_terminal_size().columns
    return changes.render(before, after, width=width, coloured=output.colours(sys.stderr))


def _tell(text: str) -> None:
    click.echo(text, err=True, color=None if output.colours(sys.stderr) else False)
