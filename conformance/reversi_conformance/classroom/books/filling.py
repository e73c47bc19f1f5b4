"""What another system has exported, to be filled in: whose row is whose, and what came of it.

A row is a student's only where everything that it says of a person points to the same one. A row
that could be somebody else's is left as it is, and told: a mark in a wrong row costs two people.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from reversi_conformance.classroom.gradebook import Gradebook, Row
from reversi_conformance.classroom.tables import Table, TableError, parse
from reversi_conformance.escaping import harmless
from reversi_conformance.language import say

_T = TypeVar("_T")


class FillingError(ValueError):
    """A file that is not what it should be; the message says why, and names no file."""


class Filled(msgspec.Struct, frozen=True):
    """A file to be imported."""

    content: bytes
    notes: tuple[str, ...]
    """What is to be known before it is imported, one sentence each."""


class Person(msgspec.Struct, frozen=True):
    """What a row of the exported file says of a person."""

    row: int
    """Which row of the file it is, counted from 1."""
    ids: tuple[str, ...]
    name: str

    @property
    def shown(self) -> str:
        """Which row it is, for notes."""
        return say("row {row} ({name!r})", row=self.row, name=harmless(self.name))


class Matches(msgspec.Struct, frozen=True):
    """Whose rows are whose."""

    by_row: dict[int, Row]
    """The student of each row of the file that has one."""
    notes: tuple[str, ...]
    """Rows and students that have none."""


def read(data: bytes, book: Gradebook) -> Table:
    """Read an exported CSV. Raises `FillingError`."""
    try:
        table = parse(data, [text for row in book.rows for text in (row.student, row.name)])
    except TableError as error:
        raise FillingError(str(error)) from None
    if not table.lines:
        raise FillingError(say("the file is empty"))
    return table


def column(header: Sequence[str], names: Iterable[str]) -> int | None:
    """Return where a column of one of these names stands; None where it does not.

    Raises `FillingError` where there is more than one.
    """
    wanted = set(map(folded, names))
    found = [index for index, title in enumerate(header) if folded(title) in wanted]
    if len(found) > 1:
        titles = " and ".join(repr(harmless(header[index])) for index in found)
        raise FillingError(say("it is not plain which column is meant: {titles}", titles=titles))
    return found[0] if found else None


def folded(text: str) -> str:
    """Return a text without what does not matter: width and case of letters, blanks around it."""
    return unicodedata.normalize("NFKC", text).strip().casefold()


def match(people: Sequence[Person], book: Gradebook) -> Matches:
    """Find the student of each row, by ids first, and by the name where no id leads to anybody."""
    by_id = _by((row.student, row) for row in book.rows)
    by_name = _by((row.name, row) for row in book.rows)
    names_of_rows = _by((person.name, person) for person in people)
    notes, found = [], {}
    for person in people:
        students = _students(person, by_id)
        is_by_name = not students
        if is_by_name and len(names_of_rows[folded(person.name)]) == 1:
            students = _unique(by_name.get(folded(person.name), []))
        if len(students) > 1:
            several = ", ".join(repr(harmless(row.student)) for row in students)
            notes.append(
                say(
                    "{shown} could be each of {several}; it is not filled in",
                    shown=person.shown,
                    several=several,
                )
            )
        elif not students:
            notes.append(
                say("{shown} is nobody of this class; it is not filled in", shown=person.shown)
            )
        else:
            found[person.row] = students[0]
            student = harmless(students[0].student)
            if is_by_name:
                notes.append(
                    say(
                        "{shown} is taken for {student!r} by the name alone",
                        shown=person.shown,
                        student=student,
                    )
                )
            elif _have_other_letters(person.name, students[0].name):
                name = harmless(students[0].name)
                notes.append(
                    say(
                        "{shown} is taken for {student!r}, who is called {name!r}",
                        shown=person.shown,
                        student=student,
                        name=name,
                    )
                )
    return _without_doubles(people, found, notes, book)


def _students(person: Person, by_id: Mapping[str, list[Row]]) -> list[Row]:
    return _unique(row for each in person.ids for row in by_id.get(folded(each), []))


def _have_other_letters(one: str, other: str) -> bool:
    """Whether two names are more different than "Zhang, San" and "zhangsan" are."""
    letters = [sorted(filter(str.isalnum, folded(name))) for name in (one, other)]
    return all(letters) and letters[0] != letters[1]


def _without_doubles(
    people: Sequence[Person], found: Mapping[int, Row], notes: list[str], book: Gradebook
) -> Matches:
    """Leave out students who stand in more than one row."""
    rows = defaultdict(list)
    for person in people:
        if person.row in found:
            rows[found[person.row].student].append(person)
    kept = {}
    for row in book.rows:
        mine = rows[row.student]
        if len(mine) == 1:
            kept[mine[0].row] = row
        else:
            where = " and ".join(person.shown for person in mine) or "no row"
            notes.append(
                say(
                    "{student!r} has {where}; nothing is filled in",
                    student=harmless(row.student),
                    where=where,
                )
            )
    return Matches(kept, tuple(notes))


def _by(pairs: Iterable[tuple[str, _T]]) -> defaultdict[str, list[_T]]:
    found = defaultdict(list)
    for key, value in pairs:
        if key.strip():
            found[folded(key)].append(value)
    return found


def _unique(rows: Iterable[Row]) -> list[Row]:
    return list({row.student: row for row in rows}.values())


def unfinished(rows: Iterable[Row]) -> list[str]:
    """Return a note for each student without final points."""
    return [
        say(
            "{student!r} has no final points ({value}; missing: {missing}); nothing is changed",
            student=harmless(row.student),
            value=row.status.value,
            missing=", ".join(row.missing),
        )
        for row in rows
        if row.final is None
    ]
