"""Correct programs in the manners of several languages get full marks."""

from pathlib import Path

import pytest

from reversi_conformance.confinement import probe
from reversi_conformance.sandboxes import KINDS
from reversi_conformance.sessions import waiting

from . import programs
from .submissions import check, faults

_FEW = {
    "python": ("py-4-X-sample", "py-6-O-sample"),
    "typescript": ("ts-4-X-sample", "ts-6-O-sample"),
}
"""That a program plays and how it ends shows in a few games."""


@pytest.mark.parametrize("name", programs.TABLE)
def test_a_correct_program_gets_full_marks(name: str, tmp_path: Path) -> None:
    arguments = _built(name, tmp_path)

    report = check(arguments, tmp_path, programs.TABLE[name]["assignment"])

    assert faults(report) == []
    assert report.total.earned == report.total.possible == 70
    assert report.complete


@pytest.mark.parametrize("sandbox", [name for name, kind in KINDS.items() if kind.promises])
@pytest.mark.parametrize("name", programs.TABLE)
def test_a_correct_program_plays_as_well_where_it_is_confined(
    name: str, sandbox: str, tmp_path: Path
) -> None:
    if (lack := probe(sandbox).lack) is not None:
        pytest.skip(f"{sandbox}: {lack.reason}")
    arguments = _built(name, tmp_path)
    assignment = programs.TABLE[name]["assignment"]

    report = check(arguments, tmp_path, assignment, *_FEW[assignment], sandbox=sandbox)

    assert faults(report) == []
    assert {case.soft_waits for case in report.cases} == {0} or waiting.ways() == "silence"


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
