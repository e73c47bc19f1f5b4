"""Bytes from a terminal become the turns that a person sees.

`page` lays the text out. Here bytes are decoded, line by line where it must be, and it is known
where each answer was typed, so that its echo is taken away, whoever made it.
"""

import contextlib
from typing import Final

from reversi_conformance.sessions.page import Page

_LONGEST_CHARACTER: Final = 4


class Screen:
    """All turns of a session; `feed` it everything that was read, in pieces of any size.

    A piece must not end within a character or an escape sequence, unless the program paused there.
    """

    def __init__(self) -> None:
        self.encoding = "utf-8"
        """What the output was read as: the last resort that was needed."""
        self._page = Page()
        self._untouched = True
        self._typed: str | None = None
        self._typed_row = 0
        self._before = self._beyond = ""

    @property
    def coloured(self) -> bool:
        """Whether any escape sequence came."""
        return self._page.coloured

    def feed(self, data: bytes) -> None:
        """Take more output. Work and space are linear in its length."""
        self._page.print(self._decode(data))

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
        page = self._page
        self._typed_row = page.row
        self._beyond = page.text_from(page.row, page.column)
        self._before = page.text_from(page.row).removesuffix(self._beyond)

    def printed(self) -> tuple[str, ...]:
        """The turn's lines to the cursor; the last one is the text on the cursor's line."""
        row = self._page.row
        return self._lines(row) if row >= self._typed_row else (self._page.text(row),)

    def printed_at_last(self) -> tuple[str, ...]:
        """All lines of the turn; a last line that is empty is none."""
        lines = self._lines(len(self._page) - 1)
        return lines if not lines or lines[-1] else lines[:-1]

    def _lines(self, last_row: int) -> tuple[str, ...]:
        lines = [self._page.text(row) for row in range(self._typed_row, last_row + 1)]
        if self._typed is None or not lines:
            return tuple(lines)
        lines[0] = self._without_echo(self._typed)
        return tuple(lines if lines[0] or len(lines) == 1 else lines[1:])

    def _without_echo(self, typed: str) -> str:
        text, before = self._page.text_from(self._typed_row), self._before
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


def with_carets(typed: str) -> str:
    """Return typed text as the kernel echoes it: control characters as ^A, ^B, …"""
    return "".join(f"^{chr(ord(c) ^ 64)}" if ord(c) < 32 and c != "\t" else c for c in typed)
