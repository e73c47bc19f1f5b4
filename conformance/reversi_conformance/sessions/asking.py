"""Asks another process of ours to start a program, and is told the number of its process.

What is started is no child of the one that is asked, but becomes one of this process.
"""

import contextlib
import marshal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

_LONGEST: Final = 4096


class Asking:
    """A Python that is asked; safe in many threads at once."""

    def __init__(
        self,
        who: str,
        arguments: Sequence[str | Path],
        *,
        reads: int | IO[bytes],
        prints: int,
        environment: Mapping[str, str],
    ) -> None:
        """Start it; its last argument is the descriptor on which requests come.

        `who` is for a message that says that it is gone.
        """
        self._who = who
        self._lock = threading.Lock()
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            try:
                self._process = subprocess.Popen(  # noqa: S603
                    [sys.executable, *arguments, str(theirs.fileno())],
                    stdin=reads,
                    stdout=prints,
                    stderr=prints,
                    env=environment,
                    pass_fds=[theirs.fileno()],
                )
            except BaseException:
                self._requests.close()
                raise

    @property
    def pid(self) -> int:
        """The number of the process that is asked."""
        return self._process.pid

    def close(self) -> None:
        """Ask for nothing more, and wait until whoever is asked has ended."""
        # Also where another process holds a copy of it, unknowingly.
        with contextlib.suppress(OSError):
            self._requests.shutdown(socket.SHUT_RDWR)
        self._requests.close()
        self._process.wait()

    def ask(self, part: Sequence[Any]) -> int:
        """Return the number of the process that became what is asked for.

        Raises OSError: nobody answers, or the answer says why there is none.
        """
        return self._ask(tuple(part))

    def introduce(self, process: int) -> None:
        """Tell of a process that whoever is asked must know first. Raises OSError as `ask`."""
        self._ask(process)

    def _ask(self, question: int | tuple[Any, ...]) -> int:
        with self._lock:
            try:
                self._requests.sendall(marshal.dumps(question))
                answer = self._requests.recv(_LONGEST)
            except ConnectionError:
                answer = b""
        if not answer:
            raise ConnectionError(f"{self._who} is gone")
        if not answer.isdigit():
            raise OSError(answer.decode(errors="replace"))
        return int(answer)
