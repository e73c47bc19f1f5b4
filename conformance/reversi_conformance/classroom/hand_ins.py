"""Who handed in what: read from how a folder, or what a course's web site packed, is laid out.

Looks at names and at the first bytes of files without a suffix, follows no link, unpacks nothing.
What is in nobody's hand-in is told, never passed over.
"""

import os
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from reversi_conformance.classroom import archives
from reversi_conformance.classroom.file_names import decoded, file_name
from reversi_conformance.classroom.trees import PAPERS, PARTS_OF_PROGRAMS
from reversi_conformance.language import say

__all__ = ["HandIn", "HandIns", "LeftOut", "file_name", "find"]


class HandIn(NamedTuple):
    """What one student handed in."""

    student: str
    """Unique in the class."""
    name: str
    """What the student is called; empty where nothing says so."""
    paths: tuple[Path, ...]
    """Files, folders or archives, sorted."""
    is_late: bool = False
    names: tuple[str, ...] = ()
    """What each of the paths was called when it was handed in; empty where they still are."""

    @property
    def called(self) -> tuple[str, ...]:
        """What was handed in, by its names."""
        return self.names or tuple(path.name for path in self.paths)


class LeftOut(NamedTuple):
    """What is in nobody's hand-in, or does not count in it."""

    path: Path
    reason: str
    """One clause, without the path."""
    student: str = ""
    """Whose it would be; empty where it is nobody's."""


class HandIns(NamedTuple):
    """A class."""

    folder: Path
    """Where all paths lie, which may be below the folder that was named."""
    hand_ins: tuple[HandIn, ...]
    """Sorted by student."""
    left_out: tuple[LeftOut, ...]
    """Sorted by path."""


class _Piece(NamedTuple):
    """One entry of the folder, read as a student's."""

    path: Path
    student: str
    name: str = ""
    called: str = ""
    is_late: bool = False
    number: int = 0
    """The web site's own, rising with time."""


_CANVAS: Final = re.compile(
    r"(?P<name>.+?)(?P<late>_LATE)?_(?P<student>\d+)_(?P<number>\d+)_(?P<file>.+)", re.DOTALL
)
_CANVAS_VERSION: Final = re.compile(r"(?P<stem>.+)-(?P<version>[1-9]\d?)", re.DOTALL)
_MOODLE: Final = re.compile(
    r"(?P<name>.+)_(?P<student>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?(?P<file>.*)",
    re.DOTALL,
)
_NOBODYS: Final = frozenset({"thumbs.db", "desktop.ini", "__macosx"})
_MOST_NESTED: Final = 4


def find(folder: Path, pattern: re.Pattern[str] | None = None) -> HandIns:
    """Return who handed in what in a folder.

    Understands, besides the `pattern` (its group `student`, and if it has them `name` and `late`,
    from the beginning of an entry's name): what Canvas and Moodle pack; else one folder, archive or
    file for each student, named by the student's id. A folder that holds nothing but the class's
    folder is passed through. Raises `OSError` where the folder cannot be read.
    """
    folder = _class_folder(folder, pattern)
    left_out: list[LeftOut] = []
    pieces = _pieces(_entries(folder, left_out), pattern, left_out)
    by_student: dict[str, list[_Piece]] = defaultdict(list)
    for piece in pieces:
        by_student[piece.student].append(piece)
    hand_ins = [
        _hand_in(by_student[student], left_out, is_plain=pattern is None)
        for student in sorted(by_student)
    ]
    return HandIns(folder, tuple(hand_ins), tuple(sorted(left_out)))


def _class_folder(folder: Path, pattern: re.Pattern[str] | None) -> Path:
    for _ in range(_MOST_NESTED):
        entries = [*_entries(folder, [])]
        if len(entries) != 1 or not _is_folder(entries[0]):
            break
        [only] = entries
        if _read(only, pattern or _MOODLE) or not _holds_class([*_entries(only, [])], pattern):
            break
        folder = only
    return folder


