"""Takes an archive apart: read as text by a process of its own, which is confined.

Gives every file of the archive a number for a name, in the folder `files` of its working folder,
so that no name that a stranger chose is ever a path here; only what other programs unpack lies by
its own names, in `tree`. Says in `manifest.json` what it found. Needs the standard library alone,
since it runs without this package.
"""

import errno
import json
import os
import re
import signal
import stat
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import IO, TypedDict

_CHUNK = 1 << 16
_LONGEST_NAME = 2048
"""Bytes; a path that is half as long is left out by whoever reads the manifest."""
_HEADER = 30
_ENCRYPTED = 1
_MASK = "_MASK_UTF_FILENAME"
_UNIX = 3
_DOUBTED = 3
"""What may still turn out not to be taken may be so many times as large."""
_SPARED = 16
"""What is passed over may be so many times as large as what is taken: it only costs time."""
_ABOUT_PASSWORDS = re.compile(rb"password|passphrase|encrypted", re.IGNORECASE)

_ABOUT_MEMORY = re.compile(rb"allocate|out of memory", re.IGNORECASE)
_ABOUT_ERRORS = re.compile("error|unexpected|cannot|can't|invalid|truncated", re.IGNORECASE)


class Task(TypedDict):
    """What is to be done."""

    archive: str
    kind: str
    tool: list[str]
    """A program with its arguments, for kinds that Python cannot read; else empty."""
    is_tar_on_output: bool
    """Whether that program writes a tar on its output; else it unpacks into `tree`."""
    most_bytes: int
    most_files: int
    most_entries: int
    most_told: int
    """Bytes of the manifest."""
    passed_over: list[str]
    """Names of files and folders that are not taken."""
    of_environments: list[str]
    """Names that are not taken beside a `pyvenv.cfg`."""


class TooLargeError(Exception):
    """There is more in the archive than is taken."""


class TooManyError(Exception):
    """There are more entries, or files, than are looked at."""


class Taker:
    """Takes what the files of one archive hold, as far as it may."""

    def __init__(self, task: Task) -> None:
        self.entries: list[dict[str, object]] = []
        self._bytes_left = task["most_bytes"]
        self._files_left = task["most_files"]
        os.mkdir("files")  # noqa: PTH102

    def note(self, name: bytes, kind: str, **more: object) -> None:
        """Note what an entry is; a name has one character for each of its bytes."""
        shown = name[:_LONGEST_NAME].decode("latin-1")
        self.entries.append({"name": shown, "kind": kind, **more})

    def take(self, name: bytes, source: Callable[[], IO[bytes]], *, is_program: bool) -> None:
        """Copy a file, or note that it is damaged. Raises the errors above."""
        self._files_left -= 1
        if self._files_left < 0:
            raise TooManyError
        number = len(self.entries)
        try:
            with _created(f"files/{number}") as target, source() as opened:
                while chunk := self._read(opened):
                    _write(target, chunk)
        except _DamageError:
            self.note(name, "damaged")
        else:
            self.note(name, "file", file=number, is_program=is_program)

    def _read(self, opened: IO[bytes]) -> bytes:
        try:
            chunk = opened.read(_CHUNK)
        except MemoryError:
            raise
        except Exception as error:  # these libraries raise whatever there is
            raise _DamageError from error
        self._bytes_left -= len(chunk)
        if self._bytes_left < 0:
            raise TooLargeError
        return chunk


def _created(path: str) -> IO[bytes]:
    # A disk that is full is no fault of the archive's.
    try:
        return open(path, "xb", buffering=0)  # noqa: PTH123
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")


def _write(target: IO[bytes], chunk: bytes) -> None:
    try:
        rest = memoryview(chunk)
        while rest:
            rest = rest[target.write(rest) :]
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise TooLargeError from None
        sys.exit(f"writing a file: {error.strerror}")


class _DamageError(Exception):
    pass


def take_zip(task: Task, taker: Taker) -> None:
    """Take a zip apart."""
    with _zip(task["archive"]) as archive:
        infos = archive.infolist()
        _refuse_many(len(infos), task)
        _refuse_overlaps(infos)
        names = [_zip_name(info) for info in infos]
        is_passed_over = _passing_over(names, task)
        taken = [(name, info) for name, info in zip(names, infos, strict=True)]
        taken = [(name, info) for name, info in taken if not is_passed_over(name)]
        _refuse_many_files(sum(not info.is_dir() for _, info in taken), task)
        if sum(info.file_size for _, info in taken) > task["most_bytes"]:
            raise TooLargeError
        for name, info in taken:
            _take_zipped(name, info, archive, taker)


