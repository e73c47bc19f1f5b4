"""Reads and types at our end of a terminal, through pexpect with every delay off.

Knows nothing of the program at the other end.
"""

import select
import time
from typing import Final

from pexpect import EOF
from pexpect.fdpexpect import fdspawn
from pexpect.spawnbase import SpawnBase

_CHUNK: Final = 65536
_KEYS_AT_ONCE: Final = 256


class Link:
    """Our end of a terminal, which whoever made it opens and closes."""

    def __init__(self, master: int) -> None:
        """`master` is the descriptor of our end; reading it and writing to it never block."""
        self._output, self._input = select.poll(), select.poll()
        self._output.register(master, select.POLLIN)
        self._input.register(master, select.POLLOUT)
        self._spawned = fdspawn(master, timeout=0, maxread=_CHUNK)
        self._spawned.delaybeforesend = self._spawned.delayafterread = None
        self._spawned.delayafterclose = self._spawned.delayafterterminate = 0

    def has_output(self) -> bool:
        """Whether there is anything to be read, or the other end is closed."""
        return bool(self._output.poll(0))

    def read(self) -> bytes:
        """Take what can be read at once, or a part of it; b"" where there is nothing."""
        # Most often there is nothing, and an exception would cost more than to ask.
        if not self.has_output():
            return b""
        try:
            # Its own way of reading makes what it asks with anew each time.
            data: bytes = SpawnBase.read_nonblocking(self._spawned, _CHUNK)
        except (EOF, BlockingIOError):
            return b""
        return data

    def send(self, keys: bytes, seconds: float) -> bytes:
        """Press keys; return those not taken within the time."""
        deadline = time.monotonic() + seconds
        while keys:
            try:
                keys = keys[self._spawned.send(keys[:_KEYS_AT_ONCE]) :]
            except BlockingIOError:
                if not self._input.poll(max(deadline - time.monotonic(), 0) * 1000):
                    break
        return keys
