"""A recipe: how programs of one language are recognised, built and run, read from a TOML file.

The recipes shipped stand beside this module; a teaching assistant adds some, or replaces shipped
ones by their id, with `--recipes FILE.toml`. What may stand in such a file is what the classes
below name. Knows nothing of submissions.

In command lines and files a recipe writes names in braces for what differs from one submission to
the next: `{entry}` the file that is run or built, `{stem}` the same without its suffix, `{sources}`
all files that belong to it (as an argument of its own), `{out}` the folder for what is built,
`{root}` the folder below which its packages lie, `{unit}` the class that holds the main function,
`{home}` the folder of the submission as the build sees it, `{entry_json}` the entry from `{out}` as
a string of JSON; besides these its own `words` and its tools' names. Builds run in the folder of
the submission, so that all of these but `{home}` are relative names there, and files begin with
`./`; what is run has absolute ones.
"""

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

Suffix = Annotated[str, Meta(pattern=r"^\.[a-z0-9+]+$")]
Argument = Annotated[str, Meta(min_length=1)]

PLACEHOLDERS: Final = frozenset(
    ("entry", "entry_json", "folder", "home", "module", "out", "root", "sources", "stem", "unit")
)
PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")


class RecipeError(ValueError):
    """A recipe that cannot be read; the message names file, key and reason."""


class Tool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program that must be on PATH."""

    name: Argument
    debian: str = ""
    """The packages that bring it."""
    npm: str = ""
    """The package of npm that brings it."""


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What changes the recipe's words for one submission."""

    where: Argument
    """What is searched: "entry" or "sources" for what these hold, "name" for the entry's path, or
    the name of a file that lies at the top of the submission."""
    pattern: str
    words: dict[str, str]
    r"""The words' values there; `\1` stands for the first group of the pattern."""


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One language, or one way to build it."""

    title: Argument
    run: Annotated[tuple[Argument, ...], Meta(min_length=1)]
    """The command line that runs the program."""
    run_in_package: tuple[Argument, ...] = ()
    """The same where the entry takes in modules by the names of the folders in which it lies:
    `{module}` is its own name of this kind, `{folder}` the folder around the outermost of these."""
    shown_in_package: tuple[Argument, ...] = ()
    """What a person would type there in that folder."""
    package_imports: str = ""
    """A pattern whose first group is the name of a module that a file takes in, with points between
    folders, and at its beginning where it goes out from the file's own folder."""
    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$")] = ""
    """The key of its table."""
    rank: Annotated[int, Meta(ge=0, le=100)] = 50
    """Where several recipes fit, the one with the smallest number is taken: sources before what is
    built from them."""
    suffixes: tuple[Suffix, ...] = ()
    """Of its source files, one of which is the entry."""
    also: tuple[Suffix, ...] = ()
    """Of further source files, which are built with the others and are no entry."""
    headers: tuple[Suffix, ...] = ()
    """Of files that sources include."""
    not_sources: str = ""
    """A pattern for paths that only look like sources."""
    requires: tuple[Argument, ...] = ()
    """Files that must lie at the top of the submission."""
    is_executable: bool = False
    """Whether files that can be executed as they are, whatever their suffix, are entries."""
    comments: Literal["", "c", "python"] = ""
    """How the language writes comments, in which nothing below is searched."""
    main: str = ""
    """A pattern for what the file holds with which the program begins."""
    needs_main: bool = False
    """Whether a file without that cannot be the entry."""
    imports: tuple[str, ...] = ()
    """Patterns whose first group holds the names of files that a file takes in."""
    manifest: Literal["", "package.json"] = ""
    """The file at the top of the submission that may name the entry."""
    names: tuple[Argument, ...] = ("reversi", "main", "index", "app", "game", "othello", "__main__")
    """How an entry is called, without its suffix, where several are possible; the best first."""
    package: str = ""
    """A pattern whose first group is the package of a file, with points between its folders."""
    unit: str = ""
    """A pattern whose first group is the name of a class, for `{unit}`."""
    gather: Literal["entry", "directory", "package", "folder"] = "entry"
    """Which sources are built: the entry's file, all of its directory, all of the same packages, or
    all of the submission. Other files with a main function are left out."""
    is_plain: bool = False
    """Whether sources must be UTF-8 without a byte order mark: others are built from copies."""
    modules: Literal["", "node", "python"] = ""
    """Where packages that the program takes in are looked for."""
    words: dict[str, str] = {}
    """Names in braces of its own, with their usual values."""
    when: tuple[When, ...] = ()
    """What changes them, in this order."""
    files: dict[str, str] = {}
    """Files that the build needs, written into `{out}` beforehand."""
    environment: dict[str, str] = {}
    """Of the build."""
    build: tuple[Argument, ...] = ()
    """The command line that builds it, run in the folder of the submission; none: nothing to do."""
    build_again: tuple[tuple[Argument, ...], ...] = ()
    """Other command lines, which are tried in this order where that fails."""
    made: str = ""
    """What must be there after the build."""
    is_lenient: bool = False
    """Whether a build that made it counts although its status says that it failed."""
    unheeded: str = ""
    """A pattern for lines of a build that say nothing of the program."""
    missing: str = ""
    """A pattern for what a build says where the machine lacks what the first group names."""
    tools: tuple[Tool, ...] = ()


