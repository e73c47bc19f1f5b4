"""What every thread of a program and its children does at this moment, as Linux tells it.

Reads `/proc/PID/task/TID/{syscall,status,children}`, `fdinfo` and, for the arguments of select and
poll, `mem`. Whoever may not read these cannot use this module; `waiting` finds that out.
"""

import contextlib
import math
import os
import platform
import re
import stat
import struct
from typing import Final, NamedTuple

from reversi_conformance.sessions import proc

MOST_THREADS: Final = 512
"""A program with more threads than these is taken to be at work."""

_MOST_KEPT_OPEN: Final = 64
_CONTROLLING_TERMINAL: Final = os.makedev(5, 0)
_EPOLLIN: Final = 1
_POLLIN: Final = 1
_NO_STACK: Final = b"-1 0x0 0x0"
_SLEEPING: Final = re.compile(rb"\nState:\tS.*\nvoluntary_ctxt_switches:\t(\d+)", re.DOTALL)


class Calls(NamedTuple):
    """The numbers of the system calls that matter; they differ per architecture."""

    reads: tuple[int, ...]
    poll: int
    ppoll: int
    select: int
    pselect: int
    epoll_waits: tuple[int, ...]
    epoll_wait2: int
    naps: frozenset[int]
    """Sleeping for a time: work goes on afterwards without any input."""
    idle: frozenset[int]
    """Waiting for another thread, process, signal or message."""


NONE: Final = -2
"""A system call that an architecture does not have."""
CALLS: Final = {
    "x86_64": Calls(
        reads=(0, 19),
        poll=7,
        ppoll=271,
        select=23,
        pselect=270,
        epoll_waits=(232, 281),
        epoll_wait2=441,
        naps=frozenset({35, 230}),
        idle=frozenset(
            {34, 43, 45, 47, 61, 65, 70, 72, 73, 128, 130, 202, 208, 219, 220, 243, 247, 288}
            | {426, 449, 455}
        ),
    ),
    "aarch64": Calls(
        reads=(63, 65),
        poll=NONE,
        ppoll=73,
        select=NONE,
        pselect=72,
        epoll_waits=(22,),
        epoll_wait2=441,
        naps=frozenset({101, 115}),
        idle=frozenset(
            {4, 25, 32, 95, 98, 128, 133, 137, 183, 188, 192, 193, 202, 207, 212, 242, 260}
            | {426, 449, 455}
        ),
    ),
}
"""By `platform.machine()`."""


class Reading(NamedTuple):
    """A thread that reads or polls the terminal."""

    process: int
    thread: int
    sleeps: int
    """How often it has gone to sleep so far (voluntary context switches)."""
    timeout: float
    """Seconds after which it goes on without input; infinite where it does not."""
    call: bytes
    """What it does, as the kernel words it."""


class Snapshot(NamedTuple):
    """All threads at one moment."""

    readings: tuple[Reading, ...]
    works: bool
    """Some thread runs or is in a system call that ends by itself; the rest was not looked at."""
    naps: bool
    """A thread of a reading process sleeps for a time."""


_AT_WORK: Final = Snapshot((), works=True, naps=False)


