"""Which program a submission holds: the recipe that fits, and the file with which it begins.

Reads what was handed in and executes nothing of it.
"""

import fnmatch
import json
import posixpath
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from reversi_conformance.classroom import tools
from reversi_conformance.classroom.recipes.recipe import Recipe
from reversi_conformance.classroom.recipes.sources import Sources, is_of_tests, is_program
from reversi_conformance.escaping import as_text
from reversi_conformance.findings import Value
from reversi_conformance.problem_messages import problem
from reversi_conformance.sessions.programs import INTERPRETERS, TO_BUILD
from reversi_conformance.submission import Problem

AS_TOLD: Final = "as --run says"

_PROGRAMS: Final = frozenset((*INTERPRETERS, *TO_BUILD, ".ipynb"))
"""Suffixes of programs, whether there is a recipe for them or not."""
_MOST_NAMED: Final = 8
_MOST_CANDIDATES: Final = 400
_WORD: Final = re.compile(r"[^\s\"'=;&|()]+\.[mc]?[jt]s\b")
_BUILT: Final = frozenset(("dist", "build", "out", "lib", "bin"))


class Program(NamedTuple):
    """What is to be built and run."""

    recipe: Recipe
    entry: str
    """The file with which the program begins, from the submission's folder; empty for a command.
    As a path that can be opened: `escaping.as_text` makes of it what can be written down."""
    choice: str
    """How it was chosen, in one clause."""


class _Offer(NamedTuple):
    """A recipe and the files that may be its entry."""

    recipe: Recipe
    entries: tuple[str, ...]
    choice: str


def recognise(
    folder: Path, recipes: Sequence[Recipe], *, run: str | None = None
) -> Program | Problem:
    """Return the program that a folder holds, or why there is none that could be played.

    `run` names the file, by its path or a pattern such as "src/*.py", or is a whole command line
    such as "python3 {folder}/src/game.py". A problem's code is "program.none", "program.several" or
    "program.tool-missing".
    """
    sources = Sources(folder)
    if run is not None:
        return _as_told(sources, recipes, run)
    offers = [offer for recipe in recipes if (offer := _offer(sources, recipe))]
    if not offers:
        return _none(sources, recipes)
    least = min(offer.recipe.rank for offer in offers)
    found = _of_languages([offer for offer in offers if offer.recipe.rank == least])
    if isinstance(found, Problem):
        return found
    return _with_tools(found, [offer.recipe for offer in offers])


def candidates(sources: Sources, recipe: Recipe) -> tuple[str, ...]:
    """Return the files that may belong to a program of this recipe; tests only if there is no
    other.
    """
    if recipe.is_executable:
        found = [path for path in sources.files if sources.is_executable(path)]
    else:
        found = [path for path in sources.files if _is_source(path, recipe, recipe.suffixes)]
    own = [path for path in found if not is_of_tests(path)]
    return tuple((own or found)[:_MOST_CANDIDATES])


def companions(sources: Sources, recipe: Recipe) -> tuple[str, ...]:
    """Return all files that may be built with an entry, tests left out."""
    suffixes = (*recipe.suffixes, *recipe.also)
    found = [path for path in sources.files if _is_source(path, recipe, suffixes)]
    return tuple(path for path in found if not is_of_tests(path))


def has_main(sources: Sources, recipe: Recipe, path: str) -> bool:
    """Whether a file holds that with which a program begins."""
    return bool(re.search(recipe.main, sources.code(path, recipe.comments), re.MULTILINE))


def imported(sources: Sources, recipe: Recipe, path: str) -> Iterator[str]:
    """Yield the last part of each name that a file takes in, without a suffix of its own."""
    code = sources.code(path, recipe.comments)
    for pattern in recipe.imports:
        for found in re.finditer(pattern, code, re.MULTILINE):
            for name in re.split(r"[,\s]+", found[1].strip()):
                last = posixpath.basename(name)
                yield _stem(last, recipe)


