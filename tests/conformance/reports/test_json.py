"""The record as JSON: it is read back, it is safe to print, and its schema is true of it."""

import json as plain_json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from reversi_conformance import corpus, observation, report, rubric, runner, submission
from reversi_conformance.assignment import load
from reversi_conformance.audit import catalogue
from reversi_conformance.reports import json
from reversi_conformance.sessions import waiting
from reversi_conformance.sessions.command import resolve
from reversi_conformance.transcript import format_case

from . import samples

PROGRAMS = Path(__file__).parents[2] / "programs"
SCHEMA = Path(json.__file__).with_name("report-v1.schema.json")
CASES = ("py-4-X-sample", "py-6-O-sample", "py-4-O-first-entry-column-off")
MISTAKES = (
    "flips-miss-west",
    "tabs-between-cells",
    "column-off-the-board-crashes",
    "waits-for-enter",
    "log-not-written",
)


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = plain_json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def checked(program: Path) -> report.Report:
    assignment = load("python")
    cases = corpus.choose_cases(corpus.load_suite(assignment), CASES)
    command = resolve([str(program)], program.parent)
    runs, _ = runner.run_cases(command, cases, assignment, jobs=2, on_run=lambda _: None)
    return report.make_report(
        command.shown, assignment, cases, runs, sandbox=samples.LIMITS, waiting=waiting.ways()
    )


def golden_session(case_id: str) -> str:
    """What stands below the header in the file of a case."""
    [case] = corpus.choose_cases(corpus.load_suite(load("python")), [case_id])
    return format_case(case).split("+++\n")[2]


def is_valid(found: report.Report, validator: jsonschema.Draft202012Validator) -> bool:
    errors = list(validator.iter_errors(plain_json.loads(json.render(found))))
    assert not errors, [f"{error.json_path}: {error.message}" for error in errors]
    return True


def test_a_right_program_s_report_is_valid(validator: jsonschema.Draft202012Validator) -> None:
    found = checked(PROGRAMS / "plain.py")
    assert is_valid(found, validator)
    assert found.conforms
    assert json.read(json.render(found)) == found


@pytest.mark.parametrize("name", MISTAKES)
def test_the_report_of_a_mistake_is_valid_and_read_back(
    name: str, tmp_path: Path, validator: jsonschema.Draft202012Validator
) -> None:
    [mistake] = [
        each
        for each in (*catalogue.load(catalogue.home()), *catalogue.load_latitude(catalogue.home()))
        if each.id == name
    ]
    found = checked(catalogue.write(mistake, tmp_path))
    assert is_valid(found, validator)
    assert any(case.findings for case in found.cases)
    assert [case.expected for case in found.cases] == [
        "" if case.conforms else golden_session(case.id) for case in found.cases
    ]
    assert json.read(json.render(found)) == found


def test_the_report_of_a_crash_at_once_is_valid(
    tmp_path: Path, validator: jsonschema.Draft202012Validator
) -> None:
    program = tmp_path / "reversi.py"
    program.write_text("raise SystemExit(3)\n", encoding="utf-8")
    assert is_valid(checked(program), validator)


def test_the_report_of_a_submission_that_was_never_built_is_valid_and_read_back(
    validator: jsonschema.Draft202012Validator,
) -> None:
    problem = submission.Problem(
        "build.failed", {"command": "gcc"}, "gcc could not build it", ("reversi.c:1: error",)
    )
    found = samples.report(
        chosen=44,
        submission=submission.Submission(
            student="s1",
            name="张三",
            sources=("s1.zip",),
            problems=(problem,),
            traits=(submission.Trait("loops", 1, ("a.ts:3",)),),
        ),
    )
    assert is_valid(found, validator)
    assert json.read(json.render(found)) == found


def test_an_interrupted_report_is_valid(validator: jsonschema.Draft202012Validator) -> None:
    assert is_valid(samples.report(chosen=44), validator)


def test_the_schema_forbids_what_it_does_not_know(
    validator: jsonschema.Draft202012Validator,
) -> None:
    found = plain_json.loads(json.render(samples.report(samples.case("py-1"))))
    assert validator.is_valid(found)
    assert not validator.is_valid({**found, "mark": 1})
    assert not validator.is_valid({key: found[key] for key in found if key != "total"})


def test_the_schema_has_the_fields_of_the_types() -> None:
    schema = plain_json.loads(SCHEMA.read_text(encoding="utf-8"))
    types: dict[str, type[msgspec.Struct]] = {
        "report": report.Report,
        "sandbox": observation.Confinement,
        "total": rubric.Total,
        "criterion": rubric.CriterionScore,
        "check": rubric.CheckScore,
        "case": report.ReportedCase,
        "finding": report.ReportedFinding,
        "capture": report.Capture,
        "remark": report.ReportedRemark,
        "submission": submission.Submission,
        "problem": submission.Problem,
        "trait": submission.Trait,
    }
    shapes = {"report": schema, **schema["$defs"]}
    for name, kind in types.items():
        fields = {field.encode_name for field in msgspec.structs.fields(kind)}
        assert set(shapes[name]["properties"]) == fields, name
        always = {
            field.encode_name
            for field in msgspec.structs.fields(kind)
            if field.default is not msgspec.UNSET
        }
        assert set(shapes[name]["required"]) == always, name


def test_every_object_of_the_schema_is_described_and_closed() -> None:
    schema = plain_json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert schema["$id"] == "urn:reversi-conformance:report:v1"
    for shape in objects_in(schema):
        assert "description" in shape, shape
        assert shape["additionalProperties"] is False or "anyOf" in shape["additionalProperties"]


def objects_in(shape: Any) -> Iterator[dict[str, Any]]:
    if isinstance(shape, dict):
        if shape.get("type") == "object":
            yield shape
        for inner in shape.values():
            yield from objects_in(inner)


def test_the_text_is_indented_and_keeps_letters_of_any_script() -> None:
    text = json.render(samples.report(samples.case("py-1"), program="黑白棋.py"))
    assert text.startswith('{\n  "schema": "reversi-conformance/report/v1",\n')
    assert text.endswith("}\n")
    assert "黑白棋.py" in text


def test_what_a_terminal_would_obey_is_escaped() -> None:
    hostile = "\x1b[2J \x07 \x00 \x7f \x9b2J \u202e \u2028 \ue000 \U000e0001 « 好"
    found = samples.report(samples.case("py-1"), program=hostile)
    text = json.render(found)
    assert not re.search(r"[^\n -~«好一-鿿，。“”、；（）…—]", text)
    assert "\\u202e" in text
    assert "\\udb40\\udc01" in text
    assert json.read(text).program == hostile


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON: Input data was truncated"),
        ("{", "no JSON: Input data was truncated"),
        ("nonsense", "no JSON: JSON is malformed"),
        (b"\xff\xfe", "no JSON: "),
        ("[]", "no report: its \"schema\" should be 'reversi-conformance/report/v1', not None"),
        ('{"schema": 2}', 'no report: its "schema" should be'),
        (
            '{"schema": "reversi-conformance/report/v1"}',
            "no report of the format 'reversi-conformance/report/v1': "
            "Object missing required field `version`",
        ),
    ],
)
def test_what_is_no_report_is_told(text: str | bytes, message: str) -> None:
    with pytest.raises(json.ReportError) as told:
        json.read(text)
    assert str(told.value).startswith(message)


def test_fields_of_a_later_version_are_passed_over() -> None:
    found = samples.report(samples.case("py-1"))
    later = plain_json.loads(json.render(found)) | {"grader": "somebody"}
    assert json.read(plain_json.dumps(later)) == found
