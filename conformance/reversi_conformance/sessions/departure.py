"""How a process ended and what it used: what is known of it once it is gone."""

import signal as signals
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from reversi_conformance.sandboxes import Start

SHELL_SIGNAL_BASE: Final = 128
"""What a shell or a sandbox adds to the number of a signal, to tell of it by its own status."""
_SIGNALS: Final = frozenset(signals.valid_signals())


class Departure(NamedTuple):
    """How a process ended and what it used."""

    status: int | None
    signal: int | None
    cpu_seconds: float

    def own(self, start: "Start") -> "Departure":
        """How the program itself ended, where a process around it says so by its status."""
        code = (self.status or 0) - SHELL_SIGNAL_BASE
        if start.around and code in _SIGNALS:
            return self._replace(status=None, signal=code)
        return self
