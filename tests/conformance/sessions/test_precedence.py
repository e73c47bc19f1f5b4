"""Programs go before whoever plays them, and know nothing of it."""

import os
import sys
import threading
from collections.abc import Callable

import pytest

from reversi_conformance.sandboxes import KINDS
from reversi_conformance.sessions.precedence import yield_to_programs

from .playing import Write, played, turns

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can be told so")


def in_a_thread(work: Callable[[], object]) -> list[object]:
    """What came of it in a thread of its own."""
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found


def test_a_thread_yields_alone() -> None:
    def order() -> int:
        yield_to_programs()
        return os.sched_getscheduler(0)

    before = os.sched_getscheduler(0)
    assert in_a_thread(order) == [os.SCHED_BATCH]
    assert os.sched_getscheduler(0) == before


@pytest.mark.parametrize("sandbox", KINDS)
def test_a_program_goes_first_as_usual(sandbox: str, write: Write) -> None:
    if (lack := KINDS[sandbox].lack()) is not None:
        pytest.skip(lack.reason)
    program = write("order.py", "import os; print(os.sched_getscheduler(0), os.nice(0))")

    def order() -> object:
        yield_to_programs()
        return turns(played(program, sandbox=sandbox))

    usual = f"{os.sched_getscheduler(0)} {os.nice(0)}"
    assert in_a_thread(order) == [[(None, (usual,))]]


def test_an_order_that_somebody_has_chosen_stays() -> None:
    def order() -> int:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        yield_to_programs()
        return os.sched_getscheduler(0)

    assert in_a_thread(order) == [os.SCHED_IDLE]
