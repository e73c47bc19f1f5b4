"""The gradebook for Moodle: its offline grading worksheet, filled in, and feedback as a zip.

The worksheet is the one that Moodle has made, in English or Chinese: of all its cells
those of the grades are filled in and nothing else changes, but for texts that a spreadsheet would
compute. Import the grades before the feedback, and both from one download: feedback gives a student
an entry of today in Moodle's gradebook, and Moodle then refuses, in silence, grades of a worksheet
that was downloaded before.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

import msgspec

from reversi_conformance.classroom import tables
from reversi_conformance.classroom.books.filling import (
    Filled,
    FillingError,
    Matches,
    Person,
    column,
    folded,
    match,
    read,
    unfinished,
)
from reversi_conformance.classroom.cells import guard, number
from reversi_conformance.classroom.gradebook import Gradebook, Row
from reversi_conformance.classroom.tables import Line, Table
from reversi_conformance.escaping import harmless
from reversi_conformance.language import mark, say

WARNING: Final = mark(
    "import the grades first: once feedback is imported, Moodle refuses the grades of a worksheet"
    " that was downloaded before, and does not say so"
)
_IDENTIFIER: Final = ("Identifier", "标识符", "识别码", "識別碼")
_GRADE: Final = ("Grade", "成绩", "分数", "成績", "分數")
_MODIFIED: Final = (
    "Last modified (grade)",
    "最后修改（教师）",
    "最后修改（成绩）",
    "最后修改（分数）",
    "最後修改（成績）",
    "最後修改（分數）",
)
_NAME: Final = ("Full name", "全名", "姓名")
_ID_NUMBER: Final = ("ID number", "学号", "學號")
_USERNAME: Final = ("Username", "用户名", "使用者名稱")
_EMAIL: Final = ("Email address", "Email地址", "电子邮件地址", "邮箱地址", "電子郵件信箱")
_MOST: Final = ("Maximum Grade", "最高成绩", "最高分", "最高分数", "最高分數")
_CHANGEABLE: Final = ("Grade can be changed", "允许更改成绩", "成绩可以更改")
_SCALE: Final = ("Scale", "量表", "等级")
_NO: Final = ("No", "否")
_NOTHING: Final = "-"
"""What stands where there is no date."""
_FEEDBACK: Final = re.compile(r"feedback|comment|反馈|评语|评论|回饋|評語")
_PARTICIPANT: Final = re.compile(r"\D*(\d+)\s*")
_NO_NAME: Final = re.compile(r'[\x00-\x1f_/\\:*?"<>|]+')
_LONGEST_NAME: Final = 100
_BEGINNING: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip, so that the same feedback is the same bytes."""


class _Worksheet(msgspec.Struct, frozen=True):
    """A worksheet, and where in it everything stands."""

    table: Table
    identifier: int
    grade: int
    modified: int
    name: int | None
    most: int | None
    changeable: int | None
    ids: tuple[int, ...]

    @property
    def header(self) -> tuple[str, ...]:
        return self.table.lines[0].cells

    @property
    def lines(self) -> Sequence[Line]:
        """The rows of students."""
        return self.table.lines[1:]


def fill(book: Gradebook, worksheet: bytes) -> Filled:
    """Return the worksheet with the final points of those who have them.

    Raises `FillingError`.
    """
    sheet = _read(worksheet, book)
    matches = _match(sheet, book)
    notes = [*matches.notes, *unfinished(matches.by_row.values())]
    rows = [list(sheet.header)]
    for line in sheet.lines:
        cells = [*line.cells, *[""] * (len(sheet.header) - len(line.cells))]
        row = matches.by_row.get(line.number)
        refused = row and _refusal(sheet, cells, row)
        if refused:
            notes.append(say("row {number}: {refused}", number=line.number, refused=refused))
        elif row and row.final is not None:
            cells[sheet.grade] = number(row.final)
        rows.append([_safe(sheet, index, cell) for index, cell in enumerate(cells)])
    text = tables.write(rows, sheet.table.separator, is_marked=sheet.table.is_marked)
    return Filled(text.encode(), tuple(notes))


def feedback(book: Gradebook, worksheet: bytes, pages: Mapping[str, bytes]) -> Filled:
    """Return a zip with the page of each student, under the names by which Moodle knows them.

    `pages` are HTML, by student. Import the grades first: the first of the notes says why. Raises
    `FillingError`.
    """
    sheet = _read(worksheet, book)
    matches = _match(sheet, book)
    out = io.BytesIO()
    placed = dict(_placed(sheet, matches))
    with zipfile.ZipFile(out, "w") as archive:
        for student, folder in placed.items():
            if student in pages:
                entry = zipfile.ZipInfo(f"{folder}/{book.assignment}.html", _BEGINNING)
                entry.create_system = 3
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, pages[student])
    alone = sorted(set(pages) - set(placed))
    left = [
        say("{student!r} has no row; the page is left out", student=harmless(student))
        for student in alone
    ]
    return Filled(out.getvalue(), (say(WARNING), *matches.notes, *left))


