"""What one thread is doing, from the line in which Linux tells its system call.

Knows the system calls' numbers and arguments; of the process it reads `fd`, `fdinfo` and, for the
arguments of select and poll, `mem`. Which threads there are, and whether they moved, is `tasks`'
business.
"""

import contextlib
import enum
import math
import os
import stat
import struct
from collections.abc import Callable
from typing import Final, NamedTuple

from reversi_conformance.sessions import proc

_EPOLLIN: Final = 1
_POLLIN: Final = 1
_MOST_POLLED: Final = 1024


IsInput = Callable[[os.stat_result], bool]
"""Whether something that a process has open is the terminal, or pipe, from which it is typed to."""


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


class Doing(enum.Enum):
    """What a thread does when it does not wait for its input."""

    WORKS = enum.auto()
    """It runs, or its system call ends by itself."""
    NAPS = enum.auto()
    """It sleeps for a time and goes on then."""
    IDLES = enum.auto()
    """It waits for another thread, process, signal or message."""


class Interpreter:
    """Reads the kernel's lines for one program's input on one architecture."""

    def __init__(self, calls: Calls, is_input: IsInput) -> None:
        """Look out for waits on what `is_input` knows for the program's terminal or pipe."""
        self._calls = calls
        self._is_input = is_input

    def interpret(self, process: int, call: bytes) -> Doing | float:
        """Say what a thread is doing, or for how many seconds at most it waits for its input."""
        number = int(call.partition(b" ")[0])
        calls = self._calls
        if number in calls.idle:
            return Doing.IDLES
        if number in calls.naps:
            return Doing.NAPS
        arguments = [int(value, 16) for value in call.split()[1:7]]
        if number in calls.reads:
            return self._interpret_read(process, arguments[0])
        if number in calls.epoll_waits or number == calls.epoll_wait2:
            return self._interpret_epoll(process, number, arguments)
        if number in (calls.poll, calls.ppoll):
            return self._interpret_poll(process, number, arguments)
        if number in (calls.select, calls.pselect):
            return self._interpret_select(process, number, arguments)
        return Doing.WORKS

    def is_alike(self, call: bytes, before: bytes) -> bool:
        """Whether two calls mean the same, so that one need not be interpreted after the other."""
        if call == before:
            return True
        # What a call does not ask for stands in its line as well, as the last call left it.
        number, _, arguments = call.partition(b" ")
        is_read = number.isdigit() and int(number) in self._calls.reads
        return is_read and before.startswith(b"%b %b " % (number, arguments.partition(b" ")[0]))

    def is_polling(self, call: bytes) -> bool:
        """Whether it waits for one of many things, its input perhaps among them."""
        number, calls = int(call.partition(b" ")[0]), self._calls
        if number in calls.epoll_waits or number == calls.epoll_wait2:
            return True
        return number in (calls.poll, calls.ppoll, calls.select, calls.pselect)

    def _interpret_read(self, process: int, descriptor: int) -> Doing | float:
        if self._is_that_input(process, descriptor):
            return math.inf
        # The bytes of a file come by themselves, those of a pipe do not.
        return Doing.WORKS if _is_file(process, descriptor) else Doing.IDLES

    def _interpret_epoll(self, process: int, number: int, arguments: list[int]) -> Doing | float:
        with contextlib.suppress(OSError):
            for line in proc.read(f"/proc/{process}/fdinfo/{arguments[0]}").split(b"\n"):
                if not line.startswith(b"tfd:"):
                    continue
                _, descriptor, _, events, *_ = line.split()
                if int(events, 16) & _EPOLLIN and self._is_that_input(process, int(descriptor)):
                    if number == self._calls.epoll_wait2:
                        return _duration(process, arguments[3], 1e9)
                    return _milliseconds(arguments[3])
        return Doing.IDLES

    def _interpret_poll(self, process: int, number: int, arguments: list[int]) -> Doing | float:
        address, count, timeout, *_ = arguments
        if number == self._calls.ppoll:
            seconds = _duration(process, timeout, 1e9)
        else:
            seconds = _milliseconds(timeout)
        memory = _memory(process, address, 8 * min(count, _MOST_POLLED))
        for descriptor, events, _ in struct.iter_unpack("ihh", memory):
            if events & _POLLIN and self._is_that_input(process, descriptor):
                return seconds
        return _nap_or_idle(count, seconds)

    def _interpret_select(self, process: int, number: int, arguments: list[int]) -> Doing | float:
        count, address, _, _, timeout, _ = arguments
        seconds = _duration(process, timeout, 1e9 if number == self._calls.pselect else 1e6)
        watched = min(count, _MOST_POLLED)
        memory = _memory(process, address, (watched + 63) // 64 * 8) if address else b""
        bits = int.from_bytes(memory, "little")
        for descriptor in range(watched):
            if bits >> descriptor & 1 and self._is_that_input(process, descriptor):
                return seconds
        return _nap_or_idle(count, seconds)

    def _is_that_input(self, process: int, descriptor: int) -> bool:
        try:
            return self._is_input(proc.status(process, descriptor))
        except OSError:
            return False


def _nap_or_idle(watched: int, seconds: float) -> Doing:
    # Waiting for nothing at all is how some languages sleep.
    return Doing.NAPS if not watched and seconds < math.inf else Doing.IDLES


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