def load(extra: Path | None = None) -> tuple[Recipe, ...]:
    """Return the recipes shipped and those of a file, which replace shipped ones of their id.

    Raises `RecipeError`.
    """
    recipes = {recipe.id: recipe for recipe in _shipped()}
    if extra is not None:
        recipes |= {recipe.id: recipe for recipe in _read(extra)}
    return tuple(sorted(recipes.values(), key=lambda recipe: (recipe.rank, recipe.id)))


def parse(text: str, name: str) -> tuple[Recipe, ...]:
    """Read recipes from the text of their file; `name` stands in messages. Raises `RecipeError`."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{name}: no TOML: {error}") from None
    return tuple(_recipe(key, table, name) for key, table in tables.items())


@functools.cache
def _shipped() -> tuple[Recipe, ...]:
    files = Path(__file__).parent.glob("*.toml")
    texts = ((path.read_text(encoding="utf-8"), path.name) for path in files)
    return tuple(recipe for text, name in texts for recipe in parse(text, name))


def _read(path: Path) -> tuple[Recipe, ...]:
    try:
        return parse(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise RecipeError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RecipeError(f"{path}: byte {error.start} is not UTF-8; save it as UTF-8") from None


def _recipe(key: str, table: Any, name: str) -> Recipe:
    if not isinstance(table, dict):
        raise RecipeError(f"{name}: {key}: a table such as [{key}] is wanted, not a value")
    try:
        recipe = msgspec.convert({**table, "id": key}, Recipe)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$.")
        at = f"{key}.{place.removesuffix('`')}" if place else key
        raise RecipeError(f"{name}: {at}: {reason}") from None
    if problem := next(_problems(recipe), None):
        raise RecipeError(f"{name}: {key}.{problem}")
    return recipe


def _problems(recipe: Recipe) -> Iterator[str]:
    """What is wrong with a recipe of the right shape."""
    yield from _pattern_problems(recipe)
    if bool(recipe.suffixes) == recipe.is_executable:
        yield "suffixes: these or is_executable are wanted, one of the two"
    if recipe.needs_main and not recipe.main:
        yield "needs_main: there is no main to look for"
    if recipe.unit and not recipe.main:
        yield "unit: there is no main to look for"
    if taken := PLACEHOLDERS.intersection(recipe.words):
        yield f"words: {min(taken)!r} means something already"
    known = {*PLACEHOLDERS, *recipe.words, *(tool.name for tool in recipe.tools)}
    for place, text in _templates(recipe):
        for word in PLACEHOLDER.findall(text):
            if word not in known:
                yield f"{place}: {{{word}}} is unknown; there are {', '.join(sorted(known))}"
            elif word == "sources" and (text != "{sources}" or place != "build"):
                yield f"{place}: {{sources}} is an argument of its own, of build alone"
    for number, when in enumerate(recipe.when):
        if unknown := set(when.words) - set(recipe.words):
            yield f"when[{number}].words: {min(unknown)!r} is none of the recipe's words"
    for file in recipe.files:
        if "/" in file or file in {"", ".", ".."}:
            yield f"files: the name of a file without a folder is wanted, not {file!r}"


def _pattern_problems(recipe: Recipe) -> Iterator[str]:
    named: list[tuple[str, str, bool]] = [
        ("not_sources", recipe.not_sources, False),
        ("main", recipe.main, False),
        ("package", recipe.package, True),
        ("unheeded", recipe.unheeded, False),
        ("unit", recipe.unit, True),
        ("missing", recipe.missing, True),
        ("package_imports", recipe.package_imports, True),
    ]
    named += [(f"imports[{number}]", each, True) for number, each in enumerate(recipe.imports)]
    named += [
        (f"when[{number}].pattern", each.pattern, False) for number, each in enumerate(recipe.when)
    ]
    for place, pattern, needs_group in named:
        try:
            groups = re.compile(pattern).groups
        except re.error as error:
            yield f"{place}: no regular expression: {error}"
            continue
        if pattern and needs_group and not groups:
            yield f"{place}: a group (…) is wanted that holds the name"


def _templates(recipe: Recipe) -> Iterable[tuple[str, str]]:
    yield from (("run", argument) for argument in recipe.run)
    yield from (("run_in_package", argument) for argument in recipe.run_in_package)
    yield from (("shown_in_package", argument) for argument in recipe.shown_in_package)
    for command in (recipe.build, *recipe.build_again):
        yield from (("build", argument) for argument in command)
    yield "made", recipe.made
    yield from ((f"environment.{name}", value) for name, value in recipe.environment.items())
    yield from ((f"files.{name}", text) for name, text in recipe.files.items())
