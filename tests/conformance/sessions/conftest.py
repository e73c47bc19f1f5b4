"""Programs written into a folder of the test's own."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .playing import tool


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
