"""Has the program stopped for input? Asked of the kernel where it tells, else guessed from silence.

The wording of prompts decides nothing where the kernel tells: students mistype prompts. Silence
alone is no answer either: a program that thinks is silent, too.
"""

import contextlib
import enum
import functools
import platform
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from reversi_conformance.sessions import proc, tasks
from reversi_conformance.sessions.syscalls import CALLS, IsInput
from reversi_conformance.sessions.tasks import Nap, Reading, Snapshot

QUIET: Final = 0.05
"""Seconds without output after which an unfinished line passes for a prompt, if nothing better."""
LONG_QUIET: Final = 0.5
"""Seconds without output after which anything passes for one where the kernel cannot tell."""
KEY_QUIET: Final = 0.02
"""Seconds for a program to deal with one key where the kernel cannot tell."""
IDLE: Final = 3.0
"""A time-out of so many seconds or more is a wait for a person, not work in progress."""

# Also full-width colon, question mark and bracket, in UTF-8 and in GBK.
_PROMPT_END: Final = re.compile(
    rb"(?:[:?>)\]]|\xef\xbc[\x9a\x9f\x89]|\xa3[\xba\xbf\xa9])(?:[ \t]|\x1b\[[0-9;?]*[A-Za-z])*\Z"
)
_POLLS: Final = 3
"""So many naps in one quiet are no pause for thought."""
_PROBE_SECONDS: Final = 2.0


class Wait(enum.Enum):
    """Whether the program waits for input."""

    NO = enum.auto()
    SURE = enum.auto()
    """The kernel says so."""
    SOFT = enum.auto()
    """Concluded from silence."""


class Watch(Protocol):
    """Watches one program; asked again and again while it is quiet."""

    def look(self, quiet: float, tail: bytes) -> Wait:
        """Say whether it waits, after so many seconds of quiet.

        `tail` is the end of what was printed since the last answer, its echo taken away. Once a
        wait was reported, the same wait is not reported again: it ends with the next key.
        """

    def took_key(self, quiet: float) -> bool:
        """Say whether the last key has been taken, so that the next one may come."""

    def close(self) -> None:
        """Give back what was opened for looking."""


def watch(
    pid: int,
    is_input: IsInput,
    has_unread: Callable[[], bool],
    has_output: Callable[[], bool],
    *,
    around: int = 0,
) -> Watch:
    """Return the best watch for program `pid` that there is on this system.

    With `around`, `pid` is the first of so many processes around it, which need not be watched.
    `has_unread` says whether something typed lies unread, `has_output` whether something printed
    is yet to be taken.
    """
    if _kernel_tells():
        return KernelWatch(pid, is_input, has_unread, has_output, around=around)
    return SilenceWatch(has_unread)


def ways() -> str:
    """Which way of knowing is in force: "kernel" or "silence"."""
    return "kernel" if _kernel_tells() else "silence"


