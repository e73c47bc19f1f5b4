"""The formats of a report at the command line: from a record, to a file or a log."""

import json
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from reversi_conformance.cli import main
from reversi_conformance.reports import FORMATS, renderer
from reversi_conformance.reports import json as json_format

from ..reports.samples import case, finding, report, sheet

RECORD = json_format.read(
    json_format.render(
        report(case("py-1", finding(message="it says ::error::")), criteria=sheet(messages=0))
    )
)
RUNNER = ("CLASSROOM", "ASSIGNMENT", "ASSIGNMENT_TYPE", "OWNER", "COMMIT_URL", "RELEASE_URL")


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "report.json"
    path.write_text(json_format.render(RECORD), encoding="utf-8")
    return path


def show(*arguments: str | Path, env: Mapping[str, str | None] | None = None) -> Result:
    return CliRunner().invoke(main, ["show", *map(str, arguments)], env=env)


@pytest.mark.parametrize("form", FORMATS)
def test_a_record_becomes_any_format(form: str, recorded: Path) -> None:
    written = recorded.with_name("other")
    told = show(recorded, "--format", form, "-o", written, env={"SUBMISSION_TAG": None})
    assert (told.exit_code, told.output) == (0, "")
    assert written.read_text(encoding="utf-8") == renderer(form)(RECORD)


def test_annotations_reach_the_log_as_commands(recorded: Path) -> None:
    told = show(recorded, "--format", "github")
    assert told.stdout.startswith("::error file=reversi.py,title=printing.messages%3A 0/3 points::")
    assert [line[:9] for line in told.stdout.splitlines()] == ["::error f", "::notice "]


def test_a_result_of_classroom_50_bears_what_its_runner_says(recorded: Path) -> None:
    runner = {**dict.fromkeys(RUNNER, "x"), "SUBMISSION_TAG": "submit/1"}
    result = json.loads(show(recorded, "--format", "classroom50", env=runner).stdout)
    assert (result["owner"], result["submission"]) == ("x", "submit/1")


def test_half_of_what_the_runner_says_is_refused(recorded: Path) -> None:
    runner: Mapping[str, str | None] = {**dict.fromkeys(RUNNER), "SUBMISSION_TAG": "submit/1"}
    told = show(recorded, "--format", "classroom50", env=runner)
    assert told.exit_code == 3
    assert told.stdout == ""
    assert "the runner of Classroom 50 should set CLASSROOM, ASSIGNMENT," in told.stderr


@pytest.mark.parametrize(
    "arguments",
    [["py-4-X-sample", "--format", "junit"], ["--format", "junit"], ["RECORD", "-o", "x"]],
    ids=["a case", "nothing", "no format"],
)
def test_only_a_whole_report_has_formats(arguments: list[str], recorded: Path) -> None:
    told = show(*(str(recorded) if each == "RECORD" else each for each in arguments))
    assert told.exit_code == 2
    assert "--format, -o and --feedback are for a whole report" in told.stderr


def test_of_a_whole_record_less_may_be_told(recorded: Path) -> None:
    hidden = msgspec.structs.replace(
        RECORD, cases=tuple(msgspec.structs.replace(each, is_hidden=True) for each in RECORD.cases)
    )
    recorded.write_text(json_format.render(hidden), encoding="utf-8")
    assert "py-1" in show(recorded, "--format", "junit").stdout
    told = show(recorded, "--format", "junit", "--feedback", "check-names").stdout
    assert "py-1" not in told
    assert "a hidden game loses this check" in told
