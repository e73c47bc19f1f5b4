"""A fresh working folder for each session, and the logs that are found in it afterwards.

Creates a temporary folder `reversi-…` with the log in two spellings and the submission's own
sub-folders, empty. What the program leaves there is hostile until read here: links, pipes, devices
and endless files are never followed, opened for good, or read whole.
"""

import contextlib
import functools
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

from reversi_conformance import file_access
from reversi_conformance.observation import LogFile
from reversi_conformance.removal import remove_tree

LOG_BYTES: Final = 64 * 1024
"""Of a longer log the beginning is read."""

BLOCK: Final = 512
"""The unit, in bytes, in which the kernel counts space on a disk."""

_MOST_FOLDERS: Final = 64
_DEEPEST: Final = 8
_MOST_ENTRIES: Final = 5000
_MOST_LOGS: Final = 64
_MOST_LEFT: Final = 8
_IN_MEMORY: Final = "/dev/shm"  # noqa: S108 - folders in it have names that nobody can foretell
_ROOM: Final = 1024**3
_SKIPPED: Final = frozenset({"node_modules", "__pycache__", "venv", "env", "target"})


def in_memory() -> Path | None:
    """Return where files are kept in memory, with room to spare; None where there is no such place.

    Short games spend a good part of their time in making folders on a disk and removing them.
    Whoever has said where temporary files go wants them there.
    """
    if "TMPDIR" in os.environ or not os.path.ismount(_IN_MEMORY):
        return None
    is_open = os.access(_IN_MEMORY, os.W_OK | os.X_OK)
    return Path(_IN_MEMORY) if is_open and shutil.disk_usage(_IN_MEMORY).free >= _ROOM else None


class Contents(NamedTuple):
    """What a folder holds at one moment."""

    files: int
    """Files, folders and whatever else has a name."""
    bytes: int
    """What they take on the disk."""
    longest: int
    """The length of the longest file in bytes."""