class KernelWatch:
    """Looks at what every thread of the program and its children does. Linux only.

    A wait is reported when a thread reads or polls the input, no thread works, no typed key is
    left, the reading thread has slept anew since the last wait, and a second look, with nothing
    left to be read by us, sees exactly the same.
    """

    def __init__(
        self,
        pid: int,
        is_input: IsInput,
        has_unread: Callable[[], bool],
        has_output: Callable[[], bool],
        *,
        around: int,
    ) -> None:
        self._tree = tasks.Tree(pid, is_input, around=around)
        self._has_unread = has_unread
        self._has_output = has_output
        self._readings: tuple[Reading, ...] = ()
        self._polls = _Polls()
        self._patience = LONG_QUIET
        """Quiet after which naps stand no longer in the way of a wait; less once one was seen."""

    def look(self, quiet: float, tail: bytes) -> Wait:
        """Say whether it waits; costs one read where the program obviously works."""
        call = self._tree.glance()
        if call.startswith(b"running"):
            return Wait.NO
        if len(self._readings) == 1:
            [reading] = self._readings
            is_alike = reading.timeout >= IDLE and self._tree.is_alike(call, reading)
            if is_alike and self._tree.is_single():
                return self._look_at_same(reading._replace(call=call))
        before = self._tree.snapshot()
        verdict = self._judge(before, quiet, tail)
        if verdict is Wait.NO or self._has_unread() or self._has_output():
            return Wait.NO
        if self._tree.has_moved_since(before):
            return Wait.NO
        self._readings = before.readings
        if verdict is Wait.SOFT:
            self._patience = QUIET
        return verdict

    def took_key(self, quiet: float) -> bool:
        """Say whether the program waits again; costs little where it waits as it did before."""
        if self._has_unread():
            return False
        if self._polls.are_for_input:
            return quiet >= KEY_QUIET
        if len(self._readings) == 1:
            [before] = self._readings
            now = self._tree.again(before)
            if now is not None:
                self._readings = (now,)
                return now.sleeps != before.sleeps
        # The key has been read: a wait that lasts for a moment only will do.
        return self.look(max(quiet, IDLE), b"") is not Wait.NO

    def close(self) -> None:
        """Give back what was opened for looking."""
        self._tree.close()

    def _look_at_same(self, before: Reading) -> Wait:
        """All there is of the program is in the call in which it waited last: does it wait anew?"""
        sleeps = self._tree.sleeps(before)
        if sleeps in (None, before.sleeps) or self._has_unread() or self._has_output():
            return Wait.NO
        now = self._tree.again(before)
        if now is None or now.sleeps != sleeps:
            return Wait.NO
        self._readings = (now,)
        return Wait.SURE

    def _judge(self, seen: Snapshot, quiet: float, tail: bytes) -> Wait:
        if not seen.works and not seen.readings:
            polls = self._polls.look(seen.napping, quiet)
            is_prompt = quiet >= self._patience and _is_unfinished(tail)
            return Wait.SOFT if polls and is_prompt else Wait.NO
        before = {reading.thread: reading.sleeps for reading in self._readings}
        anew = [found for found in seen.readings if before.get(found.thread) != found.sleeps]
        if seen.works or not anew:
            return Wait.NO
        longest = max(found.timeout for found in anew)
        if longest >= IDLE and not seen.naps:
            return Wait.SURE
        if quiet >= IDLE:
            return Wait.SOFT
        # Beside a thread that counts seconds another one may well wait for input for ever.
        enough = QUIET if not seen.naps else self._patience if longest >= IDLE else IDLE
        return Wait.SOFT if quiet >= enough and _is_unfinished(tail) else Wait.NO


class _Polls:
    """Tells a thread that looks for input again and again, napping in between, from one nap."""

    def __init__(self) -> None:
        self.are_for_input = False
        """The program looked for its input in this way, as far as one can tell."""
        self._quiet = 0.0
        self._sleeps: dict[int, int] = {}

    def look(self, napping: Sequence[Nap], quiet: float) -> bool:
        """Whether a thread has napped several times since the quiet began."""
        if quiet < self._quiet:
            self._sleeps.clear()
        self._quiet = quiet
        self.are_for_input = any(
            nap.sleeps - self._sleeps.setdefault(nap.thread, nap.sleeps) >= _POLLS
            for nap in napping
        )
        return self.are_for_input


class SilenceWatch:
    """Knows nothing but silence: a prompt-like ending, or a long quiet, is taken for a wait."""

    def __init__(self, has_unread: Callable[[], bool]) -> None:
        self._has_unread = has_unread

    def look(self, quiet: float, tail: bytes) -> Wait:
        """Say whether it seems to wait."""
        if quiet < QUIET or self._has_unread():
            return Wait.NO
        is_prompt = _is_unfinished(tail) and _PROMPT_END.search(tail)
        return Wait.SOFT if is_prompt or quiet >= LONG_QUIET else Wait.NO

    def took_key(self, quiet: float) -> bool:
        """Say whether the key was read a moment ago."""
        return quiet >= KEY_QUIET and not self._has_unread()

    def close(self) -> None:
        """Nothing was opened."""


def _is_unfinished(tail: bytes) -> bool:
    return tail.rstrip(b" \t\r")[-1:] not in (b"", b"\n")


_probing = threading.Lock()


def _kernel_tells() -> bool:
    with _probing:
        return _probe()


@functools.cache
def _probe() -> bool:
    """Find out with a child that reads whether its system call can be seen."""
    calls = CALLS.get(platform.machine())
    if sys.platform != "linux" or calls is None:
        return False
    with subprocess.Popen(["/bin/sh", "-c", "read _"], stdin=subprocess.PIPE) as child:
        try:
            proc.children(child.pid, child.pid)
            return _is_seen_reading(child, calls.reads)
        except OSError:
            return False
        finally:
            child.kill()


def _is_seen_reading(child: subprocess.Popen[bytes], reads: tuple[int, ...]) -> bool:
    deadline = time.monotonic() + _PROBE_SECONDS
    while time.monotonic() < deadline:
        number, _, rest = proc.read(f"/proc/{child.pid}/syscall").partition(b" ")
        if number.isdigit() and int(number) in reads and rest.startswith(b"0x0 "):
            return True
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(0.001)
    return False
