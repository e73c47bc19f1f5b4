"""One program on a terminal of its own: start it, read, type, end it and all that it started.

The program is spawned by the C library, never forked from Python, since many sessions run as
threads of one process. Reading and sending go through pexpect with every delay off. Knows nothing
of lines, answers or deadlines of a session.
"""

import contextlib
import fcntl
import functools
import os
import select
import signal
import termios
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from pexpect import EOF, TIMEOUT
from pexpect.fdpexpect import fdspawn

from reversi_conformance.sandboxes import HANDED_FROM, Start
from reversi_conformance.sessions import orphans, processes
from reversi_conformance.sessions.child import ABOVE, Child
from reversi_conformance.sessions.page import COLUMNS, ROWS

_CHUNK: Final = 65536
_KEYS_AT_ONCE: Final = 256
_LARGEST_FOR_SELECT: Final = 1023
_DEFAULT_SIGNALS: Final = tuple(
    number
    for number in signal.valid_signals()
    if number not in (signal.SIGKILL, signal.SIGSTOP) and number < signal.SIGSYS
)


class Departure(NamedTuple):
    """How a process ended and what it used."""

    status: int | None
    signal: int | None
    cpu_seconds: float


class Terminal:
    """A program at work on a terminal with echo; a context manager that leaves nothing behind."""

    def __init__(self, start: Start, home: Path) -> None:
        """Start a program. `home` is the folder by which its stray children are known."""
        self._home = home
        self.master, self.slave = os.openpty()
        self._child = Child(is_told=start.tells_child)
        try:
            termios.tcsetwinsize(self.master, (ROWS, COLUMNS))
            os.set_blocking(self.master, False)
            terminal = os.ttyname(self.slave)
            self.pid = orphans.lead(lambda: _spawn(start, terminal, self._child.written))
        except (OSError, ValueError):
            self._close_terminal()
            raise
        self._child.begin()
        self._exit = _exit_descriptor(self.pid)
        self._departure: Departure | None = None
        self._is_killed = False
        self.left_processes = 0
        """How many processes a program that ended by itself had left, once they are killed."""
        self._cpu_below = 0.0
        self._output = _poller(self.master, select.POLLIN)
        self._input = _poller(self.master, select.POLLOUT)
        self._carrier = _poller(self.slave, select.POLLIN)
        self._link = fdspawn(self.master, timeout=0, maxread=_CHUNK, use_poll=True)
        self._link.delaybeforesend = self._link.delayafterread = None
        self._link.delayafterclose = self._link.delayafterterminate = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.kill()
        self.bury()
        self._close_terminal()
        if self._exit is not None:
            os.close(self._exit)

    def wait(self, seconds: float, *, for_output: bool) -> None:
        """Wait until time is over or the program is gone, or, if wanted, there is output."""
        watched = [self.master] if for_output else []
        if self._exit is not None:
            watched.append(self._exit)
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
        if not self._output.poll(0):
            return b""
        try:
            data: bytes = self._link.read_nonblocking(_CHUNK, timeout=0)
        except (TIMEOUT, EOF, BlockingIOError):
            return b""
        return data

    def send(self, keys: bytes, seconds: float) -> bytes:
        """Press keys, their echo can be read then; return those not taken within the time."""
        deadline = time.monotonic() + seconds
        while keys and self._input.poll(max(deadline - time.monotonic(), 0) * 1000):
            with contextlib.suppress(BlockingIOError):
                keys = keys[self._link.send(keys[:_KEYS_AT_ONCE]) :]
        # Polling an end of a terminal first carries over what is on its way there.
        self._carrier.poll(0)
        return keys

    def takes_lines(self) -> bool:
        """Whether the terminal hands over whole lines (canonical mode), not single keys."""
        return bool(termios.tcgetattr(self.master)[3] & termios.ICANON)

    def end_of_input(self) -> bytes:
        """The key that means end of input, Ctrl-D unless the program chose another."""
        key = termios.tcgetattr(self.master)[6][termios.VEOF]
        return key if isinstance(key, bytes) and key != b"\0" else b"\x04"

    def has_exited(self) -> bool:
        """Whether the program itself is gone; children of it may still be there."""
        return self._departure is not None or self._peek(os.WNOHANG)

    def kill(self) -> None:
        """Kill the program and whatever it started, where still alive."""
        if not self._is_killed:
            self._is_killed = True
            if self.has_exited():
                self._kill_left()
                return
            processes.kill_tree(self.pid)
            self._peek(0)
            # Before anybody else buries the child, who alone knows what was used.
            self._cpu_below = self._child.reap()
            processes.kill_strays(self.pid, self._home)
            orphans.kill()

    def _kill_left(self) -> None:
        """Kill what a program that ended by itself has left."""
        self._cpu_below = self._child.reap()
        self.left_processes = processes.kill_strays(self.pid, self._home)
        # Where strays cannot be found: what it started has left it, but not its group.
        processes.kill_group(self.pid)
        orphans.kill()

    def bury(self) -> Departure:
        """Say how the program ended, once it was killed or has exited.

        Best done last: as long as its threads vanish on another processor, the kernel spins here.
        """
        while (departure := self._departure) is None:
            self._reap(0)
        return departure

    def _peek(self, options: int) -> bool:
        """Wait for the end. Not reaped yet, its number and its group's cannot be anyone else's."""
        if hasattr(os, "waitid"):
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | options) is not None
        return self._reap(options)

    def _reap(self, options: int) -> bool:
        pid, status, used = os.wait4(self.pid, options)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            cpu = used.ru_utime + used.ru_stime + self._cpu_below
            own_status = code if code >= 0 else None
            orphans.forget(self.pid)
            self._departure = Departure(own_status, -code if code < 0 else None, cpu)
        return bool(pid)

    def _close_terminal(self) -> None:
        os.close(self.master)
        os.close(self.slave)
        self._child.close()