class WorkingFolder:
    """A folder for one session; a context manager that removes it whatever it holds."""

    def __init__(
        self,
        submission: Path | None,
        *,
        earlier_row: str,
        log_name: str,
        parent: Path | None = None,
    ) -> None:
        """Create the folder, in `parent` or where temporary files go.

        With an empty `earlier_row` no log is there at the start.
        """
        self.path = Path(tempfile.mkdtemp(prefix="reversi-", dir=parent))
        self._log = log_name.casefold()
        self._is_removed = False
        self._given = _sub_folders(submission)
        for folder in self._given:
            (self.path / folder).mkdir(parents=True, exist_ok=True)
        row = f"{earlier_row}\n".encode() if earlier_row else b""
        names = log_spellings(log_name)
        self._before = dict(self._seed(names, row)) if row else {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.remove()

    def collect(self) -> tuple[LogFile, ...]:
        """Read every file that is named like the log, in any case, and every other .csv file."""
        found = {path: _read_regular(f"{self.path}/{path}") for path in self._log_paths()}
        logs = [
            LogFile(_printable(path), self._before.get(path), found.get(path))
            for path in sorted(self._before.keys() | found)
        ]
        return tuple(sorted(logs, key=lambda log: log.before == log.after))

    def left(self) -> tuple[str, ...]:
        """Return the paths of what lies there besides logs and the submission's own folders.

        Of a new folder its own path, not those of what it holds; of many the first ones.
        """
        logs, given = set(self._log_paths()), set(self._given)
        found: list[str] = []
        for path, _ in self._at_the_end:
            is_below = any(path.startswith(f"{each}/") for each in found)
            if path not in logs and path not in given and not is_below:
                found.append(path)
                if len(found) == _MOST_LEFT:
                    break
        return tuple(_printable(path) for path in found)

    def give_to(self, user: int) -> None:
        """Make the folder and what is in it a user's own; root alone may."""
        for path in ("", *self._given, *self._before):
            os.chown(f"{self.path}/{path}", user, -1)
        # Whoever confines the program goes there first, and is still of this group.
        self.path.chmod(0o770)

    def remove(self) -> None:
        """Remove the folder, if that was not done before; where it was interrupted, do it again."""
        if self._is_removed:
            return
        try:
            # Seldom is there more than logs, which one need not go through the folder for again. No
            # path through another folder: that may be a link by now.
            for name in {*self._before, *(path for path in self._log_paths() if "/" not in path)}:
                (self.path / name).unlink(missing_ok=True)
            self.path.rmdir()
        except OSError:
            remove_tree(self.path)
        self._is_removed = True

    def _seed(self, names: tuple[str, ...], row: bytes) -> Iterator[tuple[str, bytes]]:
        for name in names:
            # Where case does not count in file names, the second one is there already.
            with contextlib.suppress(FileExistsError):
                descriptor = os.open(f"{self.path}/{name}", file_access.CREATING, 0o644)
                os.write(descriptor, row)
                os.close(descriptor)
                yield name, row

    @functools.cached_property
    def _at_the_end(self) -> tuple[tuple[str, str], ...]:
        """Path and name of all that lies there: looked at once, when the program is gone."""
        return tuple((path, name) for path, name, _ in _walk(self.path))

    def _log_paths(self) -> Iterator[str]:
        found = 0
        for path, name in self._at_the_end:
            folded = name.casefold()
            if folded == self._log or folded.endswith(".csv"):
                found += 1
                if found > _MOST_LOGS:
                    return
                yield path


def log_spellings(name: str) -> tuple[str, str]:
    """Return the names of the log that are there before a session, where it had a row already."""
    return name, name[:1].upper() + name[1:]


def contents(root: Path, most: int) -> Contents:
    """Return what a folder holds; of more than `most` files not all are looked at.

    Links are not followed. What nobody may look into counts as empty.
    """
    files = size = longest = 0
    folders = [str(root)]
    for folder in folders:
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                files += 1
                if files > most:
                    return Contents(files, size, longest)
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                with contextlib.suppress(FileNotFoundError):
                    status = entry.stat(follow_symlinks=False)
                    size += _bytes_on_disk(status)
                    longest = max(longest, status.st_size)
    return Contents(files, size, longest)


def _bytes_on_disk(status: os.stat_result) -> int:
    # Windows tells of the length alone.
    return status.st_size if sys.platform == "win32" else status.st_blocks * BLOCK


def state(folder: Path | None) -> int:
    """Return what differs once a file of a submission was written, made or removed.

    What an interpreter keeps beside the sources does not count, nor do foreign folders.
    """
    found: list[tuple[str, int, int]] = []
    if folder is not None:
        for path, _, is_folder in _walk(folder, skip_foreign=True):
            with contextlib.suppress(OSError):
                status = (folder / path).lstat()
                size, changed = status.st_size, status.st_mtime_ns
                found.append((path, 0, 0) if is_folder else (path, size, changed))
    return hash(tuple(found))


def _sub_folders(submission: Path | None) -> tuple[str, ...]:
    if submission is None:
        return ()
    try:
        return _sub_folders_of(submission, submission.stat().st_mtime_ns)
    except OSError:
        return ()


@functools.lru_cache(maxsize=64)
def _sub_folders_of(submission: Path, _changed: int) -> tuple[str, ...]:
    folders = (path for path, _, is_folder in _walk(submission, skip_foreign=True) if is_folder)
    return tuple(path for path, _ in zip(folders, range(_MOST_FOLDERS), strict=False))


def _walk(root: Path, *, skip_foreign: bool = False) -> Iterator[tuple[str, str, bool]]:
    """Go through a tree level by level: path below the root, name, whether it is a folder.

    Links are not followed; the walk ends after so many entries and so many levels.
    """
    level = [""]
    entries = 0
    for _ in range(_DEEPEST):
        below: list[str] = []
        for folder in level:
            for name, is_folder in _entries(f"{root}/{folder}"):
                entries += 1
                if entries > _MOST_ENTRIES:
                    return
                path = f"{folder}/{name}" if folder else name
                if skip_foreign and is_folder and _is_foreign(root / path):
                    continue
                yield path, name, is_folder
                if is_folder:
                    below.append(path)
        level = below


def _entries(folder: str) -> list[tuple[str, bool]]:
    try:
        with os.scandir(folder) as entries:
            some = zip(entries, range(_MOST_ENTRIES + 1), strict=False)
            return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry, _ in some]
    except OSError:
        return []


def _is_foreign(folder: Path) -> bool:
    hidden = folder.name.startswith(".")
    return hidden or folder.name in _SKIPPED or (folder / "pyvenv.cfg").exists()


def _read_regular(path: str) -> bytes | None:
    try:
        descriptor = os.open(path, file_access.READING)
    except OSError:
        return None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
            return None
        return os.read(descriptor, LOG_BYTES)
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _printable(path: str) -> str:
    return path.encode(errors="surrogateescape").decode(errors="replace")
