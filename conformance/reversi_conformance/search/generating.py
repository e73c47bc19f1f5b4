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
from reversi_conformance.audit.matrix import Matrix
from reversi_conformance.audit.playing import play
from reversi_conformance.reference import perform
from reversi_conformance.search.suite import (
    DEFAULT_SEED,
    Candidate,
    Caught,
    case_ids,
    choose,
    find_twins,
    twin_ids,
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
    spoken = msgspec.structs.replace(assignment, wording=load(SPOKEN).wording)
    cases = [perform(candidate.header, spoken) for candidate in candidates]
    return play(mistakes, (), cases, spoken, jobs=jobs, on_program=on_program)


def add_twins(
    candidates: Sequence[Candidate],
    caught: Caught,
    mistakes: Sequence[catalogue.Mistake],
    assignment: Assignment,
    seed: int,
    *,
    jobs: int,
) -> tuple[tuple[Candidate, ...], Caught]:
    """Find twins of candidates that alone catch a mistake, and play these mistakes through them.

    Returns all candidates, and who catches what with the twins. Raises `CannotStartError`, and
    KeyboardInterrupt after Ctrl-C.
    """
    twins = find_twins(assignment, seed, published(assignment, seed), candidates, caught)
    barely = {name.partition(" ")[0] for name, cases in caught.items() if len(cases) == 1}
    if not twins:
        return tuple(candidates), caught
    matrix = try_out(
        twins,
        [mistake for mistake in mistakes if mistake.id in barely],
        assignment,
        jobs=jobs,
        on_program=lambda _: None,
    )
    if not matrix.is_complete:
        raise KeyboardInterrupt
    more = {name: (*cases, *matrix.caught.get(name, ())) for name, cases in caught.items()}
    return (*candidates, *twins), more


def write_suite(
    candidates: Sequence[Candidate], caught: Caught, assignment: Assignment, folder: Path, seed: int
) -> tuple[Path, ...]:
    """Write the fewest candidates that do what all of them do; returns their files, in order."""
    headers = [candidate.header for candidate in choose(candidates, caught)]
    paths = tuple(corpus.write_case(folder, perform(header, assignment)) for header in headers)
    for case in (*case_ids(assignment, seed), *twin_ids(assignment, seed)):
        path = folder / f"{case}.txt"
        if path not in paths:
            path.unlink(missing_ok=True)
    return paths
