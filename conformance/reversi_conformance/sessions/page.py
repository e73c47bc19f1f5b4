"""A terminal's page: text with control characters and escape sequences becomes rows of text.

Carriage return, backspace, tab, erasing and cursor moves take effect; colours and all other escape
sequences are swallowed. Clearing the screen or going to a fixed place on it turns the page: what
was printed before stays. Rows are as long as they were printed: there is no right margin.
"""

import re
from collections.abc import Callable
from typing import Final

from reversi_conformance.sessions import COLUMNS, ROWS
from reversi_conformance.sessions.lines import MOST_CELLS, Line

_TOKEN: Final = re.compile(
    r"(?P<plain>[\x20-\x7e]+)"
    r"|(?P<script>[^\x00-\x9f]+)"
    r"|(?:\x1b\[|\x9b)(?P<numbers>[\x30-\x3f]*)[\x20-\x2f]*(?P<final>[\x40-\x7e]?)"
    r"|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b(?P<escape>[\x20-\x2f]*[\x30-\x7e]?)"
    r"|(?P<control>[\x00-\x1f\x7f-\x9f])"
)


class Page:
    """Rows without end and a cursor."""

    def __init__(self) -> None:
        self.coloured = False
        """Whether any escape sequence came."""
        self.row = self.column = 0
        """Where the cursor stands."""
        self._rows: list[str | Line] = [""]
        self._top = 0
        self._saved = (0, 0)

    def __len__(self) -> int:
        return len(self._rows)

    def print(self, text: str) -> None:
        """Take more text. Work and space are linear in its length."""
        if self._print_plain(text):
            return
        *lines, rest = text.split("\n")
        for line in lines:
            if not self._print_plain(f"{line}\n"):
                self._print_part(line)
                self._line_feed()
        self._print_part(rest)

    def text(self, row: int) -> str:
        """What a person sees on a row."""
        line = self._rows[row]
        return line if isinstance(line, str) else line.text()

    def text_from(self, row: int, column: int = 0) -> str:
        """What stands on a row from a column on; "" where there is no such row."""
        if row >= len(self._rows):
            return ""
        line = self._rows[row]
        if isinstance(line, str) and _is_simple(line):
            return line[column:]
        return "".join(self._line(row).cells[column:])

    def _line(self, row: int | None = None) -> Line:
        row = self.row if row is None else row
        line = self._rows[row]
        if isinstance(line, str):
            line = self._rows[row] = Line(line)
        return line

    def _line_feed(self) -> None:
        line = self._rows[self.row]
        if isinstance(line, Line) and not line.dropped:
            self._rows[self.row] = line.text()
        # Far to the right the cursor would stand on a wrapped line.
        self.column %= COLUMNS
        self._go_to_row(self.row + 1)

    def _go_to_row(self, row: int) -> None:
        self.row = row
        while row >= len(self._rows):
            self._rows.append("")

    def _print_plain(self, text: str) -> bool:
        """Print at the end of the page what nothing there or in it changes; False where it may."""
        begun = self._rows[-1]
        if self.row < len(self._rows) - 1 or isinstance(begun, Line) or self.column != len(begun):
            return False
        first, *others = text.split("\r\n")
        rows = [begun + first, *others]
        # A row that is left keeps any script, and tabs; where the cursor stands, columns count.
        is_plain = "".join(rows).replace("\t", "").isprintable()
        is_known = _is_simple(begun) and _is_simple(rows[-1])
        if not (is_plain and is_known and max(map(len, rows)) <= MOST_CELLS):
            return False
        self._rows[-1:] = rows
        self.row = len(self._rows) - 1
        self.column = len(rows[-1])
        return True

    def _print_part(self, text: str) -> None:
        for token in _TOKEN.finditer(text):
            self._take(token)

    def _take(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "plain":
            self.column = self._line().put(self.column, token[0])
        elif kind == "script":
            self.column = self._line().put_wide(self.column, token[0])
        elif kind == "control":
            _CONTROLS.get(token[0], _ignore)(self)
        else:
            self.coloured = True
            if kind == "final":
                self._control_sequence(token["numbers"], token["final"])
            else:
                _ESCAPES.get(token["escape"] or "", _ignore)(self)

    def _control_sequence(self, numbers: str, final: str) -> None:
        if numbers[:1] in ("<", "=", ">", "?") and numbers:
            return
        # Five digits are more than any screen has; int() refuses thousands of them.
        first = numbers.partition(";")[0][:5]
        count = int(first) if first.isdecimal() else 0
        if final in _MOVES:
            _MOVES[final](self, max(count, 1))
        elif final in _ERASERS:
            _ERASERS[final](self, count)
        elif final in ("H", "f"):
            self._turn_page()
            column = numbers.partition(";")[2].partition(";")[0][:5]
            self._go_to_column(int(column) - 1 if column.isdecimal() else 0)

    def _tab(self) -> None:
        self.column = self._line().put_tab(self.column)

    def _nul(self) -> None:
        self.column = self._line().put(self.column, "\0")

    def _return(self) -> None:
        self.column = 0

    def _next_line(self) -> None:
        self.column = 0
        self._line_feed()

    def _go_to_column(self, column: int) -> None:
        self.column = min(max(column, 0), max(COLUMNS - 1, len(self._line().cells)))

    def _forward(self, count: int) -> None:
        self._go_to_column(self.column + count)

    def _back(self, count: int = 1) -> None:
        self._go_to_column(self.column - count)

    def _up(self, count: int = 1) -> None:
        self.row = max(self.row - count, self._top, len(self._rows) - ROWS)

    def _down(self, count: int) -> None:
        # One new line at most: few bytes must not make thousands of lines.
        self._go_to_row(min(self.row + count, len(self._rows)))

    def _up_to_start(self, count: int) -> None:
        self._up(count)
        self.column = 0

    def _down_to_start(self, count: int) -> None:
        self._down(count)
        self.column = 0

    def _save(self, _count: int = 1) -> None:
        self._saved = (self.row, self.column)

    def _restore(self, _count: int = 1) -> None:
        row, self.column = self._saved
        self.row = min(max(row, self._top), len(self._rows) - 1)

    def _turn_page(self) -> None:
        self._go_to_row(len(self._rows) - 1)
        if self.text(self.row):
            self._line_feed()
        self._top = self.row
        self.column = 0

    def _erase_line(self, part: int) -> None:
        if part == 0:
            self._line().cut(self.column)
        elif part == 1:
            self._line().erase(0, self.column + 1)
        elif part == 2:
            self._line().cut(0)

    def _erase_page(self, part: int) -> None:
        if part >= 2:
            self._turn_page()
            return
        self._erase_line(part)
        if part == 0:
            del self._rows[self.row + 1 :]

    def _delete(self, count: int) -> None:
        self._line().delete(self.column, count)

    def _insert(self, count: int) -> None:
        self._line().insert(self.column, min(count, COLUMNS))

    def _blank(self, count: int) -> None:
        self._line().erase(self.column, self.column + count)


def _is_simple(text: str) -> bool:
    """Whether each character takes one column, whatever stands before it."""
    return text.isascii() and text.isprintable()


def _ignore(_page: Page) -> None:
    """Nothing that a person would see."""


_CONTROLS: Final[dict[str, Callable[[Page], None]]] = {
    "\0": Page._nul,
    "\b": Page._back,
    "\t": Page._tab,
    "\v": Page._line_feed,
    "\f": Page._line_feed,
    "\r": Page._return,
    "\x84": Page._line_feed,
    "\x85": Page._next_line,
    "\x8d": Page._up,
}
_ESCAPES: Final[dict[str, Callable[[Page], None]]] = {
    "D": Page._line_feed,
    "E": Page._next_line,
    "M": Page._up,
    "7": Page._save,
    "8": Page._restore,
    "c": Page._turn_page,
}
_MOVES: Final[dict[str, Callable[[Page, int], None]]] = {
    "A": Page._up,
    "B": Page._down,
    "e": Page._down,
    "C": Page._forward,
    "a": Page._forward,
    "D": Page._back,
    "E": Page._down_to_start,
    "F": Page._up_to_start,
    "G": lambda page, column: page._go_to_column(column - 1),
    "`": lambda page, column: page._go_to_column(column - 1),
    "P": Page._delete,
    "X": Page._blank,
    "@": Page._insert,
    "s": Page._save,
    "u": Page._restore,
}
_ERASERS: Final[dict[str, Callable[[Page, int], None]]] = {
    "J": Page._erase_page,
    "K": Page._erase_line,
}
