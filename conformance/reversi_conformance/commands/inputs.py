"""What a command is given: an assignment, cases, a program. What cannot be is refused."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.sessions.command import Command
    from reversi_conformance.transcript import Case

DEFAULT_ASSIGNMENT = "python"
ASSIGNMENT = click.option(
    "--assignment",
    metavar="NAME|FILE.toml",
    default=DEFAULT_ASSIGNMENT,
    show_default=True,
    help="The assignment: python, typescript, or a file of your own.",
)


class CouldNotJudgeError(click.ClickException):
    """Neither the program's fault nor the caller's; nothing is said about the program."""

    exit_code = 3


def assignment(name: str) -> "Assignment":
    """Return the assignment of this name or file. Raises `click.UsageError`."""
    from reversi_conformance.assignment import AssignmentError, load

    try:
        return load(name)
    except AssignmentError as error:
        raise click.UsageError(str(error)) from None


def cases(chosen: "Assignment", ids: Sequence[str]) -> tuple["Case", ...]:
    """Return the cases of these ids, or all of the assignment.

    Raises `click.UsageError` for an id that there is not, `CouldNotJudgeError` where the golden
    transcripts cannot be read.
    """
    from reversi_conformance import corpus
    from reversi_conformance.transcript import TranscriptError

    try:
        return corpus.choose_cases(corpus.load_suite(chosen), ids)
    except corpus.UnknownCaseError as error:
        raise click.UsageError(str(error.args[0])) from None
    except TranscriptError as error:
        raise CouldNotJudgeError(str(error)) from None


def hidden_cases(
    chosen: "Assignment", folder: Path | None, public: Sequence["Case"]
) -> tuple["Case", ...]:
    """Return the cases of a hidden suite; none where there is no folder.

    Raises `click.UsageError` where they cannot be read, or bear the ids of public ones.
    """
    if folder is None:
        return ()
    from reversi_conformance import corpus
    from reversi_conformance.transcript import TranscriptError

    try:
        cases = corpus.load_hidden_suite(folder, chosen)
    except TranscriptError as error:
        raise click.UsageError(f"--hidden: {error}") from None
    if twice := sorted({case.id for case in cases} & {case.id for case in public}):
        raise click.UsageError(f"--hidden: {folder} holds the public case {twice[0]}")
    return cases


def program(arguments: Sequence[str]) -> "Command":
    """Return the program, ready to be started. Raises `click.UsageError`."""
    from reversi_conformance.sessions import CannotStartError
    from reversi_conformance.sessions.command import resolve

    try:
        return resolve(arguments, Path.cwd())
    except CannotStartError as error:
        raise click.UsageError(str(error)) from None
