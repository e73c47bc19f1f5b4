"""What a student handed in, and what became of it before its program was played.

Plain facts for the record; found out by `classroom`. Knows nothing of files and of scoring.
"""

from typing import Final

import msgspec

from reversi_conformance.findings import Value

MOST_PLACES: Final = 100
"""Places of a trait that are named."""


class Problem(msgspec.Struct, frozen=True):
    """Something that keeps a submission, or a part of it, from being played, or nearly did."""

    code: str
    """What it is, for good: "archive.broken", "build.failed", "program.none"."""
    params: dict[str, Value]
    message: str
    lines: tuple[str, ...] = ()
    """What a tool said about it, such as a compiler's first error with the lines below it."""
    is_ours: bool = False
    """The harness or the machine lacks something: then no mark follows from it."""
    is_note: bool = False
    """It was played all the same, and nothing follows from it."""


class Trait(msgspec.Struct, frozen=True):
    """One way of writing programs, counted in a submission: evidence for a mark by hand."""

    id: str
    """What is counted: "loops", "reassignments", "mutations", "higher-order", "pure-functions"; of
    how much: "functions", "lines", "files"; and what could not be: "not-understood", "not-read"."""
    count: int
    places: tuple[str, ...]
    """Where, as "src/game.ts:12", in order; the first `MOST_PLACES`."""


class Submission(msgspec.Struct, frozen=True):
    """Where a report comes from whose program was found in what was handed in."""

    student: str
    """What tells the student from all others of the class; empty where it is of none."""
    name: str
    """What the student is called; empty where nothing says so."""
    sources: tuple[str, ...]
    """The files and folders as they were handed in, below the folder of the class."""
    is_late: bool = False
    """The download says so."""
    language: str = ""
    """The id of the recipe by which it was built and run; empty where none fits."""
    entry: str = ""
    """The file that was run or built, below the submission's own folder."""
    choice: str = ""
    """How that file was chosen, in one clause."""
    build: str = ""
    """The command that built it, quoted for a shell; empty where nothing was built."""
    problems: tuple[Problem, ...] = ()
    traits: tuple[Trait, ...] = ()
    fingerprint: str = ""
    """Stays the same while nothing changes on which the report depends: what was handed in, the
    suite, the assignment, the recipes, the version."""

    @property
    def is_judged(self) -> bool:
        """Whether the points say something about the submission; else they count for nothing."""
        return not any(problem.is_ours for problem in self.problems)
