"""What follows from a matrix, and how it is written."""

import json

import msgspec

from reversi_conformance.audit.matrix import Matrix, Row, needed_by
from reversi_conformance.audit.renderings import render_json, render_text

from ..conftest import Golden

CHECKS = ("printing.board", "rules.flips", "ends.wipe-out")


def row(
    name: str,
    costs: tuple[str, ...],
    lost: tuple[str, ...],
    charged: dict[str, tuple[str, ...]],
    *,
    may_touch: tuple[str, ...] = (),
    is_random: bool = False,
    causes: tuple[str, ...] = (),
    named: tuple[str, ...] = (),
) -> Row:
    sentence = f"It is {name}."
    return Row(name, sentence, costs, may_touch, is_random, lost, charged, causes, named)


FOUND = row(
    "found",
    ("rules.flips",),
    ("rules.flips", "ends.wipe-out"),
    {"one": ("rules.flips",), "two": ("rules.flips", "ends.wipe-out")},
    may_touch=("ends.wipe-out",),
    causes=("flips.misses-north",),
    named=("flips.misses-north",),
)
KEPT = row("kept", ("printing.board",), (), {})
STRAY = row(
    "stray",
    ("ends.wipe-out",),
    ("rules.flips", "ends.wipe-out"),
    {"two": ("rules.flips",), "three": ("ends.wipe-out",)},
)
CHANCE = row(
    "chance", ("rules.flips",), ("rules.flips",), {"one": ("rules.flips",)}, is_random=True
)
CLEAN = row("clean", (), (), {})
ALARM = row("alarm", (), ("printing.board",), {"one": ("printing.board",)})
CASES = ("one", "two", "three", "four")


def matrix(*mistakes: Row, manners: tuple[Row, ...] = (), is_complete: bool = True) -> Matrix:
    return Matrix("python", CHECKS, CASES, mistakes, manners, is_complete)


def test_a_mistake_is_detected_where_every_check_is_lost_that_must_be() -> None:
    assert matrix(FOUND, KEPT, STRAY).undetected == (KEPT,)
    assert KEPT.missed == ("printing.board",)


def test_a_cause_that_is_named_and_not_planted_makes_a_suite_unsound() -> None:
    wrong = row("wrong", FOUND.costs, FOUND.lost, FOUND.charged, named=("ties.last-row",))
    wrong = msgspec.structs.replace(wrong, may_touch=FOUND.may_touch)
    assert wrong.named_wrongly == ("ties.last-row",)
    assert matrix(FOUND, wrong).named_wrongly == (wrong,)
    assert matrix(FOUND).is_sound
    assert not matrix(FOUND, wrong).is_sound


def test_a_cause_named_under_a_condition_is_right_where_it_holds_always() -> None:
    of_computer = msgspec.structs.replace(FOUND, named=("flips.misses-north@computer",))
    assert of_computer.named_wrongly == ()
    always = msgspec.structs.replace(of_computer, causes=of_computer.named, named=FOUND.named)
    assert always.named_wrongly == ("flips.misses-north",)


def test_causes_are_to_be_named_of_mistakes_in_rules_and_strategy() -> None:
    assert matrix(FOUND, KEPT, STRAY).about_play == (FOUND,)


def test_a_mistake_is_attributed_where_no_other_check_is_lost_but_those_that_may_be() -> None:
    assert matrix(FOUND, KEPT, STRAY).misattributed == (STRAY,)
    assert STRAY.astray == ("rules.flips",)


def test_a_manner_that_loses_anything_is_a_false_alarm() -> None:
    assert matrix(FOUND, manners=(CLEAN, ALARM)).false_alarms == (ALARM,)


def test_a_suite_is_sound_where_all_three_hold() -> None:
    assert matrix(FOUND, CHANCE, manners=(CLEAN,)).is_sound
    assert not matrix(KEPT).is_sound
    assert not matrix(STRAY).is_sound
    assert not matrix(manners=(ALARM,)).is_sound


def test_a_case_catches_a_mistake_by_a_fault_in_a_check_that_must_be_lost() -> None:
    assert FOUND.caught_by == ("one", "two")
    assert STRAY.caught_by == ("three",)


def test_what_plays_at_random_counts_neither_for_mistakes_nor_for_cases() -> None:
    assert matrix(FOUND, CHANCE).barely_caught == ()
    assert matrix(FOUND, CHANCE).needed_by()["one"] == ("found",)


def test_a_case_is_spare_where_others_catch_enough() -> None:
    assert matrix(FOUND, STRAY).spare_cases == ("four",)
    caught_by = {"often": ("one", "two", "three"), "seldom": ("one",)}
    assert needed_by(CASES[:2], caught_by) == {"one": ("seldom",), "two": ()}


def test_the_text_shows_every_program_and_what_is_not_as_it_should_be(golden: Golden) -> None:
    golden(render_text(matrix(FOUND, KEPT, STRAY, CHANCE, manners=(CLEAN, ALARM))))


def test_the_text_of_a_sound_suite_ends_with_its_figures() -> None:
    text = render_text(matrix(FOUND, FOUND, manners=(CLEAN,)))
    assert text.endswith(
        "\n4 cases, 2 mistakes: 2 (100.0 %) detected, 2 (100.0 %) attributed;"
        " 1 manners: 0 false alarms; 0 mistakes caught by fewer than 2 cases\n"
        "2 mistakes in rules and strategy: 2 (100.0 %) with their cause named; 0 wrong causes"
        " named\n"
    )


def test_an_audit_cut_short_says_so() -> None:
    assert "Interrupted: " in render_text(matrix(FOUND, is_complete=False))
    assert json.loads(render_json(matrix(is_complete=False)))["complete"] is False


def test_a_hostile_name_is_escaped() -> None:
    hostile = row("\x1b[2J", ("rules.flips",), (), {})
    assert "\x1b" not in render_text(matrix(hostile))


def test_the_json_says_all_of_it() -> None:
    record = json.loads(render_json(matrix(FOUND, STRAY, manners=(ALARM,))))
    assert record["schema"] == "reversi-conformance/audit/v1"
    assert record["cases"][0] == {"id": "one", "needed_by": ["found"]}
    assert record["mistakes"][1]["astray"] == ["rules.flips"]
    assert record["mistakes"][0]["charged"]["two"] == ["rules.flips", "ends.wipe-out"]
    assert record["latitude"][0]["lost"] == ["printing.board"]
