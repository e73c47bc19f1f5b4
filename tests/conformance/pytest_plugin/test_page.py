"""What docs/pytest.md shows is what pytest shows, and its tests pass."""

import re
from pathlib import Path

import pytest

from reversi_conformance.pytest_plugin.session import Session

from .runs import PLAIN, failures, run, write_mistake

pytest_plugins = ["pytester"]

PAGE = (Path(__file__).parents[3] / "docs" / "pytest.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def in_a_project_of_its_own(pytester: pytest.Pytester) -> None:
    pytester.makeini(f"[pytest]\nreversi = python3 {PLAIN}\n")


def block(language: str) -> str:
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_tests_on_the_page_hold_for_a_right_program(pytester: pytest.Pytester) -> None:
    (pytester.path / "test_own.py").write_text(block("python"), encoding="utf-8")
    run(pytester).assert_outcomes(passed=3)


def test_the_failure_on_the_page_is_the_one_that_is_shown(pytester: pytest.Pytester) -> None:
    write_mistake("flips-miss-east", pytester.path)
    command, title, text = block("console").split("\n", 2)
    assert command == '$ pytest --reversi="python3 reversi.py" -k py-6-O-sample'
    seen = run(pytester, "--reversi=python3 reversi.py", "-k", "py-6-O-sample")
    assert title in seen.outlines
    assert failures(seen) == {title.strip("_ "): text}


def test_every_option_and_every_part_of_a_session_is_on_the_page(
    pytester: pytest.Pytester,
) -> None:
    said = run(pytester, "--help").stdout.str()
    options = set(re.findall(r"^  (--reversi[a-z-]*)=", said, re.MULTILINE))
    assert options == set(re.findall(r"^\| `(--reversi[a-z-]*)=", PAGE, re.MULTILINE))
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"\w+", row)}
    assert named == {*Session.__struct_fields__, "board"}
