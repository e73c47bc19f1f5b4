"""Real programs, written into a folder and played on a terminal."""

import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from reversi_conformance.assignment import Limits
from reversi_conformance.observation import Observation
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.conversation import RawEvent
from reversi_conformance.sessions.pty import play
from reversi_conformance.transcript import Turn

GENEROUS = Limits(seconds_to_first_prompt=60, seconds_per_reply=60, seconds_per_session=120)
"""So that no test depends on how quick the machine is."""


class Play(Protocol):
    def __call__(
        self,
        program: Path | tuple[str, ...],
        *answers: str,
        limits: Limits = ...,
        cancelled: threading.Event | None = ...,
        recorder: list[RawEvent] | None = ...,
        seen: list[tuple[Turn, bool]] | None = ...,
    ) -> Observation: ...


def argv_of(program: Path) -> tuple[str, ...]:
    if program.suffix == ".py":
        return (sys.executable, str(program))
    if program.suffix in (".js", ".mjs"):
        return (tool("node"), str(program))
    return (str(program),)


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a program; C is compiled."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text)
        if path.suffix == ".c":
            return compiled(path)
        return path

    return write


def compiled(path: Path) -> Path:
    import subprocess

    program = path.with_suffix("")
    subprocess.run([tool("gcc"), "-o", program, path, "-lpthread"], check=True)
    return program


@pytest.fixture
def session() -> Play:
    """Play a program, typing the answers in order."""

    def session(
        program: Path | tuple[str, ...],
        *answers: str,
        limits: Limits = GENEROUS,
        cancelled: threading.Event | None = None,
        recorder: list[RawEvent] | None = None,
        seen: list[tuple[Turn, bool]] | None = None,
    ) -> Observation:
        argv = argv_of(program) if isinstance(program, Path) else program
        left: Iterator[str] = iter(answers)

        def pilot(turn: Turn, *, unflushed: bool) -> str | None:
            if seen is not None:
                seen.append((turn, unflushed))
            return next(left, None)

        return play(
            Command(argv, " ".join(argv), None),
            pilot,
            limits,
            earlier_row="an earlier game",
            log_name="reversi.csv",
            cancelled=cancelled or threading.Event(),
            recorder=recorder,
        )

    return session
