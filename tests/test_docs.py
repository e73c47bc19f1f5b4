"""What the pages in docs/ say of assignment files, of checks and of rooms is complete and true."""

from __future__ import annotations

import enum
import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
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
