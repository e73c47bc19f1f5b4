"""One line of a terminal: a row of cells that can be written over, moved along and erased.

A cell holds what stands in one column. A character two columns wide and a tab own the columns
after theirs, which hold "". This module knows no escape sequences; `screen` does.
"""

import unicodedata
from typing import Final

MOST_CELLS: Final = 8192
"""What is printed further to the right on one line is counted, not kept."""
TAB_WIDTH: Final = 8

_MOST_MARKS: Final = 16


def width(character: str) -> int:
    """The columns that a character takes: 0, 1 or 2.

    >>> width("a"), width("好"), width("\N{COMBINING ACUTE ACCENT}")
    (1, 2, 0)
    """
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 0 if unicodedata.category(character) in ("Mn", "Me", "Cf") else 1


class Line:
    """The cells of one line, from column 0; columns never written to are blank."""

    __slots__ = ("_tabs", "cells", "dropped")

    def __init__(self, text: str = "") -> None:
        """Begin with text of any script, tabs included, and no other control characters."""
        self.cells: list[str] = []
        self.dropped = 0
        self._tabs: list[int] = []
        if text.isascii() and "\t" not in text:
            self.cells += text
            return
        column = 0
        for index, part in enumerate(text.split("\t")):
            column = self.put_wide(self.put_tab(column) if index else column, part)

    def text(self) -> str:
        """What a person sees; a cut says how much was cut."""
        shown = "".join(self.cells)
        return f"{shown} … and {self.dropped} characters more" if self.dropped else shown

    def put(self, column: int, text: str) -> int:
        """Write characters of one column each; return the column after them."""
        room = MOST_CELLS - column
        if len(text) > room:
            self.dropped += len(text) - max(room, 0)
            text = text[: max(room, 0)]
        end = column + len(text)
        self._prepare(column, end)
        self.cells[column:end] = text
        return end

    def put_wide(self, column: int, text: str) -> int:
        """Write characters of any script; return the column after them."""
        for character in text:
            columns = width(character)
            if columns == 1 or (not columns and not column):
                column = self.put(column, character)
            elif columns == 2:
                column = self._put_owner(column, column + 2, character)
            else:
                self._put_mark(column, character)
        return column

    def put_tab(self, column: int) -> int:
        """Go to the next tab stop; the tab is kept where it goes beyond the end of the text."""
        stop = column - column % TAB_WIDTH + TAB_WIDTH
        if column < len(self.cells):
            return stop
        self._tabs.append(column)
        return self._put_owner(column, stop, "\t")

    def erase(self, start: int, end: int) -> None:
        """Blank the columns from start to before end."""
        end = min(end, len(self.cells))
        if start < end:
            self._prepare(start, end)
            self.cells[start:end] = " " * (end - start)

    def cut(self, column: int) -> None:
        """Forget everything from a column on."""
        self._split(column)
        del self.cells[column:]
        self.dropped = 0

    def delete(self, column: int, count: int) -> None:
        """Take columns out; what stands to the right moves left."""
        self._split(column)
        self._split(column + count)
        self._blank_tabs(column)
        del self.cells[column : column + count]

    def insert(self, column: int, count: int) -> None:
        """Put blank columns in; what stands at the column and after moves right."""
        if column < len(self.cells):
            self._split(column)
            self._blank_tabs(column)
            self.cells[column:column] = " " * count
            self.cut(MOST_CELLS)

    def _blank_tabs(self, start: int) -> None:
        # A tab that moves no longer ends at a tab stop.
        for column in self._tabs:
            if start <= column < len(self.cells) and self.cells[column] == "\t":
                self._split(column + 1)
                self.cells[column] = " "
        self._tabs = [column for column in self._tabs if column < start]

    def _put_owner(self, column: int, end: int, character: str) -> int:
        if end > MOST_CELLS:
            self.dropped += 1
            return column
        self._prepare(column, end)
        self.cells[column:end] = [character, *[""] * (end - column - 1)]
        return end

    def _put_mark(self, column: int, character: str) -> None:
        owner = min(column, len(self.cells)) - 1
        while owner > 0 and not self.cells[owner]:
            owner -= 1
        if owner >= 0 and len(self.cells[owner]) < _MOST_MARKS:
            self.cells[owner] += character

    def _prepare(self, start: int, end: int) -> None:
        missing = start - len(self.cells)
        if missing > 0:
            self.cells += " " * missing
        elif missing < 0:
            self._split(start)
            self._split(end)

    def _split(self, column: int) -> None:
        # What owns columns on both sides of a cut leaves blanks.
        if not 0 < column < len(self.cells) or self.cells[column]:
            return
        start = end = column
        while not self.cells[start]:
            start -= 1
        while end < len(self.cells) and not self.cells[end]:
            end += 1
        self.cells[start:end] = " " * (end - start)
