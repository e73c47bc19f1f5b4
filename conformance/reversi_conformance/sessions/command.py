"""From what a person typed to a command line that runs the same program from any folder.

What a file needs to run is `programs`' business. Nothing of the submission is built or started
here.
"""

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from reversi_conformance.language import say
from reversi_conformance.sandboxes import Request, Start
from reversi_conformance.sessions import USUAL_TERMINAL, CannotStartError, programs

_PATH_OPTIONS: Final = frozenset({"-cp", "-classpath", "--class-path", "-p", "--module-path"})
_INNER: Final = frozenset({"src", "app", "build", "dist", "out", "classes", "target"})
"""Folders in which a submission keeps its sources or what it builds."""
_ROOTED: Final = frozenset({"npm", "yarn", "pnpm", "make", "gradle", "mvn", "cargo", "go"})
"""Programs that look for a project where they are started."""
_TOOLS: Final = frozenset({"bin", ".bin", "shims"})
"""Folders of interpreters, which are nobody's submission."""


class Starter(Protocol):
    """Starts one program again and again, at less cost than from the beginning."""

    @property
    def folder(self) -> Path | None:
        """Where the working folders of its sessions must be made; None where anywhere."""

    def start(self, request: Request) -> Start:
        """Return what starts the program in one session."""


class Command(NamedTuple):
    """A program, ready to be started in any folder."""

    argv: tuple[str, ...]
    """The program and its arguments; the program and all files are absolute."""
    shown: str
    """The command as the person typed it, quoted for a shell."""
    submission: Path | None
    """The folder whose sub-folders the program may expect where it runs; None where unknown."""
    copies: Mapping[Path, Path] = {}
    """By path that the program is shown, what it is shown there instead."""
    starter: Starter | None = None
    """What starts it, whatever the confinement; None where each session begins anew."""
    terminal: str = USUAL_TERMINAL
    """On what it is played: one of `TERMINALS`."""
    parent: Path | None = None
    """Where working folders are made, unless a starter says; None where temporary files go."""


def resolve(arguments: Sequence[str], directory: Path) -> Command:
    """Make a command or a file ready to run; names are relative to `directory`.

    Raises `CannotStartError` with one line that says what is wrong and what to do: nothing there,
    not executable, not built yet, a folder.
    """
    _refuse_impossible(arguments)
    directory = directory.absolute()
    shown = shlex.join(arguments)
    name, *others = _without_npx(arguments, directory)
    path = _absolute(name, directory)
    if not others and _is_folder(path):
        raise CannotStartError(
            say("{path!r} is a folder: name a file in it, or a command", path=str(path))
        )
    if not others and _is_file(path):
        return Command(programs.run_file(path), shown, path.parent)
    program = _program(name, directory)
    others = list(_arguments(Path(name).name, others, directory))
    return Command((*program, *others), shown, _home([program[-1], *others]))


def _refuse_impossible(arguments: Sequence[str]) -> None:
    if not arguments or not arguments[0]:
        raise CannotStartError(say("no program was given: name a command, a file or a folder"))
    for argument in arguments:
        if "\0" in argument:
            raise CannotStartError(
                say(
                    "{argument!r} holds a NUL, which no file name may: rename it", argument=argument
                )
            )
    if arguments[0] in _ROOTED:
        message = say(
            "{command!r} works in its project's folder only: give the command it runs",
            command=arguments[0],
        )
        raise CannotStartError(message)


def _without_npx(arguments: Sequence[str], directory: Path) -> Sequence[str]:
    # npx looks in the folder where it is started.
    if arguments[0] == "npx" and len(arguments) > 1:
        tool = directory / "node_modules" / ".bin" / arguments[1]
        if tool.is_file():
            return (str(tool), *arguments[2:])
    return arguments


def _program(name: str, directory: Path) -> tuple[str, ...]:
    path = _absolute(name, directory)
    found = None if _is_path(name) else programs.find(name)
    if found is not None:
        return (programs.real_program(found),)
    if _is_file(path):
        return programs.run_file(path)
    if _is_path(name):
        raise CannotStartError(
            say(
                "there is no program {name!r} in {directory!r}: check the path",
                name=name,
                directory=str(directory),
            )
        )
    message = say(
        "{name!r} is no file in {directory!r} and not on PATH: check the name",
        name=name,
        directory=str(directory),
    )
    raise CannotStartError(message)


def _arguments(program: str, arguments: Sequence[str], directory: Path) -> Iterator[str]:
    """Make names of files and folders absolute, since the program runs elsewhere."""
    before = ""
    for argument in arguments:
        if before in _PATH_OPTIONS:
            parts = argument.split(os.pathsep)
            yield os.pathsep.join(_if_there(part, directory) for part in parts)
        elif before == "-m" and program.startswith("python"):
            yield argument
            _refuse_module(argument, directory)
        elif program == "java" and not _is_path(argument) and not Path(argument).suffix:
            # The name of a class may be that of a folder, too.
            yield argument
        else:
            option, equals, value = argument.partition("=")
            is_option = argument.startswith("-") and equals
            rest = _if_there(value if is_option else argument, directory)
            yield f"{option}={rest}" if is_option else rest
        before = argument


def _refuse_module(module: str, directory: Path) -> None:
    name = module.partition(".")[0]
    if _is_folder(directory / name) or _is_file(directory / f"{name}.py"):
        message = f"'-m {module}' finds the module in its own folder only: give its file instead"
        raise CannotStartError(message)


def _if_there(name: str, directory: Path) -> str:
    path = _absolute(name, directory)
    return str(path) if name and _is_there(path) else name


def _is_path(name: str) -> bool:
    return "/" in name or os.sep in name


def _absolute(name: str, directory: Path) -> Path:
    return Path(os.path.normpath(directory / name))


def _is_folder(path: Path) -> bool:
    return _is_there(path) and path.is_dir()


def _is_file(path: Path) -> bool:
    return _is_there(path) and path.is_file()


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        # Code that is handed to an interpreter may be longer than any name.
        return False


def _home(arguments: Sequence[str]) -> Path | None:
    """The folder of the first file or folder that is named, without its folder for sources."""
    parts = (part for argument in arguments for part in argument.split(os.pathsep))
    paths = [Path(part) for part in parts if Path(part).is_absolute()]
    for path in paths:
        if _is_there(path) and path.parent.name not in _TOOLS:
            home = path if path.is_dir() else path.parent
            return home.parent if home.name in _INNER else home
    return None
