"""Sessions side by side: order, hanging programs, programs that cannot be started."""

import signal
import sys
from pathlib import Path

import msgspec
import pytest

from reversi_conformance import corpus, runner
from reversi_conformance.assignment import Assignment, parse
from reversi_conformance.observation import EndingKind
from reversi_conformance.run import Run
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


def test_something_else_is_done_while_the_first_sessions_play(tmp_path: Path) -> None:
    assignment, cases = impatient()
    happened: list[str] = []
    runner.run_cases(
        command(tmp_path, "input('size: ')"),
        cases[:3],
        assignment,
        jobs=2,
        on_run=lambda run: happened.append(run.case.id),
        meanwhile=lambda: happened.append("meanwhile"),
    )
    assert happened[0] == "meanwhile"
    assert sorted(happened[1:]) == sorted(case.id for case in cases[:3])


def test_ctrl_c_while_the_first_sessions_begin_ends_them(tmp_path: Path) -> None:
    assignment, cases = suite("python")
    hangs = command(tmp_path, "import time\ntime.sleep(60)\n")
    runs = runner.run_cases(
        hangs,
        cases[:9],
        assignment,
        jobs=2,
        on_run=lambda _: None,
        meanwhile=lambda: signal.raise_signal(signal.SIGINT),
    )
    assert runs == ((), True)


def test_what_is_done_with_a_session_is_done_to_the_end_before_ctrl_c_is_heeded(
    tmp_path: Path,
) -> None:
    assignment, cases = impatient()
    done: list[str] = []

    def take(run: Run) -> None:
        signal.raise_signal(signal.SIGINT)
        done.append(run.case.id)

    ends = command(tmp_path, "raise SystemExit(1)")
    runs, is_interrupted = runner.run_cases(ends, cases[:9], assignment, jobs=1, on_run=take)
    assert is_interrupted
    assert len(done) == 1
    assert done[0] in [run.case.id for run in runs]


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


STARTS = """
import pathlib, time
starts = pathlib.Path(__file__).parent / "starts"
with starts.open("a") as file:
    file.write("x")
"""


def starts(tmp_path: Path) -> int:
    return len((tmp_path / "starts").read_text())


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_time_out_that_does_not_come_again_is_not_reported(jobs: int, tmp_path: Path) -> None:
    assignment, cases = impatient()
    limits = msgspec.structs.replace(assignment.limits, seconds_to_first_prompt=2.0)
    assignment = msgspec.structs.replace(assignment, limits=limits)
    hangs_once = f"""{STARTS}
try:
    (starts.parent / "hung").touch(exist_ok=False)
except FileExistsError:
    raise SystemExit(7)
time.sleep(60)
"""
    runs, _ = runner.run_cases(
        command(tmp_path, hangs_once), cases[:4], assignment, jobs=jobs, on_run=lambda _: None
    )
    assert [run.observation.ending.status for run in runs] == [7] * 4
    assert starts(tmp_path) == 5


def test_a_program_that_always_hangs_is_tried_again_twice_in_all(tmp_path: Path) -> None:
    assignment, cases = impatient()
    limits = msgspec.structs.replace(assignment.limits, seconds_per_reply=0.3)
    assignment = msgspec.structs.replace(assignment, limits=limits)
    hangs = f"{STARTS}input('Enter the board dimension: ')\ntime.sleep(60)\n"
    runs, _ = runner.run_cases(
        command(tmp_path, hangs), cases[:6], assignment, jobs=2, on_run=lambda _: None
    )
    assert [run.observation.ending.kind for run in runs] == [EndingKind.SILENT] * 6
    assert starts(tmp_path) == 8


def test_a_program_that_hangs_at_its_start_is_tried_again_twice_in_all(tmp_path: Path) -> None:
    assignment, cases = impatient()
    limits = msgspec.structs.replace(assignment.limits, seconds_to_first_prompt=1.0)
    assignment = msgspec.structs.replace(assignment, limits=limits)
    # A fourth one may be begun before the third is judged; cut off at once, it does not count.
    hangs = command(tmp_path, f"import time; time.sleep(0.3)\n{STARTS}time.sleep(60)\n")
    runs, _ = runner.run_cases(hangs, cases, assignment, jobs=1, on_run=lambda _: None)
    assert len(runs) == 3
    assert starts(tmp_path) == 5
