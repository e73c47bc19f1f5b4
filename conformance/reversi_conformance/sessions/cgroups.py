"""A group of processes for each session, which the kernel itself holds to memory and number.

Where Linux has delegated a group of its cgroup v2 to this process, with the controllers of memory
and of the number of processes, each session gets a group below it: nothing that it starts leaves
that, and all of it is killed at once. Elsewhere there is a `Lack`, found out once.

What is delegated is taken with care. A group cannot have both processes and groups that are held to
anything, so that those of this harness move into one below; where anybody else's are among them,
the group is not ours to rearrange. Processes that work for another find its arrangement.

Creates the groups `reversi-PID`, where the harness itself moves to, and `reversi-PID-N`, one for
each session; removes them, and what a harness that was killed has left. Knows no verdicts.
"""

import atexit
import contextlib
import functools
import itertools
import os
import re
import select
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from reversi_conformance.language import mark
from reversi_conformance.sandboxes import Lack
from reversi_conformance.sandboxes.limits import most_processes
from reversi_conformance.sessions.processes import descendants

if TYPE_CHECKING:
    from reversi_conformance.assignment import Limits

MORE_MEMORY: Final = 96 * 1024 * 1024
"""Bytes that the kernel grants beyond the limit and a full working folder: it counts what it notes
of processes, and files in memory, of which a sandbox's temporary folders may hold most of this."""

_CONTROLLERS: Final = frozenset({"memory", "pids"})
_OURS: Final = re.compile(r"reversi-(\d+)(-\d+)?")
_ESCAPED: Final = re.compile(r"\\([0-7]{3})")
_ROUNDS: Final = 20
"""So often what was started meanwhile is looked for."""
_SECONDS_TO_DIE: Final = 2.0
_NUMBERS: Final = itertools.count(1)
_MOST_BYTES: Final = 65536

_NOT_THERE: Final = mark("this system has no cgroup v2 that controls memory and processes")
_NOT_OURS: Final = mark("the group of this process (cgroup v2) is not delegated to it")
_NOT_ALONE: Final = mark(
    "processes of others are in the group of this one (cgroup v2), which is not delegated to it"
)
_REFUSED: Final = mark("the kernel refuses groups for sessions (cgroup v2)")


class Place(NamedTuple):
    """Where a mount shows the groups, and which of them this process is in."""

    mount: Path
    own: Path


class Group:
    """The processes of one session; `close` leaves none of them."""

    def __init__(self, parent: Path, root: int, limits: "Limits") -> None:
        """Make a group, and move process `root` there and all below it. Raises OSError."""
        self._folder = parent / f"reversi-{os.getpid()}-{next(_NUMBERS)}"
        self._processes = most_processes(limits)
        self._memory = limits.memory_bytes + limits.folder_bytes + MORE_MEMORY
        self._folder.mkdir()
        try:
            self._hold()
            self._enter(root)
        except BaseException:
            self.close()
            raise

    def memory_refused(self) -> int | None:
        """How many bytes were in use at most, where the kernel ended the session at its memory."""
        if not has_reached_its_limit(_events(self._folder / "memory.events")):
            return None
        return _number(self._folder / "memory.peak") or self._memory

    def processes_refused(self) -> int | None:
        """How many processes and threads there were, where the kernel let no more be started.

        None on a kernel that does not tell how many there were: that a start was refused may then
        be for a limit of a group above.
        """
        peak = _number(self._folder / "pids.peak")
        return peak if peak is not None and peak >= self._processes else None

    def close(self) -> None:
        """Kill whatever is left in the group, and remove it."""
        if _removed(self._folder):
            return
        with contextlib.suppress(OSError):
            _write(self._folder / "cgroup.kill", "1")
            _await_empty(self._folder)
        # What could write here may have made groups of its own.
        for folder, _, _ in os.walk(self._folder, topdown=False):
            _removed(Path(folder))

    def _hold(self) -> None:
        _write(self._folder / "memory.max", str(self._memory))
        _write(self._folder / "memory.oom.group", "1")
        _write(self._folder / "pids.max", str(self._processes))
        # Not there where the kernel can move no memory out to a disk.
        with contextlib.suppress(FileNotFoundError):
            _write(self._folder / "memory.swap.max", "0")

    def _enter(self, root: int) -> None:
        """Enter a process and what it started meanwhile; what these start then is in already."""
        entered = set[int]()
        for _ in range(_ROUNDS):
            outside = [each for each in (root, *descendants(root)) if each not in entered]
            if not outside:
                return
            _move(outside, self._folder)
            entered.update(outside)


