"""From a recognised program to the command line that runs it: builds it where that is needed.

What a build makes goes into the folder `.built` inside the submission's; sources stay as they are.
Builds run confined and bounded like programs, since a compiler reads and does what a stranger's
text tells it. Nothing of a submission runs outside of that.
"""

import contextlib
import json
import os
import re
import shlex
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from threading import Event
from typing import Final, NamedTuple

import msgspec

from reversi_conformance.assignment import Limits
from reversi_conformance.classroom import tools
from reversi_conformance.classroom.node_modules import provide
from reversi_conformance.classroom.recipes.recipe import PLACEHOLDER, Recipe
from reversi_conformance.classroom.recipes.recognising import (
    Program,
    companions,
    has_main,
    imported,
)
from reversi_conformance.classroom.recipes.sources import Sources, decoded, encoding_of
from reversi_conformance.findings import Value
from reversi_conformance.observation import EndingKind
from reversi_conformance.sandboxes import KINDS, Request, Start
from reversi_conformance.sandboxes.bubblewrap import HOME
from reversi_conformance.sessions import CannotStartError, command, errand, programs
from reversi_conformance.sessions.errand import Errand
from reversi_conformance.sessions.folder import Contents, contents
from reversi_conformance.submission import Problem

OUT: Final = ".built"
"""The folder for what is built, inside the submission's."""

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
_PLAIN: Final = f"{OUT}/plain"
_MOST_COUNTED: Final = 50_000
_LONGEST_SOURCE: Final = 4 * 1024 * 1024
_MOST_LINES: Final = 12
_LONGEST_LINE: Final = 300
_ERROR: Final = re.compile(
    r"\berror\b|\bError:|undefined reference|错误|エラー|오류", re.IGNORECASE
)
_STRING: Final = re.compile(r""" "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' """, re.VERBOSE)
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


def build(
    program: Program, folder: Path, *, sandbox: str, node_modules: Path | None = None
) -> Built:
    """Build a program in its folder and return what runs it.

    The folder is written to, and is readable for everybody afterwards. `node_modules` is a folder
    in which packages lie that programs for Node may take in; without it, those of NODE_PATH. Built
    again, a program is built anew.
    """
    folder = folder.absolute()
    recipe = program.recipe
    if not program.entry:
        return _of_command(recipe, folder)
    sources = Sources(folder)
    if recipe.modules and (problem := provide(sources, recipe, program.entry, node_modules)):
        return Built((), "", "", (problem,))
    words = _Words(sources, program)
    if not recipe.build:
        return _ready(words, folder)
    built = _built(words, folder, sandbox)
    if not built.argv and recipe.gather == "folder":
        # Other folders may hold an older version, or another program's sources.
        closer = msgspec.structs.replace(recipe, gather="directory")
        near = _Words(sources, program._replace(recipe=closer))
        if near.sources != words.sources and (again := _built(near, folder, sandbox)).argv:
            return again
    return built


def _built(words: "_Words", folder: Path, sandbox: str) -> Built:
    _prepare(words, folder)
    shown = shlex.join(words.in_folder(words.recipe.build))
    problem = _build(words, folder, sandbox)
    problems = (problem,) if problem else ()
    if problem is None or problem.is_note:
        return _ready(words, folder)._replace(build=shown, problems=problems)
    return Built((), "", shown, problems)


class _Words:
    """What the names in braces of a recipe stand for in one submission."""

    def __init__(self, sources: Sources, program: Program) -> None:
        self.recipe = recipe = program.recipe
        self.entry = program.entry
        self.folder = sources.folder
        self.sources = _gathered(sources, recipe, program.entry)
        self.plain = _in_need_of_copies(sources, recipe, self.sources)
        """Files that are to be built from copies in UTF-8; none where all can be taken as is."""
        self._base = _PLAIN if self.plain else "."
        stem = str(PurePosixPath(program.entry).with_suffix(""))
        root = _root(sources, recipe, program.entry)
        self.above, self.module = _module(sources, recipe, program.entry)
        """The folder above the entry's packages, and the entry's name there; "" for none."""
        self._fixed = {
            **recipe.words,
            **dict(_changed_words(sources, recipe, program.entry)),
            "stem": stem,
            "module": self.module,
            "unit": _unit(sources, recipe, program.entry),
            "root": f"{self._base}/{root}" if root else self._base,
            "entry_json": json.dumps(f"../{program.entry}"),
        }

    def in_folder(self, template: Sequence[str], home: str = ".") -> list[str]:
        """Fill in a command line that is run, or read, in the submission's folder."""
        values = {
            **{tool.name: tools.find(tool.name) or tool.name for tool in self.recipe.tools},
            **self._fixed,
            "out": OUT,
            "home": home,
            "entry": f"{self._base}/{self.entry}",
        }
        filled: list[str] = []
        for argument in template:
            if argument == "{sources}":
                filled += [f"{self._base}/{path}" for path in self.sources]
            else:
                filled.append(_filled(argument, values))
        return filled

    def anywhere(self, template: Sequence[str], folder: str) -> list[str]:
        """Fill in a command line that runs the program, with `folder` before every path."""
        values = {
            **self._fixed,
            "out": f"{folder}{OUT}",
            "entry": f"{folder}{self.entry}",
            "folder": f"{folder}{self.above}".rstrip("/"),
        }
        return [_filled(argument, values) for argument in template]


