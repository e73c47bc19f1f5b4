"""How a program is written: what a syntax tree tells of functional style.

One package for each family of languages, entered in `LANGUAGES` and imported where a source of it
is studied; each says in its docstrings what counts. Pure: nothing here opens a file. What is
counted is evidence for somebody who reads the program, never a mark.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

import msgspec

from reversi_conformance.submission import MOST_PLACES, Trait

if TYPE_CHECKING:
    from collections.abc import Container

    from reversi_conformance.classroom.style.marks import Mark
    from reversi_conformance.classroom.style.program import Function, Program

_ECMASCRIPT: Final = "reversi_conformance.classroom.style.ecmascript"
_PYTHON: Final = "reversi_conformance.classroom.style.python"
LANGUAGES: Final[Mapping[str, str]] = {
    ".ts": _ECMASCRIPT,
    ".mts": _ECMASCRIPT,
    ".cts": _ECMASCRIPT,
    ".tsx": _ECMASCRIPT,
    ".js": _ECMASCRIPT,
    ".mjs": _ECMASCRIPT,
    ".cjs": _ECMASCRIPT,
    ".jsx": _ECMASCRIPT,
    ".py": _PYTHON,
}
"""The package that reads the sources with a suffix."""
COUNTED: Final = ("loops", "reassignments", "mutations", "higher-order", "pure-functions")
TOTALS: Final = ("functions", "lines", "files")
"""What makes the counts meaningful."""
UNSURE: Final = ("not-understood", "not-read")
"""Where the counts may be wrong: what is no program to the parser, and files that were left out."""

MOST_SECONDS: Final = 20
"""Of processor time; the parser gives up a single file long before."""
MOST_MEMORY: Final = 2 << 30


class Source(msgspec.Struct, frozen=True):
    """A file of a submission."""

    name: str
    """Its path below the submission's folder, with "/"."""
    suffix: str
    """One of `LANGUAGES`."""
    text: str
    """With "\\n" after each line."""


class Request(msgspec.Struct, frozen=True):
    """What a process is asked to study."""

    sources: tuple[Source, ...]
    left_out: tuple[str, ...]


class Reading(Protocol):
    """One source on its way; each round is done for all files before the next one."""

    def __init__(self, text: str, suffix: str, program: "Program") -> None:
        """Parse a source. Raises `tree.TooSlowError`."""

    def declare(self) -> None:
        """Find out what the source declares."""

    def bind(self) -> None:
        """Find out what is a function."""

    def trace(self) -> None:
        """Find out where values come from."""

    def examine(self) -> Iterator["Mark"]:
        """Yield what counts, but for what needs the whole program."""

    def functions(self, pure: "Container[Function]") -> Iterator["Mark"]:
        """Yield "functions" and "pure-functions"."""

    def not_understood(self) -> Iterator["Mark"]:
        """Yield where the parser is at a loss."""


def study(sources: Sequence[Source], left_out: Sequence[str] = ()) -> tuple[Trait, ...]:
    """Return all of `COUNTED`, `TOTALS` and `UNSURE`, in this order.

    A place is a line, named once even where more than one thing in it counts, and the first
    `MOST_PLACES` of a trait are named; the count is of all. `left_out` are the names of files that
    could not be read. Needs the extra `style`: raises ImportError without it.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    given_up: list[int] = []
    for module in dict.fromkeys(LANGUAGES.values()):
        numbers = [
            number for number, each in enumerate(sources) if LANGUAGES[each.suffix] == module
        ]
        for number, mark in _marks(sources, numbers, module, given_up):
            found.setdefault(mark.trait, []).append((number, mark.line))
    read = [each for number, each in enumerate(sources) if number not in given_up]
    not_read = (*left_out, *(sources[number].name for number in given_up))
    names = tuple(each.name for each in read)
    totals = {
        "lines": Trait("lines", sum(_line_count(each.text) for each in read), ()),
        "files": Trait("files", len(read), names[:MOST_PLACES]),
        "not-read": Trait("not-read", len(not_read), not_read[:MOST_PLACES]),
    }
    return tuple(
        totals.get(trait) or _trait(trait, found.get(trait, ()), sources)
        for trait in (*COUNTED, *TOTALS, *UNSURE)
    )


def _marks(
    sources: Sequence[Source], numbers: Iterable[int], module: str, given_up: list[int]
) -> Iterator[tuple[int, "Mark"]]:
    """Yield the marks of the sources of one family, which are one program."""
    from reversi_conformance.classroom.style.program import Program  # noqa: PLC0415
    from reversi_conformance.classroom.style.tree import TooSlowError  # noqa: PLC0415

    program = Program()
    readings: dict[int, Reading] = {}
    for number in numbers:
        make = cast("type[Reading]", import_module(module).Reading)
        try:
            readings[number] = make(sources[number].text, sources[number].suffix, program)
        except TooSlowError:
            given_up.append(number)
    for prepare in ("declare", "bind", "trace"):
        for reading in readings.values():
            getattr(reading, prepare)()
    for number, reading in readings.items():
        yield from ((number, mark) for mark in (*reading.examine(), *reading.not_understood()))
    pure = program.pure()
    for number, reading in readings.items():
        yield from ((number, mark) for mark in reading.functions(pure))


def _trait(trait: str, found: Sequence[tuple[int, int]], sources: Sequence[Source]) -> Trait:
    lines = sorted(set(found))[:MOST_PLACES]
    places = tuple(f"{sources[number].name}:{line}" for number, line in lines)
    return Trait(trait, len(found), places)


def _line_count(text: str) -> int:
    """How many lines hold anything."""
    return sum(bool(line.strip()) for line in text.split("\n"))
