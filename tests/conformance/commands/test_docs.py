"""What docs/commands.md shows of the program is what the program shows.

Each block that begins with `$ reversi-conformance` is run, beside a `reversi.py` that never turns
discs to the west and a `session.txt` of it that somebody stopped. `--force-regen` writes the page
anew.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reversi_conformance.audit import catalogue
from reversi_conformance.cli import main

Run = Callable[[re.Match[str]], str]

PAGE = Path(__file__).parents[3] / "docs" / "commands.md"
_BLOCK = re.compile(r"```console\n\$ (?P<command>[^\n]*)\n(?P<shown>.*?)```", re.DOTALL)
_IN_FORCE = re.compile(r"^reversi-conformance \d[^`]*(?=^```)", re.MULTILINE)
SESSION = """\
ada@lab:~/reversi$ python3 reversi.py
Enter the board dimension: 4
Computer plays (X/O) : X
  a b c d
a . . . .
b . O X .
c . X O .
d . . . .
Computer places X at ab.
  a b c d
a . X . .
b . X X .
c . X O .
d . . . .
Enter move for O (RowCol): a1
Enter move for O (RowCol): aa
  a b c d
a O X . .
b . O X .
c . X O .
d . . . .
Computer places X at ba.
  a b c d
a O X . .
b X X X .
c . X O .
d . . . .
Enter move for O (RowCol): ac
  a b c d
a O X O .
b X X O .
c . X O .
d . . . .
Computer places X at ad.
  a b c d
a O X O X
b X X X .
c . X O .
d . . . .
Enter move for O (RowCol): ^CTraceback (most recent call last):
KeyboardInterrupt
ada@lab:~/reversi$
"""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the command of a block and return the block as it should be."""
    [mistake] = [each for each in catalogue.load(catalogue.home()) if each.id == "flips-miss-west"]
    catalogue.write(mistake, tmp_path)
    (tmp_path / "session.txt").write_text(SESSION, encoding="utf-8")

    def run(block: re.Match[str]) -> str:
        name, *arguments = shlex.split(block["command"])
        assert name == "reversi-conformance"
        shown = subprocess.run(
            [sys.executable, "-m", "reversi_conformance", *arguments],
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "80"},
            capture_output=True,
            text=True,
            check=False,
        )
        return f"```console\n$ {block['command']}\n{shown.stdout}{shown.stderr}```"

    return run


def test_the_page_shows_what_the_program_shows(run: Run, request: pytest.FixtureRequest) -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown = _BLOCK.sub(run, page)
    if request.config.getoption("force_regen"):
        PAGE.write_text(shown, encoding="utf-8", newline="\n")
    # The version and the way to wait are those of the machine.
    assert _IN_FORCE.sub("", page) == _IN_FORCE.sub("", shown)


def test_the_help_of_every_command_is_on_the_page() -> None:
    commands = {block["command"] for block in _BLOCK.finditer(PAGE.read_text(encoding="utf-8"))}
    for name in main.commands:
        assert f"reversi-conformance {name} --help" in commands
