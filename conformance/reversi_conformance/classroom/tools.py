"""The programs of this machine that build and run submissions, looked up once each.

Only on PATH, never in a submission: what a student handed in must not choose what is run outside
of a confinement.
"""

import functools
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from reversi_conformance.classroom.recipes.recipe import Tool
from reversi_conformance.findings import Value
from reversi_conformance.problem_messages import problem
from reversi_conformance.sandboxes.bubblewrap import install
from reversi_conformance.sessions.programs import real_program
from reversi_conformance.submission import Problem


def find(name: str) -> str | None:
    """Return the absolute path of a program, the program itself where a stand-in is on PATH."""
    return _find(name, os.environ.get("PATH", os.defpath))


def missing(tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """Return those that are not on PATH."""
    return tuple(tool for tool in tools if find(tool.name) is None)


def lack(title: str, lacking: Sequence[Tool]) -> Problem:
    """Say what a language lacks on this machine, and the command that brings it."""
    names = " and ".join(tool.name for tool in lacking)
    npm = " ".join(tool.npm for tool in lacking if tool.npm)
    debian = " ".join(tool.debian for tool in lacking if tool.debian)
    commands = [install(debian)] if debian else []
    commands += [f"npm install --global {npm}"] if npm else []
    command = " && ".join(commands)
    params: dict[str, Value] = {
        "title": title,
        "tools": names,
        "count": len(lacking),
        "command": command,
    }
    return problem("program.tool-missing", params, is_ours=True)


@functools.cache
def _find(name: str, path: str) -> str | None:
    found = shutil.which(name, path=path)
    return None if found is None else real_program(Path(found).absolute())
