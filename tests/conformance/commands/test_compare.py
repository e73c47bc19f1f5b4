"""`compare`: captured sessions, judged through the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from reversi_conformance import corpus
from reversi_conformance.cli import main
from reversi_conformance.reports import json as json_report
from reversi_conformance.reports import text

SCHEMA = Path(json_report.__file__).with_name("report-v1.schema.json")
SUITE = corpus.home() / "python"


def run(*arguments: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(
        main, ["compare", *arguments], input=given, prog_name="reversi-conformance"
    )


def shown(case: str, assignment: str = "python") -> str:
    return CliRunner().invoke(main, ["show", "--assignment", assignment, case]).stdout


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A capture of the handout's first sample."""
    path = tmp_path / "session.txt"
    path.write_text(shown("py-4-X-sample"), encoding="utf-8")
    return path


@pytest.fixture
def wrong(sample: Path) -> Path:
    """The sample, with one disc that does not turn."""
    told = sample.read_text(encoding="utf-8")
    board = "b X X X .\nc . X O .\nd . . . .\nEnter move for O (RowCol): ac"
    assert board in told
    sample.write_text(told.replace(board, board.replace("b X X", "b X O"), 1), encoding="utf-8")
    return sample


def test_a_session_that_conforms_has_status_0(sample: Path) -> None:
    for arguments in ((str(sample),), ("py-4-X-sample", str(sample))):
        done = run(*arguments)
        assert done.exit_code == 0
        assert done.stderr == ""
        assert "The session conforms, as far as it was judged.\n" in done.stdout


def test_the_sheet_of_a_session_is_no_mark_of_a_program(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(sample.parent)
    told = run(sample.name).stdout
    assert told.startswith("session.txt — one captured session — assignment python\n")
    unwrapped = " ".join(told.split())
    assert "it is no mark of the program, which 'check' plays through every case." in unwrapped
    assert "neither the log nor whether the program ends by itself: neither is judged" in unwrapped
    assert "(not assessed: a captured session does not show it)" in unwrapped
    assert "nothing was run; the capture was read as text, utf-8" in unwrapped


def test_a_session_with_a_mistake_has_its_sheet_and_status_1(wrong: Path) -> None:
    done = run("py-4-X-sample", str(wrong))
    assert done.exit_code == 1
    assert "X at ba should also turn bb" in done.stdout
    assert "    typed     4 X aa\n" in done.stdout
    assert "again" not in done.stdout


def test_a_session_comes_from_standard_input(sample: Path) -> None:
    done = run("-", given=sample.read_bytes())
    assert done.exit_code == 0
    assert done.stdout.startswith("standard input — one captured session")


def test_a_transcript_may_be_the_case(sample: Path) -> None:
    assert run(str(SUITE / "py-4-X-sample.txt"), str(sample)).exit_code == 0


def test_another_assignment_judges_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    path.write_text(shown("ts-4-X-sample", "typescript"), encoding="utf-8")
    done = run("--assignment", "typescript", "ts-4-X-sample", str(path))
    assert done.exit_code == 0
    assert "Notes" not in done.stdout


def test_another_game_may_be_chosen(sample: Path) -> None:
    both = sample.read_text(encoding="utf-8") + shown("py-6-O-sample")
    sample.write_text(both, encoding="utf-8")
    assert "• 2 games stand in the capture; this is game 1\n" in run(str(sample)).stdout
    assert run("--game", "2", "py-6-O-sample", str(sample)).exit_code == 0
    assert "and no game 3" in run("--game", "3", str(sample)).stderr


def test_the_report_is_the_record_of_the_text(wrong: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    done = run("--format", "json", "-o", str(path), str(wrong))
    assert (done.exit_code, done.stdout) == (1, "")
    report = json_report.read(path.read_bytes())
    assert report.capture is not None
    assert (report.capture.form, report.capture.game, report.capture.games) == ("text", 1, 1)
    assert text.render(report) == run(str(wrong)).stdout


def test_the_record_is_described_by_the_schema(wrong: Path) -> None:
    schema: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for case in ("py-4-X-sample", "py-4-X-human-must-pass"):
        record = json.loads(run("--format", "json", case, str(wrong)).stdout)
        assert [error.message for error in validator.iter_errors(record)] == []


def test_the_log_leaves_the_total(sample: Path) -> None:
    record = json.loads(run("--format", "json", str(sample)).stdout)
    [log] = [
        check
        for criterion in record["criteria"]
        for check in criterion["checks"]
        if check["id"] == "printing.log"
    ]
    assert log["earned"] is None
    assert record["criteria"][0]["earned"] == 9
    assert record["total"]["earned"] == record["total"]["possible"] == 42


def test_a_session_that_somebody_stopped_loses_nothing(sample: Path) -> None:
    told = sample.read_text(encoding="utf-8")
    sample.write_text(f"$ ./reversi\n{told[:200]}^C\n$ ", encoding="utf-8")
    done = run("--format", "json", "py-4-X-sample", str(sample))
    record = json.loads(done.stdout)
    assert done.exit_code == 0
    assert record["total"]["earned"] == record["total"]["possible"]
    assert not [
        check["id"]
        for criterion in record["criteria"]
        for check in criterion["checks"]
        if check["earned"] == 0
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the capture is empty"),
        (b"hello\n", "no question for the size of the board is found"),
        (bytes(1000), "this is no text: 1000 of its 1000 characters"),
        (b'{"version": 2}\n[0.1, "o", "a"]\n[0.2, "o"', "the cast is broken at line 3"),
    ],
)
def test_what_is_no_session_has_status_3(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "capture"
    path.write_bytes(data)
    done = run(str(path))
    assert (done.exit_code, done.stdout) == (3, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_wrong_usage_has_status_2(sample: Path, tmp_path: Path) -> None:
    for arguments, message in (
        ((), "Missing argument '[CASE] FILE'"),
        ((str(tmp_path / "none"),), "cannot be read: No such file or directory"),
        ((str(tmp_path),), "cannot be read: Is a directory"),
        (("py-4-X-smaple", str(sample)), "did you mean py-4-X-sample"),
        (("none.txt", str(sample)), "there is no transcript 'none.txt'"),
        (("py-4-X-sample", str(sample), str(sample)), "one CASE and one FILE are compared"),
        (("--game", "0", str(sample)), "0 is not in the range x>=1"),
    ):
        done = run(*arguments)
        assert (done.exit_code, done.stdout) == (2, ""), arguments
        assert message in done.stderr


def test_a_transcript_that_cannot_be_read_has_status_3(sample: Path) -> None:
    done = run(str(sample), str(sample))
    assert done.exit_code == 3
    assert "session.txt:1: a transcript begins with a TOML header" in done.stderr


def test_what_was_typed_is_shown_and_not_obeyed(sample: Path) -> None:
    told = sample.read_text(encoding="utf-8")
    slip = told.replace("dimension: 4\n", "dimension: \u202e5\nEnter the board dimension: 4\n", 1)
    sample.write_text(slip, encoding="utf-8")
    done = run(str(sample))
    assert done.exit_code == 0
    assert "'\\u202e5' was typed and asked for again" in done.stdout


def test_a_name_that_is_no_text_is_shown_as_escapes(sample: Path) -> None:
    path = os.fsencode(sample.with_name("session")) + b"\xff"
    try:
        Path(os.fsdecode(path)).write_bytes(sample.read_bytes())
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    done = subprocess.run(
        [sys.executable, "-m", "reversi_conformance", "compare", "--format", "json", path],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert "session\\xff" in json_report.read(done.stdout).program
