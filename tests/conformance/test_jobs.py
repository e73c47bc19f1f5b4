"""The number of sessions at a time does not show in a report, but for the times that were taken."""

import re
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.audit import catalogue

CHECK = (sys.executable, "-m", "reversi_conformance", "check")
PLAIN = Path(__file__).parents[1] / "programs" / "plain.py"
CASES = [case.id for case in corpus.load_suite(load("python"))][::6]
MISTAKES = {mistake.id: mistake for mistake in catalogue.load(catalogue.home())}
# What was measured, and the first two fields of the rows that programs wrote in their logs.
TIMES = re.compile(r'"(?:cpu_)?seconds": [-+.e\d]+|\d{8} \d\d:\d\d:\d\d,\d+')


def test_a_right_program_gets_the_same_report_from_any_number_of_jobs(tmp_path: Path) -> None:
    one, two, five = _reports(PLAIN, tmp_path, status=0)
    assert _differences(one, two) == _differences(one, five) == []


@pytest.mark.parametrize(
    "name",
    [
        "flips-miss-north-west",
        "waits-for-enter",
        "off-the-board-crashes",
        "both-stuck-passes-for-ever",
        "log-without-the-duration",
        "prompts-not-flushed",
    ],
)
def test_a_wrong_program_gets_the_same_report_from_any_number_of_jobs(
    name: str, tmp_path: Path
) -> None:
    program = catalogue.write(MISTAKES[name], tmp_path)
    one, two, five = _reports(program, tmp_path, status=1)
    assert _differences(one, two) == _differences(one, five) == []


def _reports(program: Path, folder: Path, *, status: int) -> list[str]:
    """The reports of one, two and five sessions at a time, with a dash for each time."""
    options = ["--format", "json", *(argument for case in CASES for argument in ("--case", case))]
    command = [sys.executable, "-S", "-E", str(program)]
    reports = []
    for jobs in ("1", "2", "5"):
        done = subprocess.run(
            [*CHECK, *options, "--jobs", jobs, "--", *command],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (status, "")
        reports.append(TIMES.sub("-", done.stdout))
    return reports


def _differences(one: str, other: str) -> list[tuple[str | None, str | None]]:
    lines = zip_longest(one.split("\n"), other.split("\n"))
    return [(first, second) for first, second in lines if first != second]
