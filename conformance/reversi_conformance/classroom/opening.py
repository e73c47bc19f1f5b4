"""Opens an archive: has it taken apart where it can do no harm, and says what was in it.

Creates a temporary folder `reversi-archive-…` with a copy of the archive, and the working folder of
a session, in which `unpacker` works confined, with limits on everything; both are removed. What the
unpacker says and leaves is believed no more than the archive itself.
"""

import contextlib
import os
import shutil
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from reversi_conformance import file_access, sandboxes
from reversi_conformance.assignment import Limits
from reversi_conformance.classroom import archives, unpacker
from reversi_conformance.classroom.file_names import decoded
from reversi_conformance.classroom.trees import (
    OF_ENVIRONMENTS,
    PASSED_OVER,
    Caps,
    Entry,
    Link,
    Tree,
    is_absolute,
    is_too_deep,
    merged,
    split,
    walk,
)
from reversi_conformance.classroom.troubles import Trouble, Troubles
from reversi_conformance.escaping import harmless
from reversi_conformance.language import say
from reversi_conformance.observation import EndingKind
from reversi_conformance.removal import remove_tree
from reversi_conformance.sandboxes.bubblewrap import install
from reversi_conformance.sessions import USUAL_TERMINAL, playing
from reversi_conformance.sessions.bounds import Bounds, Excess
from reversi_conformance.sessions.departure import SHELL_SIGNAL_BASE, Departure
from reversi_conformance.sessions.folder import WorkingFolder

_CPU_SECONDS: Final = 60
"""A submission takes far less than one; a bomb that is all work and no bytes ends here."""
_SECONDS: Final = 600
"""A guard for machines that stand still: never an archive's fault."""
_MEMORY_BYTES: Final = 512 * 1024 * 1024
"""The largest dictionaries of xz and 7z take a quarter of it."""
_LARGEST_MANIFEST: Final = 64 * 1024 * 1024
_BOMB: Final = 100
"""Programs and their data shrink to a tenth; what shrinks to less than a hundredth, and is larger
than is taken, was made to be."""
_SIGXCPU: Final = getattr(signal, "SIGXCPU", 0)
_OUT_OF_CPU: Final = frozenset({_SIGXCPU, SHELL_SIGNAL_BASE + _SIGXCPU} if _SIGXCPU else ())
"""As a signal, and as the status of whoever waits for who got it."""
_WAIT: Final = 0.1
_CHUNK: Final = 1 << 20
_MOST_SAID: Final = 2000
_ENVIRONMENT: Final = {"LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1"}


class _Noted(msgspec.Struct, frozen=True):
    name: str
    kind: Literal["file", "folder", "link", "hard", "special", "damaged", "encrypted"]
    file: int = -1
    is_program: bool = False
    target: str = ""


class _Manifest(msgspec.Struct, frozen=True):
    trouble: Literal["", "too-large", "too-many", "broken", "overlaps"]
    said: str
    entries: list[_Noted]


class _Tool(NamedTuple):
    """A program that reads archives which Python cannot read."""

    names: tuple[str, ...]
    arguments: tuple[str, ...]
    """With "{archive}" for the archive."""
    kinds: tuple[str, ...]
    is_tar_on_output: bool = False


_SEVEN_ZIP: Final = ("x", "-y", "-bd", "-mmt1", "-p-", "-otree", "--", "{archive}")
_BSDTAR: Final = ("--format=pax", "-cf", "-", "@{archive}")
_TOOLS: Final = (
    _Tool(("7zz", "7z", "7za"), _SEVEN_ZIP, ("7z",)),
    _Tool(("bsdtar",), _BSDTAR, ("7z", "rar"), is_tar_on_output=True),
    _Tool(("unrar",), ("x", "-y", "-p-", "-o+", "--", "{archive}", "tree/"), ("rar",)),
)
"""What is there of these does it, the first one first; none of them asks for a password. Without a
module that few have, 7z takes every rar for a damaged archive."""
_PACKAGES: Final = {"dnf": "bsdtar", "zypper": "bsdtar", "pacman": "libarchive"}
_PACKAGE: Final = "libarchive-tools"
"""What is to be installed where it is called neither of those."""


