"""Correct programs in the manners of several languages get full marks."""

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from .submissions import check, faults

PROGRAMS = Path(__file__).parents[1] / "programs"
TABLE = tomllib.loads((PROGRAMS / "programs.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TABLE)
def test_a_correct_program_gets_full_marks(name: str, tmp_path: Path) -> None:
    program = TABLE[name]
    _skip_without(program["needs"], program.get("packages", []))
    arguments = _build(program, tmp_path)

    report = check(arguments, tmp_path, program["assignment"])

    assert faults(report) == []
    assert report.total.earned == report.total.possible == 70
    assert report.complete


@pytest.mark.parametrize("name", ["plain", "readline_promises_js"])
def test_two_checks_of_one_program_say_the_same(name: str, tmp_path: Path) -> None:
    program = TABLE[name]
    _skip_without(program["needs"], program.get("packages", []))
    arguments = _build(program, tmp_path)

    first, second = (check(arguments, tmp_path, program["assignment"]) for _ in range(2))

    assert [case.findings for case in first.cases] == [case.findings for case in second.cases]
    assert first.total == second.total


def _skip_without(executables: list[str], packages: list[str]) -> None:
    missing = [name for name in executables if shutil.which(name) is None]
    missing += [name for name in packages if not (PROGRAMS / "node_modules" / name).is_dir()]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def _build(program: dict[str, list[str]], build: Path) -> list[str]:
    """Build a program and return its command line."""
    places = {
        "{source}": str(PROGRAMS / str(program["file"])),
        "{build}": str(build),
        "{packages}": str(PROGRAMS / "node_modules"),
    }

    def filled(arguments: list[str]) -> list[str]:
        for place, path in places.items():
            arguments = [argument.replace(place, path) for argument in arguments]
        return arguments

    for step in program["build"]:
        subprocess.run(filled(list(step)), check=True, cwd=build)
    return filled(program["run"])
