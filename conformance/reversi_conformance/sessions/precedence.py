"""Lets programs go before whoever plays them, where a kernel can be told so (Linux)."""

import contextlib
import os
import sys
import threading

_here = threading.local()


def yield_to_programs() -> None:
    """Have this thread take no core from a program that computes, as long as it does not have to.

    What looks after sessions wakes up often and for moments; programs that are interrupted each
    time are slower by up to a twentieth. Who starts a program from here asks `is_yielding`. Where
    somebody has chosen another order for this process, that one stays.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            if os.sched_getscheduler(0) == os.SCHED_OTHER:
                os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
                _here.is_yielding = True


def is_yielding() -> bool:
    """Whether what this thread starts would yield like it, unless it is told to go as usual."""
    return getattr(_here, "is_yielding", False)