@contextlib.contextmanager
def opened(
    path: Path, name: str, caps: Caps, troubles: Troubles, *, sandbox: str
) -> Iterator[Tree]:
    """What an archive holds, as long as the block works; what is amiss goes to `troubles`.

    `name` is what the archive was called when it was handed in.
    """
    with contextlib.ExitStack() as stack:
        copy = stack.enter_context(_copied(path, name, caps, troubles))
        tree = None
        if copy is not None:
            tool = _tool(archives.kind(name, copy), name, troubles)
            if tool is not None:
                home = stack.enter_context(WorkingFolder(None, earlier_row="", log_name=""))
                tree = _unpacked(_Job(copy, name, home, caps, sandbox), tool, troubles)
        yield tree or Tree()


class _Job(NamedTuple):
    archive: Path
    name: str
    home: WorkingFolder
    caps: Caps
    sandbox: str


@contextlib.contextmanager
def _copied(path: Path, name: str, caps: Caps, troubles: Troubles) -> Iterator[Path | None]:
    """A copy under a harmless name in a harmless place, which the unpacker may be shown."""
    folder = Path(tempfile.mkdtemp(prefix="reversi-archive-"))
    copy = folder / "archive"
    try:
        trouble = _copy(path, copy, caps)
        if trouble is not None:
            troubles.add(trouble, name)
        yield copy if trouble is None else None
    finally:
        remove_tree(folder)


def _copy(path: Path, copy: Path, caps: Caps) -> Trouble | None:
    try:
        descriptor = os.open(path, file_access.READING)
    except OSError:
        return Trouble.UNREADABLE
    with os.fdopen(descriptor, "rb") as source:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return Trouble.SPECIAL
        if status.st_size > caps.bytes:
            return Trouble.TOO_LARGE
        with copy.open("xb") as target:
            shutil.copyfileobj(source, target, _CHUNK)
    # Whoever unpacks it may be nobody; the folder around it is closed to all others.
    copy.chmod(0o644)
    return None


def _tool(kind: str, name: str, troubles: Troubles) -> tuple[str, _Tool | None] | None:
    """The kind of an archive, with the program that takes it apart where Python does not."""
    if kind in {"zip", "tar"}:
        return kind, None
    for tool in _TOOLS:
        if kind in tool.kinds and (program := _installed(tool)) is not None:
            return kind, tool._replace(names=(program,))
    package = next((_PACKAGES[each] for each in _PACKAGES if shutil.which(each)), _PACKAGE)
    troubles.add(Trouble.NO_UNPACKER, name, kind=kind, command=install(package))
    return None


def _installed(tool: _Tool) -> str | None:
    return next((found for name in tool.names if (found := shutil.which(name))), None)


def _unpacked(job: _Job, by: tuple[str, _Tool | None], troubles: Troubles) -> Tree | None:
    try:
        excess, departure, said = _run(job, _task(job, *by))
    except (OSError, ValueError) as error:
        troubles.add(Trouble.NOT_UNPACKED, job.name, reason=harmless(f"{error}"))
        return None
    manifest = _manifest(job.home.path / "manifest.json", _LARGEST_MANIFEST * job.caps.patience)
    if excess is not None and excess.kind is not EndingKind.OUT_OF_TIME:
        _add_too_large(job, troubles)
        return None
    if departure.status != 0 or excess is not None or manifest is None:
        troubles.add(Trouble.NOT_UNPACKED, job.name, reason=_reason(excess, departure, said))
        return None
    if manifest.trouble == "too-large":
        _add_too_large(job, troubles)
        return None
    if manifest.trouble == "too-many":
        troubles.add(Trouble.TOO_LARGE, job.name)
        return None
    if manifest.trouble == "overlaps":
        troubles.add(Trouble.BOMB, job.name)
        return None
    if manifest.trouble == "broken":
        troubles.add(Trouble.BROKEN, job.name, reason=harmless(manifest.said))
    tree = _tree(manifest, job.home.path / "files", job.name, troubles)
    by_tool = job.home.path / "tree"
    # A tool that failed does not say which files are whole.
    if not manifest.trouble and by_tool.is_dir() and not by_tool.is_symlink():
        return merged((tree, walk(by_tool, job.caps, troubles)))
    return tree


def _add_too_large(job: _Job, troubles: Troubles) -> None:
    is_bomb = job.archive.stat().st_size * _BOMB < job.caps.bytes
    troubles.add(Trouble.BOMB if is_bomb else Trouble.TOO_LARGE, job.name)


def _task(job: _Job, kind: str, tool: _Tool | None) -> unpacker.Task:
    command: list[str] = []
    if tool is not None:
        arguments = (each.replace("{archive}", str(job.archive)) for each in tool.arguments)
        command = [tool.names[0], *arguments]
    return unpacker.Task(
        archive=str(job.archive),
        kind=kind,
        tool=command,
        is_tar_on_output=tool is not None and tool.is_tar_on_output,
        most_bytes=job.caps.bytes,
        most_files=job.caps.files,
        most_entries=job.caps.entries,
        most_told=_LARGEST_MANIFEST * job.caps.patience,
        passed_over=[*PASSED_OVER],
        of_environments=[*OF_ENVIRONMENTS],
    )


