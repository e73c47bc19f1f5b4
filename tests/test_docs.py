"""What the pages in docs/ say of assignment files, of checks and of rooms is complete and true."""

from __future__ import annotations

import enum
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from click.testing import CliRunner

from reversi_conformance import corpus
from reversi_conformance.assignment import (
    CHECK_IDS,
    Assignment,
    Check,
    Criterion,
    Late,
    Latitudes,
    Limits,
    Log,
    Sizes,
    Wording,
    load,
    parse,
)
from reversi_conformance.cli import main
from reversi_conformance.signs import Signs

TOP = Path(__file__).parents[1]
DOCS = TOP / "docs"
SHIPPED = TOP / "conformance" / "reversi_conformance" / "assignments" / "python.toml"
TABLES: dict[str, type[msgspec.Struct]] = {
    "At the top": Assignment,
    "`[sizes]`": Sizes,
    "`[signs]`": Signs,
    "`[wording]`": Wording,
    "`[latitude]`": Latitudes,
    "`[limits]`": Limits,
    "`[log]`": Log,
    "`[late]`": Late,
    "`[[criteria]]`": Criterion,
    "`[[criteria.checks]]`": Check,
}


def sections(page: str) -> dict[str, str]:
    """The text below each heading of the second level, by heading."""
    text = (DOCS / page).read_text(encoding="utf-8")
    _, *parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def rows(text: str) -> list[list[str]]:
    """The rows of all tables, without their headings; one list of cells each."""
    found = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    return [row.split(" | ") for row in found if row.startswith("`")]


def default_in_toml(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "needed"
    value: Any = field.default
    if value is msgspec.NODEFAULT:
        value = field.default_factory()
    if isinstance(value, enum.Enum):
        value = value.value
    return f"`{json.dumps(value, ensure_ascii=False)}`"


GRADING = sections("grading.md")
CLASS = TOP / "examples" / "class"
LEFT_TO_HELP = {"--assignment", "--help", "--jobs", "--output", "--require-sandbox"}
"""Options of `grade` of which its page need not speak."""


@pytest.mark.parametrize("heading", TABLES)
def test_every_key_of_an_assignment_file_is_there_with_its_default(heading: str) -> None:
    documented = {cells[0]: cells[1] for cells in rows(sections("assignment-files.md")[heading])}
    fields = msgspec.structs.fields(TABLES[heading])
    own = [field for field in fields if f"`[{field.name}]`" not in TABLES]
    wanted = {f"`{field.name}`": default_in_toml(field) for field in own}
    assert documented == {key: wanted[key] for key in wanted if f"`[[{key[1:-1]}]]`" not in TABLES}


def test_the_stricter_course_is_an_assignment() -> None:
    changes = re.findall(
        r"^```toml\n(.*?)^```$",
        sections("assignment-files.md")["A stricter course"],
        re.MULTILINE | re.DOTALL,
    )
    head = SHIPPED.read_text(encoding="utf-8").partition("[latitude]")[0]
    assignment = parse(head + changes[0], "stricter.toml")
    [check] = assignment.checks
    assert (check.points, check.partial_credit) == (20, 1)


def test_a_suite_of_one_s_own_is_played(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    shutil.copy(corpus.home() / "python" / "py-4-X-sample.txt", hidden)
    text = SHIPPED.read_text(encoding="utf-8").replace("Game over.", "The end.")
    own = tmp_path / "my-course.toml"
    own.write_text(f"transcripts = {json.dumps(str(hidden))}\n{text}", encoding="utf-8")

    recorded = CliRunner().invoke(main, ["record", "--assignment", str(own), str(hidden)])
    assert recorded.exit_code == 0

    [case] = corpus.load_suite(load(str(own)))
    assert "The end." in case.transcript.turns[-1].required


def test_every_check_is_there_with_its_points() -> None:
    documented = {row[0]: row[1] for row in rows(sections("judging.md")["The checks"])}
    shipped = {f"`{check.id}`": f"{check.points:g}" for check in load("python").checks}
    assert documented == shipped
    assert list(documented) == [f"`{check}`" for check in CHECK_IDS]


def test_the_rooms_stand_in_the_order_of_imports() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["id"] == "one-way"]
    documented = [
        re.findall(r"`(\w+)`", cells[0]) for cells in rows(sections("architecture.md")["The rooms"])
    ]
    assert documented == [layer.split(" | ") for layer in layers]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the class in examples/, played through one game, with everything asked for."""
    tmp_path = tmp_path_factory.mktemp("class")
    suite = tmp_path / "suite"
    suite.mkdir()
    shutil.copy(corpus.home() / "python" / "py-4-X-sample.txt", suite)
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    shutil.copy(corpus.home() / "python" / "py-6-O-sample.txt", hidden)
    course = tmp_path / "course.toml"
    shipped = SHIPPED.read_text(encoding="utf-8")
    course.write_text(f"transcripts = {json.dumps(str(suite))}\n{shipped}", encoding="utf-8")
    moodle = tmp_path / "moodle.csv"
    moodle.write_text(
        'Identifier,"Full name",Grade,"Maximum Grade","Last modified (grade)","Feedback comments"\n'
        '"Participant 1001","Ada Lovelace",,70.00,-,\n',
        encoding="utf-8",
    )
    folder = tmp_path / "results"
    options = ["--assignment", course, "--hidden", hidden, "--moodle", moodle]
    options += ["--canvas", CLASS / "canvas.csv", "--roster", CLASS / "class.csv"]
    options += ["--sandbox", "limits", "--no-require-sandbox"]
    words = [str(word) for word in ("grade", CLASS / "submissions", "-o", folder, *options)]
    done = subprocess.run(
        [sys.executable, "-m", "reversi_conformance", *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_what_grading_leaves_is_what_its_page_lists(graded: Path) -> None:
    listed = [re.findall(r"`([^`]+)`", cells[0]) for cells in rows(GRADING["What comes out"])]
    names = {name.rstrip("/") for cells in listed for name in cells}
    assert names == {path.name for path in graded.glob("[!.]*")}


def test_the_columns_of_the_marks_are_those_that_the_page_explains(graded: Path) -> None:
    header = (graded / "marks.csv").read_text(encoding="utf-8-sig").partition("\n")[0]
    explained = re.findall(r"^- `(\w+)`:", GRADING["The marks by hand"], re.MULTILINE)
    assert header.split(",") == ["student", "name", *explained]


def test_the_page_about_grading_names_options_that_there_are() -> None:
    page = (DOCS / "grading.md").read_text(encoding="utf-8")
    known = {option for each in main.commands["grade"].params for option in each.opts}
    known |= {option for each in main.commands["grade"].params for option in each.secondary_opts}
    used = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", page))
    assert used - known == {"--nworkers", "--nthreads"}
    assert {option for option in known if option.startswith("--")} - used == LEFT_TO_HELP


@pytest.mark.parametrize("form", sorted((TOP / ".github" / "ISSUE_TEMPLATE").glob("[0-9]*.yml")))
def test_a_form_for_issues_asks_for_something_that_is_needed(form: Path) -> None:
    asked = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert asked.keys() >= {"name", "description", "body"}
    questions = [each for each in asked["body"] if each["type"] != "markdown"]
    assert any(each.get("validations", {}).get("required") for each in questions)
    ids = [each["id"] for each in questions]
    assert len(ids) == len(set(ids))
    assert all(each["attributes"]["label"] for each in questions)
