"""The sheets beside the mistakes, which hold the matrix of the suite; and its picture.

`pytest --force-regen` draws the picture anew. The sheets are written by test_mistakes.py, which
plays the catalogue.
"""

from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.audit import catalogue
from reversi_conformance.audit.picture import Line, render
from reversi_conformance.audit.sheets import parse_caught
from reversi_conformance.search.suite import as_candidates, purposes

from ..sheets import MISTAKES, recorded, recorded_caught

PICTURE = Path(__file__).parents[3] / "docs" / "matrix.svg"
ASSIGNMENT = load("python")
CASES = corpus.load_suite(ASSIGNMENT)
IDS = [case.id for case in CASES]
CERTAIN = [mistake for mistake in MISTAKES if not mistake.is_random]
FEWER: dict[str, str] = {}
"""Mistakes that fewer than two cases catch, and why the rules allow no more."""


def drawn() -> str:
    cases = as_candidates(ASSIGNMENT, [case.header for case in CASES])
    lines = [
        Line(check, mistake.id, mistake.sentence, frozenset(caught))
        for mistake in CERTAIN
        for check, caught in recorded()[mistake.id].items()
    ]
    return render(
        "Which cases of the suite for Python catch which mistakes",
        [case.header.id for case in cases],
        [check.id for check in ASSIGNMENT.checks],
        lines,
    )


@pytest.mark.parametrize("mistake", CERTAIN, ids=lambda mistake: mistake.id)
def test_a_mistake_is_caught_by_two_cases_in_each_check_that_it_must_lose(
    mistake: catalogue.Mistake,
) -> None:
    caught = recorded()[mistake.id]
    assert caught.keys() == mistake.costs
    for cases in caught.values():
        assert set(cases) <= set(IDS)
        assert (len(cases) >= 2) == (mistake.id not in FEWER)


def test_a_mistake_that_plays_at_random_is_caught_by_no_case_for_certain() -> None:
    for mistake in MISTAKES:
        if mistake.is_random:
            sheet = catalogue.home() / mistake.id / "sheet.txt"
            assert parse_caught(sheet.read_text(encoding="utf-8")) == {}


@pytest.mark.parametrize("case", IDS)
def test_a_case_has_a_purpose_of_its_own(case: str) -> None:
    """Without it something would be shown by none, or caught by fewer than two."""
    cases = as_candidates(ASSIGNMENT, [each.header for each in CASES])
    assert purposes(cases, recorded_caught())[case]


def test_the_picture_is_up_to_date(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("force_regen"):
        PICTURE.write_text(drawn(), encoding="utf-8", newline="\n")
    assert PICTURE.read_text(encoding="utf-8") == drawn()


def test_a_hostile_name_is_escaped_in_the_picture() -> None:
    line = Line("rules.flips", "<script>", "a & b", frozenset({"one"}))
    picture = render("title", ["one"], ["rules.flips"], [line])
    assert "<script>" not in picture
    assert "a &amp; b" in picture


def test_a_square_stands_where_a_case_catches_a_mistake() -> None:
    line = Line("rules.flips", "slip", "It slips.", frozenset({"two"}))
    picture = render("title", ["one", "two"], ["printing.board", "rules.flips"], [line])
    assert picture.count("h9v9h-9z") == 1
    assert "printing.board" not in picture
