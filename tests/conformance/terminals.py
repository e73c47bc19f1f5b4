"""A command of the harness on a terminal, as far as it tells there how far it is."""

import os
import pty
import subprocess
import sys


class Terminal:
    """A terminal as standard error of a command, and what it has shown."""

    def __init__(self, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "reversi_conformance", *arguments],
            stdout=subprocess.PIPE,
            stderr=slave,
            text=True,
        )
        os.close(slave)
        self.shown = b""

    def read_until(self, text: bytes) -> None:
        """Wait until this has been shown."""
        while text not in self.shown:
            self.shown += os.read(self._master, 1024)

    def finish(self) -> str:
        """Return what was printed on standard output."""
        printed, _ = self.process.communicate()
        while True:
            try:
                piece = os.read(self._master, 1024)
            except OSError:
                break
            if not piece:
                break
            self.shown += piece
        os.close(self._master)
        return printed
