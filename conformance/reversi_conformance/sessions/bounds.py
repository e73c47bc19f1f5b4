"""Does a program keep within what it may take of the machine? Looked at while it runs.

Bounds what all its processes take together and what its working folder holds; what the kernel
holds a single process to by itself, `sandboxes` sets. Where the kernel can hold all of them
together (`cgroups`), it does, a little beyond the limits: that catches what is quicker than looks.
Knows nothing of time-outs, but how long the program was kept from running by others.
"""

import sys
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from reversi_conformance.observation import EndingKind
from reversi_conformance.sessions import cgroups
from reversi_conformance.sessions.folder import Contents, contents
from reversi_conformance.sessions.usage import Meter, Usage

if TYPE_CHECKING:
    from reversi_conformance.assignment import Limits
    from reversi_conformance.sessions.family import FamilyMeter

_INTERVAL: Final = 0.05
"""Seconds between two looks: a session that is over before costs none."""
_SPARING: Final = 20
"""Looking takes at most so small a part of the time."""
_ENOUGH: Final = 4
"""So many times the limit of processes or files are counted, and no more."""


def _meter(root: int, home: Path) -> "Meter | FamilyMeter":
    if sys.platform == "win32":
        # psutil is there where it is needed.
        from reversi_conformance.sessions.family import FamilyMeter  # noqa: PLC0415

        return FamilyMeter(root)
    return Meter(root, home)


class Excess(NamedTuple):
    """A bound that is broken, and what was measured."""

    kind: EndingKind
    limit: float
    used: float


class Bounds:
    """The bounds of one session; a context manager that ends all that the kernel holds to them."""

    def __init__(self, root: int, home: Path, limits: "Limits") -> None:
        """Watch process `root` and all that it starts, and its working folder."""
        self.limits = limits
        self.starved = 0.0
        """Seconds in which the program could not run because others had the processors."""
        self.cpu_seconds = 0.0
        """Processor time of all processes together, as far as any look has seen it."""
        self._group = cgroups.hold(root, limits)
        self._refused: Excess | None = None
        self._meter = _meter(root, home)
        self._home = home
        self._looked_at = time.monotonic()
        self._due = self._looked_at + _INTERVAL

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.end()

    def end(self) -> None:
        """Kill whatever is left of the program where the kernel knows all of it.

        Best done once the program was killed or has exited: then that can still be told of it.
        """
        if self._group is not None:
            self._refused = self.refused()
            self._group.close()
            self._group = None

    def refused(self) -> Excess | None:
        """Return the bound at which the kernel itself has stopped the program, if it has."""
        if self._group is None:
            return self._refused
        limits = self.limits
        if (memory := self._group.memory_refused()) is not None:
            return Excess(EndingKind.OUT_OF_MEMORY, limits.memory_bytes, memory)
        if (processes := self._group.processes_refused()) is not None:
            return Excess(EndingKind.TOO_MANY_PROCESSES, limits.processes, processes)
        return None

    def look(self, now: float) -> Excess | None:
        """Return the first bound that is broken, if it is time to look again."""
        if now < self._due:
            return None
        began = time.thread_time()
        excess = self._look(now)
        self._looked_at = now
        self._due = now + max(_INTERVAL, (time.thread_time() - began) * _SPARING)
        return excess

    def _look(self, now: float) -> Excess | None:
        usage = self._meter.read(self.limits.processes * _ENOUGH)
        self.cpu_seconds = max(self.cpu_seconds, usage.cpu_seconds)
        # Threads that stand in line side by side hold the program up once.
        self.starved += min(self._meter.waited(), now - self._looked_at)
        held = self.held()
        held = held._replace(bytes=held.bytes + self._meter.nameless_bytes())
        return self._in_processes(usage) or self.refused() or in_folder(held, self.limits)

    def held(self) -> Contents:
        """Return what the working folder holds now, as far as it matters."""
        return contents(self._home, self.limits.files * _ENOUGH)

    def _in_processes(self, usage: Usage) -> Excess | None:
        limits = self.limits
        if usage.threads > limits.processes:
            return Excess(EndingKind.TOO_MANY_PROCESSES, limits.processes, usage.threads)
        if usage.memory_bytes > limits.memory_bytes:
            # Children that were forked share most of what they seem to have.
            exact = self._meter.exact_memory()
            if exact > limits.memory_bytes:
                return Excess(EndingKind.OUT_OF_MEMORY, limits.memory_bytes, exact)
        if usage.cpu_seconds > limits.cpu_seconds:
            return Excess(EndingKind.OUT_OF_CPU, limits.cpu_seconds, usage.cpu_seconds)
        return None


def in_folder(held: Contents, limits: "Limits") -> Excess | None:
    """Return the bound that a working folder breaks with what it holds."""
    if held.files > limits.files:
        return Excess(EndingKind.TOO_MANY_FILES, limits.files, held.files)
    if held.bytes > limits.folder_bytes:
        return Excess(EndingKind.FOLDER_TOO_LARGE, limits.folder_bytes, held.bytes)
    return None
