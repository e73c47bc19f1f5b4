"""A program's processes on Windows, which has no sessions of processes: found by who started them.

Looks at processes through psutil, which knows them on every system. A process is found below the
program, or, once its own parent is gone, by the HOME that it was given or by its working folder.
"""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import psutil

from reversi_conformance.sessions.departure import Departure
from reversi_conformance.sessions.usage import Usage

_ROUNDS: Final = 20
_SECONDS_TO_DIE: Final = 2.0
_EARLIER: Final = 1.0
"""Seconds by which the clocks of a process and of this module may differ."""


class Family:
    """A program at work and all that it started; a context manager that leaves nothing behind."""

    def __init__(self, program: "subprocess.Popen[bytes]", home: Path) -> None:
        """Take a program that was started a moment ago; `home` is where it works."""
        self.pid = program.pid
        self.left_processes = 0
        """How many processes a program that ended by itself had left, once they are killed."""
        self._program = program
        self._home = home
        self._born = time.time() - _EARLIER
        self._is_killed = False
        self._cpu_seconds = 0.0

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

    def has_exited(self) -> bool:
        """Whether the program itself is gone; children of it may still be there."""
        return self._program.poll() is not None

    def kill(self) -> None:
        """Kill the program and whatever it started, where still alive."""
        if self._is_killed:
            return
        self._is_killed = True
        is_over = self.has_exited()
        if not is_over:
            below = self._below()
            self._note_use()
            self._program.kill()
            self._program.wait()
            _kill(below)
        killed = set[int]()
        for _ in range(_ROUNDS):
            found = [*self._strays()]
            if not found:
                break
            _kill(found)
            killed.update(each.pid for each in found)
        self.left_processes = len(killed) if is_over else 0

    def bury(self) -> Departure:
        """Say how the program ended, once it was killed or has exited."""
        code = self._program.wait()
        if code < 0:
            return Departure(None, -code, self._cpu_seconds)
        return Departure(code, None, self._cpu_seconds)

    def _below(self) -> list[psutil.Process]:
        with contextlib.suppress(psutil.Error):
            found: list[psutil.Process] = psutil.Process(self.pid).children(recursive=True)
            return found
        return []

    def _note_use(self) -> None:
        with contextlib.suppress(psutil.Error):
            used = psutil.Process(self.pid).cpu_times()
            self._cpu_seconds = used.user + used.system

    def _strays(self) -> Iterator[psutil.Process]:
        """Processes younger than the program that are its own by HOME, by folder or by parent."""
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if process.create_time() >= self._born and self._belongs(process):
                    yield process

    def _belongs(self, process: psutil.Process) -> bool:
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        # The number of a parent that is gone stays where it stood, on Windows.
        if process.ppid() == self.pid:
            return True
        if process.environ().get("HOME") == str(self._home):
            return True
        return Path(process.cwd()).is_relative_to(self._home)


class FamilyMeter:
    """Looks again and again at what a program and all below it take of the machine."""

    def __init__(self, root: int) -> None:
        """Look at process `root` and all below it."""
        self._root = root

    def read(self, most_threads: int) -> Usage:
        """Return what is used now. Of more threads than `most_threads` not all are looked at."""
        threads, memory, cpu = 0, 0, 0.0
        for process in self._all():
            with contextlib.suppress(psutil.Error):
                threads += process.num_threads()
                memory += process.memory_info().rss
                used = process.cpu_times()
                cpu += used.user + used.system
            if threads > most_threads:
                break
        return Usage(threads, memory, cpu)

    def exact_memory(self) -> int:
        """Return the resident memory in bytes; what several processes share counts for each."""
        return self.read(sys.maxsize).memory_bytes

    def nameless_bytes(self) -> int:
        """Return 0: on Windows a file keeps its name as long as it is open."""
        return 0

    def waited(self) -> float:
        """Return 0: Windows does not tell for how long a program could not run."""
        return 0.0

    def _all(self) -> list[psutil.Process]:
        try:
            root = psutil.Process(self._root)
            return [root, *root.children(recursive=True)]
        except psutil.Error:
            return []


def _kill(processes: list[psutil.Process]) -> None:
    """Kill processes and wait until they are dead."""
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(processes, timeout=_SECONDS_TO_DIE)
