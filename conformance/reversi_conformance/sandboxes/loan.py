"""Copies of what a program needs and its user may not read: whoever checks as root may.

Creates a temporary folder `reversi-loan-…` where anything is copied, and removes it.
"""

import contextlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from reversi_conformance.sandboxes import sight
from reversi_conformance.sandboxes.kind import TooMuchError

_MOST_BYTES: Final = 256 * 1024 * 1024
_MOST_FILES: Final = 20_000
_NOTHING: Final[Mapping[Path, Path]] = {}


@contextlib.contextmanager
def lent(argv: Sequence[str], submission: Path | None) -> Iterator[Mapping[Path, Path]]:
    """By path that is shown to the program, the copy of it that everybody may read.

    What everybody may read already is left out. Raises `TooMuchError`.
    """
    if sys.platform == "win32" or os.geteuid() != 0:
        yield _NOTHING
        return
    closed = [path for path in sight.handed_in(argv, submission) if _is_closed(path)]
    if not closed:
        yield _NOTHING
        return
    with tempfile.TemporaryDirectory(prefix="reversi-loan-") as folder:
        Path(folder).chmod(0o755)
        copies = {path: Path(folder) / str(number) for number, path in enumerate(closed)}
        for path, copy in copies.items():
            _copy(path, copy)
        yield copies


def _is_closed(path: Path) -> bool:
    return any(not _is_open(each) for each in _tree(path))


def _is_open(path: Path) -> bool:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return True
    needed = stat.S_IROTH | stat.S_IXOTH if stat.S_ISDIR(mode) else stat.S_IROTH
    # What is run must be so by everybody, too.
    if stat.S_ISREG(mode) and mode & stat.S_IXUSR:
        needed |= stat.S_IXOTH
    return mode & needed == needed


def _tree(path: Path) -> Iterator[Path]:
    """The path and all below it; links are not followed."""
    yield path
    if path.is_dir() and not path.is_symlink():
        for folder, folders, files in os.walk(path):
            yield from (Path(folder) / name for name in (*folders, *files))


def _copy(path: Path, copy: Path) -> None:
    """Copy regular files, folders and links, readable by everybody; nothing else."""
    count = size = 0
    for each in _tree(path):
        target = copy if each == path else copy / each.relative_to(path)
        status = each.lstat()
        count, size = count + 1, size + status.st_size
        if count > _MOST_FILES or size > _MOST_BYTES:
            raise TooMuchError(f"{path} holds more than a submission may: nothing was run")
        if stat.S_ISLNK(status.st_mode):
            target.symlink_to(each.readlink())
        elif stat.S_ISDIR(status.st_mode):
            target.mkdir(mode=0o755)
            target.chmod(0o755)
        elif stat.S_ISREG(status.st_mode):
            shutil.copyfile(each, target)
            target.chmod(0o755 if status.st_mode & stat.S_IXUSR else 0o644)
