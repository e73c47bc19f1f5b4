"""Pages whose commands are run in order, in a folder of their own, as a reader would.

In a page a block of `console` holds commands behind `$ ` and what they print; `…` stands for
anything, on a line of its own for any lines. A block of `diff` is a change that the reader makes by
hand. Other blocks are only shown. The clone lies in the folder as `reversi-conformance`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```(?P<kind>console|diff)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (?P<command>.*)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.MULTILINE)


class Walked(NamedTuple):
    """A page as it was walked through."""

    page: str
    """With whatever was printed in the place of what was shown wrongly."""
    failures: tuple[str, ...]
    """The commands and changes that did not do what the page says."""


def walk(page: Path, folder: Path, stand_ins: Mapping[str, str] | None = None) -> Walked:
    """What comes of a page's commands and changes, in this folder.

    `stand_ins` has another command for one that would take too long.
    """
    (folder / "reversi-conformance").symlink_to(TOP)
    text = page.read_text(encoding="utf-8")
    failures: list[str] = []

    def step(block: re.Match[str]) -> str:
        if block["kind"] == "diff":
            failures.extend(change(folder, block["text"]))
            return block[0]
        return f"```console\n{_COMMAND.sub(command, block['text'])}```"

    def command(shown: re.Match[str]) -> str:
        typed = shown["command"]
        printed = _run((stand_ins or {}).get(typed, typed), folder)
        if matches(shown["shown"], printed):
            return shown[0]
        failures.append(f"$ {typed}\n{printed}")
        return f"$ {typed}\n{printed}"

    return Walked(_BLOCK.sub(step, text), tuple(failures))


def matches(shown: str, printed: str) -> bool:
    """Whether this was printed, where `…` stands for anything that may stand there."""
    lines = [
        r"(?:.*\n)*?" if line == "…\n" else "[^\n]*?".join(map(re.escape, line.split("…")))
        for line in shown.splitlines(keepends=True)
    ]
    return re.fullmatch("".join(lines), printed) is not None


def change(folder: Path, diff: str) -> list[str]:
    """Make a change to a file, and say what of it cannot be made.

    The lines of a hunk must stand in the file once; its line numbers are for the reader.
    """
    head, *hunks = re.split(r"^@@.*\n", diff, flags=re.MULTILINE)
    file = folder / head.splitlines()[1].removeprefix("+++ b/")
    text = file.read_text(encoding="utf-8")
    failures = []
    for hunk in hunks:
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        if text.count(before) != 1:
            failures.append(f"{file.name} has these lines {text.count(before)} times:\n{before}")
        text = text.replace(before, after)
    file.write_text(text, encoding="utf-8")
    return failures


def _run(command: str, folder: Path) -> str:
    programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": programs, "COLUMNS": "80", "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    ).stdout
