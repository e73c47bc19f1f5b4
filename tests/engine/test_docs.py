"""What docs/engine.md says is so."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
TEXT = PAGE.read_text(encoding="utf-8")
COUNTERPARTS = re.findall(r"^\| `(\w+)` \| `(reversi_engine[\w.]+)` \|$", TEXT, re.MULTILINE)

THE_HANDOUT_S_FUNCTIONS = [
    "Init_board",
    "printBoard",
    "computer_move",
    "human_move",
    "check_board",
    "check_legal_move",
    "flip",
    "position_score",
    "gameover",
    "saveinfo",
]


def test_every_function_of_the_handout_has_its_counterpart() -> None:
    assert [name for name, _ in COUNTERPARTS] == THE_HANDOUT_S_FUNCTIONS


@pytest.mark.parametrize("counterpart", [path for _, path in COUNTERPARTS])
def test_a_counterpart_exists_and_can_be_called(counterpart: str) -> None:
    package, *names = counterpart.split(".")
    found: object = import_module(package)
    for at, name in enumerate(names):
        if not hasattr(found, name):
            import_module(".".join([package, *names[: at + 1]]))
        found = getattr(found, name)
    assert callable(found)
    assert found.__doc__


def test_every_module_is_listed() -> None:
    package = import_module("reversi_engine")
    assert package.__file__
    files = {path.stem for path in Path(package.__file__).parent.glob("[!_]*.py")}
    listed = re.findall(r"^\| `(\w+)` \|", TEXT.split("## The handout")[0], re.MULTILINE)
    assert sorted(listed) == sorted(files)


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (failed, tried > 5) == (0, True)


def test_the_options_are_those_of_the_program() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "reversi_engine.cli", "--help"],
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"```text\n{shown}```\n" in TEXT


def test_every_public_name_is_documented() -> None:
    package = import_module("reversi_engine")
    for name in package.__all__:
        assert getattr(package, name).__doc__, name
