"""The report as `result.json` of Classroom 50, `classroom50/result/v1`.

Its schema is `schemas/result-v1.schema.json` of foundation50/classroom50; its top level is closed.
Scores there are whole numbers, and points here have two decimals: a score is the points in
hundredths, so that 2.5 of 5 points are 250 of 500, nothing is lost and nothing invented. The points
stand beside it. Points that are no mark are no tests and 0 of 0, as the schema has it for errors.

Whose result it is the record does not know: the runner of Classroom 50 says it in the environment
of the autograder (`identity`), and overwrites what it knows better.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from reversi_conformance.language import listed, say
from reversi_conformance.report import Report
from reversi_conformance.reports import json, outcomes
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.reports.outcomes import Outcome, Status

_HUNDREDTHS: Final = 100
_VARIABLES: Final = (
    "CLASSROOM",
    "ASSIGNMENT",
    "ASSIGNMENT_TYPE",
    "OWNER",
    "SUBMISSION_TAG",
    "COMMIT_URL",
    "RELEASE_URL",
)


class MissingVariablesError(ValueError):
    """Some of the runner's variables are there and others not; the message names these."""


class Identity(msgspec.Struct, frozen=True):
    """Whose result it is, in the words of the schema."""

    classroom: str
    assignment: str
    assignment_type: str
    owner: str
    submission: str
    commit: str
    release: str
    review: str
    datetime: str
    """When it was handed in, as "2026-06-01T14:32:01Z"."""


NOBODY: Final = Identity(
    "unknown",
    "unknown",
    "individual",
    "unknown",
    "submit/unknown",
    "unknown",
    "unknown",
    "unknown",
    "1970-01-01T00:00:00Z",
)
"""For a look at a result outside of Classroom 50, which refuses it: no repository is called so."""


def identity(environment: Mapping[str, str], now: str) -> Identity:
    """Return what the runner says; nobody where it says nothing at all.

    `now` stands for the time until the runner overwrites it with the commit's. Raises
    `MissingVariablesError`.
    """
    given = {name for name in _VARIABLES if environment.get(name)}
    if "SUBMISSION_TAG" not in given:
        return NOBODY
    if missing := [name for name in _VARIABLES if name not in given]:
        raise MissingVariablesError(
            say("the runner of Classroom 50 should set {names} as well", names=listed(missing))
        )
    return Identity(
        classroom=environment["CLASSROOM"],
        assignment=environment["ASSIGNMENT"],
        assignment_type=environment["ASSIGNMENT_TYPE"],
        owner=environment["OWNER"],
        submission=environment["SUBMISSION_TAG"],
        commit=environment["COMMIT_URL"],
        release=environment["RELEASE_URL"],
        review=environment.get("REVIEW_URL") or environment["COMMIT_URL"],
        datetime=now,
    )


class GradedTest(
    msgspec.Struct, frozen=True, rename={"name": "test-name", "max_score": "max-score"}
):
    """One test of the schema, and what it lets a test say besides."""

    name: str
    passed: bool
    score: int
    max_score: int
    points: float
    possible: float
    message: str
    output: str
    next: str
    """What to do now, on the first test alone: the closed top level has no place for it."""


def render(report: Report, whose: Identity = NOBODY) -> str:
    """Return the JSON, indented by two."""
    tests = () if outcomes.no_mark(report) else tuple(_tests(report))
    return json.write(
        {
            "schema": "classroom50/result/v1",
            **msgspec.structs.asdict(whose),
            "score": sum(test.score for test in tests),
            "max-score": sum(test.max_score for test in tests),
            "tests": tests,
        }
    )


def _tests(report: Report) -> Iterator[GradedTest]:
    step = "\n".join(next_step(report).lines)
    for outcome in outcomes.outcomes(report):
        if outcome.status is not Status.SKIPPED:
            yield _test(outcome, step)
            step = ""


def _test(outcome: Outcome, step: str) -> GradedTest:
    earned = outcome.earned or 0
    return GradedTest(
        name=f"{outcome.id}: {outcome.title}",
        passed=outcome.status is Status.PASSED,
        score=_hundredths(earned),
        max_score=_hundredths(outcome.possible),
        points=earned,
        possible=outcome.possible,
        message=outcome.message,
        output=outcome.details,
        next=step,
    )


def _hundredths(points: float) -> int:
    return round(points * _HUNDREDTHS)
