"""The fixture `reversi`: the program under test, played on a terminal with answers of one's own.

It judges nothing. Whatever a program prints is escaped in what tests get to see, since pytest shows
that when they fail.
"""

import threading
from collections.abc import Sequence
from typing import Final, NamedTuple

import pytest

from reversi_conformance.assignment import Assignment
from reversi_conformance.commands import inputs
from reversi_conformance.pytest_plugin.session import Session, read_session
from reversi_conformance.pytest_plugin.setting import refused_as_usage, split
from reversi_conformance.sandboxes import TooMuchError, shown
from reversi_conformance.sessions import CannotStartError, playing
from reversi_conformance.sessions.command import Command
from reversi_conformance.transcript import Turn

_NONE: Final = (
    "there is no program to play: give --reversi COMMAND, or write 'reversi = COMMAND' where pytest"
    " is configured"
)


class Program(NamedTuple):
    """A program, and how it is played."""

    command: Command
    assignment: Assignment
    sandbox: str


class Player:
    """Plays the program under test, each time in a session and in a folder of its own."""

    def __init__(self, program: Program, item: pytest.Item) -> None:
        self._program = program
        self._item = item

    def play(self, *, board: int, computer: str = "", moves: str | Sequence[str] = ()) -> Session:
        """Play a game: what is typed is the size, the computer's side and these moves, in order.

        The computer has black, which begins, if nothing is said. Moves may stand in one text, with
        blanks between them. See `type`.
        """
        entries = moves.split() if isinstance(moves, str) else moves
        side = computer or self._program.assignment.signs.black
        return self.type(str(board), side, *entries)

    def type(self, *answers: str) -> Session:
        """Type these answers, one whenever the program waits for one, whatever it asks.

        Then the program is let go on until it ends by itself or waits for more. The session is
        shown below a test that fails after it. A program that cannot be started fails the test.
        """
        program, entries = self._program, iter(answers)

        def answer(turn: Turn, *, unflushed: bool) -> str | None:  # noqa: ARG001 - a pilot's interface
            return next(entries, None)

        try:
            with shown(program.sandbox, program.command.argv, program.command.submission) as copies:
                seen = playing.play(
                    program.command._replace(copies=copies),
                    answer,
                    program.assignment.limits,
                    earlier_row="",
                    log_name=program.assignment.log.name,
                    cancelled=threading.Event(),
                    sandbox=program.sandbox,
                )
        except (CannotStartError, TooMuchError) as error:
            pytest.fail(str(error), pytrace=False)
        session = read_session(seen, program.assignment)
        self._item.add_report_section("call", "reversi", session.transcript)
        return session


_FOUND: Final = pytest.StashKey[Program]()


def find_program(config: pytest.Config) -> Program:
    """Return the program of --reversi, or else of the ini file; a test without any fails.

    How it is confined is found out once.
    """
    if _FOUND not in config.stash:
        config.stash[_FOUND] = _find_program(config)
    return config.stash[_FOUND]


def _find_program(config: pytest.Config) -> Program:
    command, folder = config.getoption("reversi"), config.invocation_params.dir
    if command is None:
        command = config.getini("reversi")
        folder = config.inipath.parent if config.inipath else config.rootpath
    if not command:
        pytest.fail(_NONE, pytrace=False)
    try:
        with refused_as_usage():
            return Program(
                inputs.program(split(command), folder),
                inputs.assignment(config.getoption("reversi_assignment")),
                inputs.confinement(config.getoption("reversi_sandbox"), is_required=False).kind,
            )
    except pytest.UsageError as error:
        pytest.fail(str(error), pytrace=False)