def hold(root: int, limits: "Limits") -> Group | None:
    """Have the kernel hold a process and all that it starts; None where that cannot be had."""
    parent = _parent()
    if isinstance(parent, Lack):
        return None
    with contextlib.suppress(OSError):
        return Group(parent, root, limits)
    return None


def lack() -> Lack | None:
    """Why the kernel cannot hold sessions here; None where it can."""
    parent = _parent()
    return parent if isinstance(parent, Lack) else None


def place(mounts: str, groups: str) -> Place | None:
    """Read /proc/self/mountinfo and /proc/self/cgroup; None where no mount shows the own group."""
    own = next((line[3:] for line in groups.splitlines() if line.startswith("0::/")), None)
    for line in mounts.splitlines():
        shown, _, kind = line.partition(" - ")
        if own is None or kind.split(" ")[0] != "cgroup2":
            continue
        root, mount = (_unescaped(field) for field in shown.split(" ")[3:5])
        if Path(own).is_relative_to(root) and ".." not in Path(own).parts:
            return Place(Path(mount), Path(mount) / Path(own).relative_to(root))
    return None


def events(text: str) -> Mapping[str, int]:
    """Read a file of counts, such as memory.events."""
    pairs = (line.split() for line in text.splitlines())
    return {name: int(count) for name, count in pairs}


def has_reached_its_limit(memory_events: Mapping[str, int]) -> bool:
    """Whether processes of a group were killed since it had as much memory as it may have.

    False where they were since the whole machine, or a group above, had no memory left.
    """
    return bool(memory_events.get("oom") and memory_events.get("oom_kill"))


_lock: Final = threading.Lock()


def _parent() -> Path | Lack:
    """The group in which those of sessions are made."""
    # Whoever comes first arranges it, the others wait.
    with _lock:
        return _arranged()


@functools.cache
def _arranged() -> Path | Lack:
    if sys.platform != "linux":
        return Lack(_NOT_THERE, "")
    try:
        found = place(_read(Path("/proc/self/mountinfo")), _read(Path("/proc/self/cgroup")))
        if found is None or not _has_controllers(found.mount):
            return Lack(_NOT_THERE, "")
        parent = found.own.parent if _is_harness(found.own) else found.own
        if not (_has_controllers(parent) and _is_writable(parent)):
            return Lack(_NOT_OURS, _command())
        if not _is_arranged(parent) and not _arrange(parent):
            return Lack(_NOT_ALONE, _command())
        _try_out(parent)
    except OSError:
        return Lack(_REFUSED, _command())
    _sweep(parent)
    return parent


def _command() -> str:
    """What has systemd delegate a group; empty where there is none, as in containers."""
    if not Path("/run/systemd/system").is_dir():
        return ""
    whose = "" if os.geteuid() == 0 else "--user "
    return f"systemd-run {whose}--scope -p Delegate=yes reversi-conformance doctor"


def _has_controllers(group: Path) -> bool:
    return set(_read(group / "cgroup.controllers").split()) >= _CONTROLLERS


def _is_harness(group: Path) -> bool:
    found = _OURS.fullmatch(group.name)
    return found is not None and found[2] is None


def _is_writable(group: Path) -> bool:
    files = (group, group / "cgroup.procs", group / "cgroup.subtree_control")
    return all(os.access(file, os.W_OK) for file in files)


def _is_arranged(group: Path) -> bool:
    return _enabled(group) >= _CONTROLLERS


def _enabled(group: Path) -> set[str]:
    return set(_read(group / "cgroup.subtree_control").split())