def _placed(sheet: _Worksheet, matches: Matches) -> Iterator[tuple[str, str]]:
    """Yield each student whom Moodle knows by a number, with the name of the folder."""
    for line in sheet.lines:
        row = matches.by_row.get(line.number)
        participant = _participant(_at(line, sheet.identifier))
        if row is not None and participant:
            name = _folder_name(_at(line, sheet.name) or row.name)
            yield row.student, f"{name}_{participant}_assignsubmission_file_"


def _folder_name(name: str) -> str:
    """Return a name without what parts the names of folders, for Moodle or for a file system."""
    plain = " ".join(_NO_NAME.sub(" ", harmless(name)).split()).strip(". ~")
    return plain[:_LONGEST_NAME].strip() or "participant"


def _read(worksheet: bytes, book: Gradebook) -> _Worksheet:
    table = read(worksheet, book)
    header = table.lines[0].cells
    found = [column(header, names) for names in (_IDENTIFIER, _GRADE, _MODIFIED)]
    identifier, grade, modified = found
    if identifier is None or grade is None or modified is None:
        wanted = ("Identifier", "Grade", "Last modified (grade)")
        missing = [name for name, index in zip(wanted, found, strict=True) if index is None]
        raise FillingError(
            say(
                "it is no grading worksheet of Moodle: it has no column"
                " {missing}, in English or Chinese, but {value}",
                missing=" and no ".join(missing),
                value=", ".join(repr(harmless(each)) for each in header),
            )
        )
    if column(header, _SCALE) is not None:
        raise FillingError(
            say("the assignment is graded on a scale in Moodle, and not with points")
        )
    others = (column(header, names) for names in (_ID_NUMBER, _USERNAME, _EMAIL))
    return _Worksheet(
        table=table,
        identifier=identifier,
        grade=grade,
        modified=modified,
        name=column(header, _NAME),
        most=column(header, _MOST),
        changeable=column(header, _CHANGEABLE),
        ids=tuple(index for index in others if index is not None and index != identifier),
    )


def _match(sheet: _Worksheet, book: Gradebook) -> Matches:
    return match([_person(sheet, line) for line in sheet.lines], book)


def _person(sheet: _Worksheet, line: Line) -> Person:
    ids = [_participant(_at(line, sheet.identifier)), *(_at(line, each) for each in sheet.ids)]
    ids += [each.partition("@")[0] for each in ids if "@" in each]
    return Person(line.number, tuple(ids), _at(line, sheet.name))


def _participant(identifier: str) -> str:
    """Return the number of "Participant 12" or "参与者12"."""
    found = _PARTICIPANT.fullmatch(identifier)
    return found[1] if found else ""


def _at(line: Line, index: int | None) -> str:
    return line.cells[index] if index is not None and index < len(line.cells) else ""


def _refusal(sheet: _Worksheet, cells: Sequence[str], row: Row) -> str:
    """Return why Moodle would not take the points; empty where it would."""
    if row.final is None:
        return ""
    if not _participant(cells[sheet.identifier]):
        return say(
            "{cells!r} names no participant; it is not filled in",
            cells=harmless(cells[sheet.identifier]),
        )
    student = harmless(row.student)
    if sheet.changeable is not None and folded(cells[sheet.changeable]) in map(folded, _NO):
        return say(
            "Moodle has locked the grade of {student!r}; it is not filled in", student=student
        )
    most = None if sheet.most is None else _points(cells[sheet.most])
    if most is None or row.final <= most:
        return ""
    return say(
        "{student!r} has {final} points, and Moodle takes {most} at most; it is not filled in",
        student=student,
        final=number(row.final),
        most=number(most),
    )


def _points(cell: str) -> Decimal | None:
    try:
        return Decimal(cell.strip().replace(",", "."))
    except InvalidOperation:
        return None


def _safe(sheet: _Worksheet, index: int, cell: str) -> str:
    """Return a cell that no spreadsheet computes; a teacher's own words stay as they are."""
    is_moodles = index in {sheet.identifier, sheet.grade, sheet.modified} or cell == _NOTHING
    if is_moodles or _FEEDBACK.search(folded(sheet.header[index])):
        return cell
    return guard("\n".join(map(harmless, cell.split("\n"))))
