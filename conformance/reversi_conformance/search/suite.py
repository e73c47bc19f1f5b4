"""From the wishes to the headers of a whole suite, and to its files.

The same seed gives the same headers. Writes `<folder>/<case id>.txt` by way of `corpus`.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.corpus import write_case
from reversi_conformance.reference import perform
from reversi_conformance.search.features import ENTRIES, VOCABULARY, shown
from reversi_conformance.search.games import Play, replay
from reversi_conformance.search.pursuit import pursue
from reversi_conformance.search.wishes import WISHES, Wish, case_id
from reversi_conformance.transcript import Header
from reversi_engine import Disc

DEFAULT_SEED: Final = 2018
"""The seed of the golden transcripts."""

_PREFIXES: Final = {"python": "py", "typescript": "ts"}


def find_suite(
    assignment: Assignment,
    seed: int = DEFAULT_SEED,
    progress: Callable[[str], None] = lambda _line: None,
) -> tuple[Header, ...]:
    """Return the headers of a suite, one for each wish of a size that the assignment has.

    `progress` is told of each case found. Raises `UnfulfilledWishError`.
    """
    missing = {computer: frozenset(VOCABULARY) for computer in Disc}
    headers = []
    for name, wish in case_ids(assignment, seed).items():
        random = Random(f"{seed} {case_id(wish, assignment.suite)}")  # noqa: S311 - no secret
        play = _fulfil(wish, missing[wish.computer], random)
        header = _header(name, wish, play, missing[wish.computer])
        missing[wish.computer] -= shown(play)
        headers.append(header)
        progress(f"{header.id}: {' '.join(header.moves)}")
    return tuple(headers)


def write_suite(
    assignment: Assignment,
    folder: Path,
    seed: int = DEFAULT_SEED,
    progress: Callable[[str], None] = lambda _line: None,
) -> tuple[Path, ...]:
    """Search a suite and write its transcripts; returns the files, in the order of the wishes."""
    headers = find_suite(assignment, seed, progress)
    return tuple(write_case(folder, perform(header, assignment)) for header in headers)


def wishes_for(assignment: Assignment) -> tuple[Wish, ...]:
    """Return the wishes of the sizes that an assignment has."""
    sizes = assignment.sizes
    return tuple(wish for wish in WISHES if sizes.minimum <= wish.board <= sizes.maximum)


def case_ids(assignment: Assignment, seed: int = DEFAULT_SEED) -> dict[str, Wish]:
    """Return the wish of each id of a suite, in the order in which they are fulfilled."""
    prefix = _prefix(assignment, seed)
    return {case_id(wish, prefix): wish for wish in wishes_for(assignment)}


def _prefix(assignment: Assignment, seed: int) -> str:
    """Permanent ids are those of the default seed; other suites must not take them."""
    prefix = _PREFIXES.get(assignment.suite, assignment.suite)
    return prefix if seed == DEFAULT_SEED else f"{prefix}-seed-{seed}"


def _fulfil(wish: Wish, missing: frozenset[str], random: Random) -> Play:
    if wish.moves:
        return replay(wish.board, wish.computer, wish.moves)
    return pursue(wish, missing, random)


def _header(name: str, wish: Wish, play: Play, missing: frozenset[str]) -> Header:
    exercises = {*wish.shows, *shown(play, ENTRIES | (wish.covers & missing))}
    ordered = tuple(feature for feature in VOCABULARY if feature in exercises)
    return Header(name, wish.board, wish.computer, play.moves, wish.ends, ordered)
