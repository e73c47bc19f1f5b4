"""From the wishes to candidates, and from these to the cases of a suite.

The same seed gives the same headers. Plays no program: who catches which mistake is handed in.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from reversi_conformance.assignment import Assignment
from reversi_conformance.audit.matrix import ENOUGH
from reversi_conformance.search.cover import Need, smallest_cover
from reversi_conformance.search.features import ENTRIES, VOCABULARY, shown
from reversi_conformance.search.games import Play, replay
from reversi_conformance.search.pursuit import Known, UnfulfilledWishError, pursue
from reversi_conformance.search.variation import vary
from reversi_conformance.search.wishes import WISHES, Wish, case_id, later
from reversi_conformance.transcript import Header
from reversi_engine import Disc

DEFAULT_SEED: Final = 2018
"""The seed of the golden transcripts."""

_PREFIXES: Final = {"python": "py", "typescript": "ts"}
_RESULTS: Final = ("human-wins", "computer-wins", "nobody-wins")
_WAYS: Final = ("human-moves-last", "computer-moves-last", "early-end", "late-end")

Caught = Mapping[str, Sequence[str]]
"""By mistake, or by any part of one, the ids of the cases that catch it."""


class Candidate(NamedTuple):
    """A game that fulfils a wish, and the case that it would be."""

    wish: Wish
    header: Header
    play: Play


def find_candidates(
    assignment: Assignment,
    seed: int = DEFAULT_SEED,
    published: Sequence[Header] = (),
    progress: Callable[[str], None] = lambda _line: None,
) -> tuple[Candidate, ...]:
    """Return a game for each wish of a size that the assignment has.

    `progress` is told of each case found, or left out. Where games are already published, others
    are found: where a wish has no other game, one on the next larger board that shows the same
    fulfils it, then one in which an illegal first entry comes later, and where there is none either
    the wish is left out. Raises `UnfulfilledWishError` where a wish has no game although none is
    published.
    """
    known = {disc: Known(frozenset(VOCABULARY), _games(published, disc)) for disc in Disc}
    prefix = _prefix(assignment, seed)
    taken: set[str] = set()
    candidates = []
    for wish in wishes_for(assignment):
        before = known[wish.computer]
        random = Random(f"{seed} {case_id(wish, assignment.suite)}")  # noqa: S311 - no secret
        found = _fulfil(wish, before, random, assignment, anew=bool(published))
        name = case_id(found[0] if found else wish, prefix)
        if found is None or name in taken:
            progress(f"{name}: no other game")
            continue
        taken.add(name)
        fulfilled, play = found
        known[wish.computer] = Known(
            before.missing - shown(play), before.games | {(fulfilled.board, play.moves)}
        )
        candidates.append(
            Candidate(fulfilled, _header(name, fulfilled, play, before.missing), play)
        )
        progress(f"{name}: {' '.join(play.moves)}")
    return tuple(candidates)


def find_twins(
    assignment: Assignment,
    seed: int,
    published: Sequence[Header],
    candidates: Sequence[Candidate],
    progress: Callable[[str], None] = lambda _line: None,
) -> tuple[Candidate, ...]:
    """Return another game for each wish that has one, to catch what too few candidates catch.

    `progress` is told of each candidate whose wish was looked at.
    """
    games = {disc: _games(published, disc) for disc in Disc}
    for candidate in candidates:
        games[candidate.wish.computer] |= {(candidate.header.board, candidate.header.moves)}
    twins = []
    for candidate in candidates:
        progress(candidate.header.id)
        wish = _again(candidate.wish)
        random = Random(f"{seed} {case_id(wish, assignment.suite)}")  # noqa: S311 - no secret
        known = Known(frozenset(), games[wish.computer])
        if found := _fulfil(wish, known, random, assignment, anew=True):
            fulfilled, play = found
            name = case_id(fulfilled, _prefix(assignment, seed))
            twins.append(Candidate(fulfilled, _header(name, fulfilled, play, frozenset()), play))
    return tuple({twin.header.id: twin for twin in twins}.values())


def _again(wish: Wish) -> Wish:
    """The wish for another game that does the same."""
    return msgspec.structs.replace(wish, name=f"{wish.name}-again", moves=(), is_rare=False)


def choose(candidates: Sequence[Candidate], caught: Caught) -> tuple[Candidate, ...]:
    """Return the fewest candidates that do all that the candidates do together.

    Each mistake that two of them catch is caught by two that are kept, and by one where one does.
    What shows with either side for the computer stays shown. Given games are kept. Without any one
    of those that are kept, something of this would not hold.
    """
    kept = smallest_cover(_needs(candidates, caught))
    return tuple(candidates[number] for number in kept)


def purposes(candidates: Sequence[Candidate], caught: Caught) -> dict[str, tuple[str, ...]]:
    """By case, what would be shown or caught too seldom without it."""
    found: dict[str, list[str]] = {candidate.header.id: [] for candidate in candidates}
    for what, need in _named_needs(candidates, caught):
        if len(need.candidates) == need.times:
            for number in sorted(need.candidates):
                found[candidates[number].header.id].append(what)
    return {case: tuple(dict.fromkeys(whats)) for case, whats in found.items()}


def as_candidates(
    assignment: Assignment, headers: Sequence[Header], seed: int = DEFAULT_SEED
) -> tuple[Candidate, ...]:
    """Return the cases of a suite with their wishes, in the order of these.

    Raises KeyError for a case without a wish.
    """
    by_id = {header.id: header for header in headers}
    wishes = case_ids(assignment, seed) | other_ids(assignment, seed)
    if unknown := set(by_id) - set(wishes):
        raise KeyError(min(unknown))
    return tuple(
        Candidate(wish, by_id[case], _replayed(by_id[case]))
        for case, wish in wishes.items()
        if case in by_id
    )


def wishes_for(assignment: Assignment) -> tuple[Wish, ...]:
    """Return the wishes of the sizes that an assignment has."""
    sizes = assignment.sizes
    return tuple(wish for wish in WISHES if sizes.minimum <= wish.board <= sizes.maximum)


def case_ids(assignment: Assignment, seed: int = DEFAULT_SEED) -> dict[str, Wish]:
    """Return the wish of each id that a suite may have, in the order of fulfilment."""
    prefix = _prefix(assignment, seed)
    return {case_id(wish, prefix): wish for wish in wishes_for(assignment)}


def other_ids(assignment: Assignment, seed: int = DEFAULT_SEED) -> dict[str, Wish]:
    """Return the wish of each id of a delayed game or of a twin, as `case_ids`."""
    prefix = _prefix(assignment, seed)
    wishes = wishes_for(assignment)
    delayed = [wish for wish in map(later, wishes) if wish is not None]
    others = (*delayed, *map(_again, (*wishes, *delayed)))
    return {case_id(wish, prefix): wish for wish in others}


def _prefix(assignment: Assignment, seed: int) -> str:
    """Permanent ids are those of the default seed; other suites must not take them."""
    prefix = _PREFIXES.get(assignment.suite, assignment.suite)
    return prefix if seed == DEFAULT_SEED else f"{prefix}-seed-{seed}"


def _games(published: Sequence[Header], computer: Disc) -> frozenset[tuple[int, tuple[str, ...]]]:
    return frozenset(
        (header.board, header.moves) for header in published if header.computer is computer
    )


def _fulfil(
    wish: Wish, known: Known, random: Random, assignment: Assignment, *, anew: bool
) -> tuple[Wish, Play] | None:
    if wish.moves and (wish.board, wish.moves) not in known.games:
        return wish, replay(wish.board, wish.computer, wish.moves)
    if not anew:
        return wish, pursue(wish, known, random)
    if wish.is_rare:
        varied = vary(wish, known, random)
        return (wish, varied) if varied else None
    for other in _others(wish):
        if other.board <= assignment.sizes.maximum:
            try:
                return other, pursue(other, known, random)
            except UnfulfilledWishError:
                continue
    return None


def _others(wish: Wish) -> Iterator[Wish]:
    """What another game may show instead, the nearest first."""
    sought = msgspec.structs.replace(wish, moves=())
    yield sought
    yield msgspec.structs.replace(sought, board=wish.board + 2)
    if (delayed := later(sought)) is not None:
        yield delayed


def _header(name: str, wish: Wish, play: Play, missing: frozenset[str]) -> Header:
    exercises = {*wish.shows, *shown(play, ENTRIES | (wish.covers & missing))}
    ordered = tuple(feature for feature in VOCABULARY if feature in exercises)
    return Header(name, wish.board, wish.computer, play.moves, wish.ends, ordered)


def _replayed(header: Header) -> Play:
    return replay(header.board, header.computer, header.moves)


def _needs(candidates: Sequence[Candidate], caught: Caught) -> list[Need]:
    return [need for _, need in _named_needs(candidates, caught)]


def _named_needs(candidates: Sequence[Candidate], caught: Caught) -> Iterator[tuple[str, Need]]:
    """What candidates do together, by name, and how many of whom it takes."""
    numbers = {candidate.header.id: number for number, candidate in enumerate(candidates)}
    for mistake, cases in caught.items():
        catching = frozenset(numbers[case] for case in cases if case in numbers)
        if catching:
            yield mistake, Need(catching, min(ENOUGH, len(catching)))
    showing: defaultdict[tuple[Disc, str], set[int]] = defaultdict(set)
    for number, candidate in enumerate(candidates):
        for mark in _marks(candidate):
            showing[candidate.header.computer, mark].add(number)
    for (_, mark), found in showing.items():
        yield mark, Need(frozenset(found), 1)


def _marks(candidate: Candidate) -> Iterator[str]:
    """What must stay shown for the computer's side: names, sizes, and how an end comes about."""
    names = shown(candidate.play)
    yield from (name for name in VOCABULARY if name in names)
    yield f"a board of {candidate.header.board} × {candidate.header.board}"
    for result, way in itertools.product(_RESULTS, _WAYS):
        if {result, way} <= names:
            yield f"{candidate.header.ends} with {result} and {way}"
    if candidate.wish.moves:
        yield f"the given game {candidate.wish.name}"
