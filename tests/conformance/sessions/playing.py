"""Play a real program with answers given beforehand."""

import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from reversi_conformance.assignment import Limits
from reversi_conformance.observation import Observation
from reversi_conformance.sessions import PTY, Pilot
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.conversation import RawEvent
from reversi_conformance.sessions.playing import play
from reversi_conformance.transcript import Turn

Write = Callable[[str, str], Path]
Turns = list[tuple[str | None, tuple[str, ...]]]

EARLIER_ROW = "an earlier game"
GENEROUS = Limits(
    seconds_to_first_prompt=60,
    seconds_per_reply=60,
    seconds_per_session=120,
    output_bytes=2_000_000,
)
"""So that no test depends on how quick the machine is."""


on_what = [PTY]
"""On what programs are played: the last one counts."""
on_each_terminal = pytest.mark.usefixtures("each_terminal")
"""For what a program may expect of a terminal and of pipes alike."""


def tool(name: str) -> str:
    """Return where a tool is; without it the test is skipped."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def run_by(program: Path) -> tuple[str, ...]:
    if program.suffix == ".py":
        return (sys.executable, str(program))
    if program.suffix in (".js", ".mjs"):
        return (tool("node"), str(program))
    return (str(program),)


def answering(*answers: str) -> Pilot:
    """Type these, whatever is printed."""
    left = iter(answers)

    def pilot(turn: Turn, *, unflushed: bool) -> str | None:
        return next(left, None)

    return pilot


def played(
    program: Path,
    *answers: str,
    pilot: Pilot | None = None,
    limits: Limits = GENEROUS,
    cancelled: threading.Event | None = None,
    recorder: list[RawEvent] | None = None,
    submission: Path | None = None,
    sandbox: str = "limits",
) -> Observation:
    return play(
        Command(run_by(program), program.name, submission, terminal=on_what[-1]),
        pilot or answering(*answers),
        limits,
        earlier_row=EARLIER_ROW,
        log_name="reversi.csv",
        cancelled=cancelled or threading.Event(),
        recorder=recorder,
        sandbox=sandbox,
    )


def turns(seen: Observation) -> Turns:
    return [(turn.typed, turn.printed) for turn in seen.transcript.turns]
