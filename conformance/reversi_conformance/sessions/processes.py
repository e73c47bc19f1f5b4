"""The processes that a program started: find them all and kill them.

A child is found below its parent; one that left its parent (a daemon) is found by its session, by
the HOME it was given or by its working folder, among the processes younger than the program. On a
system without /proc only the program's own process group is reached.
"""

import contextlib
import os
import re
import select
import signal
import time
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Final

from reversi_conformance.sessions import proc

_ROUNDS: Final = 20
_SECONDS_TO_DIE: Final = 2.0
_FEW: Final = 32
_TRACER: Final = re.compile(rb"^TracerPid:\t([1-9]\d*)$", re.MULTILINE)


def children(pid: int) -> list[int]:
    """The children of all threads of a process; none where it is gone."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in proc.threads(pid):
            found += proc.children(pid, thread)
    return found


def descendants(pid: int) -> list[int]:
    """The children, their children and so on, parents first."""
    found = [pid]
    for parent in found:
        found += (child for child in children(parent) if child not in found)
    return found[1:]


def kill(pids: Iterable[int]) -> None:
    """Kill processes and wait until they are dead, though perhaps not buried."""
    dying: list[int] = []
    for pid in pids:
        # The descriptor keeps meaning the same process, whoever gets its number next. What is gone
        # has none, nor has a thread: it dies with its process.
        with contextlib.suppress(OSError):
            descriptor = os.pidfd_open(pid)
            dying.append(descriptor)
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    deadline = time.monotonic() + _SECONDS_TO_DIE
    for descriptor in dying:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        poller.poll(max(deadline - time.monotonic(), 0) * 1000)
        os.close(descriptor)


def kill_group(leader: int) -> None:
    """Kill a group of processes. Its leader may be dead, but must not be reaped."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def kill_tree(pid: int) -> None:
    """Kill a process that leads a group, the group, and all below it."""
    below = descendants(pid)
    kill_group(pid)
    # At its very start a process leads no group yet.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    kill(below)


def kill_tracers(pid: int) -> None:
    """Kill who traces a process, among all below this one.

    Who traces a process is told of its end before the parent, and may keep that to itself.
    """
    tracers = set(_tracers(pid))
    if tracers:
        kill(tracers.intersection(descendants(os.getpid())))


def kill_strays(leader: int, home: Path, spared: Container[int] = ()) -> int:
    """Kill what a program that is gone left behind, and return how many processes that were.

    The `spared` are known to be other programs, and are not looked at.
    """
    killed = set[int]()
    for _ in range(_ROUNDS):
        found = strays(leader, home, spared)
        if not found:
            break
        kill(found)
        killed.update(found)
        for stray in found:
            # Orphans that this process has adopted are its own to bury.
            with contextlib.suppress(ChildProcessError):
                os.waitpid(stray, os.WNOHANG)
    return len(killed)


def strays(leader: int, home: Path, known: Container[int] = ()) -> list[int]:
    """Processes that are the leader's by session, HOME or folder, but none of the `known`."""
    folder = os.fsencode(home)
    found: list[int] = []
    for pid in _younger(leader):
        with contextlib.suppress(OSError):
            if pid not in known and _belongs(pid, leader, folder):
                found.append(pid)
    return found


def last_process() -> int | None:
    """The number given last to any process or thread; None where the system does not tell."""
    try:
        return int(proc.read("/proc/loadavg").rpartition(b" ")[2])
    except (OSError, ValueError):
        return None


def _younger(leader: int) -> Iterator[int]:
    """Processes that may be younger than one, the youngest first; then who came meanwhile.

    Who lives for a moment only, each time in a copy of itself, is the youngest of all.
    """
    seen = leader
    for _ in range(_ROUNDS):
        last = last_process()
        if last is None or last == seen:
            return
        yield from _since(seen, last)
        seen = last


def _since(seen: int, last: int) -> Iterable[int]:
    if seen < last <= seen + _FEW:
        return range(last, seen, -1)
    return [pid for pid in reversed(proc.numbers("/proc")) if pid > seen or pid <= last < seen]


def _belongs(pid: int, leader: int, home: bytes) -> bool:
    # The name of the program stands in brackets and may hold anything.
    state, _, _, session = proc.read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[:4]
    if state in (b"Z", b"X"):
        return False
    if int(session) == leader:
        return True
    if b"HOME=" + home in proc.read(f"/proc/{pid}/environ").split(b"\0"):
        return True
    folder = proc.working_folder(pid)
    return folder == home or folder.startswith(home + b"/")


def _tracers(pid: int) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for thread in proc.threads(pid):
            if found := _TRACER.search(proc.read(f"/proc/{pid}/task/{thread}/status")):
                yield int(found[1])