def _arrange(parent: Path) -> bool:
    """Have groups below this one be held to limits; False where it has processes of others."""
    new = _CONTROLLERS - _enabled(parent)
    leaf = None
    # The root of all groups, and it alone, may have both processes and such groups.
    if (parent / "cgroup.type").exists():
        if not _family() >= {*_processes(parent)}:
            return False
        leaf = parent / f"reversi-{os.getpid()}"
        leaf.mkdir(exist_ok=True)
    atexit.register(_give_back, parent, leaf, new, os.getpid())
    if leaf is not None:
        _move_all(parent, leaf)
    _write(parent / "cgroup.subtree_control", " ".join(f"+{name}" for name in sorted(new)))
    return True


def _family() -> set[int]:
    """This process, whom it works for, and all that they have started."""
    # Only needed to arrange anything, and slow to load.
    from multiprocessing import parent_process  # noqa: PLC0415

    head = parent_process()
    number = os.getpid() if head is None or head.pid is None else head.pid
    return {number, *descendants(number)}


def _give_back(parent: Path, leaf: Path | None, new: Iterable[str], arranger: int) -> None:
    """Leave a group as it was found, unless somebody uses what it was made into."""
    # Not in what was forked from the process that arranged it, and ends before that does.
    if os.getpid() != arranger:
        return
    _sweep(parent)
    with contextlib.suppress(OSError):
        if any(_OURS.fullmatch(group.name) and group != leaf for group in parent.iterdir()):
            return
        control = " ".join(f"-{name}" for name in sorted(new))
        _write(parent / "cgroup.subtree_control", control)
        if leaf is not None:
            _move_all(leaf, parent)
            leaf.rmdir()


def _move_all(group: Path, other: Path) -> None:
    for _ in range(_ROUNDS):
        found = _processes(group)
        if not found:
            return
        _move(found, other)


def _move(processes: Iterable[int], group: Path) -> None:
    for number in processes:
        with contextlib.suppress(ProcessLookupError):
            _write(group / "cgroup.procs", str(number))


def _try_out(parent: Path) -> None:
    """Make a group, with all that one needs, and remove it. Raises OSError."""
    group = parent / f"reversi-{os.getpid()}-0"
    group.mkdir(exist_ok=True)
    try:
        for name in ("memory.max", "memory.oom.group", "pids.max"):
            _write(group / name, "0" if name == "memory.oom.group" else "max")
        # From Linux 5.14 on.
        _write(group / "cgroup.kill", "1")
    finally:
        group.rmdir()


def _sweep(parent: Path) -> None:
    """Remove empty groups of those of us who are gone, and could not remove them."""
    with contextlib.suppress(OSError):
        for group in parent.iterdir():
            found = _OURS.fullmatch(group.name)
            if found is not None and not _is_alive(int(found[1])):
                _removed(group)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _removed(group: Path) -> bool:
    """Remove a group where it has neither processes nor groups."""
    try:
        group.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _await_empty(group: Path) -> None:
    """Wait until no process of a group that was killed is left, but not for ever."""
    deadline = time.monotonic() + _SECONDS_TO_DIE
    with (group / "cgroup.events").open("rb", buffering=0) as file:
        poller = select.poll()
        poller.register(file, select.POLLPRI)
        while events(os.pread(file.fileno(), _MOST_BYTES, 0).decode()).get("populated"):
            left = deadline - time.monotonic()
            if left <= 0:
                return
            poller.poll(left * 1000)


def _events(path: Path) -> Mapping[str, int]:
    try:
        return events(_read(path))
    except OSError:
        return {}


def _number(path: Path) -> int | None:
    """The number in a file; None where the kernel has no such file."""
    try:
        return int(_read(path))
    except OSError:
        return None


def _processes(group: Path) -> list[int]:
    return [int(line) for line in _read(group / "cgroup.procs").split()]


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="surrogateescape")


def _write(path: Path, text: str) -> None:
    # Nothing is made where there is no such file.
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _unescaped(field: str) -> str:
    """A path as /proc/self/mountinfo writes it: blanks and the like as three octal digits."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 8)), field)
