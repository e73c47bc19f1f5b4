"""From a recognised program to the command line that runs it: builds it where that is needed.

What a build makes goes into the folder `.built` inside the submission's; sources stay as they are.
Builds run confined and bounded like programs, since a compiler reads and does what a stranger's
text tells it. Nothing of a submission runs outside of that.
"""

import contextlib
import os
import re
import shlex
import shutil
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

import msgspec

from reversi_conformance.assignment import Limits
from reversi_conformance.classroom import node_modules, python_modules, tools
from reversi_conformance.classroom.filling import LONGEST_SOURCE, OUT, PLAIN, Words
from reversi_conformance.classroom.recipes.recipe import Recipe
from reversi_conformance.classroom.recipes.recognising import Program
from reversi_conformance.classroom.recipes.sources import Sources, decoded, encoding_of
from reversi_conformance.escaping import as_text
from reversi_conformance.findings import Value
from reversi_conformance.observation import Ending, EndingKind
from reversi_conformance.problem_messages import problem
from reversi_conformance.sandboxes import KINDS, Request, Start
from reversi_conformance.sandboxes.bubblewrap import HOME
from reversi_conformance.sessions import CannotStartError, errand, programs
from reversi_conformance.sessions.command import resolve
from reversi_conformance.sessions.errand import Errand
from reversi_conformance.sessions.folder import Contents, contents
from reversi_conformance.submission import Problem

LIMITS: Final = Limits(
    seconds_per_session=120.0,
    cpu_seconds=60,
    output_bytes=1_000_000,
    memory_bytes=2 * 1024 * 1024 * 1024,
    processes=256,
    file_bytes=128 * 1024 * 1024,
    folder_bytes=512 * 1024 * 1024,
    files=5000,
)
"""What a build may use; folder and files beyond what was handed in."""

_ENVIRONMENT: Final = {"LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1"}
_MOST_COUNTED: Final = 50_000
_MOST_LINES: Final = 12
_LONGEST_LINE: Final = 300
_ERROR: Final = re.compile(r"\berror\b|undefined reference|错误|エラー|오류", re.IGNORECASE)
_NOT_STARTED: Final = frozenset((1, 125, 126, 127))
_TOOK_TOO_MUCH: Final = {
    EndingKind.OUT_OF_CPU: "seconds of processor time",
    EndingKind.OUT_OF_MEMORY: "bytes of memory",
    EndingKind.TOO_MANY_PROCESSES: "processes",
    EndingKind.TOO_MANY_FILES: "files",
    EndingKind.FOLDER_TOO_LARGE: "bytes in its folder",
    EndingKind.FILE_TOO_LARGE: "bytes in one file",
}


class Built(NamedTuple):
    """A program that is ready to be played, or why it is not."""

    argv: tuple[str, ...]
    """The command line, with absolute paths; empty where there is nothing that can be played."""
    shown: str
    """The same as a person would type it in the submission's folder, quoted for a shell."""
    build: str
    """The command that built it, likewise; empty where nothing was to be built."""
    problems: tuple[Problem, ...] = ()


def build(program: Program, folder: Path, *, sandbox: str, packages: Path | None = None) -> Built:
    """Build a program in its folder and return what runs it.

    The folder is written to, and is readable for everybody afterwards. `packages` is the folder
    node_modules of whose packages programs for Node may take in what they do not bring; without it
    those of NODE_PATH are. Built again, a program is built anew.
    """
    folder = folder.absolute()
    if not program.entry:
        return _of_command(program.recipe, folder)
    try:
        sources = Sources(folder)
        if (missing := _missing_module(sources, program, packages)) is not None:
            return Built((), "", "", (missing,))
        return _ready_or_built(sources, program, sandbox)
    except OSError as error:
        return Built((), "", "", (_not_started(program.recipe, as_text(str(error))),))


def _missing_module(sources: Sources, program: Program, packages: Path | None) -> Problem | None:
    recipe = program.recipe
    if recipe.modules == "node":
        return node_modules.provide(sources, recipe, program.entry, packages)
    if recipe.modules == "python":
        return python_modules.provide(sources, recipe, program.entry)
    return None


def _ready_or_built(sources: Sources, program: Program, sandbox: str) -> Built:
    folder, recipe = sources.folder, program.recipe
    words = Words(sources, program)
    if not recipe.build:
        _take_back(folder)
        return _ready(words, folder)
    built = _built(words, folder, sandbox)
    if not built.argv and recipe.gather == "folder":
        # Other folders may hold an older version, or another program's sources.
        closer = msgspec.structs.replace(recipe, gather="directory")
        near = Words(sources, program._replace(recipe=closer))
        if near.sources != words.sources and (again := _built(near, folder, sandbox)).argv:
            return again
    return built