def reached(sources: Sources, recipe: Recipe, entry: str) -> tuple[str, ...]:
    """Return the entry and the files that it takes in, directly or by others."""
    by_stem: dict[str, list[str]] = {}
    for path in candidates(sources, recipe):
        by_stem.setdefault(PurePosixPath(path).stem, []).append(path)
    found = {entry: None}
    left = [entry]
    for path in left:
        for stem in imported(sources, recipe, path):
            new = [each for each in by_stem.get(stem, ()) if each not in found]
            found |= dict.fromkeys(new)
            left += new
    return tuple(found)


def _is_source(path: str, recipe: Recipe, suffixes: Iterable[str]) -> bool:
    if not is_program(path) or PurePosixPath(path).suffix.lower() not in suffixes:
        return False
    return not (recipe.not_sources and re.search(recipe.not_sources, path))


def _stem(name: str, recipe: Recipe) -> str:
    known = (*recipe.suffixes, *recipe.also, ".js", ".mjs", ".cjs")
    for suffix in known:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    # A name with points is a path, as Python writes it.
    return name.rpartition(".")[2]


def _offer(sources: Sources, recipe: Recipe) -> _Offer | None:
    if not all(name in sources.files for name in recipe.requires):
        return None
    entries = candidates(sources, recipe)
    if len(entries) == 1 and not recipe.needs_main:
        return _Offer(recipe, entries, f"the only {recipe.title} file")
    if recipe.needs_main:
        entries = tuple(path for path in entries if has_main(sources, recipe, path))
        if len(entries) == 1:
            return _Offer(recipe, entries, "the only file with a main function")
    return _narrowed(sources, recipe, entries) if entries else None


def _narrowed(sources: Sources, recipe: Recipe, entries: tuple[str, ...]) -> _Offer:
    """Leave out entries, for one reason after the other, until there is one."""
    reasons: dict[str, Callable[[], list[str]]] = {
        "package.json names it": lambda: _in_manifest(sources, recipe, entries),
        "no other file imports it": lambda: _roots(sources, recipe, entries),
        "it has the main function": lambda: [
            path for path in entries if recipe.main and has_main(sources, recipe, path)
        ],
        "it is called like the program": lambda: _well_named(recipe, entries),
        "it lies outermost": lambda: _outermost(entries),
    }
    given: list[str] = []
    for reason, narrow in reasons.items():
        left = tuple(narrow())
        if left and len(left) < len(entries):
            entries = left
            given.append(reason)
        if len(entries) == 1:
            break
    return _Offer(recipe, entries, " and ".join(given))


def _roots(sources: Sources, recipe: Recipe, entries: Sequence[str]) -> list[str]:
    takers: dict[str, set[str]] = {}
    for path in candidates(sources, recipe):
        for name in imported(sources, recipe, path):
            takers.setdefault(name, set()).add(path)
    return [path for path in entries if not takers.get(PurePosixPath(path).stem, set()) - {path}]


def _well_named(recipe: Recipe, entries: Sequence[str]) -> list[str]:
    for name in recipe.names:
        if found := [path for path in entries if PurePosixPath(path).stem.casefold() == name]:
            return found
    return []


def _outermost(entries: Sequence[str]) -> list[str]:
    least = min(path.count("/") for path in entries)
    return [path for path in entries if path.count("/") == least]


def _in_manifest(sources: Sources, recipe: Recipe, entries: Sequence[str]) -> list[str]:
    if not recipe.manifest:
        return []
    for named in _named(sources.text(recipe.manifest) if recipe.manifest in sources.files else ""):
        wanted = _without_suffix(posixpath.normpath(named))
        folder, _, rest = wanted.partition("/")
        for path in entries:
            # What a build makes in a folder of its own comes of a source below another one.
            is_made_of = folder in _BUILT and rest in (
                _without_suffix(path),
                _without_suffix(path.partition("/")[2]),
            )
            if _without_suffix(path) == wanted or is_made_of:
                return [path]
    return []


