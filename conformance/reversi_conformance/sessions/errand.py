"""One program that nobody talks to: start it, take what it prints, end it and all it started.

It reads nothing, prints into a pipe and works in a folder that outlives it. Knows nothing of what
the program is for.
"""

import os
import select
import sys
import time
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final, NamedTuple

from reversi_conformance.observation import Ending, EndingKind
from reversi_conformance.sandboxes import Start
from reversi_conformance.sessions.bounds import Bounds
from reversi_conformance.sessions.conversation import Over
from reversi_conformance.sessions.endings import ending

if TYPE_CHECKING:
    from reversi_conformance.assignment import Limits
    from reversi_conformance.sessions.leader import Leader

_CHUNK: Final = 65536
_READS: Final = 64
"""Most pieces taken before limits are looked at again."""
_PAUSE: Final = 0.05
_MOST_STRETCH: Final = 10
"""So many times the limit on the wall's clock it gets at most, however busy the machine is."""


class Errand(NamedTuple):
    """What was seen of it."""

    printed: bytes
    """Both outputs, in the order in which they came; of more than `limits.output_bytes` the
    beginning."""
    ending: Ending


def run(start: Start, folder: Path, limits: "Limits", cancelled: Event) -> Errand:
    """Run a program to its end, or to the first limit that it breaks.

    What it prints beyond `limits.output_bytes` is read and forgotten. Whatever the ending, every
    process of it is gone. Raises OSError and ValueError where it could not be started.
    """
    if sys.platform == "win32":
        return _run_on_pipes(start, folder, limits, cancelled)
    # What starts it is not there on Windows.
    from reversi_conformance.sessions.leader import lead  # noqa: PLC0415

    read, write = os.pipe()
    try:
        os.set_blocking(read, False)
        standard = (
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, write, 1),
            (os.POSIX_SPAWN_DUP2, write, 2),
        )
        began = time.monotonic()
        with (
            lead(start, folder, standard) as leader,
            Bounds(leader.pid, folder, limits) as bounds,
        ):
            output = _Output(read, limits.output_bytes)
            over = _await_end(leader, output, bounds, cancelled)
            leader.kill()
            seconds = time.monotonic() - began
            bounds.end()
            output.take()
            held = bounds.held()
            departure = leader.bury().own(start)
    finally:
        os.close(read)
        os.close(write)
    return Errand(bytes(output.taken), ending(over, departure, bounds, held, seconds))


def _run_on_pipes(start: Start, folder: Path, limits: "Limits", cancelled: Event) -> Errand:
    """As for `run`, where a program can only be started by way of a session's pipes."""
    from reversi_conformance.sessions.pipe import Pipes  # noqa: PLC0415

    began = time.monotonic()
    printed = bytearray()

    def take() -> None:
        printed.extend(program.read()[: limits.output_bytes - len(printed)])

    with Pipes(start, folder) as program:
        program.end_input()
        bounds = Bounds(program.pid, folder, limits)
        while (over := _over(program.has_exited(), began, bounds, cancelled)) is None:
            take()
            time.sleep(_PAUSE)
        program.kill()
        seconds = time.monotonic() - began
        take()
        held = bounds.held()
        departure = program.bury()
    return Errand(bytes(printed), ending(over, departure, bounds, held, seconds))


class _Output:
    """What comes out of a pipe, as far as it is kept."""

    def __init__(self, descriptor: int, most: int) -> None:
        self.taken = bytearray()
        self.descriptor = descriptor
        self._most = most

    def take(self) -> None:
        """Take what can be read at once, or a part of it."""
        for _ in range(_READS):
            try:
                data = os.read(self.descriptor, _CHUNK)
            except BlockingIOError:
                return
            self.taken += data[: self._most - len(self.taken)]


def _await_end(leader: "Leader", output: _Output, bounds: Bounds, cancelled: Event) -> Over:
    began = time.monotonic()
    poller = select.poll()
    poller.register(output.descriptor, select.POLLIN)
    if leader.exit is not None:
        poller.register(leader.exit, select.POLLIN)
    while True:
        poller.poll(_PAUSE * 1000)
        output.take()
        over = _over(leader.has_exited(), began, bounds, cancelled)
        if over is not None:
            return over


def _over(has_exited: bool, began: float, bounds: Bounds, cancelled: Event) -> Over | None:
    """Why there is nothing more to wait for, if that is so."""
    if has_exited:
        return Over(EndingKind.EXITED)
    if cancelled.is_set():
        return Over(EndingKind.INTERRUPTED)
    now = time.monotonic()
    if (excess := bounds.look(now)) is not None:
        return Over(*excess)
    seconds, patience = now - began, bounds.limits.seconds_per_session
    if seconds >= min(patience + bounds.starved, patience * _MOST_STRETCH):
        return Over(EndingKind.OUT_OF_TIME, patience, seconds)
    return None
