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
from reversi_conformance.search.pursuit import Known, pursue
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
    known = dict.fromkeys(Disc, Known(frozenset(VOCABULARY)))
    headers = []
    for name, wish in case_ids(assignment, seed).items():
        before = known[wish.computer]
        random = Random(f"{seed} {case_id(wish, assignment.suite)}")  # noqa: S311 - no secret
        play = _fulfil(wish, before, random)
        known[wish.computer] = Known(
            before.missing - shown(play), before.games | {(wish.board, play.moves)}
        )
        headers.append(_header(name, wish, play, before.missing))
        progress(f"{name}: {' '.join(play.moves)}")
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


def _fulfil(wish: Wish, known: Known, random: Random) -> Play:
    if wish.moves:
        return replay(wish.board, wish.computer, wish.moves)
    return pursue(wish, known, random)


def _header(name: str, wish: Wish, play: Play, missing: frozenset[str]) -> Header:
    exercises = {*wish.shows, *shown(play, ENTRIES | (wish.covers & missing))}
    ordered = tuple(feature for feature in VOCABULARY if feature in exercises)
    return Header(name, wish.board, wish.computer, play.moves, wish.ends, ordered)
