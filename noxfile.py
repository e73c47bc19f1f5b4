"""Tasks of this project, for `nox` (`pip install nox`); `nox --list` shows them.

`bash tests/run` is what must hold before a change goes in. These are its parts, and what is done
now and then; words behind `--` go to the tool of the task.
"""

from pathlib import Path

import nox

UNTRACED = (
    "tests/conformance/captures/test_golden_sessions.py",
    "tests/conformance/captures/test_mistakes.py",
    "tests/conformance/classroom/test_cluster.py",
    "tests/conformance/commands/test_hostile.py",
    "tests/conformance/reports/test_safety.py",
    "tests/conformance/test_foreign_bytes.py",
    "tests/conformance/test_jobs.py",
    "tests/conformance/test_mistakes.py",
    "tests/conformance/test_programs.py",
    "tests/hostile",
    "tests/test_tutorials.py",
)
"""Whole programs played through whole suites, and whatever strangers may write tried everywhere: to
trace them takes long and shows what is shown already."""

nox.options.sessions = ["style", "docs", "tests"]
nox.options.reuse_existing_virtualenvs = True


@nox.session
def style(session: nox.Session) -> None:
    """Style, layout, types and the order of imports."""
    session.install("-e", ".[test]")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    session.run("lint-imports")


@nox.session
def tests(session: nox.Session) -> None:
    """The tests, or those that are named: `nox -s tests -- tests/engine -k pass`."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", *session.posargs)


@nox.session
def coverage(session: nox.Session) -> None:
    """How much of the code the tests run through; fails below what pyproject.toml asks for."""
    session.install("-e", ".[test]")
    session.run("coverage", "erase")
    ignored = [f"--ignore={path}" for path in UNTRACED]
    tests = ("tests", "--pyargs", "reversi_engine", "reversi_conformance")
    session.run("coverage", "run", "-m", "pytest", "-q", "-n", "auto", *ignored, *tests)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report")


@nox.session
def docs(session: nox.Session) -> None:
    """The site in build/site; `nox -s docs -- serve` shows it while you write."""
    session.install("-e", ".[docs]")
    words = session.posargs or ["build", "--strict"]
    session.run("mkdocs", *words, env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session
def golden(session: nox.Session) -> None:
    """Whatever is recorded, written anew: transcripts, sheets, pages. Then read the difference."""
    session.install("-e", ".[test]")
    for suite in sorted(Path("transcripts").iterdir()):
        session.run("reversi-conformance", "record", "--assignment", suite.name)
    # A test fails where it writes something else than there was: the second run must not.
    pytest = ("pytest", "-q", "-n", "auto", *session.posargs)
    session.run(*pytest, "--force-regen", success_codes=[0, 1])
    session.run(*pytest)


@nox.session
def benchmarks(session: nox.Session) -> None:
    """What takes how long, measured on this machine: `nox -s benchmarks -- check engine`."""
    session.install("-e", ".[test]")
    for name in session.posargs or ["engine", "check"]:
        session.run("python", "-m", f"benchmarks.{name}")
