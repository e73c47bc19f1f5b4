"""What every thread of a program and its children does at this moment, as Linux tells it.

Reads `/proc/PID/task/TID/{syscall,status,children}`. Whoever may not read these cannot use this
module; `waiting` finds that out.
"""

import contextlib
import os
import platform
import re
from typing import Final, NamedTuple

from reversi_conformance.sessions import proc
from reversi_conformance.sessions.syscalls import CALLS, Doing, Interpreter, IsInput

MOST_THREADS: Final = 512
"""A program with more threads than these is taken to be at work."""

_MOST_KEPT_OPEN: Final = 64
_NO_STACK: Final = b"-1 0x0 0x0"
_SLEEPING: Final = re.compile(rb"\nState:\tS.*\nvoluntary_ctxt_switches:\t(\d+)", re.DOTALL)


class Reading(NamedTuple):
    """A thread that reads or polls the program's input."""

    process: int
    thread: int
    sleeps: int
    """How often it has gone to sleep so far (voluntary context switches)."""
    timeout: float
    """Seconds after which it goes on without input; infinite where it does not."""
    call: bytes
    """What it does, as the kernel words it."""


class Nap(NamedTuple):
    """A thread that sleeps for a time."""

    process: int
    thread: int
    sleeps: int
    """How often it has gone to sleep so far."""


class Snapshot(NamedTuple):
    """All threads at one moment."""

    readings: tuple[Reading, ...]
    works: bool
    """Some thread runs or is in a system call that ends by itself; the rest was not looked at."""
    napping: tuple[Nap, ...] = ()
    """Threads that sleep for a time."""

    @property
    def naps(self) -> bool:
        """Whether a thread of a reading process sleeps for a time."""
        napping = {nap.process for nap in self.napping}
        return any(reading.process in napping for reading in self.readings)


_AT_WORK: Final = Snapshot((), works=True)


