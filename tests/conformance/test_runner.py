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


def test_each_program_is_told_of_with_its_own_sessions(tmp_path: Path) -> None:
    assignment, cases = suite("python")
    names = ("first", "second", "third")
    for name in names:
        (tmp_path / name).mkdir()
    entries = [
        runner.Entry(command(tmp_path / name, f"print({name!r})"), cases[: 2 + at])
        for at, name in enumerate(names)
    ]
    told: dict[int, runner.Runs] = {}

    runner.run_programs(entries, assignment, jobs=3, on_run=lambda _: None, on_end=told.__setitem__)

    for at, name in enumerate(names):
        runs, is_interrupted = told[at]
        assert [run.case.id for run in runs] == [case.id for case in cases[: 2 + at]]
        assert {run.observation.transcript.turns[-1].printed for run in runs} == {(name,)}
        assert not is_interrupted


def test_a_program_that_hangs_keeps_no_other_from_being_played(tmp_path: Path) -> None:
    assignment, cases = impatient()
    (tmp_path / "hangs").mkdir()
    (tmp_path / "ends").mkdir()
    entries = [
        runner.Entry(command(tmp_path / "hangs", "import time\ntime.sleep(60)\n"), cases[:8]),
        runner.Entry(command(tmp_path / "ends", "print('no game')"), cases[:8]),
    ]
    told: dict[int, runner.Runs] = {}

    runner.run_programs(entries, assignment, jobs=2, on_run=lambda _: None, on_end=told.__setitem__)

    assert {at: len(runs.runs) for at, runs in told.items()} == {0: 3, 1: 8}
