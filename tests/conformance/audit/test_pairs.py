"""Two mistakes in one program."""

from dataclasses import replace

from reversi_conformance.audit.catalogue import Change, Mistake
from reversi_conformance.audit.pairs import draw

BASE = "one = 1\ntwo = 2\nthree = 3\n"
BASES = {"base": BASE}


def mistake(
    name: str, *changes: Change, costs: str = "rules.flips", base: str = "base", lots: bool = False
) -> Mistake:
    may_touch = frozenset({"rules.turns", "ends.wipe-out"}) - {costs}
    return Mistake(
        name, "", frozenset({costs}), may_touch, frozenset(), lots, "", base=base, changes=changes
    )


ONE = mistake("first", Change("one = 1", "one = 7"))
TWO = mistake("second", Change("two = 2", "two = 8"), costs="rules.turns")


def drawn(*mistakes: Mistake, count: int = 9, seed: int = 1) -> list[str]:
    return [pair.id for pair in draw(mistakes, BASES, count, seed)]


def test_a_pair_has_the_changes_of_both_and_costs_what_both_cost() -> None:
    [pair] = draw([ONE, TWO], BASES, 5, 1)
    assert pair.source == "one = 7\ntwo = 8\nthree = 3\n"
    assert pair.id == "first + second"
    assert pair.costs == {"rules.flips", "rules.turns"}
    assert pair.may_touch == {"ends.wipe-out"}


def test_changes_that_touch_make_no_pair() -> None:
    assert drawn(ONE, mistake("across", Change("1\ntwo", "1\n\ntwo"))) == []
    assert drawn(ONE, ONE) == []


def test_what_one_writes_and_the_other_changes_makes_no_pair() -> None:
    assert drawn(ONE, mistake("again", Change("three = 3", "two = 2\ntwo = 2"))) == [
        "first + again"
    ]
    assert drawn(mistake("again", Change("three = 3", "two = 2")), TWO) == []


def test_a_program_that_cannot_be_read_is_no_pair() -> None:
    opens = mistake("opens", Change("two = 2", "two = ("))
    assert drawn(ONE, opens) == []


def test_other_bases_whole_programs_and_chance_make_no_pair() -> None:
    assert drawn(ONE, mistake("other", Change("two", "2"), base="another")) == []
    assert drawn(mistake("whole", base=""), mistake("whole too", base="")) == []
    assert drawn(ONE, mistake("lots", Change("two = 2", "two = 8"), lots=True)) == []


def test_one_mistake_in_two_parts_of_a_program_makes_no_pair() -> None:
    flips = replace(ONE, causes=frozenset({"flips.misses-north"}))
    legality = replace(TWO, causes=frozenset({"legality.misses-north"}))
    ties = replace(TWO, causes=frozenset({"ties.last-row"}))
    assert drawn(flips, legality) == []
    assert drawn(flips, ties) == ["first + second"]


def test_the_same_seed_draws_the_same_pairs_and_never_one_twice() -> None:
    three = mistake("third", Change("three = 3", "three = 9"))
    assert drawn(ONE, TWO, three, count=2) == drawn(ONE, TWO, three, count=2)
    assert len(set(drawn(ONE, TWO, three))) == 3
