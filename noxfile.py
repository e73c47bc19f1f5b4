"""Tasks of this project, for `nox` (`pip install nox`); `nox --list` shows them.

`bash tests/run` is what must hold before a change goes in. These are its parts, and what is done
now and then; words behind `--` go to the tool of the task.
"""

from pathlib import Path

import nox

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
