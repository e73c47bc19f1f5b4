"""Asks another process of ours to start a program, and is told the number of its process.

What is started is no child of the one that is asked, but becomes one of this process.
"""

import contextlib
import marshal
import socket
import threading
from collections.abc import Sequence
from typing import Any, Final

_LONGEST: Final = 4096


class Asking:
    """The end of a socket at which requests are made; safe in many threads at once."""

    def __init__(self, requests: socket.socket, who: str) -> None:
        """`who` is asked, for a message that says that it is gone."""
        self._requests = requests
        self._who = who
        self._lock = threading.Lock()

    def close(self) -> None:
        """Ask for nothing more: whoever is asked ends."""
        # Also where another process holds a copy of it, unknowingly.
        with contextlib.suppress(OSError):
            self._requests.shutdown(socket.SHUT_RDWR)
        self._requests.close()

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
