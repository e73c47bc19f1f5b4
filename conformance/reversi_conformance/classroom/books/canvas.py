"""The gradebook for Canvas: the CSV that Canvas has exported, with one assignment's points.

Canvas takes an empty cell for a mark to be deleted, and any other column for one to be changed. So
only those students stand in the file who have final points, with the columns that say who they are
and the assignment's own.
"""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

from reversi_conformance.classroom import tables
from reversi_conformance.classroom.books.filling import (
    Filled,
    FillingError,
    Person,
    column,
    folded,
    match,
    read,
    unfinished,
)
from reversi_conformance.classroom.cells import number, shown
from reversi_conformance.classroom.gradebook import Gradebook
from reversi_conformance.classroom.tables import Line
from reversi_conformance.escaping import harmless
from reversi_conformance.language import mark, say

_PEOPLE: Final = (
    "Student",
    "LastName",
    "FirstName",
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "Integration ID",
    "Root Account",
    "Section",
)
_IDS: Final = ("ID", "SIS User ID", "SIS Login ID")
_ASSIGNMENT: Final = re.compile(r".*\((\d+)\)\s*", re.DOTALL)
_POINTS: Final = "points possible"


def fill(book: Gradebook, exported: bytes, assignment: str = "") -> Filled:
    """Return what Canvas imports; `assignment` is the title or the number of the column.

    It may be left out where the export has one assignment alone. Raises `FillingError`.
    """
    table = read(exported, book)
    header = table.lines[0].cells
    who = [index for index, title in enumerate(header) if title.strip() in _PEOPLE]
    number_at = column(header, ["ID"])
    if number_at is None or column(header, ["Section"]) is None:
        raise FillingError(
            say("it is no gradebook of Canvas: it has no column 'ID' or no 'Section'")
        )
    points = _assignment(header, assignment)
    above, below = _parted(table.lines[1:], number_at)
    _refuse_read_only(above, points)
    matches = match([_person(line, header) for line in below], book)
    rows = [[*(_at(line, index) for index in who), _at(line, points)] for line in above]
    for line in below:
        row = matches.by_row.get(line.number)
        if row is not None and row.final is not None:
            people = (shown(_at(line, index)) for index in who)
            rows.append([*people, number(row.final)])
    headers = [*(header[index] for index in who), shown(header[points])]
    text = tables.write([headers, *rows], table.separator, is_marked=table.is_marked)
    left = unfinished(matches.by_row.values())
    return Filled(text.encode(), (*_other_possible(book, above, points), *matches.notes, *left))


def _assignment(header: Sequence[str], wanted: str) -> int:
    """Return where the assignment's column stands."""
    found = {
        index: match[1]
        for index, title in enumerate(header)
        if (match := _ASSIGNMENT.fullmatch(title))
    }
    chosen = [
        index
        for index, name in found.items()
        if wanted in {"", name, header[index], _title(header[index])}
    ]
    if len(chosen) == 1:
        return chosen[0]
    titles = ", ".join(repr(harmless(header[index])) for index in found) or "none"
    if not wanted:
        raise FillingError(say("say which assignment it is; there are {titles}", titles=titles))
    several = mark("more than one assignment is called {wanted!r}; there are {titles}")
    none = mark("no assignment is called {wanted!r}; there are {titles}")
    raise FillingError(say(several if chosen else none, wanted=wanted, titles=titles))


def _title(header: str) -> str:
    return header.rpartition("(")[0].strip()


def _parted(lines: Sequence[Line], number_at: int) -> tuple[Sequence[Line], Sequence[Line]]:
    """Part the rows about the assignments, which have no number, from those of students."""
    is_possible = (
        folded(_at(line, 0)) == _POINTS and not _at(line, number_at).strip() for line in lines
    )
    count = next((index for index, found in enumerate(is_possible, 1) if found), 0)
    return lines[:count], lines[count:]


def _refuse_read_only(above: Sequence[Line], points: int) -> None:
    if any("read only" in _at(line, points) for line in above):
        raise FillingError(say("Canvas computes this column itself: it is read only"))


def _person(line: Line, header: Sequence[str]) -> Person:
    cells = {title.strip(): _at(line, index) for index, title in enumerate(header)}
    name = cells.get("Student") or f"{cells.get('FirstName', '')} {cells.get('LastName', '')}"
    return Person(line.number, tuple(cells.get(each, "") for each in _IDS), name)


def _at(line: Line, index: int) -> str:
    return line.cells[index] if index < len(line.cells) else ""


def _other_possible(book: Gradebook, above: Sequence[Line], points: int) -> list[str]:
    """Say where Canvas has another number of points for the assignment."""
    possible = next((_at(line, points).strip() for line in reversed(above)), "")
    try:
        is_same = Decimal(possible) == book.possible
    except InvalidOperation:
        is_same = False
    if is_same:
        return []
    shown_possible = harmless(possible) or "none"
    return [
        say(
            "Canvas has {shown_possible} as the points possible, and not {possible}",
            shown_possible=shown_possible,
            possible=number(book.possible),
        )
    ]
