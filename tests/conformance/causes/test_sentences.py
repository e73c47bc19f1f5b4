"""Every cause that can be named has a sentence, and the sentence says where and when."""

import pytest

from reversi_conformance.audit import catalogue
from reversi_conformance.cause_messages import cause_sentence
from reversi_conformance.causes import Cause, Part
from reversi_conformance.causes.choices import COUNTINGS, ORDERS, STRATEGIES
from reversi_conformance.causes.conduct import RESULTS, TURNS
from reversi_conformance.causes.legality import LEGALITIES
from reversi_conformance.causes.rules import TURNING
from reversi_conformance.causes.scopes import tiers
from reversi_conformance.evidence import Chose
from reversi_engine import Board, Disc, Square

NAMEABLE = [
    *(("flips", name) for name, _ in TURNING),
    *(("legality", name) for name in LEGALITIES),
    *(("turns", name) for name in (*TURNS, *LEGALITIES)),
    *(("counts", name) for name in COUNTINGS),
    *(("ties", name) for name in (*ORDERS, "random")),
    *(("choice", name) for name in (*dict(STRATEGIES), "random")),
    ("input", "exchanged"),
    ("output", "exchanged"),
    *(("ends", name) for name in RESULTS),
]
SEEN = Chose(Board.initial(6), Disc.WHITE, Disc.BLACK, Square(1, 2))
SCOPES = [scope.name for scopes in tiers([SEEN]) for scope in scopes]


def test_the_catalogue_of_mistakes_speaks_of_causes_that_can_be_named() -> None:
    nameable = {f"{component}.{variant}" for component, variant in NAMEABLE}
    planted = {each for mistake in catalogue.load(catalogue.home()) for each in mistake.causes}
    assert {each.partition("@")[0] for each in planted} <= nameable
    assert {each.partition("@")[2] for each in planted} <= {*SCOPES, "black", "human"}


@pytest.mark.parametrize(("component", "variant"), NAMEABLE)
def test_every_cause_has_a_sentence(component: str, variant: str) -> None:
    sentence = cause_sentence(Cause(variant, (Part(component),)))
    assert "seem" in sentence, "it is likely, not certain"
    assert not sentence.endswith(".")


@pytest.mark.parametrize("scope", [*SCOPES, "black", "human"])
def test_every_condition_is_said(scope: str) -> None:
    always = cause_sentence(Cause("misses-north", (Part("flips"),)))
    said = cause_sentence(Cause("misses-north", (Part("flips", scope),)))
    assert said.startswith(always)
    assert (said == always) == (scope == "")


def test_several_parts_of_the_program_are_listed() -> None:
    cause = Cause("misses-north-west", (Part("flips"), Part("legality"), Part("counts")))
    assert cause_sentence(cause) == (
        "direction (-1, -1), north-west, seems to be missing when discs are turned, when a square"
        " is tested for being legal and when the computer counts what a square turns"
    )


def test_what_only_the_computer_does_needs_no_condition_that_says_so() -> None:
    cause = Cause("wraps", (Part("legality", "computer"), Part("counts", "computer")))
    assert cause.ids == ("legality.wraps@computer", "counts.wraps")


def test_parts_that_are_wrong_under_several_conditions_say_each_of_them() -> None:
    cause = Cause("wraps-rows", (Part("flips"), Part("legality", "human")))
    assert cause_sentence(cause) == (
        "lines seem to go on from the first row to the last (a negative index) when discs are"
        " turned and when a square is tested for being legal (for the human)"
    )


def test_squares_exchanged_in_and_out_are_both_said() -> None:
    assert cause_sentence(Cause("exchanged", (Part("input"), Part("output")))) == (
        "row and column seem to be exchanged, in what the human types and in the announced square"
    )
    some = Cause("exchanged", (Part("input", "white"), Part("output")))
    assert cause_sentence(some) == (
        "row and column of what the human types seem to be exchanged, for O;"
        " row and column of the announced square seem to be exchanged"
    )
