"""How a session ended, from why its talk was over, how its process left and what it left behind."""

import signal
from typing import Final

from reversi_conformance.observation import Ending, EndingKind
from reversi_conformance.sessions.bounds import Bounds, in_folder
from reversi_conformance.sessions.conversation import Over
from reversi_conformance.sessions.departure import SHELL_SIGNAL_BASE, Departure
from reversi_conformance.sessions.folder import BLOCK, Contents

_NONE: Final = -1
_TOO_LARGE: Final = getattr(signal, "SIGXFSZ", _NONE)
_OUT_OF_CPU: Final = getattr(signal, "SIGXCPU", _NONE)
_KILLED: Final = getattr(signal, "SIGKILL", _NONE)
"""Windows has none of these, and ends no process by them."""


def ending(
    over: Over, departure: Departure, bounds: Bounds, held: Contents, seconds: float
) -> Ending:
    """Return the ending; `held` is what the working folder holds at last.

    Where a program ended by itself, that may have been because it reached a bound.
    """
    limits = bounds.limits
    if over.kind is EndingKind.EXITED:
        over = _broken_bound(departure, bounds, held) or over
    is_exited = over.kind is EndingKind.EXITED
    is_signalled = is_exited and departure.signal is not None
    return Ending(
        EndingKind.SIGNALLED if is_signalled else over.kind,
        seconds,
        # Nobody waits for what a sandbox was killed with, so that its time is not reported.
        max(departure.cpu_seconds, bounds.cpu_seconds),
        status=departure.status if is_exited else None,
        signal=departure.signal if is_exited else None,
        limit=over.limit,
        used=over.used,
        memory_limit=limits.memory_bytes,
        starved_seconds=bounds.starved,
    )


def _broken_bound(departure: Departure, bounds: Bounds, held: Contents) -> Over | None:
    if (refused := bounds.refused()) is not None:
        return Over(*refused)
    limits = bounds.limits
    if _is_out_of_cpu(departure, limits.cpu_seconds):
        return Over(EndingKind.OUT_OF_CPU, limits.cpu_seconds)
    if _is_file_too_large(departure, held, limits.file_bytes):
        return Over(EndingKind.FILE_TOO_LARGE, limits.file_bytes)
    excess = in_folder(held, limits)
    return Over(*excess) if excess is not None else None


def _is_file_too_large(departure: Departure, held: Contents, limit: int) -> bool:
    if departure.signal == _TOO_LARGE:
        return True
    # Most runtimes ignore the signal and fail with an error of their own. The kernel's limit is in
    # whole blocks.
    is_failure = departure.signal is not None or departure.status != 0
    return is_failure and held.longest > limit - BLOCK


def _is_out_of_cpu(departure: Departure, limit: int) -> bool:
    if departure.signal == _OUT_OF_CPU:
        return True
    # A shell or sandbox around the program tells of a signal by its status. The kernel counts
    # ticks for the limit and nanoseconds for its report: these can differ much on a busy machine.
    code = departure.signal or (departure.status or 0) - SHELL_SIGNAL_BASE
    return code in (_OUT_OF_CPU, _KILLED) and departure.cpu_seconds >= limit / 2
