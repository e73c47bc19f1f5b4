"""What a confined program may see of the machine: itself, what runs it, and nothing else.

Looks at files and starts nothing. What cannot be read is left out, never an error.
"""

import contextlib
import functools
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import reversi_engine
from reversi_conformance import corpus

SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
"""Where a system keeps its programs and libraries; every confinement shows these."""

_SETTINGS: Final = ("/etc",)
"""Of these every kind shows what programs need, such as where an alternative leads."""
_NEEDED_SETTINGS: Final = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/mono",
    "/etc/ssl/openssl.cnf",
)
_SETTINGS_OF_JAVA: Final = "java-*"
_SHARED: Final = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/etc", "/var", "/proc", "/sys", "/dev")  # noqa: S108
"""Folders that hold other people's files besides the program's."""
_SEARCH_PATH: Final = ("/usr/local/bin", "/usr/bin", "/bin")
_MOST_LINKS: Final = 16
_HEAD: Final = 256
_MOST_FILES: Final = 200
_ENGINE: Final = Path(reversi_engine.__file__).parent


def readable(argv: Sequence[str], submission: Path | None) -> tuple[Path, ...]:
    """Return the files and folders besides the system's that the program needs, outer ones first.

    These are what was handed in, and the installation of the interpreter, with that of the virtual
    environment that it is started from.
    """
    installed = (path for each in _programs(argv) for path in _narrowed(each))
    return _outermost((*installed, *handed_in(argv, submission)))


def handed_in(argv: Sequence[str], submission: Path | None) -> tuple[Path, ...]:
    """Return the submission and whatever else the command names, outer ones first.

    Of a folder that holds more than the submission, such as the home folder, only the files that
    lie directly in it.
    """
    found = [*_named(argv[1:])]
    if submission is not None:
        found.append(submission)
    if _is_engine(argv):
        found.append(_ENGINE)
    return _outermost(path for each in found for path in _narrowed(each))


def settings() -> tuple[Path, ...]:
    """Return what programs need of the system's settings, as far as it is there."""
    java = sorted(Path("/etc").glob(_SETTINGS_OF_JAVA))
    return tuple(path for path in (*map(Path, _NEEDED_SETTINGS), *java) if path.exists())


def search_path(visible: Iterable[Path]) -> str:
    """Return the PATH of a confined program: the caller's folders as far as they can be seen."""
    return _search_path(os.environ.get("PATH", ""), tuple(visible))


@functools.lru_cache(maxsize=64)
def _search_path(callers: str, visible: tuple[Path, ...]) -> str:
    shown = [*map(Path, SYSTEM), *visible]
    folders = callers.split(os.pathsep)
    seen = [each for each in folders if any(Path(each).is_relative_to(path) for path in shown)]
    return os.pathsep.join(dict.fromkeys((*seen, *_SEARCH_PATH)))


def secrets(argv: Sequence[str] = ()) -> tuple[Path, ...]:
    """Return the folders of this harness that hold the answers, wherever they are installed.

    Where the command itself is the reference engine's, the engine is none of them.
    """
    engine = () if _is_engine(argv) else (_ENGINE,)
    return _outermost((Path(__file__).parents[1], corpus.home(), *engine))


def _is_engine(argv: Sequence[str]) -> bool:
    """Whether whoever checks names the reference engine as the program."""
    names = {Path(argument).name.partition(".")[0] for argument in argv}
    return not names.isdisjoint({"reversi-engine", "reversi_engine"})


def _programs(argv: Sequence[str]) -> Iterator[Path]:
    """The installation of every program that takes part in the start."""
    program = Path(argv[0])
    for each in (program, *_interpreters(program)):
        for place in _links(each):
            yield from _installation(place)


def _links(path: Path) -> Iterator[Path]:
    """A path, and each place to which it leads over symbolic links."""
    for _ in range(_MOST_LINKS):
        yield path
        try:
            path = path.parent / path.readlink()
        except OSError:
            break
        path = Path(os.path.normpath(path))
    with contextlib.suppress(OSError):
        yield path.resolve()


def _installation(program: Path) -> Iterator[Path]:
    """The folder in which a program is installed with its libraries, or the program alone."""
    folder = program.parent
    prefix = folder.parent
    if folder.name == ".bin":
        yield prefix
    elif folder.name == "bin" and (prefix / "lib").is_dir() and not _is_shared(prefix):
        yield prefix
        yield from _base_of(prefix)
    else:
        yield program if _is_shared(folder) else folder


def _base_of(environment: Path) -> Iterator[Path]:
    """Where the interpreter of a virtual environment is installed."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        for line in (environment / "pyvenv.cfg").read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition("=")
            if key.strip() == "home":
                yield Path(value.strip()).parent


def _interpreters(script: Path) -> Iterator[Path]:
    try:
        with script.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return
    if head.startswith(b"#!") and (words := os.fsdecode(head[2:].partition(b"\n")[0]).split()):
        yield Path(words[0])


def _named(arguments: Sequence[str]) -> Iterator[Path]:
    for argument in arguments:
        option, equals, value = argument.partition("=")
        text = value if option.startswith("-") and equals else argument
        for part in text.split(os.pathsep):
            path = Path(part)
            if path.is_absolute() and path.exists():
                yield path


def _narrowed(path: Path) -> Iterator[Path]:
    if not path.exists() or any(path.is_relative_to(each) for each in (*SYSTEM, *_SETTINGS)):
        return
    if not path.is_dir() or not _is_shared(path):
        yield path
        return
    with contextlib.suppress(OSError):
        files = sorted(each for each in path.iterdir() if each.is_file())
        yield from [each for each in files if not each.name.startswith(".")][:_MOST_FILES]


def _is_shared(folder: Path) -> bool:
    """Whether a folder holds much besides a submission or an interpreter."""
    home = Path.home()
    shared = [home, home / ".local", Path(tempfile.gettempdir()), *map(Path, _SHARED)]
    return any(each.is_relative_to(folder) for each in shared)


def _outermost(paths: Iterable[Path]) -> tuple[Path, ...]:
    found: list[Path] = []
    for path in sorted(set(paths), key=lambda path: (len(path.parts), path)):
        if not any(path.is_relative_to(outer) for outer in found):
            found.append(path)
    return tuple(found)