def _built(words: Words, folder: Path, sandbox: str) -> Built:
    """Build it by the first of the recipe's commands that can; else tell what the first said."""
    problems: list[Problem] = []
    recipe = words.recipe
    for command in (recipe.build, *recipe.build_again):
        _prepare(words, folder)
        problem = _build(words, command, folder, sandbox)
        if problem is None or problem.is_note:
            shown = as_text(shlex.join(words.in_folder(command)))
            ready = _ready(words, folder)
            return ready._replace(build=shown, problems=(problem,) if problem else ready.problems)
        problems.append(problem)
        if problem.code != "build.failed":
            break
    return Built((), "", as_text(shlex.join(words.in_folder(recipe.build))), (problems[0],))


def _prepare(words: Words, folder: Path) -> None:
    """Make the folder for what is built, with all that the build needs there."""
    out = folder / OUT
    if out.is_symlink() or not out.is_dir():
        out.unlink(missing_ok=True)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    for name, text in words.recipe.files.items():
        (out / name).write_text(
            words.in_folder([text])[0], encoding="utf-8", errors="surrogateescape"
        )
    sources = Sources(folder)
    for path in words.plain:
        copy = folder / PLAIN / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        data = sources.head(path, LONGEST_SOURCE)
        copy.write_bytes(data if encoding_of(data) is None else decoded(data).encode())


def _build(words: Words, template: Sequence[str], folder: Path, sandbox: str) -> Problem | None:
    """Build it, and return what came in the way, or a note of what the tool complained about."""
    recipe = words.recipe
    home = HOME if sandbox == "bubblewrap" else str(folder)
    argv = words.in_folder(template, home)
    argv[0] = tools.find(argv[0]) or argv[0]
    if not os.access(argv[0], os.X_OK):
        return _not_started(recipe, f"{argv[0]!r} is not on PATH")
    environment = {
        name: words.in_folder([value], home)[0] for name, value in recipe.environment.items()
    }
    limits = _limits(contents(folder, _MOST_COUNTED))
    request = Request(tuple(argv), {**_ENVIRONMENT, **environment}, folder, None, limits)
    start = KINDS[sandbox].confine(request)
    with _given(folder, start.owner):
        try:
            seen = errand.run(start, folder, request.limits, Event())
        except (OSError, ValueError) as error:
            return _not_started(recipe, str(error))
    return _complaint(seen, start, recipe) or _verdict(words, folder, seen)


def _limits(before: Contents) -> Limits:
    return msgspec.structs.replace(
        LIMITS,
        folder_bytes=LIMITS.folder_bytes + before.bytes,
        files=LIMITS.files + before.files,
    )


@contextlib.contextmanager
def _given(folder: Path, user: int | None) -> Iterator[None]:
    """Let a folder belong to whoever builds in it, if that is somebody else; then take it back,
    readable for everybody.
    """
    if user is not None:
        for path in _tree(folder):
            # What has another name, too, may be anybody's.
            status = path.lstat()
            if stat.S_ISDIR(status.st_mode) or status.st_nlink == 1:
                os.chown(path, user, -1, follow_symlinks=False)
        # Whoever confines the build goes there first, and is still of this group.
        folder.chmod(0o775)
    try:
        yield
    finally:
        _take_back(folder)


def _take_back(folder: Path) -> None:
    """Make a folder and all in it our own again, and readable for everybody."""
    if sys.platform == "win32":
        # A build is nobody else's there.
        return
    for path in _tree(folder):
        # What a build has made may have names that nobody can use.
        with contextlib.suppress(OSError):
            status = path.lstat()
            if status.st_uid != os.geteuid():
                os.chown(path, os.geteuid(), os.getegid(), follow_symlinks=False)
            is_single = stat.S_ISREG(status.st_mode) and status.st_nlink == 1
            if stat.S_ISDIR(status.st_mode) or is_single:
                is_run = stat.S_ISDIR(status.st_mode) or status.st_mode & stat.S_IXUSR
                _set_mode(path, status.st_mode, 0o755 if is_run else 0o644)


def _set_mode(path: Path, found: int, wanted: int) -> None:
    if stat.S_IMODE(found) != wanted:
        path.chmod(wanted)


def _tree(folder: Path) -> Iterator[Path]:
    """The folder and all below it, outer ones first; links are not followed."""
    yield folder
    left = [folder]
    for each in left:
        with contextlib.suppress(OSError), os.scandir(each) as entries:
            for entry in entries:
                yield Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    left.append(Path(entry.path))


