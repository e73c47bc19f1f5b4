"""From all that a program was seen to decide to the causes that explain what is wrong.

A cause is named where one theory alone foretells everything that was seen of its kind: every wrong
decision, and every right one. Where several do, or none, nothing is named.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

import msgspec

from reversi_conformance.causes.choices import COUNTINGS, ORDERS, STRATEGIES, greedy
from reversi_conformance.causes.conduct import (
    RESULTS,
    TURNS,
    announcements_exchanged,
    announces_rightly,
    end_told,
    entries_exchanged,
    results_as,
    tells_rightly,
    turns_as,
)
from reversi_conformance.causes.consequences import LED_TO
from reversi_conformance.causes.legality import LEGALITIES, RIGHT_LEGALITY, Permits
from reversi_conformance.causes.rules import TURNING
from reversi_conformance.causes.theories import (
    Explanation,
    Theory,
    acts_legally,
    choices_by,
    chooses_rightly,
    continues_rightly,
    enters_rightly,
    explain,
    flips_by,
    legality_by,
    turns_by,
    turns_rightly,
)
from reversi_conformance.evidence import (
    Announced,
    Chose,
    Continued,
    Entered,
    Evidence,
    Told,
    Turned,
)
from reversi_engine import Board, Disc, Square, scores

FLIPS: Final = "flips"
LEGALITY: Final = "legality"
TURN: Final = "turns"
COUNTS: Final = "counts"
TIES: Final = "ties"
CHOICE: Final = "choice"
INPUT: Final = "input"
OUTPUT: Final = "output"
ENDS: Final = "ends"
COMPONENTS: Final = (FLIPS, LEGALITY, TURN, COUNTS, TIES, CHOICE, INPUT, OUTPUT, ENDS)
"""What of a program a cause is about."""

_RANDOM: Final = "random"
_COMPUTERS: Final = frozenset((COUNTS, TIES, CHOICE))
"""What only the computer does."""
_PAID_EACH: Final = frozenset((CHOICE, ENDS))
"""What is judged position by position, or end by end: each check that it breaks is paid for."""
_CHOICES: Final = frozenset(("choice.fewer", "choice.later"))
_SQUARES: Final = LED_TO[Chose] - _CHOICES

S = TypeVar("S", bound=Evidence)


class Part(NamedTuple):
    """A part of a program that is wrong."""

    component: str
    """One of `COMPONENTS`."""
    scope: str = ""
    """The condition under which it is; empty for always."""


class Cause(msgspec.Struct, frozen=True):
    """What seems to be wrong with a program: one mistake, wherever it makes it."""

    variant: str
    """The mistake, such as "misses-north-west"."""
    parts: tuple[Part, ...]
    """Where the program makes it, in the order of `COMPONENTS`."""
    codes: frozenset[str] = frozenset()
    """The findings that come of the decisions which it foretells."""

    @property
    def ids(self) -> tuple[str, ...]:
        """One id for each part, such as "flips.misses-north-west@white"."""
        return tuple(f"{part.component}.{self.variant}{_at(part)}" for part in self.parts)

    @property
    def is_paid_once(self) -> bool:
        """Whether all that it leads to costs one check alone."""
        return _PAID_EACH.isdisjoint(part.component for part in self.parts)


def _at(part: Part) -> str:
    goes_without_saying = part.scope == "computer" and part.component in _COMPUTERS
    return f"@{part.scope}" if part.scope and not goes_without_saying else ""


def find_causes(evidence: Iterable[Evidence]) -> tuple[Cause, ...]:
    """Return the causes that explain what is wrong, in the order of `COMPONENTS`."""
    seen = _Seen(evidence)
    flips, legality = _flips(seen), _legality(seen)
    flips, legality = _sharing(flips, legality), _sharing(legality, flips)
    turns, choices = _turns(seen, legality), _choices(seen, flips, legality)
    parts = (flips, legality, turns, choices, _entries(seen), *_tellings(seen))
    return _merged(part[0] for part in parts if len(part) == 1)


class _Seen:
    """Each decision once, those on small boards first: they are looked at most quickly."""

    def __init__(self, evidence: Iterable[Evidence]) -> None:
        self._by_kind: dict[type, list[Evidence]] = defaultdict(list)
        for each in dict.fromkeys(evidence):
            self._by_kind[type(each)].append(each)
        for several in self._by_kind.values():
            several.sort(key=lambda each: each.board.size)

    def of(self, kind: type[S]) -> list[S]:
        return [each for each in self._by_kind[kind] if isinstance(each, kind)]


def _sharing(
    found: tuple[Explanation, ...], other: tuple[Explanation, ...]
) -> tuple[Explanation, ...]:
    """Of several explanations the one whose mistake explains another component as well."""
    if len(found) < 2:
        return found
    elsewhere = {(each.variant, each.scope.name) for each in other}
    shared = tuple(each for each in found if (each.variant, each.scope.name) in elsewhere)
    return shared or _weakest(found)


def _weakest(found: tuple[Explanation, ...]) -> tuple[Explanation, ...]:
    """Of a row or column not seen, or only not played in, the latter: then both are true."""
    unplayed = tuple(each for each in found if each.variant.endswith("-unplayed"))
    places = {each.variant.rpartition("-")[0] for each in found}
    return unplayed if len(unplayed) == len(places) == 1 else found


# --- which discs turn


def _flips(seen: _Seen) -> tuple[Explanation, ...]:
    theories = [Theory(((FLIPS, name),), flips_by(rules)) for name, rules in TURNING]
    return _explaining(LED_TO[Turned], explain(seen.of(Turned), turns_rightly, theories))


def _explaining(codes: frozenset[str], found: Iterable[Explanation]) -> tuple[Explanation, ...]:
    return tuple(each.explaining(codes) for each in found)


# --- where discs may be placed, and who comes next


def _legality(seen: _Seen) -> tuple[Explanation, ...]:
    """Explanations of as much as one rule explains: entries, turns, and the computer's squares.

    Where all entries and squares are right, turns are a matter of their own.
    """
    entries: list[Entered | Chose | Continued] = [*seen.of(Entered)]
    squares, turns = seen.of(Chose), seen.of(Continued)
    if all(map(acts_legally, [*entries, *squares])):
        return ()
    theories: list[Theory[Entered | Chose | Continued]] = _by_legality(LEGALITY, legality_by)
    together = LED_TO[Entered] | LED_TO[Continued]
    if found := explain([*entries, *turns, *squares], acts_legally, theories):
        return _explaining(together | _SQUARES, found)
    if found := explain([*entries, *turns], acts_legally, theories):
        return _explaining(together, found)
    found = explain(entries, acts_legally, theories)
    return tuple(each.within("human") for each in _explaining(LED_TO[Entered], found))


def _turns(seen: _Seen, legality: tuple[Explanation, ...]) -> tuple[Explanation, ...]:
    codes = LED_TO[Continued]
    if any(codes <= each.codes for each in legality):
        return ()
    theories = [Theory(((TURN, name),), turns_as(so)) for name, so in TURNS.items()]
    if found := explain(seen.of(Continued), continues_rightly, theories):
        return _explaining(codes, found)
    found = explain(seen.of(Continued), continues_rightly, _by_legality(TURN, turns_by))
    return _explaining(codes, _weakest(found))


def _by_legality(component: str, by: Callable[[Permits], Callable[..., bool]]) -> list[Theory[S]]:
    return [Theory(((component, name),), by(permits)) for name, permits in LEGALITIES.items()]


# --- what the computer chooses


def _choices(
    seen: _Seen, flips: tuple[Explanation, ...], legality: tuple[Explanation, ...]
) -> tuple[Explanation, ...]:
    """Explanations of the computer's choices; the legality found may explain them, too."""
    chosen = seen.of(Chose)
    if all(map(chooses_rightly, chosen)):
        return ()
    if found := _chance(chosen):
        return _explaining(_CHOICES, found)
    wrong = legality[0] if len(legality) == 1 and legality[0].is_always else None
    known = LEGALITIES[wrong.variant] if wrong else RIGHT_LEGALITY
    if wrong and all(choices_by(known)(wrong.scope, each) for each in chosen):
        return (wrong.explaining(_CHOICES | _SQUARES),)
    shared = dict.fromkeys(each.variant for each in (*flips, *legality))
    groups = (
        [_counted(name, known) for name in shared if name in COUNTINGS],
        [*_singly(known), *_computers_squares()],
        _both(),
    )
    for theories in groups:
        if found := explain(chosen, chooses_rightly, theories):
            return tuple(map(_of_computer, _weakest(found)))
    return ()


