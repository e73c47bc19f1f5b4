"""How far a long job is: one line on standard error, on a terminal alone, gone when it is done."""

import shutil
import sys
from types import TracebackType
from typing import Self

from reversi_conformance.escaping import harmless
from reversi_conformance.language import say

_CLEAR = "\r\x1b[K"


class Status:
    """One line that says what is being done, while it is entered."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write(_CLEAR)

    def say(self, words: str) -> None:
        """Show these words instead of the last ones."""
        if not self._shows:
            return
        width = shutil.get_terminal_size().columns - 1
        self._write(f"{_CLEAR}{_fitting(harmless(words), width)}")

    def _write(self, text: str) -> None:
        if self._shows:
            sys.stderr.write(text)
            sys.stderr.flush()


class Progress(Status):
    """Counts what is done, of so many things."""

    def __init__(self, total: int, things: str) -> None:
        super().__init__()
        self._total = total
        self._things = things
        self._done = 0

    def __enter__(self) -> Self:
        self._show("")
        return self

    def step(self, name: str, count: int = 1) -> None:
        """So many more are done; the last of them has this name."""
        self._done += count
        self._show(name)

    def _show(self, name: str) -> None:
        if not self._shows:
            return
        values = {"n": self._done, "all": self._total, "things": self._things}
        self.say(say("{n} of {all} {things}  {name}", **values, name=name))


def _fitting(line: str, width: int) -> str:
    """As much of a line as a terminal has cells."""
    if line.isascii():
        return line[:width]
    from rich.cells import set_cell_size  # noqa: PLC0415 - slow, and seldom needed

    return set_cell_size(line, width).rstrip()
