"""Judges a program of one's own: finds it in a folder as `grading` does, in a copy, and builds it.

Creates a temporary folder and removes it; the folder that is judged stays as it is.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from reversi_conformance.classroom.grading import (
    Setting,
    at_a_fixed_place,
    prepare,
    temporary_folder,
    unplayed,
)
from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.escaping import as_text
from reversi_conformance.judging import judge_program
from reversi_conformance.report import Report
from reversi_conformance.run import Run
from reversi_conformance.sessions.command import Command
from reversi_conformance.submission import Problem, Submission


class Own(NamedTuple):
    """What is to be judged."""

    path: Path
    """A folder, or an archive to be handed in."""
    shown: str
    """The same as it was typed, quoted for a shell."""
    run: str | None = None
    """The file in the folder that is to be run or built; None where it is to be found."""


class NoProgramError(Exception):
    """Nothing was found that could be played, or more than one program; see `problems`."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


class Prepared(NamedTuple):
    """A program of one's own, found and built in a copy."""

    facts: Submission
    command: Command | None
    """None where it could not be built: the facts say what the build said."""
    folder: Path
    """The copy."""


@contextlib.contextmanager
def prepared(own: Own, setting: Setting) -> Iterator[Prepared]:
    """Find a program and build it, in a copy that is there meanwhile. Raises `NoProgramError`."""
    hand_in = HandIn(as_text(own.path.name), "", (own.path,))
    facts = Submission(student="", name="", sources=(as_text(own.shown),))
    with temporary_folder("reversi-check-") as folder:
        facts, built = prepare(hand_in, folder, facts, setting._replace(run=own.run))
        if not facts.entry:
            looked = [each for each in facts.problems if each.code.startswith("program.")]
            raise NoProgramError(looked or facts.problems)
        if own.run is not None:
            facts = msgspec.structs.replace(facts, choice="it was named")
        command = built and Command(built.argv, built.shown, folder, terminal=setting.terminal)
        yield Prepared(facts, command, folder)


def judge(
    own: Own,
    setting: Setting,
    *,
    jobs: int,
    on_run: Callable[[Run], None],
    options: Sequence[str] = (),
) -> Report:
    """Return the report about the program that a folder holds, with how it was found.

    What a build said where it failed stands in the report, of which no case was played then. The
    last three are those of `judge_program`. Raises `NoProgramError` and `CannotStartError`.
    """
    with prepared(own, setting) as (facts, command, folder):
        if command is None:
            return unplayed(facts, setting)
        report = judge_program(
            command,
            setting.cases,
            setting.assignment,
            confinement=setting.confinement,
            jobs=jobs,
            on_run=on_run,
            shown=as_text(own.shown),
            hidden=setting.hidden,
            options=options,
            submission=facts,
        )
        return at_a_fixed_place(report, folder)