def _filled(template: str, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), template)


def _changed_words(sources: Sources, recipe: Recipe, entry: str) -> Iterator[tuple[str, str]]:
    for when in recipe.when:
        for text in _searched(sources, recipe, entry, when.where):
            if found := re.search(when.pattern, text, re.MULTILINE):
                yield from ((name, found.expand(value)) for name, value in when.words.items())
                break


def _searched(sources: Sources, recipe: Recipe, entry: str, where: str) -> Iterator[str]:
    if where == "name":
        yield entry
    elif where == "entry":
        yield sources.code(entry, recipe.comments)
    elif where == "sources":
        yield from (sources.code(path, recipe.comments) for path in companions(sources, recipe))
    elif where in sources.files:
        yield sources.text(where)


def _unit(sources: Sources, recipe: Recipe, entry: str) -> str:
    """Return the name of the innermost class around the main function, else the file's."""
    name = PurePosixPath(entry).stem
    code = sources.code(entry, recipe.comments)
    main = re.search(recipe.main, code, re.MULTILINE) if recipe.unit else None
    if main is None:
        return name
    around: list[str] = []
    latest = ""
    before = _STRING.sub("", code[: main.start()])
    for sign in re.finditer(rf"{recipe.unit}|(?P<brace>[{{}}])", before):
        if sign["brace"] is None:
            latest = sign[1]
        elif sign["brace"] == "{":
            around.append(latest)
            latest = ""
        elif around:
            around.pop()
    return "$".join(unit for unit in around if unit) or name


def _root(sources: Sources, recipe: Recipe, path: str) -> str:
    """Return the folder below which the packages of a file's program lie, "" for the outermost."""
    folder = PurePosixPath(path).parent
    code = sources.code(path, recipe.comments) if recipe.package else ""
    found = re.search(recipe.package, code, re.MULTILINE) if recipe.package else None
    parts = tuple(found[1].split(".")) if found else ()
    if parts and folder.parts[-len(parts) :] == parts:
        folder = PurePosixPath(*folder.parts[: -len(parts)])
    return "" if str(folder) == "." else str(folder)


def _module(sources: Sources, recipe: Recipe, entry: str) -> tuple[str, str]:
    """Return where the packages lie by whose names an entry takes in modules, and its own name.

    Where it takes in none by the names of folders in which it lies, nothing.
    """
    *folders, last = PurePosixPath(entry).with_suffix("").parts
    if not recipe.package_imports or not all(map(str.isidentifier, (*folders, last))):
        return "", ""
    code = sources.code(entry, recipe.comments)
    names = re.findall(recipe.package_imports, code, re.MULTILINE)
    tops = {name.partition(".")[0] for name in names}
    beside = {PurePosixPath(path).stem for path in sources.files if _is_beside(path, entry)}
    above = next((at for at, folder in enumerate(folders) if folder in tops - beside), None)
    if above is None and folders and "" in tops:
        above = 0
    if above is None:
        return "", ""
    return "/".join(folders[:above]), ".".join((*folders[above:], last))


def _is_beside(path: str, entry: str) -> bool:
    return PurePosixPath(path).parent == PurePosixPath(entry).parent


def _gathered(sources: Sources, recipe: Recipe, entry: str) -> tuple[str, ...]:
    """Return the files that are built, the entry first."""
    if recipe.gather == "entry":
        return (entry,)
    found = companions(sources, recipe)
    if recipe.gather == "directory":
        home = PurePosixPath(entry).parent
        found = tuple(path for path in found if PurePosixPath(path).parent == home)
    elif recipe.gather == "package":
        root = _root(sources, recipe, entry)
        found = tuple(path for path in found if _root(sources, recipe, path) == root)
    taken_in = {name for path in found for name in imported(sources, recipe, path)}
    others = (
        path
        for path in found
        if path != entry
        and PurePosixPath(path).stem not in taken_in
        and not has_main(sources, recipe, path)
    )
    return (entry, *others)


def _in_need_of_copies(
    sources: Sources, recipe: Recipe, gathered: Sequence[str]
) -> tuple[str, ...]:
    if not recipe.is_plain:
        return ()
    suffixes = (*recipe.suffixes, *recipe.also, *recipe.headers)
    files = [path for path in sources.files if PurePosixPath(path).suffix.lower() in suffixes]
    every = tuple(dict.fromkeys((*gathered, *files)))
    read = (sources.head(path, _LONGEST_SOURCE) for path in every)
    return every if any(encoding_of(data) not in {None, "utf-8"} for data in read) else ()


def _prepare(words: _Words, folder: Path) -> None:
    """Make the folder for what is built, with all that the build needs there."""
    out = folder / OUT
    if out.is_symlink() or out.is_file():
        out.unlink()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    for name, text in words.recipe.files.items():
        (out / name).write_text(words.in_folder([text])[0], encoding="utf-8")
    sources = Sources(folder)
    for path in words.plain:
        copy = folder / _PLAIN / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        data = sources.head(path, _LONGEST_SOURCE)
        copy.write_bytes(data if encoding_of(data) is None else decoded(data).encode())


