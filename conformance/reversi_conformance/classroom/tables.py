"""Tables as other programs have left them: CSV of any dialect, in the encodings of spreadsheets.

Excel for Chinese saves CSV in GBK, with a semicolon or a tab where the system's list separator is
one, and pads rows with empty cells. Knows no meaning of a column; opens no file.
"""

import codecs
import csv
import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from reversi_conformance.language import say

BOM: Final = "\ufeff"
"""By this Excel knows that a CSV is in UTF-8, and shows Chinese names right."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SEPARATORS: Final = ",;\t"


class TableError(ValueError):
    """Bytes that are no table; the message says why, and names no file."""


class Line(msgspec.Struct, frozen=True):
    """One row."""

    number: int
    """Which row of the sheet it is, counted from 1 as spreadsheets do."""
    cells: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """Rows that are not empty, and how they were written."""

    lines: tuple[Line, ...]
    separator: str = ","
    is_marked: bool = True
    """It begins with a byte order mark."""


def parse(data: bytes, known: Collection[str] = ()) -> Table:
    """Read a table from the bytes of a CSV file.

    Where more than one encoding fits, it is the one in which most cells are `known`. Raises
    `TableError`.
    """
    is_marked = data.startswith(tuple(mark for mark, _ in _MARKS))
    tables = [_parse_text(text, is_marked=is_marked) for text in _texts(data)]
    wanted = set(known)
    return max(tables, key=lambda table: sum(cell in wanted for cell in _cells(table)))


def write(rows: Iterable[Sequence[str]], separator: str = ",", *, is_marked: bool = True) -> str:
    """Return the text of a CSV file (RFC 4180). Excel takes it for UTF-8 by its mark alone."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return (BOM if is_marked else "") + out.getvalue()


def _texts(data: bytes) -> list[str]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return [_decoded(data, encoding)]
    texts = []
    for encoding in ("utf-8", "gb18030"):
        try:
            texts.append(_decoded(data, encoding))
        except TableError:
            continue
    if not texts:
        raise TableError(say("it is neither UTF-8 nor GBK; save it as 'CSV UTF-8'"))
    return texts


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise TableError(
            say(
                "byte {start} is not {encoding}; save it as 'CSV UTF-8'",
                start=error.start,
                encoding=encoding,
            )
        ) from None


def _parse_text(text: str, *, is_marked: bool) -> Table:
    first = text.lstrip("\r\n").partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    return Table(tuple(_lines(text, separator)), separator, is_marked)


def _lines(text: str, separator: str) -> Iterator[Line]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for number, row in enumerate(rows, 1):
            if any(cell.strip() for cell in row):
                yield Line(number, tuple(row))
    except csv.Error as error:
        raise TableError(
            say("line {line_num}: {error}", line_num=rows.line_num, error=error)
        ) from None


def _cells(table: Table) -> Iterator[str]:
    return (cell for line in table.lines for cell in line.cells)
