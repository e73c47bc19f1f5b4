"""The gradebook as a workbook: the sheet "Points", whose totals are formulas, and "Findings".

Whoever edits a mark there sees the totals change; the marks that count on the next run are those of
`marks`. The same gradebook always gives the same bytes.
"""
# ruff: noqa: PLC0415 - XlsxWriter is imported where a workbook is made

import datetime
import io
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from reversi_conformance.classroom.books.columns import Column, columns
from reversi_conformance.classroom.cells import number, shown
from reversi_conformance.classroom.gradebook import Gradebook, Status
from reversi_conformance.classroom.policy import exact
from reversi_conformance.language import listed, mark, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

POINTS: Final = "Points"
FINDINGS: Final = "Findings"
_CREATED: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_HEADER: Final = 1
"""The row of the headers, counted from 0; above it stand the most points, below it the students."""
_FIRST: Final = _HEADER + 1
_ADVICE: Final = mark("marks go into marks.csv; this is made anew")
"""Else what a person enters here would be lost with the next run."""
_MOST_CASES: Final = 5
_WIDTHS: Final[Mapping[str, int]] = {
    "student": 14,
    "name": 16,
    "status": 18,
    "missing": 18,
    "look_by_hand": 50,
    "causes": 50,
    "comment": 40,
}
_FOUND: Final = ("student", "name", "check", "kind", "code", "message", "follows", "games", "cases")
_FOUND_WIDTHS: Final = (14, 16, 20, 8, 24, 80, 40, 8, 40)


def render(book: Gradebook) -> bytes:
    """Return the workbook."""
    from xlsxwriter import Workbook

    out = io.BytesIO()
    workbook = Workbook(out, {"in_memory": True})
    workbook.set_properties({"title": shown(book.title), "created": _CREATED})
    workbook.set_calc_mode("auto")
    _write_points(workbook, book)
    _write_findings(workbook, book)
    workbook.close()
    return out.getvalue()


def _write_points(workbook: "Workbook", book: Gradebook) -> None:
    sheet = workbook.add_worksheet(POINTS)
    parts = columns(book)
    formulas = _Formulas(book, parts)
    formats = _Formats(workbook)
    sheet.write_string(0, 0, say("points possible"), formats.bold)
    sheet.write_string(0, 1, say(_ADVICE), formats.bold)
    for index, part in enumerate(parts):
        sheet.set_column(index, index, _WIDTHS.get(part.id, 11))
        sheet.write_string(_HEADER, index, shown(part.id), formats.header)
        if part.possible is not None:
            sheet.write_number(0, index, float(part.possible), formats.points)
        if part.title:
            sheet.write_comment(_HEADER, index, part.title, {"author": ""})
    for line, row in enumerate(book.rows, _FIRST):
        for index, part in enumerate(parts):
            value = part.value(row)
            formula = formulas.of(part.id, line)
            if formula:
                last = "" if value is None else float(value)
                sheet.write_formula(line, index, formula, formats.sum, last)
            elif isinstance(value, Decimal):
                sheet.write_number(line, index, float(value), formats.points)
            else:
                _write(sheet, line, index, value)
    _finish(sheet, len(book.rows), len(parts), _HEADER)


def _write_findings(workbook: "Workbook", book: Gradebook) -> None:
    sheet = workbook.add_worksheet(FINDINGS)
    formats = _Formats(workbook)
    for index, (name, width) in enumerate(zip(_FOUND, _FOUND_WIDTHS, strict=True)):
        sheet.set_column(index, index, width)
        sheet.write_string(0, index, name, formats.header)
    line = 0
    for line, cells in enumerate(_found(book), 1):
        for index, cell in enumerate(cells):
            _write(sheet, line, index, cell if isinstance(cell, int) else shown(cell))
    _finish(sheet, line, len(_FOUND), 0)


def _found(book: Gradebook) -> Iterator[tuple[str | int, ...]]:
    for row in book.rows:
        for each in row.found:
            cases = listed(each.cases[:_MOST_CASES])
            if len(each.cases) > _MOST_CASES:
                cases = say("{names} and {n} more", names=cases, n=len(each.cases) - _MOST_CASES)
            yield (
                row.student,
                row.name,
                each.check,
                each.kind,
                each.code,
                each.message,
                each.follows,
                len(each.cases),
                cases,
            )


