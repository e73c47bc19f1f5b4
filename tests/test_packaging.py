"""What the installed package holds, and what it needs."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
INSTALLED = metadata.distribution("reversi-conformance")
CARRIED = ("transcripts/", "mistakes/", "checks/")
SOURCES = ("engine/reversi_engine", "conformance/reversi_conformance")


def is_installed_in_place() -> bool:
    origin = json.loads(INSTALLED.read_text("direct_url.json") or "{}")
    return bool(origin.get("dir_info", {}).get("editable"))


of_the_wheel = pytest.mark.skipif(
    is_installed_in_place(), reason="installed in place: there is no wheel to look into"
)


def installed_files(folder: str) -> dict[str, bytes]:
    """The files of the wheel below a folder, by their path below it."""
    files = [path for path in INSTALLED.files or () if path.as_posix().startswith(f"{folder}/")]
    return {
        path.relative_to(folder).as_posix(): path.read_binary()
        for path in files
        if path.suffix != ".pyc"
    }


def source_files(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@of_the_wheel
@pytest.mark.parametrize("source", SOURCES)
def test_the_wheel_holds_the_sources_and_nothing_else(source: str) -> None:
    name = Path(source).name
    held = installed_files(name)
    held = {path: held[path] for path in held if not path.startswith(CARRIED)}
    assert held.keys() == source_files(TOP / source).keys()
    assert held == source_files(TOP / source)


@of_the_wheel
def test_the_wheel_carries_every_golden_transcript() -> None:
    held = installed_files("reversi_conformance/transcripts")
    assert held.keys() == source_files(TOP / "transcripts").keys()
    assert held == source_files(TOP / "transcripts")


@of_the_wheel
def test_the_wheel_carries_the_catalogue_of_mistakes() -> None:
    held = installed_files("reversi_conformance/mistakes")
    assert held.keys() == source_files(TOP / "tests" / "mistakes").keys()
    assert held == source_files(TOP / "tests" / "mistakes")


@of_the_wheel
def test_the_wheel_carries_the_page_of_every_check() -> None:
    held = installed_files("reversi_conformance/checks")
    assert held.keys() == source_files(TOP / "docs" / "checks").keys()
    assert held == source_files(TOP / "docs" / "checks")


@of_the_wheel
def test_the_wheel_brings_the_manual_pages() -> None:
    held = {path.name for path in INSTALLED.files or () if "share/man/man1/" in path.as_posix()}
    assert held == source_files(TOP / "docs" / "man1").keys()


@of_the_wheel
def test_the_wheel_holds_two_packages_and_no_tests() -> None:
    tops = {path.parts[0] for path in INSTALLED.files or () if path.parts[0] != ".."}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "reversi_engine",
        "reversi_conformance",
    }


@of_the_wheel
def test_the_wheel_carries_the_licence() -> None:
    [licence] = [path for path in INSTALLED.files or () if path.name == "LICENSE"]
    assert licence.read_text() == (TOP / "LICENSE").read_text(encoding="utf-8")


def test_the_installed_version_is_the_project_s() -> None:
    source = TOP / "conformance" / "reversi_conformance" / "__init__.py"
    assert f'__version__ = "{INSTALLED.version}"' in source.read_text(encoding="utf-8")


def test_the_programs_are_installed() -> None:
    installed = INSTALLED.entry_points.select(group="console_scripts")
    assert {entry.name: entry.value for entry in installed} == PROJECT["scripts"]
    for entry in installed:
        assert callable(entry.load())


def test_pytest_finds_its_plugin() -> None:
    installed = INSTALLED.entry_points.select(group="pytest11")
    found = {entry.name: entry.value for entry in installed}
    assert found == PROJECT["entry-points"]["pytest11"]


def test_the_plugin_for_pytest_imports_nothing_but_pytest() -> None:
    plugin = imported_by("import reversi_conformance.pytest_plugin")
    assert plugin - imported_by("import pytest") == {"reversi_conformance"}


def test_types_are_told_to_users_of_both_packages() -> None:
    for source in SOURCES:
        assert (TOP / source / "py.typed").is_file()


def test_the_engine_needs_the_standard_library_alone() -> None:
    assert imported_by("import reversi_engine, reversi_engine.cli") <= {"reversi_engine"}


def test_help_waits_for_nothing_that_only_judging_needs() -> None:
    heavy = {"msgspec", "pexpect", "rich", "pytest", "hypothesis"}
    assert not imported_by("import reversi_conformance.cli") & heavy


def test_judging_imports_nothing_that_only_tests_need() -> None:
    everything = (
        "import reversi_conformance.cli, reversi_conformance.runner, reversi_conformance.report,"
        " reversi_conformance.reports.text, reversi_conformance.reports.json,"
        " reversi_conformance.search.suite"
    )
    only_for_tests = {"_pytest", "hypothesis", "jsonschema", "mypy", "pyte", "pytest"}
    assert not imported_by(everything) & only_for_tests


def imported_by(statement: str) -> set[str]:
    """The packages beside the standard library that a fresh interpreter has imported after it."""
    script = (
        "import sys; before = set(sys.modules)\n"
        f"{statement}\n"
        "print('\\n'.join({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    return set(shown.split()) - sys.stdlib_module_names - {"coverage"}
