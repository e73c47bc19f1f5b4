"""The part that a person marks: `marks.csv`, or `marks.xlsx`, whichever is there.

One row a student, one column for each criterion by hand, named by its id, and `override`, which
stands in the place of the automatic total, `late_days` and `comment`. Whoever marks edits the file
between two runs; a run only adds rows for new students, and changes nothing that stands there.
Spreadsheets change what they save, such as the encoding, the separator and the zeros before a
number: whatever can mean one thing alone is taken for it. Creates `marks.csv`; writes either file
by way of `whole_files`.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Final, Protocol

import msgspec

from reversi_conformance import whole_files
from reversi_conformance.assignment import MARK_COLUMNS, Assignment
from reversi_conformance.classroom import tables, workbooks
from reversi_conformance.classroom.cells import given, kept, number, unguard
from reversi_conformance.classroom.policy import exact
from reversi_conformance.classroom.tables import Line, Table, TableError
from reversi_conformance.language import say

CSV: Final = "marks.csv"
XLSX: Final = "marks.xlsx"
_MOST_DAYS: Final = 366
_STUDENT, _NAME, _OVERRIDE, _LATE_DAYS, _COMMENT = MARK_COLUMNS
_POINTS: Final = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_DECIMAL_COMMA: Final = re.compile(r"[0-9]*,(?:[0-9]{1,2}|[0-9]{4,})")
_SHORTENED: Final = re.compile(r"[0-9](?:[.,][0-9]+)?E\+[0-9]+", re.IGNORECASE)
_CENT: Final = Decimal("0.01")
_NOISE: Final = Decimal("0.000001")
"""What a spreadsheet's arithmetic may add to a number: 7.1 is saved as 7.1000000000000005."""


