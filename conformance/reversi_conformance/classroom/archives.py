"""What an archive is: known by its name to be one, and by its first bytes of which kind.

Opens files and reads their beginnings; unpacks nothing.
"""

import os
import stat
from pathlib import Path
from typing import Final

from reversi_conformance import file_access

SUFFIXES: Final = (
    ".tar.gz",
    ".tar.bz2",
    ".tar.xz",
    ".tgz",
    ".tbz2",
    ".tbz",
    ".txz",
    ".tar",
    ".zip",
    ".7z",
    ".rar",
)
"""Longer ones first. Other files that are archives inside, such as .jar, are programs."""


_MAGIC: Final = {
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"\x1f\x8b": "tar",
    b"BZh": "tar",
    b"\xfd7zXZ\x00": "tar",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!\x1a\x07": "rar",
}
_TAR: Final = (257, b"ustar")


def suffix(name: str) -> str:
    """Return what makes a name an archive's, as it is spelled there; empty where nothing does.

    >>> suffix("zhang.tar.gz"), suffix("zhang.ZIP"), suffix("reversi.jar"), suffix(".zip")
    ('.tar.gz', '.ZIP', '', '')
    """
    for each in SUFFIXES:
        if name.lower().endswith(each) and len(name) > len(each):
            return name[-len(each) :]
    return ""


def is_archive(name: str, path: Path) -> bool:
    """Whether a file is to be unpacked: by its name, or, where that has no suffix, by its bytes."""
    return bool(suffix(name)) or ("." not in name and bool(_kind_inside(path)))


def kind(name: str, path: Path) -> str:
    """Return the kind of an archive: "zip", "tar" (compressed or not), "7z" or "rar".

    The first bytes say it, whatever the name says; the name alone where they say nothing.
    """
    by_name = suffix(name).lower().lstrip(".")
    return _kind_inside(path) or (by_name if by_name in {"zip", "7z", "rar"} else "tar")


def _kind_inside(path: Path) -> str:
    try:
        descriptor = os.open(path, file_access.READING)
    except OSError:
        return ""
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return ""
        head = os.read(descriptor, 512)
    except OSError:
        return ""
    finally:
        os.close(descriptor)
    offset, mark = _TAR
    if head[offset : offset + len(mark)] == mark:
        return "tar"
    return next((found for magic, found in _MAGIC.items() if head.startswith(magic)), "")
