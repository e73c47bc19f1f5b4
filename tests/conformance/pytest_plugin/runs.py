"""pytest, run for real in a folder of its own, and what it says."""

import re
from pathlib import Path

import pytest

from reversi_conformance.audit import catalogue

PLAIN = str(Path(__file__).parents[2] / "programs" / "plain.py")
_OUTCOME = re.compile(r"^(reversi::\S+) (PASSED|FAILED|SKIPPED)", re.MULTILINE)
_WORKER = re.compile(r"^\[gw\d+\] \S+ -- .*\n", re.MULTILINE)
_SECTION = re.compile(
    r"^_{3,} (?P<name>.+?) _{3,}\n(?P<text>.*?)(?=^[_=]{3,} |\Z)", re.MULTILINE | re.DOTALL
)


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run pytest; how a program is confined plays no part."""
    return pytester.runpytest_subprocess("--reversi-sandbox=limits", *arguments)


def check(pytester: pytest.Pytester, program: str, *arguments: str) -> pytest.RunResult:
    """Run pytest with the tests of a program."""
    return run(pytester, f"--reversi={program}", *arguments)


def write_mistake(name: str, folder: Path) -> None:
    """Write a program of the catalogue as `reversi.py`."""
    [mistake] = [each for each in catalogue.load(catalogue.home()) if each.id == name]
    catalogue.write(mistake, folder)


def outcomes(result: pytest.RunResult) -> dict[str, str]:
    """What became of each test, of a run with -v."""
    return dict(_OUTCOME.findall(result.stdout.str()))


def collected(result: pytest.RunResult) -> list[str]:
    """The tests of a program that are listed, of a run with --collect-only -q."""
    return [line for line in result.outlines if line.startswith("reversi::")]


def failures(result: pytest.RunResult) -> dict[str, str]:
    """The text of each failure, by its title; which worker it was plays no part."""
    said = _WORKER.sub("", result.stdout.str())
    return {found["name"]: found["text"] for found in _SECTION.finditer(said)}


def recorded(folder: Path, record: Path) -> str:
    """Return a command that plays a right program and leaves a line in `record` at each start."""
    starter = folder / "starter.py"
    starter.write_text(
        "import runpy, sys\n"
        "with open(sys.argv[2], 'a') as record:\n"
        "    record.write('started\\n')\n"
        "runpy.run_path(sys.argv[1], run_name='__main__')\n",
        encoding="utf-8",
    )
    return f"python3 {starter} {PLAIN} {record}"
