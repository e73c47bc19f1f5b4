"""The fewest of many candidates that meet every need: an exact cover, found by branch and bound.

Knows numbers alone, not games; which needs there are is for `suite` to say. The same needs give the
same cover.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

_MOST_STEPS: Final = 20_000
"""After so many branches the best cover so far is taken; counted, since a clock would differ."""


class Need(NamedTuple):
    """At least so many of these candidates, which are numbered, must be kept."""

    candidates: frozenset[int]
    times: int


def smallest_cover(needs: Iterable[Need]) -> tuple[int, ...]:
    """Return the fewest candidates that meet every need, in their order.

    None of them could be left out. Of covers that are equally small, one is taken that has the
    earlier candidates. Raises ValueError where a need has fewer candidates than times.
    """
    every = sorted(set(needs), key=_order)
    for need in every:
        if len(need.candidates) < need.times:
            raise ValueError(f"{need.times} of {sorted(need.candidates)} cannot be kept")
    search = _Search(_without_spare(_greedy(every), every))
    search.branch(frozenset(), every)
    return tuple(sorted(_without_spare(search.best, every)))


class _Search:
    """Branch and bound: the best cover so far, and what was spent on it."""

    def __init__(self, best: frozenset[int]) -> None:
        self.best = best
        self._steps = 0

    def branch(self, kept: frozenset[int], needs: Sequence[Need]) -> None:
        """Try every way to meet these needs besides what is kept, the most promising first."""
        self._steps += 1
        kept, open_needs = _settle(kept, needs)
        if len(kept) + _least(open_needs) >= len(self.best):
            return
        if not open_needs:
            self.best = kept
            return
        tightest = min(
            open_needs, key=lambda need: (len(need.candidates) - need.times, _order(need))
        )
        candidate = max(tightest.candidates, key=lambda each: (_gain(each, open_needs), -each))
        self.branch(kept | {candidate}, open_needs)
        if self._steps < _MOST_STEPS:
            without = [Need(need.candidates - {candidate}, need.times) for need in open_needs]
            if all(len(need.candidates) >= need.times for need in without):
                self.branch(kept, without)


def _settle(kept: frozenset[int], needs: Sequence[Need]) -> tuple[frozenset[int], list[Need]]:
    """Keep what has no alternative; return that, and the needs that are still open."""
    while True:
        left = {
            Need(need.candidates - kept, need.times - len(need.candidates & kept)) for need in needs
        }
        open_needs = [need for need in left if need.times > 0]
        forced = frozenset[int]().union(
            *(need.candidates for need in open_needs if len(need.candidates) == need.times)
        )
        if not forced:
            return kept, _undominated(open_needs)
        kept |= forced
        needs = open_needs


def _undominated(needs: Iterable[Need]) -> list[Need]:
    """The needs whose meeting meets all the others, too."""
    found: list[Need] = []
    for need in sorted(needs, key=_order):
        if not any(
            other.candidates <= need.candidates and other.times >= need.times for other in found
        ):
            found.append(need)
    return found


def _least(needs: Iterable[Need]) -> int:
    """A number of candidates below which these needs cannot be met: needs that share none."""
    taken: frozenset[int] = frozenset()
    least = 0
    for need in needs:
        if taken.isdisjoint(need.candidates):
            taken |= need.candidates
            least += need.times
    return least


def _greedy(needs: Sequence[Need]) -> frozenset[int]:
    kept: frozenset[int] = frozenset()
    while True:
        kept, open_needs = _settle(kept, needs)
        if not open_needs:
            return kept
        candidates = frozenset[int]().union(*(need.candidates for need in open_needs))
        kept |= {max(candidates, key=lambda each: (_gain(each, open_needs), -each))}


def _gain(candidate: int, needs: Iterable[Need]) -> int:
    return sum(candidate in need.candidates for need in needs)


def _without_spare(kept: frozenset[int], needs: Sequence[Need]) -> frozenset[int]:
    """Leave out what is not needed, the latest candidates first."""
    for candidate in sorted(kept, reverse=True):
        fewer = kept - {candidate}
        if all(len(need.candidates & fewer) >= need.times for need in needs):
            kept = fewer
    return kept


def _order(need: Need) -> tuple[int, int, list[int]]:
    # The smallest sets first: they dominate others; then by what they hold, to be the same always.
    return len(need.candidates), -need.times, sorted(need.candidates)