def _complaint(seen: Errand, start: Start, recipe: Recipe) -> Problem | None:
    """Where the tool was not even started, that says nothing of the submission."""
    said = seen.printed.decode(errors="replace").lstrip().partition("\n")[0]
    if (
        start.complaints
        and seen.ending.status in _NOT_STARTED
        and said.startswith(start.complaints)
    ):
        return _not_started(recipe, said)
    return None


def _not_started(recipe: Recipe, reason: str) -> Problem:
    tool = (recipe.build or recipe.run)[0]
    return problem("build.not-started", {"tool": tool, "reason": reason}, is_ours=True)


def _verdict(words: Words, folder: Path, seen: Errand) -> Problem | None:
    recipe, ending = words.recipe, seen.ending
    tool = recipe.build[0]
    lines = _lines(seen.printed, folder)
    if recipe.unheeded:
        lines = [line for line in lines if not re.search(recipe.unheeded, line)]
    first, more = _first_error(lines)
    if (broken := _broken_limit(tool, ending, first)) is not None:
        return broken
    is_made = not recipe.made or _is_made(folder / words.in_folder([recipe.made])[0])
    is_exited = ending.kind is EndingKind.EXITED
    if is_exited and ending.status == 0 and is_made:
        return None
    if recipe.missing and (found := re.search(recipe.missing, "\n".join(lines), re.MULTILINE)):
        return _missing(tool, found[1], first)
    params: dict[str, Value] = {"tool": tool, "more": more}
    if is_exited and is_made and recipe.is_lenient:
        if not lines:
            return None
        return problem("build.complained", params, first, is_note=True)
    return problem("build.failed", params, first)


def _broken_limit(tool: str, ending: Ending, lines: tuple[str, ...]) -> Problem | None:
    limit = ending.limit or 0
    if ending.kind is EndingKind.OUT_OF_TIME:
        return problem("build.timed-out", {"tool": tool, "seconds": limit}, lines)
    what = _TOOK_TOO_MUCH.get(ending.kind)
    if what is None:
        return None
    params: dict[str, Value] = {"tool": tool, "limit": limit, "what": what}
    return problem("build.used-too-much", params, lines)


def _missing(tool: str, module: str, lines: tuple[str, ...]) -> Problem:
    params = {"module": module, "tool": tool, "what": "tool"}
    return problem("build.module-missing", params, lines, is_ours=True)


def _is_made(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def _lines(printed: bytes, folder: Path) -> list[str]:
    """Return what a tool said, with paths as they are in the submission's folder."""
    text = printed.decode(errors="replace")
    for before in (f"{folder}/", f"{HOME}/", f"./{PLAIN}/", f"{PLAIN}/"):
        text = text.replace(before, "")
    return [
        line.rstrip() for line in re.sub(r"(?<![\w./])\./", "", text).split("\n") if line.strip()
    ]


def _first_error(lines: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Return the lines from the first error on, and how many more there are."""
    errors = (number for number, line in enumerate(lines) if _ERROR.search(line))
    start = next(errors, 0)
    shown = lines[start : start + _MOST_LINES]
    cut = (line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in shown)
    return tuple(cut), max(len(lines) - start - len(shown), 0)


def _ready(words: Words, folder: Path) -> Built:
    """Return the command line of a program that is built."""
    recipe = words.recipe
    run, shown = recipe.run, recipe.run
    if words.module:
        run, shown = recipe.run_in_package, recipe.shown_in_package
    if recipe.is_executable:
        return _executable(words.entry, folder)
    argv = words.anywhere(run, f"{folder}/")
    argv[0] = tools.find(argv[0]) or argv[0]
    return Built(tuple(argv), as_text(shlex.join(words.anywhere(shown, ""))), "")


def _executable(entry: str, folder: Path) -> Built:
    path = folder / entry
    path.chmod(path.stat().st_mode | 0o111)
    try:
        return Built(programs.run_file(path), as_text(shlex.quote(f"./{entry}")), "")
    except CannotStartError as error:
        message = str(error).replace(f"{folder}/", "")
        problem = Problem(
            "program.foreign", {"file": as_text(entry)}, as_text(message), is_ours=True
        )
        return Built((), "", "", (problem,))


def _of_command(recipe: Recipe, folder: Path) -> Built:
    """Return what a whole command line of the teaching assistant's runs."""
    arguments = [argument.replace("{folder}", str(folder)) for argument in recipe.run]
    shown = shlex.join(argument.replace("{folder}/", "") for argument in recipe.run)
    try:
        return Built(resolve(arguments, folder).argv, shown, "")
    except CannotStartError as error:
        problem = Problem("program.none", {"run": shown}, str(error), is_ours=True)
        return Built((), "", "", (problem,))