class Tree:
    """The program's process, its children, and theirs, with all their threads."""

    def __init__(self, root: int, terminal: int) -> None:
        """Look at process `root` and below, for waits on the device number `terminal`."""
        self._root = root
        self._devices = (terminal, _CONTROLLING_TERMINAL)
        self._calls = CALLS[platform.machine()]
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

    def is_obviously_busy(self) -> bool:
        """Whether the thread that read last, or else the first one, runs: one look."""
        thread = self._threads.get(self._suspect)
        if thread is None:
            self._suspect = self._root
            return False
        return thread.call().startswith(b"running")

    def snapshot(self) -> Snapshot:
        """Look at every thread; stop at the first one that works."""
        self._refresh()
        self._seen = []
        if len(self._threads) > MOST_THREADS:
            return _AT_WORK
        readings: list[Reading] = []
        napping: set[int] = set()
        for thread in tuple(self._threads.values()):
            call = thread.call()
            if not call or call.startswith(_NO_STACK):
                continue
            self._seen.append((thread, call))
            if not self._look_at(thread, call, readings, napping):
                return _AT_WORK
        if readings:
            self._suspect = readings[0].thread
        naps = any(reading.process in napping for reading in readings)
        return Snapshot(tuple(readings), works=False, naps=naps)

    def has_moved_since(self, seen: Snapshot) -> bool:
        """Whether any thread did anything since the last snapshot, which this must be."""
        if any(thread.call() != call for thread, call in self._seen):
            return True
        return any(self.again(reading) != reading for reading in seen.readings)

    def again(self, reading: Reading) -> Reading | None:
        """Look at one reading thread again; None where it does anything but wait as it did."""
        thread = self._threads.get(reading.thread)
        if thread is None or thread.call() != reading.call:
            return None
        sleeps = thread.sleeps()
        return None if sleeps is None else reading._replace(sleeps=sleeps)

    def _look_at(
        self, thread: "_Thread", call: bytes, readings: list[Reading], napping: set[int]
    ) -> bool:
        """Note what a thread does; False where it works."""
        if call.startswith(b"running"):
            return False
        number = int(call.partition(b" ")[0])
        if self._is_nap(number, call):
            napping.add(thread.process)
            return True
        timeout = self._terminal_timeout(thread, number, call)
        if timeout is None:
            return self._is_idle(thread, number, call)
        sleeps = thread.sleeps()
        if sleeps is None:
            return False
        readings.append(Reading(thread.process, thread.number, sleeps, timeout, call))
        return True

    def _refresh(self) -> None:
        # As long as no process or thread was made anywhere, none was made here.
        last = os.pread(self._loads, 128, 0).rpartition(b" ")[2]
        if last == self._last:
            return
        self._last = last
        found: dict[int, _Thread] = {}
        processes = [self._root]
        for process in processes:
            with contextlib.suppress(OSError):
                for number in proc.threads(process):
                    thread = self._threads.pop(number, None) or _Thread(process, number)
                    found[number] = thread
                    processes += thread.children()
            if len(found) > MOST_THREADS:
                break
        for thread in self._threads.values():
            thread.close()
        for thread in tuple(found.values())[:_MOST_KEPT_OPEN]:
            thread.keep_open()
        self._threads = found

    def _terminal_timeout(self, thread: "_Thread", number: int, call: bytes) -> float | None:
        """Seconds that a wait for the terminal may last; None where it is no such wait."""
        calls = self._calls
        if number in calls.reads:
            return math.inf if self._is_terminal(thread.process, _arguments(call)[0]) else None
        if number in calls.epoll_waits or number == calls.epoll_wait2:
            return self._epoll_timeout(thread.process, number, _arguments(call))
        if number in (calls.poll, calls.ppoll):
            return self._poll_timeout(thread.process, number, _arguments(call))
        if number in (calls.select, calls.pselect):
            return self._select_timeout(thread.process, number, _arguments(call))
        return None

    def _epoll_timeout(self, process: int, number: int, arguments: list[int]) -> float | None:
        with contextlib.suppress(OSError):
            for line in proc.read(f"/proc/{process}/fdinfo/{arguments[0]}").split(b"\n"):
                if not line.startswith(b"tfd:"):
                    continue
                _, descriptor, _, events, *_ = line.split()
                if int(events, 16) & _EPOLLIN and self._is_terminal(process, int(descriptor)):
                    if number == self._calls.epoll_wait2:
                        return _duration(process, arguments[3], 1e9)
                    return _milliseconds(arguments[3])
        return None

    def _poll_timeout(self, process: int, number: int, arguments: list[int]) -> float | None:
        address, count = arguments[0], min(arguments[1], 64)
        entries = struct.iter_unpack("ihh", _memory(process, address, 8 * count))
        for descriptor, events, _ in entries:
            if events & _POLLIN and self._is_terminal(process, descriptor):
                if number == self._calls.ppoll:
                    return _duration(process, arguments[2], 1e9)
                return _milliseconds(arguments[2])
        return None

    def _select_timeout(self, process: int, number: int, arguments: list[int]) -> float | None:
        count, address = min(arguments[0], 1024), arguments[1]
        if not address:
            return None
        size = (count + 63) // 64 * 8
        bits = int.from_bytes(_memory(process, address, size), "little")
        for descriptor in range(count):
            if bits >> descriptor & 1 and self._is_terminal(process, descriptor):
                unit = 1e9 if number == self._calls.pselect else 1e6
                return _duration(process, arguments[4], unit)
        return None

    def _is_terminal(self, process: int, descriptor: int) -> bool:
        try:
            return proc.device(process, descriptor) in self._devices
        except OSError:
            return False

    def _is_nap(self, number: int, call: bytes) -> bool:
        calls = self._calls
        if number in calls.naps:
            return True
        # select and poll on nothing at all are the naps of some languages' sleep.
        if number in (calls.poll, calls.ppoll):
            _, count, timeout, *_ = _arguments(call)
            timed = timeout != 0 if number == calls.ppoll else _milliseconds(timeout) < math.inf
            return count == 0 and timed
        if number in (calls.select, calls.pselect):
            count, _, _, _, timeout, _ = _arguments(call)
            return count == 0 and timeout != 0
        return False

    def _is_idle(self, thread: "_Thread", number: int, call: bytes) -> bool:
        calls = self._calls
        if number in calls.idle or number in calls.epoll_waits or number == calls.epoll_wait2:
            return True
        if number in (calls.poll, calls.ppoll, calls.select, calls.pselect):
            return True
        return number in calls.reads and not _is_file(thread.process, _arguments(call)[0])


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

    def children(self) -> list[int]:
        try:
            return proc.children(self.process, self.number)
        except OSError:
            return []


def _arguments(call: bytes) -> list[int]:
    return [int(value, 16) for value in call.split()[1:7]]


def _milliseconds(argument: int) -> float:
    value = argument & 0xFFFF_FFFF
    return math.inf if value >= 0x8000_0000 else value / 1e3


def _duration(process: int, address: int, unit: float) -> float:
    """Read a timespec or timeval; one that cannot be read may be short."""
    if not address:
        return math.inf
    fields = _memory(process, address, 16)
    if len(fields) < 16:
        return 0.0
    seconds, rest = struct.unpack("qq", fields)
    return float(seconds + rest / unit)


def _memory(process: int, address: int, size: int) -> bytes:
    try:
        return proc.memory(process, address, size)
    except (OSError, OverflowError):
        return b""


def _is_file(process: int, descriptor: int) -> bool:
    try:
        return stat.S_ISREG(proc.mode(process, descriptor))
    except OSError:
        return False
