"""A program that leads a session of its own: spawn it, wait for its end, kill all that it started.

The program is spawned by the C library, never forked from this Python, since many sessions run as
threads of one process. Knows nothing of what the program reads and prints.
"""

import contextlib
import fcntl
import functools
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from reversi_conformance.sandboxes import HANDED_FROM, Start
from reversi_conformance.sessions import cgroups, orphans, precedence, processes
from reversi_conformance.sessions.child import ABOVE, Child
from reversi_conformance.sessions.departure import Departure

_DEFAULT_SIGNALS: Final = tuple(
    number
    for number in signal.valid_signals()
    if number not in (signal.SIGKILL, signal.SIGSTOP) and number < signal.SIGSYS
)

_SECONDS_TO_DIE: Final = 0.1
"""What was killed and is still there then may be traced."""


class Leader:
    """A program at work; a context manager that leaves nothing behind."""

    def __init__(self, spawn: Callable[[int | None], int], home: Path, *, is_told: bool) -> None:
        """Start a program.

        `spawn` returns the number of a new child of this process, which leads a session of its own
        and, where `is_told`, tells of its own child on the descriptor. `home` is the folder by
        which its stray children are known. Raises what `spawn` does: OSError and ValueError.
        """
        self._home = home
        self._child = Child(is_told=is_told)
        try:
            self.pid = orphans.lead(lambda: spawn(self._child.written))
        except (OSError, ValueError):
            self._child.close()
            raise
        self._child.begin()
        self.exit = _exit_descriptor(self.pid)
        """Readable once the program is gone; None where the system has no such thing."""
        self._departure: Departure | None = None
        self._is_killed = False
        self.left_processes = 0
        """How many processes a program that ended by itself had left, once they are killed."""
        self._cpu_below = 0.0

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
        self._child.close()
        if self.exit is not None:
            os.close(self.exit)

    def has_exited(self) -> bool:
        """Whether the program itself is gone; children of it may still be there."""
        return self._departure is not None or self._peek(os.WNOHANG) or self._is_kept()

    def kill(self) -> None:
        """Kill the program and whatever it started, where still alive."""
        if not self._is_killed:
            self._is_killed = True
            if self.has_exited():
                self._kill_left()
                return
            processes.kill_tree(self.pid)
            self._await_end()
            # Before anybody else buries the child, who alone knows what was used.
            self._cpu_below = self._child.reap()
            processes.kill_strays(self.pid, self._home, orphans.leaders())
            orphans.kill()

    def _kill_left(self) -> None:
        """Kill what a program that ended by itself has left."""
        self._cpu_below = self._child.reap()
        self.left_processes = processes.kill_strays(self.pid, self._home, orphans.leaders())
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

    def _await_end(self) -> None:
        """Wait until the program, which was killed, can be buried."""
        if self.exit is None:
            self._peek(0)
        else:
            while not self._peek(os.WNOHANG):
                if not _is_readable(self.exit, _SECONDS_TO_DIE) or not self._peek(os.WNOHANG):
                    processes.kill_tracers(self.pid)

    def _is_kept(self) -> bool:
        """Whether the program is gone, and something that it has left keeps that from us."""
        if self.exit is None or not _is_readable(self.exit, 0):
            return False
        processes.kill_tracers(self.pid)
        return self._peek(os.WNOHANG)

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


def lead(start: Start, home: Path, standard: Sequence[tuple[Any, ...]]) -> Leader:
    """Start what a kind of confinement wants to be started.

    `standard` is what is to be done in the new process for its first three descriptors.
    """
    return Leader(lambda told: _spawn(start, standard, told), home, is_told=start.tells_child)


def _spawn(start: Start, standard: Sequence[tuple[Any, ...]], told: int | None) -> int:
    with _readable(start.handed) as handed:
        given = handed if told is None else (*handed, told)
        actions = [
            *standard,
            *((os.POSIX_SPAWN_CLOSE, descriptor) for descriptor in _inherited()),
            *((os.POSIX_SPAWN_DUP2, each, to) for to, each in enumerate(given, HANDED_FROM)),
        ]
        if start.direct is not None and _starts_directly():
            from reversi_conformance.sessions import spawning  # noqa: PLC0415 - for Linux alone

            # What cannot be started so is left to `argv`, which tells why.
            with contextlib.suppress(OSError):
                return spawning.spawn(start.direct, start.environment, actions, _DEFAULT_SIGNALS)
        return os.posix_spawn(
            start.argv[0],
            start.argv,
            start.environment,
            file_actions=actions,
            setsid=True,
            setsigmask=(),
            setsigdef=_DEFAULT_SIGNALS,
            **_usual_order(),
        )


def _usual_order() -> dict[str, Any]:
    # Not every system can be told.
    if not precedence.is_yielding():
        return {}
    return {"scheduler": (os.SCHED_OTHER, os.sched_param(0))}


def _starts_directly() -> bool:
    # What a program starts before it is moved to a group is not held by it: where there are groups,
    # a shell before the program leaves time for that.
    return sys.platform == "linux" and cgroups.lack() is not None


@functools.cache
def _inherited() -> tuple[int, ...]:
    """Descriptors that whoever started us left open: they would reach the program, too."""
    found = []
    for name in os.listdir("/dev/fd"):  # noqa: PTH208
        with contextlib.suppress(OSError):
            if int(name) > 2 and os.get_inheritable(int(name)):
                found.append(int(name))
    return tuple(found)


def _is_readable(descriptor: int, seconds: float) -> bool:
    poller = select.poll()
    poller.register(descriptor, select.POLLIN)
    return bool(poller.poll(seconds * 1000))


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
