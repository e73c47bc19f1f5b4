"""The catalogue of deliberate mistakes: student programs, each wrong in one respect, and its price.

A mistake is a folder with a `mistake.toml`: one sentence that says what is wrong, the checks that
must lose points, the checks that may, the causes that a sheet may name for it, and either a base
(`bases/<base>.py`) with the changes to make in it or a whole program in the folder. It may also say
that the program plays at random, and on which boards the mistake shows first. The folders below
`latitude/` have the same form: manners that the assignment leaves open and that cost nothing.

Knows nothing of checks and causes themselves: their ids are plain text here. `write` creates one
file, `reversi.py`.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from reversi_conformance.assignment import Assignment

_PACKAGE: Final = Path(__file__).parents[1]
_LATITUDE: Final = "latitude"
_BASES: Final = "bases"
_KEYS: Final = {
    "sentence",
    "base",
    "program",
    "costs",
    "may_touch",
    "causes",
    "is_random",
    "smallest_size",
    "change",
}


class CatalogueError(ValueError):
    """A folder of the catalogue is not in order; the message begins with its file."""


class Change(NamedTuple):
    """One place of a base that is written otherwise."""

    old: str
    """What stands there, and nowhere else in the base."""
    new: str


@dataclass(frozen=True, slots=True)
class Mistake:
    """One program of the catalogue."""

    id: str
    """The name of its folder: a fact in kebab-case, such as `flips-miss-north-west`."""
    sentence: str
    """What the program does wrong (or, within the latitude, differently), for a reader."""
    costs: frozenset[str]
    """The ids of the checks that must lose points; empty within the latitude."""
    may_touch: frozenset[str]
    """Further checks that may lose points because of the same mistake, but need not."""
    causes: frozenset[str]
    """What a sheet may name as the likely cause, such as `flips.misses-north`; anything else that
    it names is wrong. Empty where no cause is known to be nameable."""
    is_random: bool
    """Whether the program decides anything by chance, so that two runs of it may differ."""
    source: str
    """The whole program, in Python."""
    smallest_size: int = 4
    """The smallest board on which the mistake shows."""
    base: str = ""
    """The name of the correct program that is changed; empty for a program of its own."""
    changes: tuple[Change, ...] = ()
    """What is changed in the base, in this order."""


def home() -> Path:
    """The folder of the catalogue: in the package where it is installed, else in the checkout."""
    installed = _PACKAGE / "mistakes"
    return installed if installed.is_dir() else _PACKAGE.parents[1] / "tests" / "mistakes"


def load(folder: Path, bases: Path | None = None) -> list[Mistake]:
    """The deliberate mistakes of a catalogue, by id.

    Their bases are the catalogue's own, or those of another one. Raises CatalogueError at a folder
    not in order.
    """
    mistakes = _read_all(folder, folder, (bases or folder) / _BASES)
    for mistake in mistakes:
        if not mistake.costs:
            raise CatalogueError(
                f"{mistake.id}/mistake.toml: costs is empty: it belongs in latitude/"
            )
    return mistakes


def load_latitude(folder: Path) -> list[Mistake]:
    """The manners of a catalogue that cost nothing, by id.

    Raises CatalogueError at a folder not in order.
    """
    mistakes = _read_all(folder / _LATITUDE, folder, folder / _BASES)
    for mistake in mistakes:
        if mistake.costs or mistake.may_touch or mistake.causes:
            raise CatalogueError(f"latitude/{mistake.id}/mistake.toml: a manner costs nothing")
    return mistakes


def shows_in(mistake: Mistake, assignment: Assignment) -> bool:
    """Whether an assignment has the boards and the checks by which a mistake shows."""
    checks = {check.id for check in assignment.checks}
    return mistake.smallest_size <= assignment.sizes.maximum and not checks.isdisjoint(
        mistake.costs
    )


def write(mistake: Mistake, folder: Path) -> Path:
    """Write the program as `reversi.py` into an existing folder and return its path."""
    path = folder / "reversi.py"
    path.write_text(mistake.source, encoding="utf-8")
    return path


def read_base(folder: Path, name: str) -> str:
    """The text of a correct program that mistakes of a catalogue are changes of."""
    return folder.joinpath(_BASES, f"{name}.py").read_text(encoding="utf-8")


def _read_all(folder: Path, root: Path, bases: Path) -> list[Mistake]:
    return [
        _read(path, path.relative_to(root), bases) for path in sorted(folder.glob("*/mistake.toml"))
    ]


def _read(path: Path, name: Path, bases: Path) -> Mistake:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"{name}: {error}") from error
    if unknown := table.keys() - _KEYS:
        raise CatalogueError(f"{name}: keys {sorted(unknown)} are none of {sorted(_KEYS)}")
    if missing := {"sentence", "costs", "may_touch"} - table.keys():
        raise CatalogueError(f"{name}: missing keys {sorted(missing)}")
    if ("base" in table) == ("program" in table):
        raise CatalogueError(f"{name}: expected either a base or a program")
    costs, may_touch = frozenset(table["costs"]), frozenset(table["may_touch"])
    if both := costs & may_touch:
        raise CatalogueError(f"{name}: {sorted(both)} stand in costs and in may_touch")
    changes = _changes(name, table)
    return Mistake(
        id=path.parent.name,
        sentence=table["sentence"],
        costs=costs,
        may_touch=may_touch,
        causes=frozenset(table.get("causes", ())),
        is_random=table.get("is_random", False),
        source=_source(name, path.parent, bases, table, changes),
        smallest_size=table.get("smallest_size", 4),
        base=table.get("base", ""),
        changes=changes,
    )


def apply(base: str, changes: Iterable[Change]) -> str:
    """The base with these changes made in it, one after the other.

    Raises ValueError where an `old` does not stand there exactly once.
    """
    source = base
    for old, new in changes:
        if (times := base.count(old)) != 1:
            raise ValueError(f"`old` stands {times} times in the base: {old!r}")
        if (times := source.count(old)) != 1:
            raise ValueError(f"after earlier changes, {times} times `old`: {old!r}")
        source = source.replace(old, new)
    return source


def _changes(name: Path, table: dict[str, Any]) -> tuple[Change, ...]:
    changes = tuple(Change(each["old"], each["new"]) for each in table.get("change", ()))
    if "program" in table and changes:
        raise CatalogueError(f"{name}: a whole program takes no changes")
    if "base" in table and not changes:
        raise CatalogueError(f"{name}: the base {table['base']!r} is not changed")
    return changes


def _source(
    name: Path, folder: Path, bases: Path, table: dict[str, Any], changes: tuple[Change, ...]
) -> str:
    if "program" in table:
        return folder.joinpath(table["program"]).read_text(encoding="utf-8")
    try:
        return apply(read_base(bases.parent, table["base"]), changes)
    except ValueError as error:
        raise CatalogueError(f"{name}: {error}") from None
