"""From candidates to a suite on disk: the catalogue is played through them, the fewest are kept.

Writes `<folder>/<case id>.txt` by way of `corpus`, and removes transcripts of the same seed that
are there and were not kept.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from reversi_conformance import corpus
from reversi_conformance.assignment import Assignment, load
from reversi_conformance.audit import catalogue
from reversi_conformance.audit.matrix import ENOUGH, Matrix
from reversi_conformance.audit.playing import play
from reversi_conformance.reference import perform
from reversi_conformance.search.suite import (
    DEFAULT_SEED,
    Candidate,
    Caught,
    case_ids,
    choose,
    other_ids,
)
from reversi_conformance.transcript import Header

SPOKEN = "python"
"""The assignment whose wording the programs of the catalogue speak."""


def published(assignment: Assignment, seed: int) -> tuple[Header, ...]:
    """Return the games that a suite of this seed must not have: those that anybody can read.

    None for the default seed, which is theirs. Raises `TranscriptError`.
    """
    folder = corpus.home() / assignment.suite
    if seed == DEFAULT_SEED or not folder.is_dir():
        return ()
    return tuple(case.header for case in corpus.load_folder(folder))


def played_mistakes(assignment: Assignment) -> list[catalogue.Mistake]:
    """Return the mistakes by which candidates are chosen.

    What plays at random takes no part, so that the same seed gives the same suite.
    """
    return [
        mistake
        for mistake in catalogue.load(catalogue.home())
        if not mistake.is_random and catalogue.shows_in(mistake, assignment)
    ]


def try_out(
    candidates: Sequence[Candidate],
    mistakes: Sequence[catalogue.Mistake],
    assignment: Assignment,
    *,
    jobs: int,
    on_program: Callable[[str], None],
) -> Matrix:
    """Play mistakes through the candidates. Raises `CannotStartError`.

    They are worded as the programs speak, whatever the assignment's own words are.
    """
    speech = load(SPOKEN)
    spoken = msgspec.structs.replace(assignment, wording=speech.wording, signs=speech.signs)
    cases = [perform(candidate.header, spoken) for candidate in candidates]
    return play(mistakes, (), cases, spoken, jobs=jobs, on_program=on_program)


def barely_caught(mistakes: Sequence[catalogue.Mistake], caught: Caught) -> list[catalogue.Mistake]:
    """Return the mistakes that fewer candidates than enough catch, in any check they must lose."""
    names = {name.partition(" ")[0] for name, cases in caught.items() if len(cases) < ENOUGH}
    return [mistake for mistake in mistakes if mistake.id in names]


def with_twins(
    candidates: Sequence[Candidate], caught: Caught, twins: Sequence[Candidate], more: Matrix
) -> tuple[tuple[Candidate, ...], Caught]:
    """Return the candidates and those twins that catch what too few of them catch.

    `more` says what the twins catch of this.
    """
    added = {
        name: more.caught.get(name, ()) for name, cases in caught.items() if len(cases) < ENOUGH
    }
    catching = {case for cases in added.values() for case in cases}
    useful = [twin for twin in twins if twin.header.id in catching]
    both = {name: (*cases, *added.get(name, ())) for name, cases in caught.items()}
    return (*candidates, *useful), both


def write_suite(
    candidates: Sequence[Candidate], caught: Caught, assignment: Assignment, folder: Path, seed: int
) -> tuple[Path, ...]:
    """Write the fewest candidates that do what all of them do; returns their files, in order."""
    headers = [candidate.header for candidate in choose(candidates, caught)]
    paths = tuple(corpus.write_case(folder, perform(header, assignment)) for header in headers)
    for case in (*case_ids(assignment, seed), *other_ids(assignment, seed)):
        path = folder / f"{case}.txt"
        if path not in paths:
            path.unlink(missing_ok=True)
    return paths
