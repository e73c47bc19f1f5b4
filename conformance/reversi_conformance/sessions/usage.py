"""What a program and all that it started take of the machine at this moment, as Linux tells it.

Reads `/proc/PID/{statm,stat,smaps_rollup,fd}` and `/proc/PID/task/TID/schedstat`. On a system
without them every figure is nought. Knows no limits.
"""

import contextlib
import os
import re
import stat
import sys
from pathlib import Path
from typing import Final, NamedTuple

from reversi_conformance.sessions import proc, processes
from reversi_conformance.sessions.folder import BLOCK

_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if sys.platform != "win32" else 0
_TICKS_PER_SECOND: Final = os.sysconf("SC_CLK_TCK") if sys.platform != "win32" else 0
_NANOSECONDS: Final = 1_000_000_000
_LOOKS_PER_SEARCH: Final = 4
"""What left the program is searched among all processes of the machine: not at every look."""
_SHARED_OUT: Final = re.compile(rb"^Pss: +(\d+) kB$", re.MULTILINE)


class Usage(NamedTuple):
    """All processes together, at one moment."""

    threads: int
    """Of all processes, the first thread of each one included."""
    memory_bytes: int
    """Resident memory. What several processes share is counted for each of them."""
    cpu_seconds: float
    """Also of the dead that one of them waited for."""


class Meter:
    """Looks at one program again and again."""

    def __init__(self, root: int, home: Path) -> None:
        """Look at process `root`, all below it, and what left it but keeps to the folder `home`."""
        self._root = root
        self._home = home
        self._last: int | None = None
        self._is_searched = False
        self._looks = 0
        self._strays: list[int] = []
        self._threads: dict[int, list[int]] = {}
        """By process."""
        self._seen: set[int] = set()
        """The numbers of these threads; a thread's number can be looked up like a process's."""
        self._waited: dict[int, int] = {}

    def read(self, most_threads: int) -> Usage:
        """Return what is used now. Of more threads than `most_threads` not all are looked at."""
        self._find(most_threads)
        threads = sum(map(len, self._threads.values()))
        memory, cpu = 0, 0.0
        for process in self._threads:
            with contextlib.suppress(OSError):
                memory += _resident_bytes(process)
                cpu += _cpu_seconds(process)
        return Usage(threads, memory, cpu)

    def exact_memory(self) -> int:
        """Return the resident memory in bytes, counting once what several processes share."""
        return sum(map(_own_bytes, self._threads))

    def nameless_bytes(self) -> int:
        """Return what files take that are open and have no name, as none in any folder does."""
        found: dict[tuple[int, int], int] = {}
        for process in self._threads:
            for descriptor in _descriptors(process):
                with contextlib.suppress(OSError):
                    status = proc.status(process, descriptor)
                    if stat.S_ISREG(status.st_mode) and not status.st_nlink:
                        found[status.st_dev, status.st_ino] = status.st_blocks * BLOCK
        return sum(found.values())

    def waited(self) -> float:
        """Return for how many seconds, since this was asked last, threads waited for a processor.

        That of all threads added up.
        """
        before, self._waited = self._waited, {}
        waited = 0
        for process, threads in self._threads.items():
            for thread in threads:
                with contextlib.suppress(OSError):
                    now = _nanoseconds_in_line(process, thread)
                    self._waited[thread] = now
                    waited += max(now - before.get(thread, 0), 0)
        return waited / _NANOSECONDS

    def _find(self, most_threads: int) -> None:
        last = processes.last_process()
        self._looks += 1
        is_search_due = self._looks % _LOOKS_PER_SEARCH == 0
        # As long as no process or thread was made anywhere, none was made here.
        is_known = last == self._last and (self._is_searched or not is_search_due)
        if last is None or is_known:
            return
        self._last, self._is_searched = last, is_search_due
        self._threads = {}
        self._seen = set()
        room = self._enter([self._root], most_threads)
        if is_search_due:
            self._strays = processes.strays(self._root, self._home, self._seen)
        self._enter(list(self._strays), room)

    def _enter(self, found: list[int], room: int) -> int:
        """Enter these processes and all below them; return how many threads more may come."""
        for process in found:
            if process in self._seen:
                continue
            with contextlib.suppress(OSError):
                threads = self._threads[process] = proc.threads(process)
                self._seen.update(threads)
                room -= len(threads)
                if room < 0:
                    break
                for thread in threads:
                    found += proc.children(process, thread)
        return room


def _descriptors(process: int) -> list[int]:
    try:
        return proc.descriptors(process)
    except OSError:
        return []


def _resident_bytes(process: int) -> int:
    return int(proc.read(f"/proc/{process}/statm").split()[1]) * _PAGE


def _own_bytes(process: int) -> int:
    with contextlib.suppress(OSError):
        found = _SHARED_OUT.search(proc.read(f"/proc/{process}/smaps_rollup"))
        return int(found[1]) * 1024 if found else _resident_bytes(process)
    return 0


def _cpu_seconds(process: int) -> float:
    # The name of the program stands in brackets and may hold anything.
    fields = proc.read(f"/proc/{process}/stat").rpartition(b")")[2].split()
    return sum(map(int, fields[11:15])) / _TICKS_PER_SECOND


def _nanoseconds_in_line(process: int, thread: int) -> int:
    return int(proc.read(f"/proc/{process}/task/{thread}/schedstat").split()[1])
