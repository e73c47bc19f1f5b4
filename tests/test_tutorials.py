"""Whoever follows a tutorial sees what it shows. `--force-regen` writes what is shown anew."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .walkthrough import matches, walk

TOP = Path(__file__).parents[1]
TUTORIALS = TOP / "docs" / "tutorials"
GENERATE = "reversi-conformance generate --assignment course.toml --seed 7 -o hidden"
ONE_GAME = """
    mkdir hidden
    sed 's/^id = .*/id = "hidden-game"/' \
        reversi-conformance/transcripts/python/py-4-X-human-must-pass.txt >hidden/hidden-game.txt
"""
STAND_INS = {GENERATE: ONE_GAME}
"""In the place of what takes minutes, something that comes to the same with less."""


@pytest.mark.parametrize("name", sorted(path.stem for path in TUTORIALS.glob("*.md")))
def test_the_commands_show_what_stands_there(
    name: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    if name == "ta":
        doctor = [sys.executable, "-m", "reversi_conformance", "doctor"]
        if subprocess.run(doctor, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            pytest.skip("no confinement holds here, so that a class is not graded")
    page = TUTORIALS / f"{name}.md"
    walked = walk(page, tmp_path, STAND_INS)
    if walked.failures and pytestconfig.getoption("force_regen"):
        page.write_text(walked.page, encoding="utf-8", newline="\n")
    assert not walked.failures, "\n".join(walked.failures)


@pytest.mark.slow
def test_the_line_that_installs_it_does(tmp_path: Path) -> None:
    page = (TUTORIALS / "student.md").read_text(encoding="utf-8")
    [line] = re.findall(r"^pipx (.*)$", page, re.MULTILINE)
    (tmp_path / "reversi-conformance").symlink_to(TOP)
    own = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
    command = [sys.executable, "-m", "pipx", *line.split()]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, **own}, check=True)
    program = tmp_path / "bin" / "reversi-conformance"
    checked = [str(program), "check", str(TOP / "examples" / "reversi.py")]
    assert subprocess.run(checked, check=False).returncode == 1


@pytest.mark.parametrize(
    ("shown", "printed", "is_so"),
    [
        ("a\n", "a\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n…\n", "a\nb\nc\n", True),
        ("a\n…\nc\n", "a\nb\nd\n", False),
        ("a … c\n", "a b c\n", True),
        ("a … c\n", "a b\n c\n", False),
        ("", "a\n", False),
    ],
)
def test_an_ellipsis_stands_for_anything_and_all_else_for_itself(
    shown: str, printed: str, is_so: bool
) -> None:
    assert matches(shown, printed) is is_so