def _of_computer(found: Explanation) -> Explanation:
    """What is only seen of the computer's choices is said of the computer alone."""
    components = dict(found.ids)
    if LEGALITY in components:
        return found.within("computer").explaining(LED_TO[Chose])
    is_of_ties = TIES in components
    return found.explaining(frozenset(("choice.later",)) if is_of_ties else _CHOICES)


def _counted(name: str, permits: Permits) -> Theory[Chose]:
    return Theory(((COUNTS, name),), choices_by(permits, COUNTINGS[name]))


def _singly(permits: Permits) -> Iterator[Theory[Chose]]:
    for name in COUNTINGS:
        if name != "nearest-disc-only":  # one disc of each line is as many as there are lines
            yield _counted(name, permits)
    for name, order in ORDERS.items():
        yield Theory(((TIES, name),), choices_by(permits, choice=greedy(order)))
    for name, choice in STRATEGIES:
        yield Theory(((CHOICE, name),), choices_by(permits, choice=choice))


def _computers_squares() -> Iterator[Theory[Chose]]:
    """Squares that the computer alone takes for legal, or does not."""
    for name, permits in LEGALITIES.items():
        if name != "anything":  # where nothing turns, nothing is best: as if occupied squares were
            yield Theory(((LEGALITY, name),), choices_by(permits))


