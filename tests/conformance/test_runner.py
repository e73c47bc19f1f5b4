"""Sessions side by side: order, hanging programs, programs that cannot be started."""

import sys
from pathlib import Path

import pytest

from reversi_conformance import corpus, runner
from reversi_conformance.assignment import Assignment, parse
from reversi_conformance.observation import EndingKind
from reversi_conformance.sessions.command import Command, resolve
from reversi_conformance.transcript import Case

from .submissions import suite

SHORT_LIMITS = "seconds_to_first_prompt = 10.0", "seconds_to_first_prompt = 0.3"


def impatient() -> tuple[Assignment, tuple[Case, ...]]:
    text = Path(str(corpus.__file__)).parent / "assignments" / "python.toml"
    changed = text.read_text(encoding="utf-8").replace(*SHORT_LIMITS)
    return parse(changed, "impatient.toml"), suite("python")[1]


def command(tmp_path: Path, source: str) -> Command:
    program = tmp_path / "reversi.py"
    program.write_text(source, encoding="utf-8")
    return resolve([sys.executable, str(program)], tmp_path)


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_program_that_hangs_before_its_first_question_is_played_three_times(
    jobs: int, tmp_path: Path
) -> None:
    assignment, cases = impatient()
    hangs = command(tmp_path, "import time\ntime.sleep(60)\n")

    runs, is_interrupted = runner.run_cases(
        hangs, cases, assignment, jobs=jobs, on_run=lambda _: None
    )

    kinds = [run.observation.ending.kind for run in runs]
    assert kinds == [EndingKind.SILENT] * 3
    assert not is_interrupted


def test_a_program_that_dies_at_its_start_is_played_in_every_case(tmp_path: Path) -> None:
    assignment, cases = impatient()
    runs, _ = runner.run_cases(
        command(tmp_path, "raise SystemExit(1)"),
        cases[:8],
        assignment,
        jobs=2,
        on_run=lambda _: None,
    )
    assert [run.case.id for run in runs] == [case.id for case in cases[:8]]


def test_runs_come_in_the_order_of_the_cases_whatever_ends_first(tmp_path: Path) -> None:
    assignment, cases = suite("python")
    seen: list[str] = []
    runs, _ = runner.run_cases(
        command(tmp_path, "print('no game')"),
        cases[:8],
        assignment,
        jobs=3,
        on_run=lambda run: seen.append(run.case.id),
    )
    assert [run.case.id for run in runs] == [case.id for case in cases[:8]]
    assert sorted(seen) == sorted(run.case.id for run in runs)