class Tree:
    """The program's process, its children, and theirs, with all their threads."""

    def __init__(self, root: int, is_input: IsInput, *, around: int) -> None:
        """Look at process `root` and below, for waits on what `is_input` knows.

        What is less than `around` processes below the root is not the program's, and not looked at.
        """
        self._root = root
        self._around = around
        self._interpreter = Interpreter(CALLS[platform.machine()], is_input)
        self._threads: dict[int, _Thread] = {}
        self._last = b""
        self._loads = proc.open_file("/proc/loadavg")
        self._suspect = root
        self._seen: list[tuple[_Thread, bytes]] = []

    def close(self) -> None:
        """Give back what was opened."""
        os.close(self._loads)
        for thread in self._threads.values():
            thread.close()
        self._threads.clear()

    def glance(self) -> bytes:
        """Return what the thread does that worked or read last; b"" where there is none."""
        thread = self._threads.get(self._suspect)
        if thread is None:
            self._suspect = self._root
            return b""
        return thread.call()

    def is_alike(self, call: bytes, reading: Reading) -> bool:
        """Whether a call means what a thread did when it read."""
        return self._interpreter.is_alike(call, reading.call)

    def is_single(self) -> bool:
        """Whether the program is one thread, all in all."""
        self._refresh()
        return len(self._threads) == 1

    def snapshot(self) -> Snapshot:
        """Look at every thread; stop at the first one that works."""
        self._refresh()
        self._seen = []
        if len(self._threads) > MOST_THREADS:
            return _AT_WORK
        readings: list[Reading] = []
        napping: list[Nap] = []
        for thread in tuple(self._threads.values()):
            call = thread.call()
            if not call or call.startswith(_NO_STACK):
                continue
            self._seen.append((thread, call))
            if not self._look_at(thread, call, readings, napping):
                self._suspect = thread.number
                return _AT_WORK
        if readings:
            self._suspect = readings[0].thread
        return Snapshot(tuple(readings), works=False, napping=tuple(napping))

    def has_moved_since(self, seen: Snapshot) -> bool:
        """Whether any thread did anything since the last snapshot, which this must be."""
        if any(thread.call() != call for thread, call in self._seen):
            return True
        return any(self.sleeps(reading) != reading.sleeps for reading in seen.readings)

    def again(self, reading: Reading) -> Reading | None:
        """Look at one reading thread again; None where it does anything but wait as it did."""
        thread = self._threads.get(reading.thread)
        if thread is None or thread.call() != reading.call:
            return None
        sleeps = thread.sleeps()
        return None if sleeps is None else reading._replace(sleeps=sleeps)

    def sleeps(self, reading: Reading) -> int | None:
        """How often a reading thread went to sleep by now; None where it does not sleep."""
        thread = self._threads.get(reading.thread)
        return None if thread is None else thread.sleeps()

    def _look_at(
        self, thread: "_Thread", call: bytes, readings: list[Reading], napping: list[Nap]
    ) -> bool:
        """Note what a thread does; False where it works."""
        if call.startswith(b"running"):
            return False
        if readings and self._is_beside(thread, call, readings):
            return True
        doing = self._interpreter.interpret(thread.process, call)
        if doing is Doing.NAPS:
            napping.append(Nap(thread.process, thread.number, thread.sleeps() or 0))
        if isinstance(doing, Doing):
            return doing is not Doing.WORKS
        sleeps = thread.sleeps()
        if sleeps is not None:
            readings.append(Reading(thread.process, thread.number, sleeps, doing, call))
        return sleeps is not None

    def _is_beside(self, thread: "_Thread", call: bytes, readings: list[Reading]) -> bool:
        # Runtimes poll with many threads; that one of them waits for the terminal is enough.
        is_known = any(reading.process == thread.process for reading in readings)
        return is_known and self._interpreter.is_polling(call)

    def _refresh(self) -> None:
        # As long as no process or thread was made anywhere, none was made here.
        last = os.pread(self._loads, 128, 0).rpartition(b" ")[2]
        if last == self._last:
            return
        self._last = last
        found: dict[int, _Thread] = {}
        processes = [(self._root, 0)]
        for process, depth in processes:
            with contextlib.suppress(OSError):
                for number in proc.threads(process):
                    if depth >= self._around:
                        known = self._threads.pop(number, None)
                        found[number] = known or _Thread(process, number)
                    processes += [(child, depth + 1) for child in _children(process, number)]
            if len(found) > MOST_THREADS:
                break
        for thread in self._threads.values():
            thread.close()
        for thread in tuple(found.values())[:_MOST_KEPT_OPEN]:
            thread.keep_open()
        self._threads = found


def _children(process: int, thread: int) -> list[int]:
    try:
        return proc.children(process, thread)
    except OSError:
        return []


class _Thread:
    """One thread and its files in /proc, kept open for the many looks."""

    def __init__(self, process: int, number: int) -> None:
        self.process = process
        self.number = number
        self._folder = f"/proc/{process}/task/{number}"
        self._call = self._status = -1

    def keep_open(self) -> None:
        if self._call < 0:
            with contextlib.suppress(OSError):
                self._call = proc.open_file(f"{self._folder}/syscall")
                self._status = proc.open_file(f"{self._folder}/status")

    def close(self) -> None:
        for descriptor in (self._call, self._status):
            if descriptor >= 0:
                os.close(descriptor)
        self._call = self._status = -1

    def call(self) -> bytes:
        """Return the system call with its arguments, or b"running"; b"" where it is gone."""
        try:
            if self._call >= 0:
                return os.pread(self._call, 256, 0)
            return proc.read(f"{self._folder}/syscall")
        except OSError:
            return b""

    def sleeps(self) -> int | None:
        """How often it went to sleep; None where it does not sleep now (stopped, gone)."""
        try:
            if self._status >= 0:
                status = os.pread(self._status, 4096, 0)
            else:
                status = proc.read(f"{self._folder}/status")
        except OSError:
            return None
        found = _SLEEPING.search(status)
        return int(found[1]) if found else None
