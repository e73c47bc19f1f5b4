"""From all that a program was seen to decide to the causes that explain what is wrong.

A cause is named where one theory alone foretells everything that was seen of its kind: every wrong
decision, and every right one. Where several do, or none, nothing is named.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from reversi_conformance.causes.choices import COUNTINGS, ORDERS, STRATEGIES, greedy
from reversi_conformance.causes.conduct import (
    RESULTS,
    TURNS,
    announcements_exchanged,
    announces_rightly,
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
    entries_by,
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
_CHOICES: Final = frozenset(("choice.fewer", "choice.later"))
_SQUARES: Final = frozenset(("placement.taken", "placement.turns-nothing"))
_CODES: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        FLIPS: LED_TO[Turned],
        LEGALITY: LED_TO[Entered] | LED_TO[Continued] | _SQUARES,
        TURN: LED_TO[Continued],
        COUNTS: _CHOICES,
        TIES: frozenset(("choice.later",)),
        CHOICE: _CHOICES,
        INPUT: LED_TO[Entered],
        OUTPUT: LED_TO[Announced],
        ENDS: LED_TO[Told],
    }
)
"""The findings that a mistake in a component leads to."""
_COMPUTERS: Final = frozenset((COUNTS, TIES, CHOICE))
"""What only the computer does."""
_PAID_EACH: Final = frozenset((CHOICE, ENDS))
"""What is judged position by position, or end by end: each check that it breaks is paid for."""

S = TypeVar("S", bound=Evidence)


class Cause(msgspec.Struct, frozen=True):
    """What seems to be wrong with a program: one mistake, wherever it makes it."""

    variant: str
    """The mistake, such as "misses-north-west"."""
    components: tuple[str, ...]
    """Where the program makes it, in the order of `COMPONENTS`."""
    scope: str = ""
    """The condition under which it does; empty for always."""
    codes: frozenset[str] = frozenset()
    """The findings that it explains."""

    @property
    def ids(self) -> tuple[str, ...]:
        """One id for each component, such as "flips.misses-north-west@white"."""
        return tuple(map(self._id, self.components))

    def _id(self, component: str) -> str:
        is_plain = self.scope in (("", "computer") if component in _COMPUTERS else ("",))
        return f"{component}.{self.variant}{'' if is_plain else f'@{self.scope}'}"

    @property
    def is_paid_once(self) -> bool:
        """Whether all that it leads to costs one check alone."""
        return _PAID_EACH.isdisjoint(self.components)


def find_causes(evidence: Iterable[Evidence]) -> tuple[Cause, ...]:
    """Return the causes that explain what is wrong, in the order of `COMPONENTS`."""
    seen = _Seen(evidence)
    flips = explain(
        seen.of(Turned),
        turns_rightly,
        [Theory(((FLIPS, name),), flips_by(rules)) for name, rules in TURNING],
    )
    legality = _legality(seen)
    flips, legality = _sharing(flips, legality), _sharing(legality, flips)
    choices, are_legalitys = _choices(seen, flips, legality)
    parts = [flips, legality, choices, _turns(seen, legality), _entries(seen), *_tellings(seen)]
    causes = _merged(part[0] for part in parts if len(part) == 1)
    if not are_legalitys:
        return causes
    return tuple(
        msgspec.structs.replace(cause, codes=cause.codes | _CHOICES)
        if LEGALITY in cause.components
        else cause
        for cause in causes
    )


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


# --- where discs may be placed, and who comes next


def _legality(seen: _Seen) -> tuple[Explanation, ...]:
    """Explanations of entries, of the computer's squares and of turns together, or of entries."""
    everything: list[Entered | Chose | Continued]
    everything = [*seen.of(Entered), *seen.of(Chose), *seen.of(Continued)]
    found = explain(everything, acts_legally, _by_legality(LEGALITY, legality_by))
    if found:
        return found
    entries = explain(seen.of(Entered), enters_rightly, _by_legality(LEGALITY, entries_by))
    return tuple(each.within("human") for each in entries)


def _turns(seen: _Seen, legality: tuple[Explanation, ...]) -> tuple[Explanation, ...]:
    if any(each.scope.name != "human" for each in legality):
        return ()
    theories = [Theory(((TURN, name),), turns_as(so)) for name, so in TURNS.items()]
    found = explain(seen.of(Continued), continues_rightly, theories)
    by_legality = explain(seen.of(Continued), continues_rightly, _by_legality(TURN, turns_by))
    return found or _weakest(by_legality)


def _by_legality(component: str, by: Callable[[Permits], Callable[..., bool]]) -> list[Theory[S]]:
    return [Theory(((component, name),), by(permits)) for name, permits in LEGALITIES.items()]


# --- what the computer chooses


def _choices(
    seen: _Seen, flips: tuple[Explanation, ...], legality: tuple[Explanation, ...]
) -> tuple[tuple[Explanation, ...], bool]:
    """Explanations of the computer's choices, and whether the legality found explains them all."""
    chosen = seen.of(Chose)
    if all(map(chooses_rightly, chosen)):
        return (), False
    if found := _chance(chosen):
        return found, False
    wrong = [each for each in legality if each.is_always]
    known = LEGALITIES[wrong[0].variant] if len(wrong) == 1 else RIGHT_LEGALITY
    if wrong and all(choices_by(known)(wrong[0].scope, each) for each in chosen):
        return (), True
    shared = dict.fromkeys(each.variant for each in (*flips, *legality))
    groups = (
        [_counted(name, known) for name in shared if name in COUNTINGS],
        [*_singly(known), *(_computers_squares() if not wrong else ())],
        _both() if not wrong else (),
    )
    for theories in groups:
        if found := explain(chosen, chooses_rightly, theories):
            return tuple(map(_of_computer, _weakest(found))), False
    return (), False


def _of_computer(found: Explanation) -> Explanation:
    """What is only seen of the computer's choices is said of the computer alone."""
    return found.within("computer") if (LEGALITY in dict(found.ids)) else found


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
    return explain(seen.of(Entered), enters_rightly, [theory])


def _tellings(seen: _Seen) -> Iterator[tuple[Explanation, ...]]:
    exchanged = Theory(((OUTPUT, "exchanged"),), announcements_exchanged)
    yield explain(seen.of(Announced), announces_rightly, [exchanged])
    results = [Theory(((ENDS, name),), results_as(result)) for name, result in RESULTS.items()]
    yield explain(seen.of(Told), tells_rightly, results)


# --- causes


def _merged(found: Iterable[Explanation]) -> tuple[Cause, ...]:
    """One cause for each mistake, with all components in which the program makes it."""
    components: dict[tuple[str, str], set[str]] = defaultdict(set)
    for explanation in found:
        for component, variant in explanation.ids:
            components[variant, explanation.scope.name].add(component)
    causes = (
        Cause(
            variant,
            tuple(component for component in COMPONENTS if component in where),
            scope,
            frozenset[str]().union(*(_CODES[component] for component in where)),
        )
        for (variant, scope), where in components.items()
    )
    return tuple(sorted(causes, key=lambda cause: COMPONENTS.index(cause.components[0])))
