"""The files of a submission, to be recognised by: their names, and what they hold as text.

Links are not followed, and nothing is executed. Of very many files, of very deep folders and of
very long files not all is looked at. Knows no languages but how they write comments.
"""

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from reversi_conformance import file_access

_MOST_ENTRIES: Final = 5000
_DEEPEST: Final = 12
_MOST_BYTES: Final = 128 * 1024
"""Of a longer file the beginning is looked at: no student wrote so much."""
_SKIPPED: Final = frozenset(
    ("node_modules", "__pycache__", "__macosx", "venv", "env", "site-packages", "target")
)
_OF_TESTS: Final = frozenset(("test", "tests", "__tests__", "spec"))
_IS_TEST: Final = re.compile(r"^test_|_test$|[.](?:test|spec)$|(?<=[a-z0-9])Tests?$|^conftest$")
_NO_PROGRAM: Final = frozenset(
    ("setup.py", "module-info.java", "package-info.java", "build.rs", "__init__.py")
)

_PROGRAMS: Final = (b"#!", b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe")
_COMMENTS: Final = {
    # A string may hold what begins a comment.
    "c": re.compile(
        r""" "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? | `(?:\\.|[^`\\])*`?
        | (?P<comment> //[^\n]* | /\*(?:[^*]|\*(?!/))*(?:\*/)? ) """,
        re.VERBOSE | re.DOTALL,
    ),
    "python": re.compile(
        r''' (?P<comment> """(?:\\.|[^\\])*?(?:"""|\Z) | \'\'\'(?:\\.|[^\\])*?(?:\'\'\'|\Z)
        | \#[^\n]* ) | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? ''',
        re.VERBOSE | re.DOTALL,
    ),
}
_BYTE_ORDER_MARKS: Final = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


class Sources:
    """A folder and its files, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = tuple(_files(folder))
        """Regular files below the folder, by their paths from it, outer ones first; hidden ones and
        what other tools have made are left out."""
        self._texts: dict[str, str] = {}

    def text(self, path: str) -> str:
        """Return what a file holds, its beginning where it is long; "" where it cannot be read."""
        if path not in self._texts:
            self._texts[path] = decoded(self.head(path, _MOST_BYTES))
        return self._texts[path]

    def code(self, path: str, comments: str) -> str:
        """Return a file's text with blanks in the place of comments."""
        key = f"{comments}:{path}"
        if key not in self._texts:
            pattern = _COMMENTS.get(comments)
            text = self.text(path)
            self._texts[key] = pattern.sub(_without_comment, text) if pattern else text
        return self._texts[key]

    def head(self, path: str, most: int) -> bytes:
        """Return the first bytes of a regular file; none where it cannot be read."""
        try:
            descriptor = os.open(self.folder / path, file_access.READING)
        except (OSError, ValueError):
            return b""
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return b""
            return os.read(descriptor, most)
        except OSError:
            return b""
        finally:
            os.close(descriptor)

    def is_executable(self, path: str) -> bool:
        """Whether a file can be run as it is, here or on the system that it was built for.

        By its beginning: archives made elsewhere forget permissions, or give all of them.
        """
        return self.head(path, 4).startswith(_PROGRAMS)


def decoded(data: bytes) -> str:
    """Return the text of a source file in whatever encoding it seems to be.

    >>> decoded("黑".encode("gbk")), decoded("黑".encode("utf-8-sig"))
    ('黑', '黑')
    """
    encoding = encoding_of(data) or "utf-8"
    return data.decode(encoding, errors="replace")


def encoding_of(data: bytes) -> str | None:
    """Return the encoding of a text; None where it is no text in any that students use.

    A text that ends within a character still counts as one.
    """
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return encoding
    for encoding in ("utf-8", "gb18030"):
        try:
            data.decode(encoding)
        except UnicodeDecodeError as error:
            if error.start < len(data) - 4 or error.reason == "invalid start byte":
                continue
        return encoding
    return None


def is_of_tests(path: str) -> bool:
    """Whether a file only tries out others, by its name."""
    pure = PurePosixPath(path)
    folders = (part.casefold() for part in pure.parts[:-1])
    return bool(_IS_TEST.search(pure.stem)) or not _OF_TESTS.isdisjoint(folders)


def is_program(path: str) -> bool:
    """Whether a file may hold a part of the program, and does not only describe it to a tool."""
    return PurePosixPath(path).name not in _NO_PROGRAM


def _without_comment(found: re.Match[str]) -> str:
    comment = found["comment"]
    return found[0] if comment is None else re.sub(r"[^\n]", " ", comment)


def _files(root: Path) -> Iterator[str]:
    """Go through a tree level by level."""
    level = [""]
    entries = 0
    for _ in range(_DEEPEST):
        below: list[str] = []
        for folder in level:
            for name, is_folder, is_file in _entries(root / folder):
                entries += 1
                if entries > _MOST_ENTRIES:
                    return
                path = f"{folder}/{name}" if folder else name
                if is_folder and not _is_foreign(root / path):
                    below.append(path)
                elif is_file:
                    yield path
        level = below


def _entries(folder: Path) -> list[tuple[str, bool, bool]]:
    try:
        with os.scandir(folder) as entries:
            some = zip(entries, range(_MOST_ENTRIES + 1), strict=False)
            return sorted(
                (
                    entry.name,
                    entry.is_dir(follow_symlinks=False),
                    entry.is_file(follow_symlinks=False),
                )
                for entry, _ in some
                if not entry.name.startswith(".")
            )
    except OSError:
        return []


def _is_foreign(folder: Path) -> bool:
    return folder.name.casefold() in _SKIPPED or (folder / "pyvenv.cfg").exists()
