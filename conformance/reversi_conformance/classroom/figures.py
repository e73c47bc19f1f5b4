"""What is said of a class as a whole: values alone, made by `statistics` and shown by others.

Students are told by the same id as in their submissions. Lists have one order, whatever the order
of the reports they come from.
"""

import enum
from typing import NamedTuple

import msgspec

from reversi_conformance.classroom.concerns import Concern, Reason
from reversi_conformance.classroom.similarity import SimilarPrograms


class Standing(enum.Enum):
    """What became of a submission."""

    JUDGED = "judged"
    NOT_PLAYED = "not-played"
    """Judged, but nothing could be played: no program, or it could not be built."""
    NOT_JUDGED = "not-judged"
    """The harness or the machine lacked something, or was interrupted: no mark follows."""
    ABSENT = "absent"
    """Nothing was handed in."""


class Points(NamedTuple):
    """Points of those that could be had; what was not assessed could not."""

    earned: float
    possible: float


class Row(msgspec.Struct, frozen=True):
    """One student of the class."""

    student: str
    name: str
    standing: Standing
    earned: float | None = None
    """The automatic points; None where none count."""
    possible: float | None = None
    criteria: tuple[Points | None, ...] = ()
    """The points in each criterion of the summary, in its order; empty where none count."""
    failed: tuple[str, ...] = ()
    """The ids of the checks that lost points in a game."""
    causes: tuple[str, ...] = ()
    """The sentences of the likely causes."""
    language: str = ""
    is_late: bool = False
    reasons: tuple[Reason, ...] = ()
    """Why a person should look, each once."""


class Spread(msgspec.Struct, frozen=True):
    """How totals lie; quartiles are interpolated between the nearest two."""

    mean: float
    lowest: float
    lower_quartile: float
    median: float
    upper_quartile: float
    highest: float


class Bin(msgspec.Struct, frozen=True):
    """A bar of the histogram: totals of at least `low` and less than `high`; the last one's too."""

    low: float
    high: float
    count: int


class Failure(msgspec.Struct, frozen=True):
    """A student who lost points in a check."""

    student: str
    cases: int
    """In how many cases; 0 where every session stopped before it came to the check."""
    assessed: int


class CheckFigures(msgspec.Struct, frozen=True):
    """How the class did in one check."""

    id: str
    title: str
    possible: float
    mean: float | None
    """None where it was assessed for nobody."""
    full: int
    """How many have all its points that could be had."""
    counted: int
    """For how many it was assessed."""
    failures: tuple[Failure, ...]
    """Who lost points in it by playing: those with most cases first."""

    @property
    def cases(self) -> int:
        """In how many cases it failed, over all students."""
        return sum(failure.cases for failure in self.failures)


class CriterionFigures(msgspec.Struct, frozen=True):
    """How the class did in one criterion that is judged automatically."""

    id: str
    title: str
    possible: float
    mean: float | None
    """None where it was assessed for nobody."""
    full: int
    """How many have all its points that could be had."""
    counted: int
    """For how many any of its checks was assessed."""
    checks: tuple[CheckFigures, ...]


class CauseFigures(msgspec.Struct, frozen=True):
    """A likely cause, and who has it."""

    ids: tuple[str, ...]
    message: str
    students: tuple[str, ...]


class Unplayed(msgspec.Struct, frozen=True):
    """Why nothing of a submission could be played."""

    student: str
    code: str
    message: str
    lines: tuple[str, ...]
    """What a tool said about it."""


class SlowProgram(msgspec.Struct, frozen=True):
    """How long one program took."""

    student: str
    seconds: float
    """All its sessions together, on the wall's clock."""
    case: str
    """The longest session."""
    case_seconds: float


class ClassSummary(msgspec.Struct, frozen=True):
    """All that is said of a class as a whole."""

    assignment: str
    """The id; empty where there is no report. Several are separated by commas."""
    rows: tuple[Row, ...]
    """All students, by id, in which numbers are in order."""
    possible: float
    """The most automatic points that a report can give."""
    totals: Spread | None
    """None where nothing was judged."""
    histogram: tuple[Bin, ...]
    criteria: tuple[CriterionFigures, ...]
    causes: tuple[CauseFigures, ...]
    """The most frequent first."""
    concerns: tuple[Concern, ...]
    """By reason, those with most cases first."""
    similar: tuple[SimilarPrograms, ...]
    unplayed: tuple[Unplayed, ...]
    slowest: tuple[SlowProgram, ...]
    """At most five, the slowest first."""

    def standing(self, *standings: Standing) -> int:
        """How many students have one of these."""
        return sum(row.standing in standings for row in self.rows)

    @property
    def judged(self) -> int:
        """How many submissions the figures are over."""
        return self.standing(Standing.JUDGED, Standing.NOT_PLAYED)

    @property
    def partly_assessed(self) -> int:
        """For how many submissions fewer points could be had, since no game came to some check."""
        return sum(row.possible is not None and row.possible < self.possible for row in self.rows)

    @property
    def most_failed(self) -> tuple[CheckFigures, ...]:
        """The checks that anybody failed: those with most students first, then with most cases."""
        checks = (check for criterion in self.criteria for check in criterion.checks)
        failed = [check for check in checks if check.failures]
        return tuple(sorted(failed, key=lambda check: (-len(check.failures), -check.cases)))