def _run(job: _Job, task: unpacker.Task) -> tuple[Excess | None, Departure, bytes]:
    """Run the unpacker; return the bound that it broke, how it ended, and what it said."""
    text = Path(unpacker.__file__).read_text(encoding="utf-8")
    # Every file that an argument names is shown where it runs: so is the tool.
    handed = (msgspec.json.encode(task).decode(), *task["tool"][:1])
    argv = (sys.executable, "-I", "-S", "-c", text, *handed)
    limits = Limits(
        cpu_seconds=_CPU_SECONDS * job.caps.patience,
        memory_bytes=_MEMORY_BYTES,
        file_bytes=job.caps.bytes,
        folder_bytes=job.caps.bytes + _LARGEST_MANIFEST * job.caps.patience,
        files=job.caps.files * 2 + 100,
    )
    request = sandboxes.Request(argv, _ENVIRONMENT, job.home.path, job.archive, limits)
    start = sandboxes.KINDS[job.sandbox].confine(request)
    if start.owner is not None:
        job.home.give_to(start.owner)
    said = b""
    excess = None
    deadline = time.monotonic() + _SECONDS * job.caps.patience
    with (
        playing.open_console(USUAL_TERMINAL, start, job.home.path) as terminal,
        Bounds(terminal.pid, job.home.path, limits) as bounds,
    ):
        while not terminal.has_exited() and excess is None:
            terminal.wait(_WAIT, for_output=True)
            said = (said + terminal.read())[-_MOST_SAID:]
            now = time.monotonic()
            excess = bounds.look(now)
            if excess is None and now > deadline:
                excess = Excess(EndingKind.OUT_OF_TIME, _SECONDS, _SECONDS)
        terminal.kill()
        bounds.end()
        excess = excess or bounds.refused()
        while more := terminal.read():
            said = (said + more)[-_MOST_SAID:]
        departure = terminal.bury()
    if _OUT_OF_CPU.intersection({departure.signal, departure.status}):
        excess = Excess(EndingKind.OUT_OF_CPU, limits.cpu_seconds, departure.cpu_seconds)
    return excess, departure, said


def _reason(excess: Excess | None, departure: Departure, said: bytes) -> str:
    if excess is not None:
        return say("it was not done within {limit} seconds", limit=excess.limit)
    lines = [line for line in said.decode(errors="replace").splitlines() if line.strip()]
    if lines:
        return harmless(lines[-1].strip())
    if departure.signal is not None:
        return say("the unpacker was ended by signal {signal}", signal=departure.signal)
    return say("the unpacker ended with status {status} and said nothing", status=departure.status)


def _manifest(path: Path, largest: int) -> _Manifest | None:
    try:
        descriptor = os.open(path, file_access.READING)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or status.st_size > largest:
                return None
            return msgspec.json.decode(file.read(largest), type=_Manifest)
    except (OSError, msgspec.MsgspecError):
        return None


def _tree(manifest: _Manifest, files: Path, archive: str, troubles: Troubles) -> Tree:
    """What the manifest tells of, by names that are decoded; a later entry replaces an earlier."""
    entries: dict[tuple[str, ...], Entry] = {}
    links: list[Link] = []
    for noted in manifest.entries:
        name = decoded(noted.name.encode("latin-1", errors="replace"))
        parts = split(name)
        if noted.kind == "encrypted":
            troubles.add(Trouble.ENCRYPTED, name or archive)
        elif parts is None:
            troubles.add(Trouble.ESCAPES, name)
        elif noted.kind == "damaged":
            troubles.add(Trouble.DAMAGED, name)
        elif noted.kind == "special":
            troubles.add(Trouble.SPECIAL, name)
        elif not parts or is_too_deep(parts, troubles):
            continue
        elif noted.kind in {"link", "hard"}:
            target = decoded(noted.target.encode("latin-1", errors="replace"))
            links.append(Link(parts, target, is_hard=noted.kind == "hard"))
        else:
            source = files / str(noted.file) if noted.kind == "file" else None
            if is_absolute(name):
                troubles.add(Trouble.ABSOLUTE, name)
            entries[parts] = Entry(parts, source, noted.is_program)
    return Tree(tuple(entries.values()), tuple(links))
