"""How far a long job is: one line on standard error, on a terminal alone, gone when it is done."""

import shutil
import sys
from types import TracebackType
from typing import Self

from reversi_conformance.escaping import harmless
from reversi_conformance.language import say

_CLEAR = "\r\x1b[K"


class Progress:
    """Counts what is done, while it is entered."""

    def __init__(self, total: int, things: str) -> None:
        self._total = total
        self._things = things
        self._done = 0
        self._shows = sys.stderr.isatty()

    def __enter__(self) -> Self:
        self._show("")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write(_CLEAR)

    def step(self, name: str, count: int = 1) -> None:
        """So many more are done; the last of them has this name."""
        self._done += count
        self._show(name)

    def _show(self, name: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        values = {"n": self._done, "all": self._total, "things": self._things}
        line = say("{n} of {all} {things}  {name}", **values, name=harmless(name))
        self._write(f"{_CLEAR}{_fitting(line, width)}")

    def _write(self, text: str) -> None:
        if self._shows:
            sys.stderr.write(text)
            sys.stderr.flush()


def _fitting(line: str, width: int) -> str:
    """As much of a line as a terminal has cells."""
    if line.isascii():
        return line[:width]
    from rich.cells import set_cell_size  # noqa: PLC0415 - slow, and seldom needed

    return set_cell_size(line, width).rstrip()