def _both() -> Iterator[Theory[Chose]]:
    """One mistake in what the computer takes for legal and in what it counts."""
    for name, permits in LEGALITIES.items():
        if name in COUNTINGS:
            ids = ((LEGALITY, name), (COUNTS, name))
            yield Theory(ids, choices_by(permits, COUNTINGS[name]))


def _chance(chosen: Sequence[Chose]) -> tuple[Explanation, ...]:
    """Whether the computer takes different squares in one position."""
    squares: dict[tuple[Board, Disc], set[Square]] = defaultdict(set)
    for each in chosen:
        squares[each.board, each.side].add(each.square)
    if all(len(several) == 1 for several in squares.values()):
        return ()
    are_best = all(several <= _best(*place) for place, several in squares.items())
    return (Explanation(((TIES if are_best else CHOICE, _RANDOM),)),)


def _best(board: Board, side: Disc) -> set[Square]:
    turns = scores(board, side)
    most = max(turns.values(), default=0)
    return {square for square, discs in turns.items() if discs == most}


# --- what is typed and told


def _entries(seen: _Seen) -> tuple[Explanation, ...]:
    theory = Theory(((INPUT, "exchanged"),), entries_exchanged)
    return _explaining(LED_TO[Entered], explain(seen.of(Entered), enters_rightly, [theory]))


def _tellings(seen: _Seen) -> Iterator[tuple[Explanation, ...]]:
    exchanged = Theory(((OUTPUT, "exchanged"),), announcements_exchanged)
    found = explain(seen.of(Announced), announces_rightly, [exchanged])
    yield _explaining(LED_TO[Announced], found)
    results = [Theory(((ENDS, name),), results_as(result)) for name, result in RESULTS.items()]
    if len({end_told(each) for each in seen.of(Told)}) < 2:
        return  # what is wrong at one kind of end may be right at all others
    yield _explaining(LED_TO[Told], explain(seen.of(Told), tells_rightly, results))


# --- causes


def _merged(found: Iterable[Explanation]) -> tuple[Cause, ...]:
    """One cause for each mistake, with all parts of the program in which it is made."""
    parts: dict[str, set[Part]] = defaultdict(set)
    codes: dict[str, frozenset[str]] = defaultdict(frozenset)
    for explanation in found:
        for component, variant in explanation.ids:
            parts[variant].add(Part(component, explanation.scope.name))
            codes[variant] |= explanation.codes
    causes = (Cause(variant, _ordered(parts[variant]), codes[variant]) for variant in parts)
    return tuple(sorted(causes, key=lambda cause: _place(cause.parts[0])))


def _ordered(parts: set[Part]) -> tuple[Part, ...]:
    """Parts in the order of their components; what human and computer do, is done always."""
    humans, computers = (
        {part.component for part in parts if part.scope == scope} for scope in ("human", "computer")
    )
    always = {Part(component) for component in humans & computers}
    always |= {part for part in parts if not part.scope}
    covered = {part.component for part in always}
    return tuple(
        sorted(always | {part for part in parts if part.component not in covered}, key=_place)
    )


def _place(part: Part) -> tuple[int, str]:
    return COMPONENTS.index(part.component), part.scope
