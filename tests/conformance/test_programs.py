"""Correct programs in the manners of several languages get full marks."""

from pathlib import Path

import pytest

from . import programs
from .submissions import check, faults


@pytest.mark.parametrize("name", programs.TABLE)
def test_a_correct_program_gets_full_marks(name: str, tmp_path: Path) -> None:
    arguments = _built(name, tmp_path)

    report = check(arguments, tmp_path, programs.TABLE[name]["assignment"])

    assert faults(report) == []
    assert report.total.earned == report.total.possible == 70
    assert report.complete


@pytest.mark.parametrize("name", ["plain", "readline_promises_js"])
def test_two_checks_of_one_program_say_the_same(name: str, tmp_path: Path) -> None:
    arguments = _built(name, tmp_path)
    assignment = programs.TABLE[name]["assignment"]

    first, second = (check(arguments, tmp_path, assignment) for _ in range(2))

    assert [case.findings for case in first.cases] == [case.findings for case in second.cases]
    assert first.total == second.total


def _built(name: str, folder: Path) -> list[str]:
    if missing := programs.missing(name):
        pytest.skip(f"not installed: {', '.join(missing)}")
    return programs.build(name, folder)