class MarksError(ValueError):
    """Marks that cannot be taken as they are; the message has one line for each thing to mend."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class Mark(msgspec.Struct, frozen=True):
    """What a person has entered for one student."""

    by_hand: dict[str, Decimal] = {}
    """Points by the id of their criterion; none for what is not marked yet."""
    override: Decimal | None = None
    """Points in the place of the automatic total."""
    late_days: int | None = None
    comment: str = ""


class Marks(msgspec.Struct, frozen=True):
    """What a person has entered."""

    by_student: dict[str, Mark] = {}
    notes: tuple[str, ...] = ()
    """What is to be known of the file, one sentence each."""


class Named(Protocol):
    """Whoever has the id that tells a student from all others of the class, and a name."""

    @property
    def id(self) -> str:
        """Unique in the class."""

    @property
    def name(self) -> str:
        """What the student is called; empty where nothing says so."""


def load(
    folder: Path, assignment: Assignment, students: Sequence[Named], former: Collection[str] = ()
) -> Marks:
    """Read the marks of a folder; none where there is no file yet.

    `former` are ids that are no longer of the class: their marks stay in the file, count for
    nobody, and are told. Raises `MarksError` with everything that is wrong with the file at once,
    and `OSError`.
    """
    path = find(folder)
    if path is None:
        return Marks()
    reading = _Reading(path.name, _table(path, students), assignment, students, former)
    if reading.problems:
        raise MarksError(reading.problems)
    return Marks(reading.marks, tuple(reading.notes))


def add_students(
    folder: Path, assignment: Assignment, students: Sequence[Named], former: Collection[str] = ()
) -> None:
    """Add a row below all others for every student who has none; else leave the file untouched.

    Raises `MarksError` where `load` does, and then leaves the file as it is, and `OSError`.
    """
    path = find(folder)
    if path is None:
        columns = (_STUDENT, _NAME, *_criteria(assignment), _OVERRIDE, _LATE_DAYS, _COMMENT)
        rows = [[kept(each.id), kept(each.name), *[""] * (len(columns) - 2)] for each in students]
        whole_files.write(folder / CSV, tables.write([columns, *rows]))
        return
    table = _table(path, students)
    reading = _Reading(path.name, table, assignment, students, former)
    if reading.problems:
        raise MarksError(reading.problems)
    missing = [student for student in students if student.id not in reading.rows]
    if missing:
        _append(path, table, reading.columns, missing)


def find(folder: Path) -> Path | None:
    """Return the file of the marks, if there is one. Raises `MarksError` where there are two."""
    found = [folder / name for name in (CSV, XLSX) if (folder / name).exists()]
    if len(found) > 1:
        raise MarksError(
            [
                say(
                    "{folder}: {csv} and {xlsx} are both there; keep the one that holds the marks",
                    folder=folder,
                    csv=CSV,
                    xlsx=XLSX,
                )
            ]
        )
    return found[0] if found else None


def _table(path: Path, students: Iterable[Named]) -> Table:
    data = path.read_bytes()
    try:
        if path.suffix == ".xlsx":
            return workbooks.parse(data)
        known = [kept(text) for each in students for text in (each.id, each.name)]
        return tables.parse(data, known)
    except TableError as error:
        raise MarksError([f"{path.name}: {error}"]) from None


def _append(
    path: Path, table: Table, columns: Mapping[str, int], students: Iterable[Named]
) -> None:
    cells = [
        {
            columns[name]: kept(text)
            for name, text in ((_STUDENT, student.id), (_NAME, student.name))
            if name in columns
        }
        for student in students
    ]
    if path.suffix == ".xlsx":
        last = table.lines[-1].number
        whole_files.put(path, workbooks.with_rows(path.read_bytes(), last, cells))
        return
    width = len(table.lines[0].cells)
    rows = [line.cells for line in table.lines]
    rows += [tuple(row.get(column, "") for column in range(width)) for row in cells]
    whole_files.write(path, tables.write(rows, table.separator))


def _criteria(assignment: Assignment) -> list[str]:
    return [criterion.id for criterion in assignment.by_hand]


class _Reading:
    """What a table of marks says, and all that is wrong with it."""

    def __init__(
        self,
        file: str,
        table: Table,
        assignment: Assignment,
        students: Iterable[Named],
        former: Collection[str],
    ) -> None:
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.marks: dict[str, Mark] = {}
        self.rows: dict[str, int] = {}
        """The row of each student."""
        self._file = file
        self._former = former
        self._most = {each.id: exact(each.points_by_hand) for each in assignment.by_hand}
        self._most_override = sum((exact(check.points) for check in assignment.checks), Decimal(0))
        self._ids = [student.id for student in students]
        self._likes = _by_likeness(self._ids)
        header = table.lines[0] if table.lines else Line(1, ())
        self._width = len(header.cells)
        self.columns = self._columns(header)
        if not self.problems:
            for line in table.lines[1:]:
                self._read(line)

    def _columns(self, header: Line) -> dict[str, int]:
        titles = [_plain(cell) for cell in header.cells]
        wanted = {_plain(name): name for name in (*MARK_COLUMNS, *self._most)}
        for title, name in wanted.items():
            if titles.count(title) > 1:
                self.problems.append(
                    say(
                        "{file}:{number}: the column {name!r} stands there twice",
                        file=self._file,
                        number=header.number,
                        name=name,
                    )
                )
            if title not in titles and name not in (_NAME, _COMMENT):
                shown = ", ".join(map(repr, filter(None, header.cells))) or "nothing"
                self.problems.append(
                    say(
                        "{file}:{number}: there is no column {name!r}, but {shown}",
                        file=self._file,
                        number=header.number,
                        name=name,
                        shown=shown,
                    )
                )
        return {wanted[title]: titles.index(title) for title in titles if title in wanted}

    def _read(self, line: Line) -> None:
        cells = {
            name: line.cells[column] if column < len(line.cells) else ""
            for name, column in self.columns.items()
        }
        entered = [name for name in (*self._most, _OVERRIDE, _LATE_DAYS) if cells[name].strip()]
        if self._is_shifted(line, has_marks=bool(entered)):
            return
        student = self._student(line, cells[_STUDENT], has_marks=bool(entered))
        if student is None:
            return
        if student in self.rows:
            self._wrong(
                line,
                _STUDENT,
                say(
                    "{student!r} has a row already, row {rows}",
                    student=student,
                    rows=self.rows[student],
                ),
            )
            return
        self.rows[student] = line.number
        self.marks[student] = Mark(
            by_hand=dict(self._by_hand(line, cells)),
            override=self._points(line, _OVERRIDE, cells[_OVERRIDE], self._most_override),
            late_days=self._days(line, cells[_LATE_DAYS]),
            comment=unguard(cells.get(_COMMENT, "")),
        )

    def _is_shifted(self, line: Line, *, has_marks: bool) -> bool:
        """Whether a comma that stands in a number or a text has moved what comes after it."""
        more = line.cells[self._width :]
        if not more or not (has_marks or any(cell.strip() for cell in more)):
            return False
        self.problems.append(
            say(
                "{file}:{number}: the row has {cells} cells, and the header"
                " {width}; a cell with a separator in it stands in quotes, and a"
                " column has a name",
                file=self._file,
                number=line.number,
                cells=len(line.cells),
                width=self._width,
            )
        )
        return True

    def _student(self, line: Line, cell: str, *, has_marks: bool) -> str | None:
        """Return the id of the student whose row it is; None where it is nobody's of the class."""
        if not cell.strip():
            if has_marks:
                self._wrong(line, _STUDENT, say("the id of a student is wanted beside marks"))
            return None
        for exactly in (given(cell), given(cell).strip(), cell):
            if exactly in self._likes.get(_likeness(exactly), ()):
                return exactly
        return self._alike(line, cell, has_marks=has_marks)

    def _alike(self, line: Line, cell: str, *, has_marks: bool) -> str | None:
        """Return the only student whose id this can be, after what spreadsheets do to ids."""
        text = given(cell)
        alike = self._likes.get(_likeness(text), ())
        where = f"{self._file}:{line.number}"
        if len(alike) == 1:
            self.notes.append(
                say(
                    "{where}: {text!r} is taken for the student {alike!r}",
                    where=where,
                    text=text,
                    alike=alike[0],
                )
            )
            return alike[0]
        if alike:
            several = ", ".join(map(repr, alike))
            self._wrong(
                line,
                _STUDENT,
                say(
                    "{text!r} can be each of {several}; write it in full",
                    text=text,
                    several=several,
                ),
            )
        elif text in self._former or not has_marks:
            self.notes.append(
                say(
                    "{where}: {text!r} is not of this class; the row is kept",
                    where=where,
                    text=text,
                )
            )
        elif _SHORTENED.fullmatch(text.strip()):
            self._wrong(
                line,
                _STUDENT,
                say("{text!r} is an id that a spreadsheet has shortened; write it out", text=text),
            )
        else:
            self._wrong(
                line,
                _STUDENT,
                say(
                    "no student of this class has the id {text!r}; correct it, or delete the row",
                    text=text,
                ),
            )
        return None

    def _by_hand(self, line: Line, cells: Mapping[str, str]) -> Iterator[tuple[str, Decimal]]:
        for name, most in self._most.items():
            points = self._points(line, name, cells[name], most)
            if points is not None:
                yield name, points

    def _points(self, line: Line, name: str, cell: str, most: Decimal) -> Decimal | None:
        if not cell.strip():
            return None
        points = _parse_points(cell)
        if points is None or points > most:
            wanted = say(
                "a number from 0 to {most} with two decimals at most is wanted", most=number(most)
            )
            self._wrong(line, name, f"{wanted}, not {cell!r}")
            return None
        return points

    def _days(self, line: Line, cell: str) -> int | None:
        if not cell.strip():
            return None
        days = _parse_points(cell)
        if days is None or days != int(days) or days > _MOST_DAYS:
            self._wrong(
                line,
                _LATE_DAYS,
                say(
                    "whole days from 0 to {most_days} are wanted, not {cell!r}",
                    most_days=_MOST_DAYS,
                    cell=cell,
                ),
            )
            return None
        return int(days)

    def _wrong(self, line: Line, name: str, what: str) -> None:
        column = _letters(self.columns[name])
        self.problems.append(f"{self._file}:{line.number}: column {column}, {name!r}: {what}")


def _by_likeness(ids: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in ids:
        found.setdefault(_likeness(each), []).append(each)
    return found


def _likeness(text: str) -> str:
    """Return what is left of an id by a spreadsheet that takes it for a number, or by a person."""
    plain = _plain(text).removesuffix(".0")
    return plain.lstrip("0") or "0" if plain.isdecimal() else plain


def _plain(text: str) -> str:
    """Return a text without what does not matter: width and case of letters, blanks around it."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


def _parse_points(cell: str) -> Decimal | None:
    """Return a number as people and spreadsheets write it; None where it is none, or negative."""
    text = unicodedata.normalize("NFKC", cell).strip().removeprefix("'")
    if _DECIMAL_COMMA.fullmatch(text):
        text = text.replace(",", ".")
    if not _POINTS.fullmatch(text):
        return None
    points = Decimal(text)
    if points > 1_000_000:
        return points
    cents = points.quantize(_CENT)
    return cents if abs(cents - points) < _NOISE else None


def _letters(column: int) -> str:
    """Return what a spreadsheet calls a column, counted from 0: A, …, Z, AA."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)
