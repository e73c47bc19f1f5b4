"""One program on pipes: start it, read, type, end it and all that it started.

For systems on which no terminals can be made, which is Windows; works on every system. Reading and
sending go through pexpect's `PopenSpawn`. There is no echo and no single key, and most languages
print into a pipe by blocks, so that what is printed may come late, or when the program ends. Knows
nothing of lines, answers or deadlines of a session.
"""

import contextlib
import os
import platform
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Final, Self

from pexpect import EOF
from pexpect.popen_spawn import PopenSpawn

from reversi_conformance.sandboxes import Start
from reversi_conformance.sessions import proc, waiting
from reversi_conformance.sessions.departure import Departure
from reversi_conformance.sessions.syscalls import CALLS

if TYPE_CHECKING:
    import subprocess

    from reversi_conformance.sessions.family import Family
    from reversi_conformance.sessions.leader import Leader

_CHUNK: Final = 65536
_AT_ONCE: Final = 1.0
"""What is there already is taken within so many seconds; nothing is waited for."""
_SECONDS_TO_EMPTY: Final = 2.0
"""Most seconds until the last output is taken of a program that is gone."""


class Pipes:
    """A program at work on pipes; a context manager that leaves nothing behind."""

    enter: Final = b"\n"
    echoes: Final = False

    def __init__(self, start: Start, home: Path) -> None:
        """Start a program. `home` is where it works, and by which its stray children are known.

        Raises OSError and ValueError.
        """
        if start.handed or start.spawn is not None:
            raise ValueError("a program on pipes is handed nothing")
        self._home = home
        self._ahead = b""
        self._program = self._started(start)
        self.pid = self._program.pid
        self._input = os.fstat(self._link.stdin.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._program.__exit__(kind, error, traceback)
        self._link.close()

    def watch(self) -> waiting.Watch:
        """Return the best watch for it that there is on this system."""
        return waiting.watch(
            self.pid,
            lambda status: os.path.samestat(status, self._input),
            self.has_unread_keys,
            self._has_output,
        )

    def wait(self, seconds: float, *, for_output: bool) -> None:
        """Wait until time is over or, if wanted, there is output already."""
        if for_output:
            self._ahead += self._taken()
        if not (for_output and self._ahead):
            time.sleep(seconds)

    def read(self) -> bytes:
        """Take what can be read at once; b"" where there is nothing.

        Lines end as a terminal ends them.
        """
        data, self._ahead = self._ahead + self._taken(), b""
        return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")

    def send(self, keys: bytes, seconds: float) -> bytes:  # noqa: ARG002 - a console's interface
        """Press keys. A pipe takes more than is typed in any session, and at once."""
        # Who reads no more may have closed its end, or be gone.
        with contextlib.suppress(OSError, ValueError):
            self._link.send(keys)
        return b""

    def carry_over(self) -> None:
        """What is written to a pipe has arrived."""

    def takes_lines(self) -> bool:
        """Whole lines are handed over, always."""
        return True

    def end_input(self) -> bytes:
        """Close the program's input; no key is left to press."""
        with contextlib.suppress(OSError):
            self._link.sendeof()
        return b""

    def has_unread_keys(self) -> bool:
        """Whether something typed lies in the pipe; Windows does not tell."""
        stdin = self._link.stdin
        return not stdin.closed and _unread_bytes(stdin.fileno()) > 0

    def has_exited(self) -> bool:
        """Whether the program itself is gone; children of it may still be there."""
        return self._program.has_exited()

    def kill(self) -> None:
        """Kill the program and whatever it started, where still alive; its output is there then."""
        self._program.kill()
        self._link.empty(_SECONDS_TO_EMPTY)

    @property
    def left_processes(self) -> int:
        """How many processes a program that ended by itself had left, once they are killed."""
        return self._program.left_processes

    def bury(self) -> Departure:
        """Say how the program ended, once it was killed or has exited."""
        return self._program.bury()

    def _started(self, start: Start) -> "Family | Leader":
        if sys.platform == "win32":
            from reversi_conformance.sessions.family import Family  # noqa: PLC0415

            self._link = _Link(start, self._home)
            return Family(self._link.process, self._home)
        # Windows has nothing of what this needs.
        from reversi_conformance.sessions.leader import Leader  # noqa: PLC0415

        return Leader(lambda _: self._spawn(start), self._home, is_told=False)

    def _spawn(self, start: Start) -> int:
        self._link = _Link(start, self._home)
        return self._link.process.pid

    def _taken(self) -> bytes:
        try:
            data: bytes = self._link.read_nonblocking(_CHUNK, timeout=_AT_ONCE)
        except EOF:
            return b""
        return data

    def _has_output(self) -> bool:
        """Whether anything is still to be read; only where the kernel tells."""
        is_at_hand = self._link.is_reading()
        self._ahead += self._taken()
        return is_at_hand or bool(self._ahead)


class _Link(PopenSpawn):  # type: ignore[misc] # pexpect has no types
    """pexpect's link to a program, and the thread of it that reads."""

    process: "subprocess.Popen[bytes]"
    stdin: IO[bytes]
    stdout: IO[bytes]

    def __init__(self, start: Start, folder: Path) -> None:
        super().__init__(
            list(start.argv),
            cwd=str(folder),
            env=dict(start.environment),
            # In a session of its own it reaches no terminal, and no Ctrl-C reaches it.
            preexec_fn=None if sys.platform == "win32" else os.setsid,
        )
        self.process, self.stdin, self.stdout = self.proc, self.proc.stdin, self.proc.stdout

    def is_reading(self) -> bool:
        """Whether something that was printed is on its way through the thread that reads."""
        try:
            call = proc.read(f"/proc/self/task/{self._read_thread.native_id}/syscall")
        except OSError:
            # The thread has read all that there is, and is gone.
            return False
        number = call.partition(b" ")[0]
        return not number.isdigit() or int(number) not in CALLS[platform.machine()].reads

    def empty(self, seconds: float) -> None:
        """Let the thread that reads come to the end of the output."""
        self._read_thread.join(seconds)

    def close(self) -> None:
        """Give back the pipes."""
        # Whoever waited for the process took its status; this only takes note that it is gone.
        self.process.poll()
        with contextlib.suppress(OSError):
            self.stdin.close()
        if not self._read_thread.is_alive():
            self.stdout.close()


def _unread_bytes(pipe: int) -> int:
    if sys.platform == "win32":
        return 0
    import fcntl  # noqa: PLC0415 - Windows has neither
    import termios  # noqa: PLC0415

    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)
