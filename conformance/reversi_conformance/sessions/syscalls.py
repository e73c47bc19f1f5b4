"""What one thread is doing, from the line in which Linux tells its system call.

Knows the system calls' numbers and arguments; of the process it reads `fd`, `fdinfo` and, for the
arguments of select and poll, `mem`. Which threads there are, and whether they moved, is `tasks`'
business.
"""

import contextlib
import math
import os
import stat
import struct
from typing import Final, NamedTuple

from reversi_conformance.sessions import proc

_CONTROLLING_TERMINAL: Final = os.makedev(5, 0)
_EPOLLIN: Final = 1
_POLLIN: Final = 1
_MOST_POLLED: Final = 1024


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


class Interpreter:
    """Reads the kernel's lines for one terminal on one architecture."""

    def __init__(self, calls: Calls, terminal: int) -> None:
        """Look out for waits on the device number `terminal`."""
        self._calls = calls
        self._devices = (terminal, _CONTROLLING_TERMINAL)

    def seconds_for_terminal(self, process: int, call: bytes) -> float | None:
        """How long a wait for the terminal may last; None where it is no such wait."""
        number = _number(call)
        calls = self._calls
        if number in calls.reads:
            return math.inf if self._is_terminal(process, _arguments(call)[0]) else None
        if number in calls.epoll_waits or number == calls.epoll_wait2:
            return self._epoll_timeout(process, number, _arguments(call))
        if number in (calls.poll, calls.ppoll):
            return self._poll_timeout(process, number, _arguments(call))
        if number in (calls.select, calls.pselect):
            return self._select_timeout(process, number, _arguments(call))
        return None

    def is_nap(self, call: bytes) -> bool:
        """Whether it sleeps for a time and then goes on."""
        number, calls = _number(call), self._calls
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

    def is_polling(self, call: bytes) -> bool:
        """Whether it waits for one of many things, the terminal perhaps among them."""
        number, calls = _number(call), self._calls
        if number in calls.epoll_waits or number == calls.epoll_wait2:
            return True
        return number in (calls.poll, calls.ppoll, calls.select, calls.pselect)

    def is_idle(self, process: int, call: bytes) -> bool:
        """Whether it waits for something that does not come by itself, as a file's bytes do."""
        number, calls = _number(call), self._calls
        if number in calls.idle or self.is_polling(call):
            return True
        return number in calls.reads and not _is_file(process, _arguments(call)[0])

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
        address, count = arguments[0], min(arguments[1], _MOST_POLLED)
        entries = struct.iter_unpack("ihh", _memory(process, address, 8 * count))
        for descriptor, events, _ in entries:
            if events & _POLLIN and self._is_terminal(process, descriptor):
                if number == self._calls.ppoll:
                    return _duration(process, arguments[2], 1e9)
                return _milliseconds(arguments[2])
        return None

    def _select_timeout(self, process: int, number: int, arguments: list[int]) -> float | None:
        count, address = min(arguments[0], _MOST_POLLED), arguments[1]
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


def _number(call: bytes) -> int:
    return int(call.partition(b" ")[0])


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
