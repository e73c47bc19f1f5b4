"""What is to be tested, from pytest's options; what cannot be is refused as `check` refuses it."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import click
import pytest

from reversi_conformance.assignment import Assignment
from reversi_conformance.commands import inputs
from reversi_conformance.escaping import harmless
from reversi_conformance.referee.golden import exercised_by
from reversi_conformance.transcript import Case

OTHER_GAMES: Final = "other-games"
"""Stands in a test's name for all games that are not there for its check."""


class Game(NamedTuple):
    """One game that is played, and what for."""

    id: str
    name: str
    """What it is called in the names of tests; hidden games are numbered."""
    checks: frozenset[str]
    """What the right program exercises in it."""
    is_hidden: bool


class Setting(NamedTuple):
    """What is to be tested."""

    folder: Path
    """Where pytest was started: names of files are relative to it."""
    arguments: tuple[str, ...]
    """The program, as `check` takes it."""
    assignment: Assignment
    assignment_name: str
    hidden_folder: str | None
    sandbox: str
    games: tuple[Game, ...]

    def tests(self) -> Iterator[tuple[str, str]]:
        """Yield check and name of game of each test, in the order of the score sheet.

        A check that not every game is there for has one more test, for what shows of it in others.
        """
        for check in self.assignment.checks:
            names = [game.name for game in self.games if check.id in game.checks]
            yield from ((check.id, name) for name in names)
            if len(names) < len(self.games):
                yield check.id, OTHER_GAMES

    def criterion(self, check: str) -> str:
        """Return the id of the part of the assignment that a check belongs to."""
        parts = self.assignment.criteria
        return next(part.id for part in parts if check in {each.id for each in part.checks})

    def looked_at(self, check: str, name: str) -> tuple[Game, ...]:
        """Return the games that a test looks at."""
        if name == OTHER_GAMES:
            return tuple(game for game in self.games if check not in game.checks)
        return tuple(game for game in self.games if game.name == name)


def read_setting(config: pytest.Config) -> Setting:
    """Return what the options ask for. Raises `pytest.UsageError`, as `check` says it."""
    folder = config.invocation_params.dir
    assignment_name = config.getoption("reversi_assignment")
    hidden_folder = config.getoption("reversi_hidden")
    with refused_as_usage():
        arguments = split(config.getoption("reversi"))
        inputs.program(arguments, folder)
        assignment = inputs.assignment(assignment_name)
        public = inputs.cases(assignment, ())
        hidden = inputs.hidden_cases(assignment, _existing(hidden_folder, folder), public)
    return Setting(
        folder=folder,
        arguments=arguments,
        assignment=assignment,
        assignment_name=assignment_name,
        hidden_folder=hidden_folder,
        sandbox=config.getoption("reversi_sandbox"),
        games=(*_games(public, assignment), *_games(hidden, assignment, is_hidden=True)),
    )


@contextmanager
def refused_as_usage() -> Iterator[None]:
    """Tell what a command would refuse as wrong usage of pytest."""
    try:
        yield
    except click.ClickException as error:
        raise pytest.UsageError(harmless(error.format_message())) from None


def split(command: str) -> tuple[str, ...]:
    """Split a command as a shell does. Raises `click.UsageError`."""
    try:
        return tuple(shlex.split(command))
    except ValueError as error:
        raise click.UsageError(f"{command!r} is no command: {error}") from None


def _existing(name: str | None, folder: Path) -> Path | None:
    if name is None:
        return None
    path = folder / name
    if not path.is_dir():
        raise click.UsageError(f"--reversi-hidden: there is no folder {name!r}")
    return path


def _games(
    cases: Sequence[Case], assignment: Assignment, *, is_hidden: bool = False
) -> Iterator[Game]:
    for number, case in enumerate(sorted(cases, key=lambda case: case.id), 1):
        name = f"hidden-{number}" if is_hidden else case.id
        yield Game(case.id, name, exercised_by(case.header, assignment), is_hidden)
