"""The catalogues of messages: finds messages in the source, updates and compiles catalogues.

    python catalogue.py update      after a message was added or changed: then translate it
    python catalogue.py compile     after a translation was added or changed

What is a message: what stands in a call of `mark`, `say` and their like (`language`), in the tables
named below, in the help of a command and its options, among the words of a page, and what a sheet
says of an assignment that is shipped. Babel writes and reads the catalogues; packages are built
with compiled ones by `hatch_build.py`.
"""

import ast
import inspect
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from hatch_build import compile_catalogues

TOP: Final = Path(__file__).parent
PACKAGE: Final = TOP / "conformance" / "reversi_conformance"
CATALOGUE: Final = PACKAGE / "locale" / "zh_CN" / "LC_MESSAGES" / "reversi_conformance.po"

TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "captures/remarks.py": ("SENTENCES",),
    "cause_messages.py": ("_LINES", "_PARTS", "_WHOLE", "_SCOPES", "_CONDITIONS"),
    "commands/doctor.py": ("_WAYS", "_TOGETHER", "_TERMINALS"),
    "messages.py": ("SENTENCES", "WHY_ILLEGAL", "BOUNDS"),
    "problem_messages.py": ("SENTENCES",),
    "reports/phrases.py": ("_REASONS",),
    "reports/picture.py": ("_NAMES",),
    "reports/traits.py": ("_TITLES",),
    "rubric.py": ("_STOPPED", "_NOTHING_PLAYED", "_UNPLAYED", "DEAF", "_UNSEEN"),
    "search/statement.py": ("_KINDS", "_ASSUMPTIONS"),
    "sightings.py": ("_SENTENCES",),
}
"""The constants of a module whose texts are messages; of a table its values."""
COMMANDS: Final = ("cli.py", "commands/*.py")
PAGES: Final = "*/pages/en.toml"
ASSIGNMENTS: Final = "assignments/*.toml"

CLICK: Final[tuple[str | tuple[str, str], ...]] = (
    "Usage:",
    "Options",
    "Commands",
    "Positional arguments",
    "default: {default}",
    "required",
    "Show the version and exit.",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    "Missing argument",
    "Missing option",
    "Missing parameter",
    "Missing command.",
    "Choose from:\n\t{choices}",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "No such option {name!r}.",
    "No such option: {name}",
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    "Option {name!r} does not take a value.",
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "{value} is not in the range {range}.",
    "{value!r} is not a valid {number_type}.",
    "{value!r} is not a valid boolean. Recognized values: {states}",
    "file",
    "directory",
    "path",
    "{name} {filename!r} is a file.",
    "{name} {filename!r} is a directory.",
    "{name} {filename!r} is not readable.",
    "{name} {filename!r} is not writable.",
    "{name} {filename!r} does not exist.",
)
"""What click says here, in any of its versions; it looks its words up by itself."""

Message: TypeAlias = str | tuple[str, str]
"""A text, or one for a single thing and one for several."""


def messages() -> dict[Message, list[str]]:
    """Return every message, in the order of files, with the files in which it stands."""
    found: dict[Message, list[str]] = {}
    for message, path in _all():
        places = found.setdefault(message, [])
        if path not in places:
            places.append(path)
    return found


def _all() -> Iterator[tuple[Message, str]]:
    yield from ((message, "click") for message in CLICK)
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        yield from ((message, name) for message in _of_module(path, name))
    for path in sorted(PACKAGE.glob(PAGES)):
        words = tomllib.loads(path.read_text(encoding="utf-8"))
        name = path.relative_to(PACKAGE).as_posix()
        yield from ((message, name) for message in _of_words(words))
    for path in sorted(PACKAGE.glob(ASSIGNMENTS)):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        name = path.relative_to(PACKAGE).as_posix()
        yield from ((message, name) for message in _of_assignment(table))


def _of_module(path: Path, name: str) -> Iterator[Message]:
    tree = ast.parse(path.read_bytes())
    yield from _of_calls(tree)
    for constant in TABLES.get(name, ()):
        yield from _texts(_assigned(tree, constant))
    if any(Path(name).match(pattern) for pattern in COMMANDS):
        yield from _of_commands(tree)


def _of_calls(tree: ast.Module) -> Iterator[Message]:
    """What is said by its text; `say` of a name tells what was marked elsewhere."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match _name(node.func), node.args:
            case "mark" | "say", [ast.Constant(value=str(message)), *_]:
                yield message
            case (
                "say_count" | "mark_count",
                [ast.Constant(value=str(one)), ast.Constant(value=str(many)), *_],
            ):
                yield one, many


def _name(function: ast.expr) -> str:
    """What is called, of the module `language`; others have functions of these names, too."""
    match function:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="language"), attr=name):
            return name
    return ""


def _assigned(tree: ast.Module, constant: str) -> ast.expr:
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                if name == constant:
                    return value
    raise LookupError(constant)


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts of an expression: of a table its values."""
    match node:
        case ast.Constant(value=str(text)):
            yield from (text,) if text else ()
        case ast.Dict(values=values):
            for each in values:
                yield from _texts(each)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for each in elements:
                yield from _texts(each)


def _of_commands(tree: ast.Module) -> Iterator[str]:
    """The help of commands, their arguments and options."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(_is_command, node.decorator_list)):
            yield inspect.cleandoc(ast.get_docstring(node) or "").replace("\b", r"\b")
        if isinstance(node, ast.keyword) and node.arg == "help":
            yield from _texts(node.value)


def _is_command(decorator: ast.expr) -> bool:
    match decorator:
        case ast.Call(func=ast.Attribute(attr="command" | "group")):
            return True
    return False


def _of_words(words: object) -> Iterator[Message]:
    """What `reports.page.sentences` puts into another language: texts, and pairs for a count."""
    match words:
        case str():
            yield words
        case [str(one), str(many)] if "{" in one:
            yield one, many
        case list():
            yield from words
        case dict():
            for each in words.values():
                yield from _of_words(each)


def _of_assignment(table: Mapping[str, Any]) -> Iterator[Message]:
    for criterion in table.get("criteria", ()):
        yield criterion["title"]
        yield from (check["title"] for check in criterion.get("checks", ()))


def template() -> Catalog:
    """Return a catalogue of all messages without a translation."""
    catalog = Catalog(domain="reversi_conformance", project="reversi-conformance", fuzzy=False)
    for message, places in messages().items():
        catalog.add(message, locations=[(place, None) for place in places])  # type: ignore[misc]
    return catalog


def load() -> Catalog:
    """Return the Chinese catalogue."""
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="zh_CN", domain="reversi_conformance")


def write(catalog: Catalog) -> None:
    """Write the Chinese catalogue; messages that are no longer in the source fall away."""
    with CATALOGUE.open("wb") as file:
        write_po(file, catalog, width=100, ignore_obsolete=True, include_lineno=False)


def update() -> None:
    """Bring the messages of the source into the Chinese catalogue, and keep what is translated."""
    catalog = load()
    created, revised = catalog.creation_date, catalog.revision_date
    catalog.update(template(), no_fuzzy_matching=True, update_header_comment=False)
    catalog.creation_date, catalog.revision_date = created, revised
    write(catalog)


def main(arguments: list[str]) -> int:
    """Do what is asked for; return the exit status."""
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_catalogues(TOP)
        case _:
            sys.stderr.write((__doc__ or "") + "\n")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
