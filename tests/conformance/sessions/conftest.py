"""Programs written into a folder of the test's own."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reversi_conformance.sessions import TERMINALS

from .playing import on_what, tool


@pytest.fixture(params=TERMINALS)
def each_terminal(request: pytest.FixtureRequest) -> Iterator[str]:
    """Play on a terminal, and once more on pipes; the value says on what."""
    terminal = str(request.param)
    on_what.append(terminal)
    yield terminal
    on_what.pop()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a program and return what is to be run; C is compiled."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        if path.suffix != ".c":
            return path
        program = path.with_suffix("")
        subprocess.run([tool("gcc"), "-o", program, path, "-lpthread"], check=True)
        return program

    return write
