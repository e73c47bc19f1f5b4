"""One program on a terminal of its own: start it, read, type, end it and all that it started.

Reading and sending go through `link`. Knows nothing of lines, answers or deadlines of a session.
"""
# ruff: noqa: PLC0415 - what talks to a program is loaded while the first one starts

import contextlib
import fcntl
import os
import select
import sys
import termios
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from reversi_conformance.sandboxes import Start
from reversi_conformance.sessions import COLUMNS, ROWS
from reversi_conformance.sessions.departure import Departure
from reversi_conformance.sessions.leader import Leader, lead

if TYPE_CHECKING:
    from reversi_conformance.sessions.waiting import Watch

_LARGEST_FOR_SELECT: Final = 1023


class Terminal:
    """A program at work on a terminal with echo; a context manager that leaves nothing behind."""

    enter: Final = b"\r"
    echoes: Final = True

    def __init__(self, start: Start, home: Path) -> None:
        """Start a program. `home` is the folder by which its stray children are known."""
        self.master, self.slave = os.openpty()
        try:
            termios.tcsetwinsize(self.master, (ROWS, COLUMNS))
            os.set_blocking(self.master, False)
            self._leader = _lead(start, home, os.ttyname(self.slave))
        except (OSError, ValueError):
            self._close_terminal()
            raise
        self.pid = self._leader.pid
        self._around = start.around
        with contextlib.ExitStack() as stack:
            # Whatever goes wrong from here on, the program does not stay.
            stack.push(self)
            from reversi_conformance.sessions.link import Link

            self._link = Link(self.master)
            stack.pop_all()
        self._carrier = select.poll()
        self._carrier.register(self.slave, select.POLLIN)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leader.__exit__(kind, error, traceback)
        self._close_terminal()

    def wait(self, seconds: float, *, for_output: bool) -> None:
        """Wait until time is over or the program is gone, or, if wanted, there is output."""
        watched = [self.master] if for_output else []
        if self._leader.exit is not None:
            watched.append(self._leader.exit)
        if max(watched, default=0) <= _LARGEST_FOR_SELECT:
            # select counts in microseconds, poll in milliseconds.
            select.select(watched, (), (), seconds)
            return
        poller = select.poll()
        for descriptor in watched:
            poller.register(descriptor, select.POLLIN)
        poller.poll(seconds * 1000)

    def read(self) -> bytes:
        """Take what can be read at once, or a part of it; b"" where there is nothing."""
        return self._link.read()

    def send(self, keys: bytes, seconds: float) -> bytes:
        """Press keys; return those not taken within the time."""
        return self._link.send(keys, seconds)

    def carry_over(self) -> None:
        """Have the keys that were pressed arrive, so that their echo can be read."""
        # Polling an end of a terminal first carries over what is on its way there.
        self._carrier.poll(0)

    def takes_lines(self) -> bool:
        """Whether the terminal hands over whole lines (canonical mode), not single keys."""
        return bool(termios.tcgetattr(self.master)[3] & termios.ICANON)

    def end_input(self) -> bytes:
        """Return the key that means end of input, Ctrl-D unless the program chose another."""
        key = termios.tcgetattr(self.master)[6][termios.VEOF]
        return key if isinstance(key, bytes) and key != b"\0" else b"\x04"

    def has_unread_keys(self) -> bool:
        """Whether something typed lies unread at the program's end of the terminal."""
        # Polling an end of a terminal first carries over what is on its way there.
        if self._carrier.poll(0):
            return True
        unread = fcntl.ioctl(self.slave, termios.FIONREAD, bytes(4))
        return int.from_bytes(unread, sys.byteorder) > 0

    def watch(self) -> "Watch":
        """Return the best watch for it that there is on this system."""
        from reversi_conformance.sessions import waiting

        # A program may have opened its terminal by the name that each has for its own.
        devices = (os.fstat(self.slave).st_rdev, os.makedev(5, 0))
        return waiting.watch(
            self.pid,
            lambda status: status.st_rdev in devices,
            self.has_unread_keys,
            self._link.has_output,
            around=self._around,
        )

    def has_exited(self) -> bool:
        """Whether the program itself is gone; children of it may still be there."""
        return self._leader.has_exited()

    def kill(self) -> None:
        """Kill the program and whatever it started, where still alive."""
        self._leader.kill()

    @property
    def left_processes(self) -> int:
        """How many processes a program that ended by itself had left, once they are killed."""
        return self._leader.left_processes

    def bury(self) -> Departure:
        """Say how the program ended, once it was killed or has exited."""
        return self._leader.bury()

    def _close_terminal(self) -> None:
        os.close(self.master)
        os.close(self.slave)


def _lead(start: Start, home: Path, terminal: str) -> Leader:
    if (spawn := start.spawn) is not None:
        return Leader(lambda _: spawn(terminal), home, is_told=False)
    # Opened by name after setsid, the terminal becomes the controlling one: /dev/tty works.
    standard = (
        (os.POSIX_SPAWN_OPEN, 0, terminal, os.O_RDWR, 0),
        (os.POSIX_SPAWN_DUP2, 0, 1),
        (os.POSIX_SPAWN_DUP2, 0, 2),
    )
    return lead(start, home, standard)