def _write(sheet: "Worksheet", line: int, index: int, value: int | str | None) -> None:
    """Write a value as what it is: a text that looks like a number or a formula stays a text."""
    if isinstance(value, str) and value:
        sheet.write_string(line, index, value)
    elif isinstance(value, int):
        sheet.write_number(line, index, value)


def _finish(sheet: "Worksheet", students: int, width: int, header: int) -> None:
    """Let the headers stay in sight, on paper, too, and sort and filter below them."""
    sheet.freeze_panes(header + 1, 2)
    sheet.autofilter(header, 0, header + max(students, 1), width - 1)
    sheet.repeat_rows(0, header)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)


class _Formats:
    """How cells look."""

    def __init__(self, workbook: "Workbook") -> None:
        self.bold = workbook.add_format({"bold": True})
        self.header = workbook.add_format({"bold": True, "text_wrap": True, "bottom": 1})
        self.points = workbook.add_format({"num_format": "0.00"})
        self.sum = workbook.add_format({"num_format": "0.00", "bold": True})


class _Formulas:
    """What is computed in a row of the sheet: the same that the gradebook computes."""

    def __init__(self, book: Gradebook, parts: Sequence[Column]) -> None:
        self._book = book
        self._letters = {part.id: _letters(index) for index, part in enumerate(parts)}
        self._makers: dict[str, Callable[[int], str]] = {
            "automatic": partial(self._sum, [each.id for each in book.criteria]),
            "program": self._program,
            "subtotal": self._subtotal,
            "late_deduction": self._deduction,
            "final": self._final,
        }
        for criterion in book.criteria:
            ids = [check.id for check in criterion.checks]
            self._makers[criterion.id] = partial(self._sum, ids)

    def of(self, column: str, line: int) -> str:
        """Return the formula of a cell; empty where none stands there."""
        maker = self._makers.get(column)
        return maker(line) if maker else ""

    def _at(self, column: str, line: int) -> str:
        return f"{self._letters[column]}{line + 1}"

    def _sum(self, ids: Sequence[str], line: int) -> str:
        cells = ",".join(self._at(each, line) for each in ids)
        return f'=IF(COUNT({cells})=0,"",ROUND(SUM({cells}),2))'

    def _program(self, line: int) -> str:
        override, automatic = self._at("override", line), self._at("automatic", line)
        is_judged = f'{self._at("status", line)}="{Status.JUDGED.value}"'
        return f'=IF(ISNUMBER({override}),{override},IF({is_judged},{automatic},""))'

    def _subtotal(self, line: int) -> str:
        ids = ["program", *(each.id for each in self._book.by_hand)]
        cells = ",".join(self._at(each, line) for each in ids)
        return f'=IF(COUNT({cells})<{len(ids)},"",ROUND(SUM({cells}),2))'

    def _deduction(self, line: int) -> str:
        points, days = self._at("subtotal", line), self._at("late_days", line)
        late = self._book.late
        if late is None:
            return f'=IF(ISNUMBER({points}),0,"")'
        over = f"MAX(0,N({days})-{late.free_days})"
        if late.percent_per_day:
            taken = f"ROUND({points}*{_plain(late.percent_per_day)}/100*{over},2)"
        else:
            taken = f"{_plain(late.points_per_day)}*{over}"
        most = f"MAX(0,{points}-{_plain(late.least)})"
        taken = f"IF(N({days})>{late.most_days},{most},{taken})"
        is_unknown = f'AND({self._at("late", line)}="yes",NOT(ISNUMBER({days})))'
        return f'=IF(OR(NOT(ISNUMBER({points})),{is_unknown}),"",MIN({most},{taken}))'

    def _final(self, line: int) -> str:
        points, taken = self._at("subtotal", line), self._at("late_deduction", line)
        return f'=IF(ISNUMBER({taken}),ROUND({points}-{taken},2),"")'


def _plain(points: float) -> str:
    return number(exact(points))


def _letters(column: int) -> str:
    from xlsxwriter.utility import xl_col_to_name

    name: Any = xl_col_to_name(column)
    return str(name)
