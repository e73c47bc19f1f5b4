"""How a command's result is written, and where it goes: standard output, or a file that is whole or
not there at all.

Creates the file that is asked for, by way of `whole_files`.
"""

# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import contextlib
import os
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from reversi_conformance import language, whole_files
from reversi_conformance.commands.inputs import Choice, CouldNotJudgeError
from reversi_conformance.escaping import inert
from reversi_conformance.reports import FORMATS, OBEYED, renderer

if TYPE_CHECKING:
    from reversi_conformance.report import Report
    from reversi_conformance.reports.classroom50 import Identity
    from reversi_conformance.transcript import Case

FORMAT = click.option(
    "--format",
    "form",
    type=Choice(list(FORMATS)),
    metavar="NAME",
    default="text",
    show_default=True,
    help="text is a score sheet to read, json the whole record, html a page for a browser; other"
    " systems read markdown, junit, ctrf, tap, github, gitlab, gradescope, prairielearn,"
    " classroom50.",
)
OUTPUT = click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the report to FILE instead of standard output.",
)


def refuse_impossible(path: Path | None) -> None:
    """Say before any work is done that a file cannot be written. Raises `click.UsageError`."""
    if path is None:
        return
    try:
        if path.is_dir():
            raise click.UsageError(
                language.say("{path!r} is a folder: name a file for the output", path=str(path))
            )
        if not path.parent.is_dir():
            raise click.UsageError(
                language.say(
                    "there is no folder {parent!r}: create it first", parent=str(path.parent)
                )
            )
        if not all(os.access(place, os.W_OK) for place in _changed_by_writing(path)):
            raise click.UsageError(language.say("{path!r} may not be written", path=str(path)))
    except OSError as error:
        raise click.UsageError(
            language.say(
                "{path!r} cannot be written: {reason}", path=str(path), reason=error.strerror
            )
        ) from None


def _changed_by_writing(path: Path) -> tuple[Path, ...]:
    if not path.exists():
        return (path.parent,)
    # A device is written to; a file is replaced, so that its folder changes as well.
    return (path, path.resolve().parent) if path.is_file() else (path,)


def render(report: "Report", form: str, path: Path | None) -> str:
    """Return the report in a format; text for a terminal is as wide as that and coloured."""
    if form == "text" and path is None and sys.stdout.isatty():
        from reversi_conformance.reports import text

        width = shutil.get_terminal_size().columns
        return text.render(report, width=width, coloured=colours())
    if form == "classroom50":
        from reversi_conformance.reports import classroom50

        return classroom50.render(report, _whose())
    return renderer(form)(report)


def _whose() -> "Identity":
    from reversi_conformance.reports import classroom50

    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        return classroom50.identity(os.environ, now)
    except classroom50.MissingVariablesError as error:
        raise CouldNotJudgeError(str(error)) from None


def write(text: str, path: Path | None, form: str = "text") -> None:
    """Write to standard output, or to the file of this path, what was made in a format.

    Raises `CouldNotJudgeError` where the file cannot be written.
    """
    if path is None:
        if form in OBEYED:
            _print(text, None)
        else:
            say(text)
        return
    try:
        whole_files.write(path, text)
    except OSError as error:
        raise CouldNotJudgeError(
            language.say(
                "{path!r} was not written: {reason}", path=str(path), reason=error.strerror
            )
        ) from None


def write_game(case: "Case", folder: Path) -> Path:
    """Write the golden transcript of a game into a folder, which is made; return its path.

    Raises `CouldNotJudgeError` where it cannot be written.
    """
    from reversi_conformance import corpus

    try:
        return corpus.write_case(folder, case)
    except OSError as error:
        raise CouldNotJudgeError(
            language.say(
                "{path!r} was not written: {reason}", path=error.filename, reason=error.strerror
            )
        ) from None


def say(text: str) -> None:
    """Write to standard output; colours only reach a terminal that wants them.

    Whatever else a terminal obeys has been escaped by whoever made the text.
    Who reads standard output may go away early: no error.
    """
    # Styles fall before it is made inert: a line may begin with one.
    shown = inert(text if colours() else click.unstyle(text))
    _print(shown, None if colours() else False)


def _print(text: str, color: bool | None) -> None:
    try:
        click.echo(text, nl=False, color=color)
        sys.stdout.flush()
    except BrokenPipeError:
        # Keeps the interpreter from flushing, at its exit, to a reader that has gone.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def colours(stream: TextIO | None = None) -> bool:
    """Return whether a stream, else standard output, is a terminal that wants colours."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and (stream or sys.stdout).isatty()