def _named(text: str) -> Iterator[str]:
    """Yield the files that a package.json names, the one that it starts first."""
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError):
        return
    scripts = _within(manifest, "scripts")
    for script in ("start", "play", "dev"):
        command = _within(scripts, script)
        if isinstance(command, str):
            yield from reversed(_WORD.findall(command[:1000]))
    bins = _within(manifest, "bin")
    for value in (
        *(bins.values() if isinstance(bins, dict) else [bins]),
        _within(manifest, "main"),
    ):
        if isinstance(value, str):
            yield value


def _within(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def _without_suffix(path: str) -> str:
    return str(PurePosixPath(path).with_suffix("")) if PurePosixPath(path).name else path


def _of_languages(offers: Sequence[_Offer]) -> _Offer | Problem:
    """Return the only offer of one entry, or that whose entry bears the best name."""
    if len(offers) == 1 and len(offers[0].entries) == 1:
        return offers[0]
    pairs = [(offer, entry) for offer in offers for entry in offer.entries]
    for name in ("reversi", "main"):
        named = [pair for pair in pairs if PurePosixPath(pair[1]).stem.casefold() == name]
        if len(named) == 1:
            [(offer, entry)] = named
            return _Offer(offer.recipe, (entry,), "it is called like the program")
        if named:
            break
    return _several([entry for _, entry in pairs])


def _with_tools(offer: _Offer, others: Sequence[Recipe]) -> Program | Problem:
    """Return the program, by another recipe for the same files where this one's tools are missing.

    `others` fit the submission, too.
    """
    same = [each for each in others if each.suffixes == offer.recipe.suffixes]
    for recipe in (offer.recipe, *same):
        if not tools.missing(recipe.tools):
            return Program(recipe, offer.entries[0], offer.choice)
    return tools.lack(offer.recipe.title, tools.missing(offer.recipe.tools))


def _as_told(sources: Sources, recipes: Sequence[Recipe], run: str) -> Program | Problem:
    if run not in sources.files and ("{folder}" in run or len(run.split()) > 1):
        return _command(run)
    if run in sources.files:
        found = [run]
    else:
        found = [
            path
            for path in sources.files
            if fnmatch.fnmatchcase(path, run) or fnmatch.fnmatchcase(PurePosixPath(path).name, run)
        ]
    if not found:
        return _none(sources, recipes, run)
    if len(found) > 1:
        return _several(found)
    [path] = found
    fitting = [
        recipe
        for recipe in recipes
        if PurePosixPath(path).suffix.lower() in recipe.suffixes
        and all(name in sources.files for name in recipe.requires)
    ]
    if not fitting and sources.is_executable(path):
        fitting = [recipe for recipe in recipes if recipe.is_executable]
    if not fitting:
        return _none(sources, recipes, run)
    return _with_tools(_Offer(fitting[0], (path,), AS_TOLD), fitting)


def _command(run: str) -> Program | Problem:
    try:
        words = tuple(shlex.split(run))
    except ValueError as error:
        params = {"run": run, "reason": str(error), "what": "command"}
        return problem("program.none", params, is_ours=True)
    return Program(Recipe(title="a command", run=words, id="command"), "", AS_TOLD)


def _none(sources: Sources, recipes: Sequence[Recipe], run: str = "") -> Problem:
    named = ", ".join(map(repr, sources.files[:_MOST_NAMED]))
    if more := len(sources.files) - _MOST_NAMED:
        named += f" and {more} more" if more > 0 else ""
    # Of another language, or under another name, it may well be right.
    suffixes = {PurePosixPath(path).suffix.lower() for path in sources.files}
    known = {suffix for recipe in recipes for suffix in recipe.suffixes}
    is_ours = bool(run) or not suffixes.isdisjoint(_PROGRAMS - known)
    params = {"files": named, "run": run, "what": "run"} if run else {"files": named}
    return problem("program.none", params, is_ours=is_ours)


def _several(entries: Sequence[str]) -> Problem:
    named = ", ".join(map(repr, entries[:_MOST_NAMED]))
    if (more := len(entries) - _MOST_NAMED) > 0:
        named += f" and {more} more"
    params: dict[str, Value] = {"files": named, "first": as_text(entries[0])}
    return problem("program.several", params, is_ours=True)