def _holds_class(entries: Sequence[Path], pattern: re.Pattern[str] | None) -> bool:
    if pattern is not None:
        return any(_read(entry, pattern) for entry in entries)
    if any(_read(entry, _MOODLE) for entry in entries) or _is_canvas(entries):
        return True
    if len(entries) == 1:
        return _is_folder(entries[0]) and _holds_class([*_entries(entries[0], [])], pattern)
    kept = [entry for entry in entries if not _is_paper(entry)]
    return len(kept) > 1 and all(
        not PARTS_OF_PROGRAMS.fullmatch(_name(entry)) if _is_folder(entry) else _is_archive(entry)
        for entry in kept
    )


def _entries(folder: Path, left_out: list[LeftOut]) -> Iterator[Path]:
    """What may be a student's in a folder, sorted by name."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        path = folder / entry.name
        if entry.name.startswith((".", "~$")) or entry.name.lower() in _NOBODYS:
            left_out.append(LeftOut(path, say("made by a system for itself")))
        elif entry.is_symlink():
            left_out.append(LeftOut(path, say("a link: put what it leads to in its place")))
        elif not (entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False)):
            left_out.append(LeftOut(path, say("neither a file nor a folder")))
        else:
            yield path


def _pieces(
    entries: Iterable[Path], pattern: re.Pattern[str] | None, left_out: list[LeftOut]
) -> Iterator[_Piece]:
    entries = [*entries]
    is_canvas = pattern is None and _is_canvas(entries)
    for entry in entries:
        if pattern is not None:
            piece = _by_pattern(entry, pattern)
            reason = say("its name does not match the pattern")
        else:
            piece = _moodle(entry) or (_canvas(entry) if is_canvas else None) or _plain(entry)
            reason = say("papers, not a program")
        if piece is None:
            left_out.append(LeftOut(entry, reason))
        elif piece.called == _ONLINE_TEXT:
            left_out.append(
                LeftOut(entry, say("text typed on the web site, no file"), piece.student)
            )
        else:
            yield piece


_ONLINE_TEXT: Final = "/"
"""No file is called so."""


def _by_pattern(entry: Path, pattern: re.Pattern[str]) -> _Piece | None:
    found = _read(entry, pattern)
    if found is None or not found["student"]:
        return None
    groups = found.groupdict()
    return _piece(entry, groups["student"], groups.get("name"), is_late=bool(groups.get("late")))


def _moodle(entry: Path) -> _Piece | None:
    found = _read(entry, _MOODLE)
    if found is None:
        return None
    called = _ONLINE_TEXT if found["kind"] == "onlinetext" else found["file"]
    return _piece(entry, found["student"], found["name"], called=called)


def _canvas(entry: Path) -> _Piece | None:
    found = _read(entry, _CANVAS)
    if found is None or _is_folder(entry):
        return None
    piece = _piece(
        entry,
        found["student"],
        found["name"],
        called=found["file"],
        is_late=found["late"] is not None,
    )
    return piece._replace(number=int(found["number"][:18]))


def _plain(entry: Path) -> _Piece | None:
    if _is_folder(entry):
        return _piece(entry, _name(entry))
    if _is_archive(entry):
        name = _name(entry)
        return _piece(entry, name.removesuffix(archives.suffix(name)))
    if _is_paper(entry):
        return None
    return _piece(entry, Path(_name(entry)).stem)


def _piece(
    entry: Path, student: str, name: str | None = "", *, called: str = "", is_late: bool = False
) -> _Piece:
    student, name = (unicodedata.normalize("NFC", each or "").strip() for each in (student, name))
    return _Piece(entry, student or _name(entry), name, called or _name(entry), is_late)


def _is_canvas(entries: Sequence[Path]) -> bool:
    """Whether the names are Canvas's: then there is one name, ever, to each of its numbers."""
    pieces = [piece for piece in map(_canvas, entries) if piece is not None]
    names = {(piece.student, piece.name) for piece in pieces}
    is_one_to_one = len(names) == len({piece.student for piece in pieces})
    return bool(pieces) and is_one_to_one and len(pieces) * 2 >= len(entries)


