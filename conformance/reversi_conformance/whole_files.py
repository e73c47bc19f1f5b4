"""Writes files of which every reader, at any moment, finds the old content or the new one, whole.

Knows nothing of what is written. Creates `.<name>.<random>.partial` beside the file, locked while
it is being written; what a process that was killed has left of these is removed by the next one
that writes the same file, but not on Windows.
"""

import contextlib
import errno
import glob
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from reversi_conformance import file_access

_SUFFIX: Final = ".partial"
_LONGEST_NAME: Final = 200
"""Bytes of a file's name that its partial files bear: with all else, names have 255 at most."""
_MODE: Final = 0o666
"""What the user's mask leaves of it is the mode of a new file."""


def write(path: Path, text: str) -> None:
    """Write a file in UTF-8; all else is as for `put`."""
    put(path, text.encode())


def put(path: Path, data: bytes) -> None:
    """Write a file of these bytes, and return when it is on the disk under its name.

    What a link points to is replaced, and keeps its permissions; a device or a pipe is written to.
    Raises `OSError`, which names `path`; then the file is as it was.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(target: Path, data: bytes) -> None:
    if sys.platform == "win32":
        _replace_closed(target, data)
        return
    _remove_left_behind(target)
    with _partial(target) as (descriptor, partial):
        _write_all(descriptor, data)
        with contextlib.suppress(FileNotFoundError):
            os.fchmod(descriptor, stat.S_IMODE(target.stat().st_mode))
        # Without this, after a loss of power the new name may lead to nothing.
        os.fsync(descriptor)
        partial.replace(target)
    _sync_folder(target.parent)


def _replace_closed(target: Path, data: bytes) -> None:
    """As for `_replace`, where a file that is open can neither be renamed nor taken for living."""
    partial = target.with_name(f"{_beginning(target)}{os.urandom(4).hex()}{_SUFFIX}")
    try:
        descriptor = os.open(partial, file_access.CREATING, _MODE)
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


@contextlib.contextmanager
def _partial(target: Path) -> Iterator[tuple[int, Path]]:
    """A new file beside the target, open and locked, that is gone afterwards under this name."""
    while True:
        partial = target.with_name(f"{_beginning(target)}{os.urandom(4).hex()}{_SUFFIX}")
        descriptor = os.open(partial, file_access.CREATING, _MODE)
        try:
            # Where files cannot be locked, nobody can take this one for left behind either.
            with contextlib.suppress(OSError):
                file_access.lock(descriptor, waits=True)
            # Before it was locked, another process may have taken it for left behind.
            if os.fstat(descriptor).st_nlink:
                yield descriptor, partial
                return
        finally:
            partial.unlink(missing_ok=True)
            os.close(descriptor)


def _remove_left_behind(target: Path) -> None:
    """Remove the partial files of this target that no living process holds."""
    for name in target.parent.glob(f"{glob.escape(_beginning(target))}*{_SUFFIX}"):
        # What cannot be opened or locked belongs to somebody.
        with contextlib.suppress(OSError):
            descriptor = os.open(name, file_access.LOOKING)
            try:
                file_access.lock(descriptor, waits=False)
                name.unlink()
            finally:
                os.close(descriptor)


def _beginning(target: Path) -> str:
    return f".{os.fsdecode(os.fsencode(target.name)[:_LONGEST_NAME])}."


def _sync_folder(folder: Path) -> None:
    """Put a changed name on the disk, too."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some file systems do not sync folders by themselves.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(descriptor)
