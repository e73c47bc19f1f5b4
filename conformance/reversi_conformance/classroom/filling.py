"""What the names in braces of a recipe stand for in one submission, and what is run with them.

Reads sources and writes nothing.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from reversi_conformance.classroom import tools
from reversi_conformance.classroom.recipes.recipe import PLACEHOLDER, Recipe
from reversi_conformance.classroom.recipes.recognising import (
    Program,
    companions,
    has_main,
    imported,
)
from reversi_conformance.classroom.recipes.sources import Sources, encoding_of

OUT: Final = ".built"
"""The folder for what is built, inside the submission's."""
PLAIN: Final = f"{OUT}/plain"
"""The folder for copies of sources in UTF-8."""
LONGEST_SOURCE: Final = 4 * 1024 * 1024
"""Bytes of a source that are copied."""

_STRING: Final = re.compile(r""" "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' """, re.VERBOSE)


class Words:
    """What the names stand for in one submission."""

    def __init__(self, sources: Sources, program: Program) -> None:
        """Look at the sources as far as the recipe asks for it."""
        self.recipe = recipe = program.recipe
        self.entry = program.entry
        self.folder = sources.folder
        self.sources = _gathered(sources, recipe, program.entry)
        self.plain = _in_need_of_copies(sources, recipe, self.sources)
        """Files that are to be built from copies in UTF-8; none where all can be taken as is."""
        self._base = PLAIN if self.plain else "."
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
    read = (sources.head(path, LONGEST_SOURCE) for path in every)
    return every if any(encoding_of(data) not in {None, "utf-8"} for data in read) else ()
