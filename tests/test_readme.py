"""What README.md promises: its commands, and the score sheet that it shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from reversi_conformance.cli import main

TOP = Path(__file__).parents[1]
README = (TOP / "README.md").read_text(encoding="utf-8")
SHELL_BLOCKS = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SHOWN_SHEET = re.findall(r"^```text\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
EXAMPLE = "examples/reversi.py"


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "reversi_conformance", "check", *arguments]
    return subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def sheet() -> str:
    done = check(EXAMPLE)
    assert (done.returncode, done.stderr) == (1, "")
    return done.stdout


def test_the_first_two_commands_are_one_line_each() -> None:
    grade, test = SHELL_BLOCKS[:2]
    assert grade.count("\n") == test.count("\n") == 1


def test_the_first_command_makes_its_own_environment_and_grades_the_example() -> None:
    grade = SHELL_BLOCKS[0]
    assert grade.startswith("python3 -m venv .venv && .venv/bin/pip install")
    assert f".venv/bin/reversi-conformance check {EXAMPLE}" in grade


def test_the_first_command_takes_findings_for_success_and_nothing_else() -> None:
    ending = SHELL_BLOCKS[0].rpartition("check")[2].strip()
    assert ending == f"{EXAMPLE} || [ $? -eq 1 ]; }}"
    for status, passes in ((0, True), (1, True), (2, False), (3, False)):
        line = f"{{ (exit {status}) || [ $? -eq 1 ]; }}"
        assert (subprocess.run(["sh", "-c", line], check=False).returncode == 0) is passes


def test_the_second_command_is_the_one_that_runs_everything() -> None:
    assert SHELL_BLOCKS[1] == "bash tests/run\n"


def test_integration_runs_both_commands_as_they_stand_there() -> None:
    script = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    function = re.search(r"^readme_command\(\) \{.*?^\}", script, re.MULTILINE | re.DOTALL)
    assert function is not None
    for number, block in enumerate(SHELL_BLOCKS[:2], 1):
        found = subprocess.run(
            ["bash", "-c", f"{function[0]}\nreadme_command {number}"],
            cwd=TOP,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert found == block


def test_the_section_that_is_shown_stands_in_the_real_sheet(
    sheet: str, pytestconfig: pytest.Config
) -> None:
    """`--force-regen` writes it anew, as it does with golden files."""
    [shown] = SHOWN_SHEET
    title = shown.partition("\n")[0]
    sections = re.split(r"^─+\n", sheet, flags=re.MULTILINE)
    [real] = [f"{each.rstrip()}\n" for each in sections if each.startswith(f"{title}\n")]
    if real != shown and pytestconfig.getoption("force_regen"):
        (TOP / "README.md").write_text(README.replace(shown, real), encoding="utf-8")
    assert shown == real


def test_the_example_plays_the_handout_s_first_sample_to_the_byte() -> None:
    assert check("--case", "py-4-X-sample", EXAMPLE).returncode == 0


def test_every_command_is_listed() -> None:
    assert re.findall(r"^\| `(\w+)[^`]*` \|", README, re.MULTILINE) == list(main.commands)


def test_every_file_that_is_linked_is_there() -> None:
    pages = [*sorted(TOP.glob("*.md")), *sorted(TOP.glob("*/*.md")), *TOP.glob("docs/*/*.md")]
    for page in pages:
        text = re.sub(
            r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        for link in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
            assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"
