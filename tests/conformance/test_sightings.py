"""What a program is seen to do besides playing, as its report tells it."""

from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.judging import judge_program
from reversi_conformance.observation import Confinement, Ending, EndingKind, Observation
from reversi_conformance.sessions.command import resolve
from reversi_conformance.sightings import sightings
from reversi_conformance.transcript import Transcript, Turn

PYTHON = load("python")


def observation(*files: str, processes: int = 0) -> Observation:
    return Observation(
        Transcript((Turn(None, ()),)),
        Ending(EndingKind.EXITED, 0.1, 0.1, status=0),
        left_files=files,
        left_processes=processes,
    )


def seen_of(folder: Path, source: str) -> dict[str, str]:
    """What a report tells of a program that is played once, by the codes."""
    (folder / "reversi.py").write_text(source, encoding="utf-8")
    report = judge_program(
        resolve(["reversi.py"], folder),
        corpus.load_suite(PYTHON)[:1],
        PYTHON,
        confinement=Confinement("limits", verified=False),
        jobs=1,
        on_run=lambda _: None,
        shown="reversi.py",
    )
    return {each.code: each.message for each in report.seen}


def test_a_program_that_only_plays_is_seen_doing_nothing_else() -> None:
    assert sightings([observation()], is_changed=False) == ()


def test_files_of_several_cases_are_told_once_with_the_number_of_cases() -> None:
    observations = [observation("b", "a"), observation(), observation("b")]
    [found] = sightings(observations, is_changed=False)
    assert found.params == {"cases": 2, "files": "a, b"}
    assert "in 2 cases: a, b" in found.sentence()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "open('state.json', 'w').close()",
            "it leaves other files than the log in its folder, in 1 case: state.json",
        ),
        (
            "import os; os.makedirs('deep/er')\nopen('deep/er/x', 'w').close()",
            "it leaves other files than the log in its folder, in 1 case: deep",
        ),
    ],
)
def test_what_is_left_beside_the_log_is_told_by_its_outermost_name(
    source: str, message: str, tmp_path: Path
) -> None:
    assert seen_of(tmp_path, source) == {"seen.files-left": message}


def test_the_log_in_any_spelling_and_what_python_compiles_are_nothing_to_tell(
    tmp_path: Path,
) -> None:
    (tmp_path / "rules.py").touch()
    assert seen_of(tmp_path, "import rules\nopen('Reversi.CSV', 'a').close()") == {}


def test_a_process_that_goes_on_is_told(tmp_path: Path) -> None:
    source = "import subprocess; subprocess.Popen(['sleep', '99'], start_new_session=True)"
    assert [*seen_of(tmp_path, source)] == ["seen.processes-left"]


def test_a_program_that_writes_into_its_submission_is_told(tmp_path: Path) -> None:
    source = "open(__file__, 'a').write('#')"
    assert [*seen_of(tmp_path, source)] == ["seen.submission-changed"]
