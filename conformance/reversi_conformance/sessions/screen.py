"""Bytes from a terminal become the lines that a person sees.

Carriage return, backspace, tab, erasing and cursor moves take effect; colours and all other escape
sequences are swallowed. Clearing the screen or going to a fixed place on it turns the page: what
was printed before stays. Lines are as long as they were printed: there is no right margin. The
screen also knows where each answer was typed, and takes its echo away, whoever made it.
"""

import contextlib
import re
from collections.abc import Callable
from typing import Final

from reversi_conformance.sessions.lines import MOST_CELLS, Line

ROWS: Final = 50
COLUMNS: Final = 200

_LONGEST_CHARACTER: Final = 4
_TOKEN: Final = re.compile(
    r"(?P<plain>[\x20-\x7e]+)"
    r"|(?P<script>[^\x00-\x9f]+)"
    r"|(?:\x1b\[|\x9b)(?P<numbers>[\x30-\x3f]*)[\x20-\x2f]*(?P<final>[\x40-\x7e]?)"
    r"|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b(?P<escape>[\x20-\x2f]*[\x30-\x7e]?)"
    r"|(?P<control>[\x00-\x1f\x7f-\x9f])"
)


class Screen:
    """A page without end; `feed` it everything that was read, in pieces of any size.

    A piece must not end within a character or an escape sequence, unless the program paused there.
    """

    def __init__(self) -> None:
        self.coloured = False
        """Whether any escape sequence came."""
        self.encoding = "utf-8"
        """What the output was read as: the last resort that was needed."""
        self._rows: list[str | Line] = [""]
        self._row = self._column = self._top = 0
        self._saved = (0, 0)
        self._untouched = True
        self._typed: str | None = None
        self._typed_row = self._typed_column = 0
        self._before = self._beyond = ""

    @property
    def is_on_unfinished_line(self) -> bool:
        """Whether text stands on the cursor's line, as it does after a prompt."""
        return bool(self._text(self._row))

    @property
    def cursor_line(self) -> str:
        """The text on the cursor's line."""
        return self._text(self._row)

    def feed(self, data: bytes) -> None:
        """Take more output. Work and space are linear in its length."""
        first, *others = self._decode(data).split("\n")
        self._feed_part(first)
        for part in others:
            self._line_feed()
            self._feed_part(part)

    def feed_cut(self, data: bytes) -> None:
        """Take the last output, which may have been cut within a character."""
        for end in range(len(data), max(len(data) - _LONGEST_CHARACTER, 0), -1):
            with contextlib.suppress(UnicodeDecodeError):
                self.feed(data[:end].decode().encode())
                return
        self.feed(data)

    def type(self, answer: str) -> None:
        """Say that this is typed now, where the cursor stands: a new turn begins."""
        self._typed = answer
        self._typed_row, self._typed_column = self._row, self._column
        self._beyond = self._kept(self._row, self._column)
        self._before = self._kept(self._row).removesuffix(self._beyond)

    def printed(self) -> tuple[str, ...]:
        """The turn's lines to the cursor; the last one is the text on the cursor's line."""
        if self._row < self._typed_row:
            return (self._text(self._row),)
        return self._lines(self._row)

    def printed_at_last(self) -> tuple[str, ...]:
        """All lines of the turn; a last line that is empty is none."""
        lines = self._lines(len(self._rows) - 1)
        return lines if not lines or lines[-1] else lines[:-1]

    def _lines(self, last_row: int) -> tuple[str, ...]:
        lines = [self._text(row) for row in range(self._typed_row, last_row + 1)]
        if self._typed is None or not lines:
            return tuple(lines)
        lines[0] = self._without_echo(self._typed)
        return tuple(lines if lines[0] or len(lines) == 1 else lines[1:])

    def _without_echo(self, typed: str) -> str:
        text, before = self._kept(self._typed_row), self._before
        if not text.startswith(before):
            # A prompt that was drawn anew around the answer, as menus do.
            return "" if text.rstrip().endswith(typed) else text
        rest = text[len(before) :]
        for echo in (typed, with_carets(typed)):
            if rest.startswith(echo):
                rest = rest[len(echo) :]
                return "" if rest == self._beyond[len(echo) :] else rest
        return "" if rest == self._beyond else rest

    def _decode(self, data: bytes) -> str:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = "\n".join(map(self._decode_line, data.split(b"\n")))
        if self._untouched and text:
            self._untouched = False
            return text.removeprefix("\ufeff")
        return text

    def _decode_line(self, line: bytes) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError:
            pass
        try:
            text = line.decode("gb18030")
        except UnicodeDecodeError:
            self.encoding = "undecodable"
            return line.decode(errors="replace")
        if self.encoding == "utf-8":
            self.encoding = "gb18030"
        return text

    def _text(self, row: int) -> str:
        line = self._rows[row]
        return line if isinstance(line, str) else line.text()

    def _kept(self, row: int, column: int = 0) -> str:
        return "".join(self._line(row).cells[column:]) if row < len(self._rows) else ""

    def _line(self, row: int | None = None) -> Line:
        row = self._row if row is None else row
        line = self._rows[row]
        if isinstance(line, str):
            line = self._rows[row] = Line(line)
        return line

    def _line_feed(self) -> None:
        line = self._rows[self._row]
        if isinstance(line, Line) and not line.dropped:
            self._rows[self._row] = line.text()
        # Far to the right the cursor would stand on a wrapped line.
        self._column %= COLUMNS
        self._go_to_row(self._row + 1)

    def _go_to_row(self, row: int) -> None:
        self._row = row
        while row >= len(self._rows):
            self._rows.append("")

    def _feed_part(self, text: str) -> None:
        body = text.removesuffix("\r")
        if not self._column and not self._rows[self._row] and _is_plain(body):
            if text.endswith("\r"):
                self._rows[self._row] = body
                return
            if body.isascii() and "\t" not in body:
                self._rows[self._row] = body
                self._column = len(body)
                return
        for token in _TOKEN.finditer(text):
            self._take(token)

    def _take(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "plain":
            self._column = self._line().put(self._column, token[0])
        elif kind == "script":
            self._column = self._line().put_wide(self._column, token[0])
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
        self._column = self._line().put_tab(self._column)

    def _nul(self) -> None:
        self._column = self._line().put(self._column, "\0")

    def _return(self) -> None:
        self._column = 0

    def _next_line(self) -> None:
        self._column = 0
        self._line_feed()

    def _go_to_column(self, column: int) -> None:
        self._column = min(max(column, 0), max(COLUMNS - 1, len(self._line().cells)))

    def _forward(self, count: int) -> None:
        self._go_to_column(self._column + count)

    def _back(self, count: int = 1) -> None:
        self._go_to_column(self._column - count)

    def _up(self, count: int = 1) -> None:
        self._row = max(self._row - count, self._top, len(self._rows) - ROWS)

    def _down(self, count: int) -> None:
        # One new line at most: few bytes must not make thousands of lines.
        self._go_to_row(min(self._row + count, len(self._rows)))

    def _up_to_start(self, count: int) -> None:
        self._up(count)
        self._column = 0

    def _down_to_start(self, count: int) -> None:
        self._down(count)
        self._column = 0

    def _save(self, _count: int = 1) -> None:
        self._saved = (self._row, self._column)

    def _restore(self, _count: int = 1) -> None:
        row, self._column = self._saved
        self._row = min(max(row, self._top), len(self._rows) - 1)

    def _turn_page(self) -> None:
        self._go_to_row(len(self._rows) - 1)
        if self._text(self._row):
            self._line_feed()
        self._top = self._row
        self._column = 0

    def _erase_line(self, part: int) -> None:
        if part == 0:
            self._line().cut(self._column)
        elif part == 1:
            self._line().erase(0, self._column + 1)
        elif part == 2:
            self._line().cut(0)

    def _erase_screen(self, part: int) -> None:
        if part >= 2:
            self._turn_page()
            return
        self._erase_line(part)
        if part == 0:
            del self._rows[self._row + 1 :]

    def _delete(self, count: int) -> None:
        self._line().delete(self._column, count)

    def _insert(self, count: int) -> None:
        self._line().insert(self._column, min(count, COLUMNS))

    def _blank(self, count: int) -> None:
        self._line().erase(self._column, self._column + count)


def _is_plain(text: str) -> bool:
    return len(text) <= MOST_CELLS and text.replace("\t", "").isprintable()


def _ignore(_screen: Screen) -> None:
    """Nothing that a person would see."""


def with_carets(typed: str) -> str:
    """Return typed text as the kernel echoes it: control characters as ^A, ^B, …"""
    return "".join(f"^{chr(ord(c) ^ 64)}" if ord(c) < 32 and c != "\t" else c for c in typed)


_CONTROLS: Final[dict[str, Callable[[Screen], None]]] = {
    "\0": Screen._nul,
    "\b": Screen._back,
    "\t": Screen._tab,
    "\v": Screen._line_feed,
    "\f": Screen._line_feed,
    "\r": Screen._return,
    "\x84": Screen._line_feed,
    "\x85": Screen._next_line,
    "\x8d": Screen._up,
}
_ESCAPES: Final[dict[str, Callable[[Screen], None]]] = {
    "D": Screen._line_feed,
    "E": Screen._next_line,
    "M": Screen._up,
    "7": Screen._save,
    "8": Screen._restore,
    "c": Screen._turn_page,
}
_MOVES: Final[dict[str, Callable[[Screen, int], None]]] = {
    "A": Screen._up,
    "B": Screen._down,
    "e": Screen._down,
    "C": Screen._forward,
    "a": Screen._forward,
    "D": Screen._back,
    "E": Screen._down_to_start,
    "F": Screen._up_to_start,
    "G": lambda screen, column: screen._go_to_column(column - 1),
    "`": lambda screen, column: screen._go_to_column(column - 1),
    "P": Screen._delete,
    "X": Screen._blank,
    "@": Screen._insert,
    "s": Screen._save,
    "u": Screen._restore,
}
_ERASERS: Final[dict[str, Callable[[Screen, int], None]]] = {
    "J": Screen._erase_screen,
    "K": Screen._erase_line,
}