def _hand_in(pieces: Sequence[_Piece], left_out: list[LeftOut], *, is_plain: bool) -> HandIn:
    if any(piece.number for piece in pieces):
        kept = [*_newest(pieces, left_out)]
    elif any(_read(piece.path, _MOODLE) for piece in pieces):
        kept = [*pieces]
    else:
        kept = [*_once(pieces, left_out, is_plain=is_plain)]
    kept.sort(key=lambda piece: piece.path)
    return HandIn(
        student=kept[0].student,
        name=next((piece.name for piece in kept if piece.name), ""),
        paths=tuple(piece.path for piece in kept),
        is_late=any(piece.is_late for piece in kept),
        names=tuple(piece.called for piece in kept),
    )


def _once(pieces: Sequence[_Piece], left_out: list[LeftOut], *, is_plain: bool) -> Iterator[_Piece]:
    """Of several folders and archives one counts: a folder was made, or unpacked, by hand.

    Files belong together. Beside a folder or an archive they do where a pattern says so.
    """
    whole = [piece for piece in pieces if _is_folder(piece.path) or _is_archive(piece.path)]
    whole.sort(key=lambda piece: (not _is_folder(piece.path), piece.path))
    files = [piece for piece in pieces if piece not in whole]
    superseded = whole[1:]
    if whole and is_plain:
        superseded += files
        files = []
    yield from (*whole[:1], *files)
    for piece in superseded:
        reason = say(
            "handed in twice: {name!r} counts, since a folder goes before"
            " archives, these before files, and else the first by name",
            name=whole[0].path.name,
        )
        left_out.append(LeftOut(piece.path, reason, piece.student))


def _newest(pieces: Sequence[_Piece], left_out: list[LeftOut]) -> Iterator[_Piece]:
    """Of one student's files on Canvas, what was uploaded last, under the name it had before.

    Canvas adds "-1", "-2" to the name of a file that is uploaded once more.
    """
    versions: dict[str, list[tuple[int, int, _Piece]]] = defaultdict(list)
    for piece in pieces:
        called, version = _version(piece.called)
        versions[called].append((version, piece.number, piece))
    for called, found in versions.items():
        found.sort()
        *older, (_, _, newest) = found
        is_known = found[0][0] == 0 or bool(archives.suffix(called))
        if older and not is_known:
            # "part-1.py" and "part-2.py" may just as well be two parts.
            yield from (piece for _, _, piece in found)
            continue
        yield newest._replace(called=called)
        for _, _, piece in older:
            reason = say("an older version: {name!r} counts", name=newest.path.name)
            left_out.append(LeftOut(piece.path, reason, piece.student))


def _version(called: str) -> tuple[str, int]:
    suffix = archives.suffix(called) or Path(called).suffix
    found = _CANVAS_VERSION.fullmatch(called.removesuffix(suffix))
    return (found["stem"] + suffix, int(found["version"])) if found else (called, 0)


def _read(entry: Path, pattern: re.Pattern[str]) -> re.Match[str] | None:
    # A pattern of the caller's says by itself where a name must end.
    matches: Callable[[str], re.Match[str] | None] = (
        pattern.fullmatch if pattern in (_CANVAS, _MOODLE) else pattern.match
    )
    return matches(_name(entry))


def _name(entry: Path) -> str:
    return unicodedata.normalize("NFC", decoded(os.fsencode(entry.name)))


def _is_folder(entry: Path) -> bool:
    return entry.is_dir() and not entry.is_symlink()


def _is_archive(entry: Path) -> bool:
    return not _is_folder(entry) and archives.is_archive(_name(entry), entry)


def _is_paper(entry: Path) -> bool:
    return PAPERS.fullmatch(_name(entry)) is not None and not _is_folder(entry)