def _poller(descriptor: int, event: int) -> select.poll:
    poller = select.poll()
    poller.register(descriptor, event)
    return poller


@contextlib.contextmanager
def _readable(texts: Sequence[bytes]) -> Iterator[tuple[int, ...]]:
    """Descriptors from which the texts can be read, above those that a program is given."""
    with contextlib.ExitStack() as stack:
        descriptors = []
        for text in texts:
            made = os.memfd_create("handed", os.MFD_CLOEXEC)
            stack.callback(os.close, made)
            high = fcntl.fcntl(made, fcntl.F_DUPFD_CLOEXEC, ABOVE)
            stack.callback(os.close, high)
            os.write(high, text)
            os.lseek(high, 0, os.SEEK_SET)
            descriptors.append(high)
        yield tuple(descriptors)


def _spawn(start: Start, terminal: str, told: int | None) -> int:
    with _readable(start.handed) as handed:
        given = handed if told is None else (*handed, told)
        # Opened by name after setsid, the terminal becomes the controlling one: /dev/tty works.
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, terminal, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
            (os.POSIX_SPAWN_DUP2, 0, 2),
            *((os.POSIX_SPAWN_CLOSE, descriptor) for descriptor in _inherited()),
            *((os.POSIX_SPAWN_DUP2, each, to) for to, each in enumerate(given, HANDED_FROM)),
        ]
        return os.posix_spawn(
            start.argv[0],
            start.argv,
            start.environment,
            file_actions=actions,
            setsid=True,
            setsigmask=(),
            setsigdef=_DEFAULT_SIGNALS,
        )


@functools.cache
def _inherited() -> tuple[int, ...]:
    """Descriptors that whoever started us left open: they would reach the program, too."""
    found = []
    for name in os.listdir("/dev/fd"):  # noqa: PTH208
        with contextlib.suppress(OSError):
            if int(name) > 2 and os.get_inheritable(int(name)):
                found.append(int(name))
    return tuple(found)


def _exit_descriptor(pid: int) -> int | None:
    # Readable once the process is gone; Linux only.
    opener = getattr(os, "pidfd_open", None)
    if opener is None:
        return None
    try:
        descriptor: int = opener(pid)
    except OSError:
        return None
    return descriptor
