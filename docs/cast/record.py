"""Records docs/cast/check.cast, and draws it as docs/cast/check.svg: `python docs/cast/record.py`.

A program that never turns discs to the west is checked, mended, and checked again, for real, on a
terminal. Only the times are made up, so that whoever records it gets the same. Writes these two
files and a folder for temporary files, which is gone in the end.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pexpect

from picture import draw
from reversi_conformance.audit import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE: Final = Path(__file__).resolve().parent
CAST: Final = HERE / "check.cast"
SVG: Final = HERE / "check.svg"
WIDTH: Final = 80
HEIGHT: Final = 32
MISTAKE: Final = "flips-miss-west"
CHECK: Final = "reversi-conformance check --case py-4-X-sample reversi.py"
PROMPT: Final = "\x1b[1;32m$\x1b[0m "
TYPING: Final = 0.04
"""Seconds for each key."""
READING: Final = 4.5
"""Seconds before what fills the screen is gone."""


def record(folder: Path) -> str:
    """The cast of a session in this folder, in the format asciicast v2."""
    header = {"version": 2, "width": WIDTH, "height": HEIGHT, "title": "reversi-conformance check"}
    events = [json.dumps([round(at, 2), "o", text]) for at, text in _events(folder)]
    return "\n".join([json.dumps(header), *events]) + "\n"


def _events(folder: Path) -> Iterator[tuple[float, str]]:
    [mistake] = [each for each in catalogue.load(catalogue.home()) if each.id == MISTAKE]
    right = catalogue.home() / "bases" / f"{mistake.base}.py"
    program = folder / "reversi.py"
    at = 0.0
    program.write_text(mistake.source, encoding="utf-8")
    for command, shown in ((CHECK, True), ("nano reversi.py", False), (CHECK, True)):
        yield at, PROMPT
        at += 0.5
        for key in command:
            yield at, key
            at += TYPING
        yield at, "\r\n"
        at += 0.8
        if not shown:
            # An editor is no part of the story: what it leaves is the right program.
            shutil.copy(right, program)
            continue
        for part in _parts(_printed(folder)):
            yield at, part
            at += READING
    yield at, PROMPT


def _printed(folder: Path) -> str:
    """What the check prints on a terminal, without its last section, which tells of the machine."""
    words = ["-m", "reversi_conformance", *CHECK.split()[1:]]
    silent = 'exec "$0" "$@" 2>/dev/null'
    printed: str = pexpect.spawn(
        "sh",
        ["-c", silent, sys.executable, *words],
        cwd=str(folder),
        dimensions=(HEIGHT, WIDTH),
        encoding="utf-8",
        timeout=100,
        env={"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8"},
    ).read()
    return printed[: printed.rindex("─" * WIDTH)].removesuffix("\x1b[2m")


def _parts(printed: str) -> list[str]:
    """The sheet's table, and what is told below it."""
    table, line, findings = printed.partition("─" * WIDTH)
    return [table, line + findings] if line else [table]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        CAST.write_text(record(Path(name)), encoding="utf-8")
    SVG.write_text(draw(CAST.read_text(encoding="utf-8")), encoding="utf-8")
