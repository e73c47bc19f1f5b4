"""The child of a process that confines a program: found out, and waited for when it is orphaned.

What the program used of the processor is known to this child alone, whom its own parent does not
wait for. Linux only, like whoever confines so.
"""

import fcntl
import os
import re
from typing import Final

ABOVE: Final = 16
"""Descriptors from here on are never those under which something is handed to a program."""

_TOLD: Final = re.compile(rb'"child-pid": *(\d+)')
_MOST_BYTES: Final = 4096


class Child:
    """What is told of a child, on a pipe; nothing where nobody tells."""

    def __init__(self, *, is_told: bool) -> None:
        self.written: int | None = None
        """The end of the pipe that is to be handed over; None where nothing is told."""
        self._read: int | None = None
        if is_told:
            ends = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            self._read, self.written = (
                fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, ABOVE) for end in ends
            )
            for end in ends:
                os.close(end)

    def begin(self) -> None:
        """The end of the pipe was handed over and is needed no more."""
        if self.written is not None:
            os.close(self.written)
            self.written = None

    def reap(self) -> float:
        """Wait for the child, whose parent is gone; return the seconds of CPU of all below it."""
        if self._read is None:
            return 0.0
        try:
            told = _TOLD.search(os.read(self._read, _MOST_BYTES))
            used = os.wait4(int(told[1]), 0)[2] if told else None
        except (BlockingIOError, ChildProcessError):
            return 0.0
        return used.ru_utime + used.ru_stime if used else 0.0

    def close(self) -> None:
        """Give back the pipe."""
        self.begin()
        if self._read is not None:
            os.close(self._read)
            self._read = None
