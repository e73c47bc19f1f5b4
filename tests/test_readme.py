"""What README.md and README.zh.md promise: their commands, and the score sheet that each shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from reversi_conformance.cli import main

TOP = Path(__file__).parents[1]
LANGUAGES = {"README.md": "en", "README.zh.md": "zh"}
READMES = {name: (TOP / name).read_text(encoding="utf-8") for name in LANGUAGES}
EXAMPLE = "examples/reversi.py"


def blocks(kind: str, name: str = "README.md") -> list[str]:
    """What stands in a page's blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", READMES[name], re.MULTILINE | re.DOTALL)


SHELL_BLOCKS = blocks("sh")


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "reversi_conformance", "check", *arguments]
    return subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module", params=LANGUAGES)
def readme(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def sheet(readme: str) -> str:
    done = check("--language", LANGUAGES[readme], EXAMPLE)
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


def test_both_languages_have_the_same_commands_sections_and_links() -> None:
    english, chinese = READMES.values()
    assert blocks("sh", "README.zh.md") == SHELL_BLOCKS
    assert re.findall(r"^#+ ", chinese, re.MULTILINE) == re.findall(r"^#+ ", english, re.MULTILINE)
    linked = [set(re.findall(r"\]\(([^)]+)\)", page)) for page in (english, chinese)]
    assert linked[0] - linked[1] == {"README.zh.md"}
    assert linked[1] - linked[0] == {"README.md", "docs/glossary.md"}


def test_the_section_that_is_shown_stands_in_the_real_sheet(
    readme: str, sheet: str, pytestconfig: pytest.Config
) -> None:
    """`--force-regen` writes it anew, as it does with golden files."""
    [shown] = blocks("text", readme)
    title = shown.partition("\n")[0]
    sections = re.split(r"^─+\n", sheet, flags=re.MULTILINE)
    [real] = [f"{each.rstrip()}\n" for each in sections if each.startswith(f"{title}\n")]
    if real != shown and pytestconfig.getoption("force_regen"):
        (TOP / readme).write_text(READMES[readme].replace(shown, real), encoding="utf-8")
    assert shown == real


def test_the_example_plays_the_handout_s_first_sample_to_the_byte() -> None:
    assert check("--case", "py-4-X-sample", EXAMPLE).returncode == 0


def test_every_command_is_listed(readme: str) -> None:
    listed = re.findall(r"^\| `(\w+)[^`]*` \|", READMES[readme], re.MULTILINE)
    assert listed == list(main.commands)


def test_every_file_that_is_linked_is_there() -> None:
    pages = [*sorted(TOP.glob("*.md")), *sorted(TOP.glob("*/*.md")), *TOP.glob("docs/*/*.md")]
    for page in pages:
        text = re.sub(
            r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        for link in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
            assert "://" in link or (page.parent / link).exists(), f"{page.name}: {link}"
