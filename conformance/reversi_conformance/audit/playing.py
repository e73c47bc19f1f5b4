"""Plays the programs of a catalogue through the cases of a suite.

Creates a temporary folder for each program, and removes it. What the sessions show is for `matrix`
to say.
"""

import functools
import py_compile
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.audit.catalogue import Mistake, write
from reversi_conformance.audit.matrix import Matrix, Row, make_row
from reversi_conformance.observation import Confinement
from reversi_conformance.report import make_report
from reversi_conformance.runner import run_cases
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.waiting import ways
from reversi_conformance.transcript import Case
from reversi_conformance.workers import share_out

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


def command(mistake: Mistake, folder: Path) -> Command:
    """Write a program into a folder of its own below this one, and return how it is run.

    Without its site packages Python starts twice as fast, and a student's program needs none;
    compiled once, it need not be compiled in every session.
    """
    home = folder / mistake.id
    home.mkdir()
    program = home / "reversi.pyc"
    py_compile.compile(str(write(mistake, home)), str(program), doraise=True)
    return Command((sys.executable, "-S", "-E", str(program)), mistake.id, home)


def _play(mistake: Mistake, *, cases: Sequence[Case], assignment: Assignment) -> Row:
    """Play one program through the cases; what an interrupted one gives is of no use."""
    with tempfile.TemporaryDirectory(prefix="reversi-audit-") as folder:
        runs = run_cases(
            command(mistake, Path(folder)),
            cases,
            assignment,
            jobs=_SESSIONS,
            on_run=lambda _: None,
        )
    report = make_report(
        mistake.id,
        assignment,
        cases,
        runs.runs,
        sandbox=Confinement("limits", verified=False),
        waiting=ways(),
    )
    return make_row(mistake, report)