def _zip(path: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except UnicodeDecodeError:
        # Some tools mark names as UTF-8 that are GBK. Without this bit no mark is looked at.
        vars(zipfile)[_MASK] = 0
        return zipfile.ZipFile(path)


def _take_zipped(
    name: bytes, info: zipfile.ZipInfo, archive: zipfile.ZipFile, taker: Taker
) -> None:
    mode = info.external_attr >> 16 if info.create_system == _UNIX else 0
    if name.endswith((b"/", b"\\")) or stat.S_ISDIR(mode):
        taker.note(name, "folder")
    elif info.flag_bits & _ENCRYPTED:
        taker.note(name, "encrypted")
    elif stat.S_ISLNK(mode):
        try:
            with archive.open(info) as opened:
                target = opened.read(_LONGEST_NAME)
        except Exception:  # these libraries raise whatever there is
            taker.note(name, "damaged")
        else:
            taker.note(name, "link", target=target.decode("latin-1"))
    elif stat.S_IFMT(mode) not in {0, stat.S_IFREG}:
        taker.note(name, "special")
    else:
        taker.take(name, _opening(archive, info), is_program=bool(mode & stat.S_IXUSR))


def _opening(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    def source() -> IO[bytes]:
        try:
            return archive.open(info)
        except Exception as error:  # these libraries raise whatever there is
            raise _DamageError from error

    return source


def _zip_name(info: zipfile.ZipInfo) -> bytes:
    encoding = "utf-8" if info.flag_bits & vars(zipfile)[_MASK] else "cp437"
    try:
        return info.orig_filename.encode(encoding)
    except UnicodeEncodeError:
        return info.orig_filename.encode(errors="replace")


def _refuse_overlaps(infos: Sequence[zipfile.ZipInfo]) -> None:
    """Bombs of a million times their size let all entries share the same bytes."""
    ends = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < ends:
            raise zipfile.BadZipFile(OVERLAPS)
        ends = info.header_offset + _HEADER + info.compress_size


OVERLAPS = "entries overlap"


def take_tar(task: Task, taker: Taker) -> None:
    """Take a tar apart, compressed or not."""
    with tarfile.open(
        task["archive"], "r:*", encoding="utf-8", errors="surrogateescape"
    ) as archive:
        members: list[tarfile.TarInfo] = []
        damage: Exception | None = None
        try:
            members.extend(_members(archive, task))
        except (TooLargeError, TooManyError, MemoryError):
            raise
        except Exception as error:  # these libraries raise whatever there is
            damage = error
        is_passed_over = _passing_over([_tar_name(member) for member in members], task)
        taken = [member for member in members if not is_passed_over(_tar_name(member))]
        _refuse_many_files(sum(member.isreg() for member in taken), task)
        for member in taken:
            _take_member(archive, member, taker)
        if damage is not None:
            raise damage


def _members(archive: tarfile.TarFile, task: Task) -> Iterator[tarfile.TarInfo]:
    """Look at all entries before any is taken. What comes after one costs to pass it over."""
    sizes = taken = files = count = 0
    passed_over = {os.fsencode(name) for name in task["passed_over"]}
    while (member := archive.next()) is not None:
        count += 1
        _refuse_many(count, task)
        sizes += member.size
        if passed_over.isdisjoint(_tar_name(member).split(b"/")):
            taken += member.size
            files += member.isreg()
        # What belongs to an environment, and is not taken, is only known at the end.
        if taken > task["most_bytes"] * _DOUBTED or sizes > task["most_bytes"] * _SPARED:
            raise TooLargeError
        _refuse_many_files(files // _DOUBTED, task)
        yield member


def _take_member(archive: tarfile.TarFile, member: tarfile.TarInfo, taker: Taker) -> None:
    name = _tar_name(member)

    def source() -> IO[bytes]:
        try:
            opened = archive.extractfile(member)
        except Exception as error:  # these libraries raise whatever there is
            raise _DamageError from error
        if opened is None:
            raise _DamageError
        return opened

    if member.isdir():
        taker.note(name, "folder")
    elif member.issym() or member.islnk():
        kind = "link" if member.issym() else "hard"
        target = member.linkname.encode("utf-8", "surrogateescape")[:_LONGEST_NAME]
        taker.note(name, kind, target=target.decode("latin-1"))
    elif member.isreg():
        taker.take(name, source, is_program=bool(member.mode & stat.S_IXUSR))
    else:
        taker.note(name, "special")


def _tar_name(member: tarfile.TarInfo) -> bytes:
    return member.name.encode("utf-8", "surrogateescape")


def take_by_tool(task: Task, taker: Taker) -> None:
    """Have another program take the archive apart."""
    with open("said", "xb") as said:  # noqa: PTH123
        process = subprocess.Popen(  # noqa: S603
            task["tool"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if task["is_tar_on_output"] else said,
            stderr=said,
            # Without a terminal it can ask nobody for a password.
            start_new_session=True,
        )
        damage: Exception | None = None
        try:
            if process.stdout is not None:
                _take_stream(task, process.stdout, taker)
        except (EOFError, OSError, tarfile.TarError, ValueError) as error:
            damage = error
        finally:
            if process.stdout is not None:
                process.stdout.close()
            status = process.wait()
    with open("said", "rb") as said:  # noqa: PTH123
        words = said.read(_CHUNK)
    if -status in {signal.SIGXCPU, signal.SIGXFSZ}:
        raise TooLargeError
    if status and _ABOUT_MEMORY.search(words):
        raise TooLargeError
    if status and _ABOUT_PASSWORDS.search(words):
        taker.note(b"", "encrypted")
    elif status or damage is not None:
        # Where the archive lies here says nothing about it.
        text = words.decode(errors="replace").replace(task["archive"], "archive")
        lines = [line for line in text.splitlines() if line.strip()]
        errors = [line.strip() for line in lines if _ABOUT_ERRORS.search(line)]
        raise ValueError("; ".join(errors[-2:] or lines[-1:]) or f"exit status {status}")


def _take_stream(task: Task, stream: IO[bytes], taker: Taker) -> None:
    is_passed_over = _passing_over([], task)
    with tarfile.open(
        fileobj=stream, mode="r|", encoding="utf-8", errors="surrogateescape"
    ) as archive:
        for count, member in enumerate(archive):
            _refuse_many(count, task)
            if not is_passed_over(_tar_name(member)):
                _take_member(archive, member, taker)


def _refuse_many(count: int, task: Task) -> None:
    if count > task["most_entries"]:
        raise TooManyError


def _refuse_many_files(count: int, task: Task) -> None:
    """Before any is taken: it costs nothing to know."""
    if count > task["most_files"]:
        raise TooManyError


def _passing_over(names: Sequence[bytes], task: Task) -> Callable[[bytes], bool]:
    """Tell by its name whether an entry is not taken."""
    passed_over = {os.fsencode(name) for name in task["passed_over"]}
    of_environments = {os.fsencode(name) for name in task["of_environments"]}
    split = (tuple(name.rstrip(b"/").split(b"/")) for name in names)
    environments = {parts[:-1] for parts in split if parts[-1] == b"pyvenv.cfg"}

    def is_passed_over(name: bytes) -> bool:
        parts = tuple(name.rstrip(b"/").split(b"/"))
        return not passed_over.isdisjoint(parts) or any(
            part in of_environments and parts[:index] in environments
            for index, part in enumerate(parts)
        )

    return is_passed_over


_TAKE = {"zip": take_zip, "tar": take_tar, "7z": take_by_tool, "rar": take_by_tool}


def main(task: Task) -> None:
    """Take an archive apart and write down what came of it."""
    taker = Taker(task)
    trouble, said = "", ""
    try:
        _TAKE[task["kind"]](task, taker)
    except (TooLargeError, MemoryError):
        trouble = "too-large"
    except TooManyError:
        trouble = "too-many"
    except Exception as error:  # these libraries raise whatever there is
        trouble = "overlaps" if OVERLAPS in str(error).lower() else "broken"
        said = f"{error}"[:200]
    found: dict[str, object] = {"trouble": trouble, "said": said, "entries": taker.entries}
    told = json.dumps(found)
    if len(told) > task["most_told"]:
        told = json.dumps({"trouble": "too-many", "said": "", "entries": []})
    with open("manifest.json", "x", encoding="ascii") as manifest:  # noqa: PTH123
        manifest.write(told)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
