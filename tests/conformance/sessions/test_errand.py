"""A program that nobody talks to is run to its end, or to its limits."""

import os
from pathlib import Path
from threading import Event

import pytest

from reversi_conformance.assignment import Limits
from reversi_conformance.observation import EndingKind
from reversi_conformance.sandboxes import Start
from reversi_conformance.sessions.errand import Errand, run

_LIMITS = Limits(seconds_per_session=20.0, output_bytes=1000)


def shell(script: str, folder: Path, cancelled: Event | None = None) -> Errand:
    start = Start(("/bin/sh", "-c", script), {"PATH": os.defpath, "HOME": str(folder)})
    return run(start, folder, _LIMITS, cancelled or Event())


def test_both_outputs_are_taken_in_their_order_and_nothing_can_be_read(tmp_path: Path) -> None:
    seen = shell("echo one; echo two >&2; cat; exit 7", tmp_path)
    assert seen.printed == b"one\ntwo\n"
    assert (seen.ending.kind, seen.ending.status) == (EndingKind.EXITED, 7)


def test_of_much_output_the_beginning_is_kept(tmp_path: Path) -> None:
    seen = shell("echo first; head -c 300000 /dev/zero; echo last", tmp_path)
    assert len(seen.printed) == 1000
    assert seen.printed.startswith(b"first\n")
    assert seen.ending.status == 0


def test_what_still_prints_after_its_parent_ended_is_gone(tmp_path: Path) -> None:
    seen = shell("(setsid yes &) ; exit 0", tmp_path)
    assert seen.ending.status == 0


def test_it_can_be_cancelled(tmp_path: Path) -> None:
    cancelled = Event()
    cancelled.set()
    assert shell("sleep 1000", tmp_path, cancelled).ending.kind is EndingKind.INTERRUPTED


def test_what_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        run(Start(("/no/such/program",), {}), tmp_path, _LIMITS, Event())
