"""The gradebook as CSV: RFC 4180, in UTF-8 with a byte order mark, for Excel and for programs."""

from decimal import Decimal

from reversi_conformance.classroom import tables
from reversi_conformance.classroom.books.columns import Value, columns
from reversi_conformance.classroom.cells import number, shown
from reversi_conformance.classroom.gradebook import Gradebook


def render(book: Gradebook) -> str:
    """Return a header and one row for each student; what is not known is an empty cell."""
    parts = columns(book)
    rows = ([_cell(part.value(row)) for part in parts] for row in book.rows)
    return tables.write([[shown(part.id) for part in parts], *rows])


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return number(Decimal(value)) if isinstance(value, int | Decimal) else value
