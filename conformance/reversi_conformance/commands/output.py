"""Where a command's result goes: standard output, or a file that is whole or not there at all.

Creates the file that is asked for, by way of `.<name>.<process id>.partial` beside it.
"""

import contextlib
import os
import sys
from pathlib import Path

import click

from reversi_conformance.commands.inputs import CouldNotJudgeError


def refuse_impossible(path: Path | None) -> None:
    """Say before any work is done that a file cannot be written. Raises `click.UsageError`."""
    if path is None:
        return
    if path.is_dir():
        raise click.UsageError(f"{str(path)!r} is a folder: name a file for the output")
    if not path.parent.is_dir():
        raise click.UsageError(f"there is no folder {str(path.parent)!r}: create it first")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise click.UsageError(f"{str(path)!r} may not be written")


def write(text: str, path: Path | None) -> None:
    """Write to standard output, or to the file of this path.

    Raises `CouldNotJudgeError` where the file cannot be written.
    """
    if path is None:
        say(text)
        return
    try:
        _write_whole(text, path)
    except OSError as error:
        raise CouldNotJudgeError(f"{str(path)!r} was not written: {error.strerror}") from None


def _write_whole(text: str, path: Path) -> None:
    if path.exists() and not path.is_file():
        # A device or a pipe is written to, not replaced.
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    target = path.resolve()
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        partial.write_text(text, encoding="utf-8", newline="\n")
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def say(text: str) -> None:
    """Write to standard output; colours only reach a terminal that wants them.

    Who reads standard output may go away early: no error.
    """
    try:
        click.echo(text, nl=False, color=None if colours() else False)
        sys.stdout.flush()
    except BrokenPipeError:
        # Keeps the interpreter from flushing, at its exit, to a reader that has gone.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def colours() -> bool:
    """Return whether standard output is a terminal that wants colours."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()
