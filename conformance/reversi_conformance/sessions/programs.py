"""What it takes to run a file that somebody named.

Which file of a folder is the program, and how programs are built, is for the recipes to say
(`classroom.recipes`), not for this module. The suffix decides, then the first line (`#!`), then the
permission to execute. Interpreters are found once and by their real place: the stand-ins (shims) of
version managers cost 70 ms a start.
"""

import functools
import os
import platform
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from reversi_conformance.language import say
from reversi_conformance.sessions import CannotStartError

INTERPRETERS: Final = {
    ".py": ("python3",),
    ".js": ("node",),
    ".mjs": ("node",),
    ".cjs": ("node",),
    ".jar": ("java", "-jar"),
    ".class": ("java", "-cp"),
    ".java": ("java",),
    ".rb": ("ruby",),
    ".pl": ("perl",),
    ".lua": ("lua",),
    ".php": ("php",),
    ".sh": ("sh",),
}
"""By suffix, the command that runs a file; it must be on PATH."""
TO_BUILD: Final = {
    ".c": "gcc -o reversi {} -lm",
    ".cc": "g++ -o reversi {}",
    ".cpp": "g++ -o reversi {}",
    ".ts": "tsc {}",
    ".rs": "rustc -o reversi {}",
    ".go": "go build -o reversi {}",
    ".kt": "kotlinc {} -include-runtime -d reversi.jar",
    ".hs": "ghc -o reversi {}",
    ".cs": "dotnet build",
    ".swift": "swiftc -o reversi {}",
}
"""By suffix, the command that builds a program from one file, for messages."""
REAL_PLACE: Final = {
    "python": ("-I", "-c", "import sys; print(sys.executable)"),
    "node": ("-p", "process.execPath"),
    "ruby": ("-e", "puts RbConfig.ruby"),
}
"""By the beginning of its name, the arguments that make an interpreter print where it lies."""

_SHIMS: Final = frozenset({"shims", ".volta"})
_HEAD: Final = 256


def run_file(path: Path) -> tuple[str, ...]:
    """Return the command line that runs one file. Raises `CannotStartError`."""
    suffix = path.suffix.lower()
    if suffix in TO_BUILD:
        how = TO_BUILD[suffix].format(path.name)
        raise CannotStartError(
            say("{path!r} must be built first, for example with {how!r}", path=str(path), how=how)
        )
    if suffix == ".class":
        return (*_interpreter(suffix, path), str(path.parent), path.stem)
    if suffix in INTERPRETERS:
        return (*_interpreter(suffix, path), str(path))
    return _run_executable(path)


def find(name: str) -> Path | None:
    """Return where a program on PATH is; None where there is none."""
    if sys.platform == "win32" and name == "python3":
        # There it is called otherwise, or leads to a shop.
        return Path(sys.executable)
    found = shutil.which(name)
    return None if found is None else Path(found).absolute()


@functools.cache
def real_program(path: Path) -> str:
    """Return the program itself where `path` is a version manager's stand-in for it.

    Asked in the folder of whoever checks, since a version manager may choose by folder; never in
    that of a submission, which must not choose what runs outside its confinement.
    """
    rustup = path.parent / "rustup"
    if path.name != rustup.name and rustup.is_file():
        return _answer([rustup, "which", path.name]) or str(path)
    if _SHIMS.isdisjoint(path.parts):
        return str(path)
    for name, question in REAL_PLACE.items():
        if path.name.startswith(name):
            return _answer([path, *question]) or str(path)
    return str(path)


def _answer(command: Sequence[str | Path]) -> str | None:
    """The path of a file that a command prints."""
    import subprocess  # noqa: PLC0415 - slow, and seldom needed

    answer = subprocess.run(  # noqa: S603
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    real = os.fsdecode(answer.stdout).strip()
    return real if answer.returncode == 0 and Path(real).is_file() else None


def _interpreter(suffix: str, path: Path) -> tuple[str, ...]:
    name, *options = INTERPRETERS[suffix]
    found = find(name)
    if found is None:
        message = f"{str(path)!r} needs {name!r}, which is not on PATH: install it"
        raise CannotStartError(message)
    return (real_program(found), *options)


def _run_executable(path: Path) -> tuple[str, ...]:
    if not os.access(path, os.X_OK):
        message = f"{str(path)!r} is not executable: chmod +x it, or name what runs it before it"
        raise CannotStartError(message)
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise CannotStartError(
            say("{path!r} cannot be read: {reason}", path=str(path), reason=error.strerror)
        ) from None
    if head.startswith(b"#!"):
        return (*_script_interpreter(head, path), str(path))
    if sys.platform == "linux" and _is_foreign(head):
        message = (
            f"{str(path)!r} was built for another system, not {platform.machine()}: build it here"
        )
        raise CannotStartError(message)
    return (str(path),)


def _script_interpreter(head: bytes, path: Path) -> tuple[str, ...]:
    # "#!/usr/bin/env python3" leads to a stand-in, too, where there is one.
    words = os.fsdecode(head[2:].partition(b"\n")[0]).split()
    # A path may lead to what was handed in, which must not be asked where it lies.
    if len(words) == 2 and words[0].endswith("/env") and "/" not in words[1]:
        found = shutil.which(words[1])
        if found is None:
            message = f"{str(path)!r} needs {words[1]!r}, which is not on PATH: install it"
            raise CannotStartError(message)
        return (real_program(Path(found).absolute()),)
    return ()


def _is_foreign(head: bytes) -> bool:
    if not head.startswith(b"\x7fELF"):
        return b"\0" in head
    with Path(sys.executable).open("rb") as file:
        # Bytes 4 and 5: word size and byte order; 18 and 19: processor.
        ours = file.read(20)
    return head[4:6] != ours[4:6] or head[18:20] != ours[18:20]
