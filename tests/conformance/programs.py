"""The correct programs of `tests/programs`: what each needs and how it is built.

Knows nothing of how they are judged. `build` writes into the folder that it is given.
"""

import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[1] / "programs"
TABLE: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    (FOLDER / "programs.toml").read_text(encoding="utf-8")
)


def missing(name: str) -> list[str]:
    """The executables and Node packages without which a program cannot be played here."""
    program = TABLE[name]
    executables = [each for each in program["needs"] if shutil.which(each) is None]
    packages = [
        each
        for each in program.get("packages", ())
        if not (FOLDER / "node_modules" / each).is_dir()
    ]
    return executables + packages


def build(name: str, folder: Path) -> list[str]:
    """Build a program in an existing folder and return its command line.

    Raises `subprocess.CalledProcessError` where a step fails.
    """
    program = TABLE[name]
    places = {
        "{source}": str(FOLDER / program["file"]),
        "{build}": str(folder),
        "{packages}": str(FOLDER / "node_modules"),
    }
    for step in program["build"]:
        subprocess.run(_filled(step, places), check=True, cwd=folder)
    return _filled(program["run"], places)


def _filled(arguments: Sequence[str], places: dict[str, str]) -> list[str]:
    filled = list(arguments)
    for place, path in places.items():
        filled = [argument.replace(place, path) for argument in filled]
    return filled
