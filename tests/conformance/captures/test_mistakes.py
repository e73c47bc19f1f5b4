"""A captured session of a wrong program costs what the program itself costs in that case."""

import sys
import threading
from pathlib import Path
from typing import Final

import pytest

from reversi_conformance.audit import catalogue
from reversi_conformance.observation import EndingKind
from reversi_conformance.referee.umpire import Umpire
from reversi_conformance.sessions import playing
from reversi_conformance.sessions.command import resolve
from reversi_conformance.sessions.conversation import RawEvent
from reversi_conformance.transcript import Case

from .forms import CASES, PYTHON, compared, faults

MISTAKES: Final = {
    each.id: each
    for each in (
        *catalogue.load(catalogue.home()),
        *catalogue.load_latitude(catalogue.home()),
    )
}
PLAYED: Final = ("py-4-X-sample", "py-6-O-sample")
_SILENT: Final = {"waits-in-silence"}
"""What shows on no terminal: that somebody pressed Enter where nothing asked for it."""


@pytest.mark.parametrize("name", sorted(MISTAKES.keys() - _SILENT))
def test_a_capture_costs_what_the_program_costs(name: str, tmp_path: Path) -> None:
    program = catalogue.write(MISTAKES[name], tmp_path)
    for case in map(CASES.__getitem__, PLAYED):
        printed, costs, has_left = _play(program, case)
        shell = b"me@host:~$ python3 reversi.py\r\n"
        left = b"me@host:~$ exit\r\n" if has_left else b""
        for given in (case, None):
            _, judgement = compared(shell + printed + left, given)
            assert faults(judgement) == costs, case.id


def test_a_wait_in_silence_is_not_seen(tmp_path: Path) -> None:
    program = catalogue.write(MISTAKES["waits-in-silence"], tmp_path)
    printed, costs, _ = _play(program, CASES["py-4-X-sample"])
    _, judgement = compared(printed)
    assert costs == [("ends.no-moves", "end.waits")]
    assert faults(judgement) == []


def _play(program: Path, case: Case) -> tuple[bytes, list[tuple[str, str]], bool]:
    """What a terminal was sent, what the session costs but for its log, and whether it ended."""
    command = resolve([sys.executable, "-S", "-E", str(program)], program.parent)
    umpire = Umpire(case, PYTHON)
    events: list[RawEvent] = []
    observation = playing.play(
        command,
        umpire.hear,
        PYTHON.limits,
        earlier_row=PYTHON.log.earlier_row,
        log_name=PYTHON.log.name,
        cancelled=threading.Event(),
        recorder=events,
    )
    judgement = umpire.finish(observation)
    printed = b"".join(data for _, kind, data in events if kind == "o")
    costs = [fault for fault in faults(judgement) if fault[0] != "printing.log"]
    return printed, costs, observation.ending.kind is EndingKind.EXITED
