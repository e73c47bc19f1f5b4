"""A course may have other signs for discs and empty squares; nothing else changes with them."""

import dataclasses
import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_conformance.assignment import AssignmentError, load, parse
from reversi_conformance.audit import catalogue, playing
from reversi_conformance.report import Report, ReportedFinding
from reversi_conformance.signs import USUAL, Signs, exchange, problem

from .submissions import faults, jobs, suite

BW = Signs("B", "W", "U")
DOTS = Signs("●", "○", "·")
MISTAKES = {mistake.id: mistake for mistake in catalogue.load(catalogue.home())}
CASES = (
    "4-X-sample",
    "6-O-sample",
    "4-X-human-must-pass",
    "6-X-wipe-out-of-human-early",
    "4-O-first-entry-column-off",
    "4-O-full-board-draw-human-last",
)


@pytest.mark.parametrize(
    ("text", "exchanged"),
    [
        ("Computer plays (B/W) : ", "Computer plays (X/O) : "),
        ("Enter move for colour W (RowCol): ", "Enter move for colour O (RowCol): "),
        ("Computer places B at ab.", "Computer places X at ab."),
        ("B : W = 2 : 11", "X : O = 2 : 11"),
        ("Both players have no valid move.", "Both players have no valid move."),
        ("Unknown move WU. Bye", "Unknown move WU. Bye"),
        ("W", "O"),
        ("W.", "O."),
        ("b U B W U", "b . X O ."),
        ("b\tU\tB\tW\tU", "b\t.\tX\tO\t."),
        ("b|U|B|W|U|", "b|.|X|O|.|"),
        ("['U', 'B', 'W', 'U']", "['.', 'X', 'O', '.']"),
        ("bUBWU", "b.XO."),
        ("b UBWU", "b .XO."),
        ("X : O = 2 : 11", "B : W = 2 : 11"),
        ("Game over.", "Game over."),
    ],
)
def test_signs_that_stand_for_themselves_are_exchanged(text: str, exchanged: str) -> None:
    assert exchange(text, BW) == exchanged
    assert exchange(exchanged, BW) == text


@given(
    st.text(st.sampled_from("BWUXO. abz0|'[(\t:●○·X")),
    st.sampled_from([BW, DOTS, Signs("W", "B", "-"), Signs("O", "X"), Signs("X", "0", "*")]),
)
def test_what_is_exchanged_twice_is_as_it_was(text: str, signs: Signs) -> None:
    assert problem(signs) is None
    assert exchange(exchange(text, signs), signs) == text


@given(st.text())
def test_the_usual_signs_change_nothing(text: str) -> None:
    assert exchange(text, USUAL) == text


@pytest.mark.parametrize(
    ("signs", "complaint"),
    [
        (Signs("X", "X"), "two of them are alike"),
        (Signs("x", "X"), "two of them are alike"),
        (Signs(" ", "O"), "one character that can be seen"),
        (Signs("B", "W", "|"), "not drawn between squares"),
        (Signs("O", "B"), "X, O and . stand for what they always do"),
    ],
)
def test_signs_that_cannot_be_told_apart_are_refused(signs: Signs, complaint: str) -> None:
    assert complaint in (problem(signs) or "")


def test_an_assignment_with_such_signs_is_refused() -> None:
    text = (
        'id = "own"\ntitle = "Own"\ncriteria = []\n[signs]\nblack = "W"\nwhite = "W"\n[wording]\n'
    )
    wording = msgspec.structs.asdict(load("python").wording)
    for key in ("pass_shares_line", "also"):
        del wording[key]
    text += "".join(f"{key} = {value!r}\n" for key, value in wording.items())
    with pytest.raises(AssignmentError, match=r"own\.toml: signs: two of them are alike"):
        parse(text, "own.toml")


def test_a_right_program_loses_nothing() -> None:
    base = catalogue.home() / "bases" / "plain.py"
    nothing = frozenset[str]()
    source = base.read_text(encoding="utf-8")
    right = catalogue.Mistake(
        "right", "", nothing, nothing, nothing, is_random=False, source=source
    )
    found = judged(translated(right), "bw")
    assert faults(found) == []
    assert [finding for case in found.cases for finding in case.findings] == []
    assert found.total.earned == found.total.possible == 70


@pytest.mark.parametrize(
    "name",
    [
        "flips-miss-north-west",
        "last-of-the-best-squares",
        "draw-goes-to-black",
        "any-empty-square-accepted",
        "no-blanks-between-cells",
        "no-board-after-the-last-move",
        "pass-announced-for-the-wrong-side",
        "humans-pass-ends-the-game",
    ],
)
def test_a_wrong_program_is_told_the_same_with_other_signs(name: str) -> None:
    with_usual = judged(MISTAKES[name], "python")
    with_own = judged(translated(MISTAKES[name]), "bw")
    assert told(with_own, BW) == told(with_usual, USUAL)
    assert faults(with_own)


def translated(program: catalogue.Mistake) -> catalogue.Mistake:
    """The same program with B, W and U, asking as the other course wants it."""
    source = exchange(program.source, BW)
    # The full stop behind the computer's square is no empty one.
    source = re.sub(r"""\+ (["'])U""", r"+ \1.", source)
    source = source.replace("Enter move for ", "Enter move for colour ")
    return dataclasses.replace(program, source=source)


def judged(program: catalogue.Mistake, assignment_name: str) -> Report:
    assignment, cases = suite(assignment_name)
    chosen = [case for case in cases if case.id.partition("-")[2] in CASES]
    return playing.judge(program, chosen, assignment, sessions=jobs())


def told(report: Report, signs: Signs) -> list[tuple[object, ...]]:
    """What a report tells of its cases, in the usual signs."""
    return [
        (case.id.partition("-")[2], case.ending, [_told(each, signs) for each in case.findings])
        for case in report.cases
    ]


def _told(finding: ReportedFinding, signs: Signs) -> tuple[object, ...]:
    said = exchange(finding.message, signs)
    return finding.check, finding.code, finding.kind, finding.turn, finding.answers[2:], said
