"""A program as a command needs it: found and built, or a refusal that says what to type."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import contextlib
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from reversi_conformance.commands import inputs
from reversi_conformance.language import say

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.classroom.own import NoProgramError, Own
    from reversi_conformance.observation import Confinement
    from reversi_conformance.sessions.command import Command


@contextlib.contextmanager
def ready(
    program: "Command | Own",
    assignment: "Assignment",
    confinement: "Confinement",
    recipe_file: Path | None,
    packages: Path | None,
) -> "Iterator[Command]":
    """Give a program that can be played; one that is to be found or built is, in a copy.

    Raises `click.ClickException` where there is none, or where it cannot be built.
    """
    from reversi_conformance.classroom.grading import Setting
    from reversi_conformance.classroom.own import NoProgramError, prepared
    from reversi_conformance.sessions.command import Command

    if isinstance(program, Command):
        refuse_recipes(recipe_file, packages)
        yield program
        return
    setting = Setting(
        assignment=assignment,
        cases=(),
        hidden=frozenset(),
        confinement=confinement,
        recipes=inputs.recipes(recipe_file),
        packages=packages and packages.absolute(),
    )
    try:
        with prepared(program, setting) as (facts, command, _):
            if command is None:
                said = say("; ").join(problem.message for problem in facts.problems)
                raise inputs.CouldNotJudgeError(
                    say("{shown}: {said}", shown=program.shown, said=said)
                )
            yield command
    except NoProgramError as error:
        raise what_to_type(error, program) from None


def refuse_recipes(recipe_file: Path | None, packages: Path | None) -> None:
    """Refuse options that are about how a program is found. Raises `click.UsageError`."""
    if recipe_file or packages:
        raise click.UsageError(
            say("--recipes and --node-modules are for a folder, not for a command")
        )


def what_to_type(error: "NoProgramError", own: "Own") -> click.ClickException:
    """Return what is told where no program was found, or more than one."""
    [*_, problem] = error.problems
    command = f"reversi-conformance {click.get_current_context().info_name}"
    is_for_a_person = problem.code in {"program.none", "program.several"}
    if not is_for_a_person and any(each.is_ours for each in error.problems):
        return inputs.CouldNotJudgeError(say("{shown}: {error}", shown=own.shown, error=error))
    if problem.code == "program.several":
        first = str(Path(*shlex.split(own.shown), str(problem.params["first"])))
        files = problem.params["files"]
        message = say("any of several files may be the program: {files}; name it", files=files)
        return click.UsageError(f"{message}: {command} {shlex.quote(first)}")
    message = say(
        "{folder}: {problem}; name its file, or a command that runs it",
        folder=own.shown,
        problem=error,
    )
    return click.UsageError(f"{message}: {command} PROGRAM")
