"""Workbooks (.xlsx) that a person has saved: read as a table, and given further rows.

Needs openpyxl, of the extra `xlsx`. What it does not know of a workbook, such as pictures and
charts, is lost when rows are added. Opens no file.
"""
# ruff: noqa: PLC0415 - openpyxl is imported where a workbook is read

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reversi_conformance.classroom.tables import Line, Table, TableError
from reversi_conformance.language import say

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

NEEDED = (
    "openpyxl is not installed: pip install 'reversi-conformance[xlsx]', or save the sheet as CSV"
)


def parse(data: bytes) -> Table:
    """Read the first sheet of a workbook; a formula counts as what it was last computed to.

    A formula that was never computed stands there as it is written. Raises `TableError`.
    """
    values, formulas = (_sheet(_open(data, are_computed=each)) for each in (True, False))
    pairs = zip(values.iter_rows(), formulas.iter_rows(), strict=True)
    rows = ([*map(_text, computed, written)] for computed, written in pairs)
    return Table(tuple(_lines(rows)))


def with_rows(data: bytes, after: int, rows: Sequence[Mapping[int, str]]) -> bytes:
    """Return a workbook with further rows of text below row `after`: cells by column, from 0.

    Raises `TableError`.
    """
    book = _open(data, are_computed=False)
    sheet = _sheet(book)
    for number, row in enumerate(rows, after + 1):
        for column, text in row.items():
            cell: Any = sheet.cell(number, column + 1)
            cell.value = text
            cell.data_type = "s"
            # Without this, Excel makes a number of an id as soon as somebody edits the cell.
            cell.number_format = "@"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _open(data: bytes, *, are_computed: bool) -> "Workbook":
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise TableError(NEEDED) from None
    try:
        return load_workbook(io.BytesIO(data), data_only=are_computed)
    except (zipfile.BadZipFile, KeyError, ValueError, SyntaxError, OSError) as error:
        raise TableError(say("it is no workbook that can be read: {error}", error=error)) from None


def _sheet(book: "Workbook") -> "Worksheet":
    if not book.worksheets:
        raise TableError(say("the workbook has no sheet"))
    return book.worksheets[0]


def _lines(rows: Iterator[list[str]]) -> Iterator[Line]:
    for number, row in enumerate(rows, 1):
        while row and not row[-1].strip():
            row.pop()
        if row:
            yield Line(number, tuple(row))


def _text(computed: Any, written: Any) -> str:
    """Return what a cell shows, numbers with all their digits."""
    value = computed.value
    if value is None:
        return str(written.value) if written.data_type == "f" else ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
