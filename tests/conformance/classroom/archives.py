"""Archives, right and hostile ones, made to be unpacked; and how what came of it is looked at."""

import io
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.classroom.unpacking import unpack
from reversi_conformance.submission import Problem

PROGRAM = {"reversi.py": b"print()"}


def zipped(path: Path, files: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def raw_zip(path: Path, files: Mapping[bytes, bytes], flags: int = 0) -> Path:
    """A zip with names as they are, byte by byte, and these flags."""
    body, directory = b"", b""
    for name, content in files.items():
        sizes = (zlib.crc32(content), len(content), len(content), len(name), 0)
        common = struct.pack("<HHHHHIIIHH", 20, flags, 0, 0, 33, *sizes)
        entry = b"PK\x01\x02" + struct.pack("<H", 20) + common
        directory += entry + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name
        body += b"PK\x03\x04" + common + name + content
    count = len(files)
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(body), 0)
    path.write_bytes(body + directory + b"PK\x05\x06" + end)
    return path


def zipped_link(path: Path, name: str, target: str, files: Mapping[str, bytes] = PROGRAM) -> Path:
    zipped(path, files)
    link = zipfile.ZipInfo(name)
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, target)
    return path


def member(
    name: str, kind: bytes = tarfile.REGTYPE, target: str = "", **more: int
) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    info.linkname = target
    for key, value in more.items():
        setattr(info, key, value)
    return info


def tarred(
    path: Path, *members: tarfile.TarInfo, files: Mapping[str, bytes] = PROGRAM, mode: str = "gz"
) -> Path:
    """A tar with these members, then these files."""
    with tarfile.open(path, f"w:{mode}") as archive:  # type: ignore[call-overload]
        for info in members:
            archive.addfile(info, io.BytesIO(b"x" * info.size) if info.isreg() else None)
        for name, content in files.items():
            archive.addfile(member(name, size=len(content), mode=0o6644), io.BytesIO(content))
    return path


def unpacked(
    into: Path, *paths: Path, names: tuple[str, ...] = (), sandbox: str = "limits"
) -> dict[str, Problem]:
    """What is amiss, by code and detail, once these were unpacked into a new folder."""
    into.mkdir()
    problems = unpack(HandIn("li", "", paths, names=names), into, sandbox=sandbox)
    named = {
        " ".join((each.code, str(each.params.get("what", "")))).strip(): each for each in problems
    }
    assert len(named) == len(problems)
    return named


def held(folder: Path) -> dict[str, bytes]:
    """The files below a folder with what they hold. Links, and all that is no file, must not be."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        assert stat.S_ISREG(mode) or stat.S_ISDIR(mode)
        assert not mode & (stat.S_ISUID | stat.S_ISGID)
        if stat.S_ISREG(mode):
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found
