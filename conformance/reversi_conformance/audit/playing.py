"""Plays the programs of a catalogue through the cases of a suite.

Creates a temporary folder for each program, and removes it. What the sessions show is for `matrix`
to say.
"""

import contextlib
import functools
import py_compile
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.audit.catalogue import Mistake, write
from reversi_conformance.audit.matrix import Matrix, Row, make_row
from reversi_conformance.observation import Confinement
from reversi_conformance.report import Report, make_report
from reversi_conformance.runner import run_cases
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.waiting import ways
from reversi_conformance.transcript import Case
from reversi_conformance.workers import share_out

if TYPE_CHECKING:
    from reversi_conformance.sessions.fork_server import ForkServer

_SESSIONS: Final = 2
"""Of one program at a time: while one of them waits, the other keeps the core busy."""


def play(
    mistakes: Sequence[Mistake],
    manners: Sequence[Mistake],
    cases: Sequence[Case],
    assignment: Assignment,
    *,
    jobs: int,
    on_program: Callable[[str], None],
) -> Matrix:
    """Play every program through every case, `jobs` programs at a time.

    `on_program` is called in this thread with the id of each program that has been played. Ctrl-C
    ends the sessions and returns what was played to the end. Raises `CannotStartError`.
    """
    programs = [*mistakes, *manners]
    rows: dict[int, Row] = {}

    def take(number: int, row: Row) -> None:
        rows[number] = row
        on_program(programs[number].id)

    work = functools.partial(_play, cases=cases, assignment=assignment)
    is_complete = True
    try:
        share_out(work, programs, processes=jobs, on_result=take)
    except KeyboardInterrupt:
        is_complete = False
    ordered = [(number, rows[number]) for number in sorted(rows)]
    return Matrix(
        assignment=assignment.id,
        checks=tuple(check.id for check in assignment.checks),
        cases=tuple(case.id for case in cases),
        mistakes=tuple(row for number, row in ordered if number < len(mistakes)),
        manners=tuple(row for number, row in ordered if number >= len(mistakes)),
        is_complete=is_complete,
    )


@contextlib.contextmanager
def ready(mistake: Mistake) -> Iterator[Command]:
    """A program of the catalogue, ready to be started many times; its folder is removed again.

    Without its site packages Python starts twice as fast, and a student's program needs none;
    compiled once, it need not be compiled in every session; on Linux, loaded once, it need not even
    be loaded.
    """
    with contextlib.ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="reversi-audit-")))
        program = home / "reversi.pyc"
        py_compile.compile(str(write(mistake, home)), str(program), doraise=True)
        server = stack.enter_context(_server(program)) if sys.platform == "linux" else None
        yield Command((sys.executable, "-S", "-E", str(program)), mistake.id, home, starter=server)


def _server(program: Path) -> "ForkServer":
    # What it is made of is not there on Windows.
    from reversi_conformance.sessions.fork_server import ForkServer  # noqa: PLC0415

    return ForkServer(program)


def judge(
    mistake: Mistake, cases: Sequence[Case], assignment: Assignment, *, sessions: int
) -> Report:
    """Play one program through the cases, so many of them at a time, and report what was seen."""
    with ready(mistake) as command:
        runs = run_cases(
            command,
            cases,
            assignment,
            jobs=sessions,
            on_run=lambda _: None,
        )
    return make_report(
        mistake.id,
        assignment,
        cases,
        runs.runs,
        sandbox=Confinement("limits", verified=False),
        waiting=ways(),
    )


def _play(mistake: Mistake, *, cases: Sequence[Case], assignment: Assignment) -> Row:
    report = judge(mistake, cases, assignment, sessions=_SESSIONS)
    return make_row(mistake, report)
