"""Grading without names: what stands for each student, in a file that the results do not hold.

Creates the file, and adds a line for each new student; who is in it keeps the pseudonym. What a
student wrote into a program is not looked through: a name in a comment stays one.
"""

import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from reversi_conformance import whole_files
from reversi_conformance.classroom import archives, tables
from reversi_conformance.classroom.cells import given, kept
from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.classroom.students import Student
from reversi_conformance.language import say

_COLUMNS: Final = ("pseudonym", "student", "name")
_DIGITS: Final = 3
"""Bytes of chance in a pseudonym."""


class KeyFileError(ValueError):
    """A file that is no key to pseudonyms; the message says where and why."""


class Key:
    """Who is who."""

    def __init__(self, pseudonyms: Mapping[str, str]) -> None:
        self._pseudonyms = dict(pseudonyms)
        """By student."""

    def hide(self, student: Student) -> Student:
        """Return a student without name."""
        return Student(self._pseudonyms[student.id])

    def hide_hand_in(self, hand_in: HandIn) -> HandIn:
        """Return what was handed in with the pseudonym, also in the names of what names its owner.

        Several single files keep their names, by which they may find each other.
        """
        names = hand_in.called
        if len(names) == 1 or any(map(archives.suffix, names)):
            names = tuple(f"submission-{at}{_suffix(each)}" for at, each in enumerate(names, 1))
        return hand_in._replace(student=self._pseudonyms[hand_in.student], name="", names=names)

    def students(self, students: Iterable[Student]) -> dict[str, Student]:
        """Return who stands behind each pseudonym."""
        return {self._pseudonyms[student.id]: student for student in students}


def _suffix(name: str) -> str:
    return archives.suffix(name) or Path(name).suffix


def make_key(path: Path, students: Iterable[Student]) -> Key:
    """Read the key from its file, and write it with what is new.

    Raises `KeyFileError`, `OSError`.
    """
    rows = _read(path) if path.exists() else {}
    known = {row[0] for row in rows.values()}
    for student in students:
        if student.id not in rows:
            rows[student.id] = (_new(known), student.name)
            known.add(rows[student.id][0])
    lines = [[pseudonym, kept(id_), kept(name)] for id_, (pseudonym, name) in sorted(rows.items())]
    whole_files.put(path, tables.write([_COLUMNS, *lines]).encode())
    return Key({id_: pseudonym for id_, (pseudonym, _) in rows.items()})


def _new(known: set[str]) -> str:
    while (pseudonym := f"student-{secrets.token_hex(_DIGITS)}") in known:
        pass
    return pseudonym


def _read(path: Path) -> dict[str, tuple[str, str]]:
    """By student, the pseudonym and the name."""
    try:
        header, *lines = tables.parse(path.read_bytes(), _COLUMNS).lines
    except (tables.TableError, ValueError) as error:
        raise KeyFileError(say("{path}: {error}", path=path, error=error)) from None
    if header.cells[: len(_COLUMNS)] != _COLUMNS:
        wanted = ", ".join(_COLUMNS)
        raise KeyFileError(
            say(
                "{path}:{number}: the columns are {wanted}, not {cells}",
                path=path,
                number=header.number,
                wanted=wanted,
                cells=header.cells,
            )
        )
    rows: dict[str, tuple[str, str]] = {}
    for line in lines:
        if len(line.cells) < len(_COLUMNS) or not all(line.cells[:2]):
            raise KeyFileError(
                say(
                    "{path}:{number}: a pseudonym and a student belong here",
                    path=path,
                    number=line.number,
                )
            )
        pseudonym, student, name = map(given, line.cells[: len(_COLUMNS)])
        if student in rows or pseudonym in {row[0] for row in rows.values()}:
            raise KeyFileError(
                say(
                    "{path}:{number}: {student!r} or {pseudonym!r} stands twice",
                    path=path,
                    number=line.number,
                    student=student,
                    pseudonym=pseudonym,
                )
            )
        rows[student] = (pseudonym, name)
    return rows
