"""The smallest cover, held against trying every one."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_conformance.search.cover import Need, smallest_cover


def need(times: int, *candidates: int) -> Need:
    return Need(frozenset(candidates), times)


def is_met(kept: tuple[int, ...], needs: list[Need]) -> bool:
    return all(len(each.candidates.intersection(kept)) >= each.times for each in needs)


def fewest_of_all(needs: list[Need]) -> int:
    every = sorted(frozenset[int]().union(*(each.candidates for each in needs)))
    return next(
        size
        for size in range(len(every) + 1)
        if any(is_met(kept, needs) for kept in itertools.combinations(every, size))
    )


@st.composite
def some_needs(draw: st.DrawFn) -> list[Need]:
    sets = draw(st.lists(st.frozensets(st.integers(0, 7), min_size=1), max_size=8))
    return [Need(each, draw(st.integers(1, min(2, len(each))))) for each in sets]


@given(some_needs())
def test_a_cover_meets_every_need_and_none_is_smaller(needs: list[Need]) -> None:
    kept = smallest_cover(needs)
    assert is_met(kept, needs)
    assert len(kept) == fewest_of_all(needs)


@given(some_needs())
def test_none_of_a_cover_could_be_left_out(needs: list[Need]) -> None:
    kept = smallest_cover(needs)
    for candidate in kept:
        assert not is_met(tuple(each for each in kept if each != candidate), needs)


@given(some_needs(), st.randoms())
def test_the_order_of_the_needs_does_not_matter(needs: list[Need], random: object) -> None:
    shuffled = list(needs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert smallest_cover(shuffled) == smallest_cover(needs)


def test_nothing_is_needed_for_nothing() -> None:
    assert smallest_cover([]) == ()


def test_what_has_no_alternative_is_kept() -> None:
    assert smallest_cover([need(2, 3, 5), need(1, 1, 5)]) == (3, 5)


def test_of_equals_the_earlier_one_is_kept() -> None:
    assert smallest_cover([need(1, 4, 2, 9)]) == (2,)


def test_one_that_meets_many_needs_is_better_than_many() -> None:
    assert smallest_cover([need(1, 0, 3), need(1, 1, 3), need(1, 2, 3)]) == (3,)


def test_a_need_that_cannot_be_met_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"2 of \[1\] cannot be kept"):
        smallest_cover([need(2, 1)])
