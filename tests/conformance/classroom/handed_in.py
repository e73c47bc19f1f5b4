"""Folders as students hand them in, written for a test."""

from collections.abc import Mapping
from pathlib import Path

from reversi_conformance.classroom.recipes import Program, load, recognise
from reversi_conformance.submission import Problem

RECIPES = load()
PROGRAMS = Path(__file__).parents[2] / "programs"
"""Right programs, one file each."""
NODE_MODULES = PROGRAMS / "node_modules"
C = "int main(void) { return 0; }\n"


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def program(folder: Path, run: str | None = None) -> Program:
    """The program that a folder holds."""
    found = recognise(folder, RECIPES, run=run)
    assert isinstance(found, Program), found
    return found


def problem(folder: Path, run: str | None = None) -> Problem:
    """Why a folder holds none."""
    found = recognise(folder, RECIPES, run=run)
    assert isinstance(found, Problem), found
    return found
