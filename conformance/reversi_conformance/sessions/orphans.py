"""The processes that outlive a program without a trace: they become children of this process.

A process that leaves its parent, its session, its folder and its environment is found by none of
these. On Linux it can be had all the same: whoever takes orphans in gets every process below it
whose parent has ended. Elsewhere nothing is done here.
"""

import contextlib
import ctypes
import functools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from reversi_conformance.sessions import proc, processes

_SET_CHILD_SUBREAPER: Final = 36
_SECONDS: Final = 5.0
"""Most seconds to catch a program that starts itself anew again and again."""

_lock = threading.Lock()
_leaders = set[int]()
_killers = 0


@functools.cache
def take_in() -> None:
    """Become the parent of every process below this one whose own parent ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@contextlib.contextmanager
def killed() -> Iterator[None]:
    """Have orphans killed while this block works, at the end of each session and at its own.

    Only for a process that does nothing but judge meanwhile: children that it starts in sessions of
    their own for anything else would be taken for orphans.
    """
    global _killers  # noqa: PLW0603 - it is a property of the process
    take_in()
    with _lock:
        _killers += 1
    try:
        yield
    finally:
        kill()
        with _lock:
            _killers -= 1


def lead(spawn: Callable[[], int]) -> int:
    """Start a program that leads a session of its own, and return its number."""
    take_in()
    with _lock:
        pid = spawn()
        _leaders.add(pid)
    return pid


def leaders() -> frozenset[int]:
    """The programs that were started in sessions of their own and are not known to be gone."""
    return frozenset(_leaders)


def forget(leader: int) -> None:
    """The program is gone, and whoever is left in its session is an orphan."""
    with _lock:
        _leaders.discard(leader)


def kill() -> None:
    """Kill the orphans, if that is wanted: children that are in no session of a living program.

    What another program that still plays has cast off by now may be among them.
    """
    if not _killers or sys.platform != "linux":
        return
    deadline = time.monotonic() + _SECONDS
    with _lock:
        spared = {os.getsid(0), *_leaders}
        while (found := _children_but(spared)) and time.monotonic() < deadline:
            # All of them first: who is traced cannot be buried before whoever traces it is dead.
            processes.kill(found)
            for pid in found:
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)


def _children_but(spared: set[int]) -> list[int]:
    """The children of this process that are in none of the spared sessions."""
    found = []
    for pid in processes.children(os.getpid()):
        with contextlib.suppress(OSError):
            # Who leads a session need not be asked for it.
            if pid not in spared and _session(pid) not in spared:
                found.append(pid)
    return found


def _session(pid: int) -> int:
    # The name of the program stands in brackets and may hold anything.
    return int(proc.read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[3])
