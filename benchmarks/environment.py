"""An environment of their own for the packages that the project is compared with.

They are the pinned ones of the extra `benchmarks` in pyproject.toml. The first benchmark that needs
them creates `build/benchmarks/environment`; a change of the list makes it anew.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

from benchmarks.measuring import TOP

if TYPE_CHECKING:
    from pathlib import Path

HOME = TOP / "build" / "benchmarks" / "environment"
INSTALLED = HOME / "installed.txt"
"""What was asked for, once all of it was installed."""


def requirements() -> list[str]:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned: list[str] = project["optional-dependencies"]["benchmarks"]
    return pinned


def is_there() -> bool:
    wanted = "\n".join(requirements())
    return INSTALLED.is_file() and INSTALLED.read_text(encoding="utf-8") == wanted


def prepare() -> None:
    """Install the packages. Raises `subprocess.CalledProcessError` where one cannot be had."""
    if is_there():
        return
    shutil.rmtree(HOME, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=True)
    pip = (str(HOME / "bin" / "python"), "-m", "pip", "install", "--quiet")
    subprocess.run([*pip, *requirements()], check=True)
    INSTALLED.write_text("\n".join(requirements()), encoding="utf-8")


def executable(name: str) -> Path:
    """A program of the environment."""
    return HOME / "bin" / name
