"""Every deliberate mistake of the catalogue costs its own checks, and is named if anything is.

Beside each mistake stands the sheet that it must get, `sheet.txt`, with the cases that catch it.
"""

from pathlib import Path

import pytest

from reversi_conformance.audit import catalogue, playing
from reversi_conformance.audit.sheets import format_sheet
from reversi_conformance.report import Report

from .conftest import Golden
from .submissions import faults, jobs, lost_checks, suite

MISTAKES = catalogue.load(catalogue.home())
LATITUDE = catalogue.load_latitude(catalogue.home())
BASES = sorted(catalogue.home().joinpath("bases").glob("*.py"))


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_a_mistake_costs_points_only_where_it_is(
    mistake: catalogue.Mistake, golden: Golden
) -> None:
    report = _judge(mistake)

    lost = lost_checks(report)
    assert mistake.costs <= lost, "it must cost points here"
    assert lost <= mistake.costs | mistake.may_touch, faults(report)
    assert {name for cause in report.causes for name in cause.ids} <= mistake.causes
    golden(format_sheet(mistake, report), catalogue.home() / mistake.id / "sheet.txt")


@pytest.mark.parametrize("manner", LATITUDE, ids=lambda manner: manner.id)
def test_a_manner_inside_the_latitude_costs_nothing(manner: catalogue.Mistake) -> None:
    report = _judge(manner)

    assert faults(report) == []
    assert report.total.earned == report.total.possible == 70


@pytest.mark.parametrize("base", BASES, ids=lambda base: base.stem)
def test_a_program_in_which_mistakes_are_planted_is_right_without_them(base: Path) -> None:
    source = base.read_text(encoding="utf-8")
    nothing = frozenset[str]()
    report = _judge(
        catalogue.Mistake(base.stem, "", nothing, nothing, nothing, is_random=False, source=source)
    )

    assert faults(report) == []
    assert report.total.earned == report.total.possible == 70


def _judge(program: catalogue.Mistake) -> Report:
    assignment, cases = suite("python")
    return playing.judge(program, cases, assignment, sessions=jobs())