def _build(words: _Words, folder: Path, sandbox: str) -> Problem | None:
    """Build it, and return what came in the way, or a note of what the tool complained about."""
    recipe = words.recipe
    home = HOME if sandbox == "bubblewrap" else str(folder)
    argv = words.in_folder(recipe.build, home)
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
        _take_back(folder, is_owner=user is None)


def _take_back(folder: Path, *, is_owner: bool) -> None:
    for path in _tree(folder):
        # What a build has made may have names that nobody can use.
        with contextlib.suppress(OSError):
            status = path.lstat()
            if not is_owner and status.st_uid != os.geteuid():
                os.chown(path, os.geteuid(), os.getegid(), follow_symlinks=False)
            if stat.S_ISDIR(status.st_mode):
                path.chmod(0o755)
            elif stat.S_ISREG(status.st_mode) and status.st_nlink == 1:
                path.chmod(0o755 if status.st_mode & stat.S_IXUSR else 0o644)


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
    tool = recipe.build[0]
    message = f"{tool} could not be started: {reason}"
    return Problem("build.not-started", {"tool": tool, "reason": reason}, message, is_ours=True)


def _verdict(words: _Words, folder: Path, seen: Errand) -> Problem | None:
    recipe, ending = words.recipe, seen.ending
    tool = recipe.build[0]
    lines = _lines(seen.printed, folder)
    first, more = _first_error(lines)
    limit = ending.limit or 0
    if ending.kind is EndingKind.OUT_OF_TIME:
        message = f"{tool} was not done after {limit:g} seconds"
        return Problem("build.timed-out", {"tool": tool, "seconds": limit}, message, first)
    if (what := _TOOK_TOO_MUCH.get(ending.kind)) is not None:
        message = f"{tool} took more than {_counted(limit, what)}"
        return Problem(
            "build.used-too-much", {"tool": tool, "limit": limit, "what": what}, message, first
        )
    is_made = not recipe.made or _is_made(folder / words.in_folder([recipe.made])[0])
    if ending.kind is EndingKind.EXITED and ending.status == 0 and is_made:
        return None
    if recipe.missing and (found := re.search(recipe.missing, "\n".join(lines), re.MULTILINE)):
        return _missing(tool, found[1], first)
    params: dict[str, Value] = {"tool": tool, "more": more}
    if is_made and recipe.is_lenient and ending.kind is EndingKind.EXITED:
        message = f"{tool} complains about it; it was played all the same"
        return Problem("build.complained", params, message, first, is_note=True)
    counted = f" ({more} more lines)" if more else ""
    return Problem("build.failed", params, f"{tool} could not build it{counted}", first)


def _counted(limit: float, what: str) -> str:
    if what.startswith("bytes"):
        return f"{limit / 2**20:,.0f} Mi{what.removeprefix('bytes')}".replace(" Mi ", " MiB ")
    return f"{limit:,.0f} {what}"


def _missing(tool: str, module: str, lines: tuple[str, ...]) -> Problem:
    message = f"{tool} needs {module!r}, which is not there on this machine"
    return Problem("build.module-missing", {"module": module}, message, lines, is_ours=True)


def _is_made(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def _lines(printed: bytes, folder: Path) -> list[str]:
    """Return what a tool said, with paths as they are in the submission's folder."""
    text = printed.decode(errors="replace")
    for before in (f"{folder}/", f"{HOME}/", f"./{_PLAIN}/", f"{_PLAIN}/"):
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


def _ready(words: _Words, folder: Path) -> Built:
    """Return the command line of a program that is built."""
    recipe = words.recipe
    run, shown = recipe.run, recipe.run
    if words.module:
        run, shown = recipe.run_in_package, recipe.shown_in_package
    if recipe.is_executable:
        return _executable(words.entry, folder)
    argv = words.anywhere(run, f"{folder}/")
    argv[0] = tools.find(argv[0]) or argv[0]
    return Built(tuple(argv), shlex.join(words.anywhere(shown, "")), "")


def _executable(entry: str, folder: Path) -> Built:
    path = folder / entry
    path.chmod(path.stat().st_mode | 0o111)
    try:
        return Built(programs.run_file(path), shlex.quote(f"./{entry}"), "")
    except CannotStartError as error:
        message = str(error).replace(f"{folder}/", "")
        problem = Problem("program.foreign", {"file": entry}, message, is_ours=True)
        return Built((), "", "", (problem,))


def _of_command(recipe: Recipe, folder: Path) -> Built:
    """Return what a whole command line of the teaching assistant's runs."""
    arguments = [argument.replace("{folder}", str(folder)) for argument in recipe.run]
    shown = shlex.join(argument.replace("{folder}/", "") for argument in recipe.run)
    try:
        return Built(command.resolve(arguments, folder).argv, shown, "")
    except CannotStartError as error:
        problem = Problem("program.none", {"run": shown}, str(error), is_ours=True)
        return Built((), "", "", (problem,))
