"""Sessions of one process side by side, or one of them alone where the clock must be trusted.

Knows nothing of what is played. Other processes of the machine are nobody's to hold back.
"""

import contextlib
import threading
from collections.abc import Iterator


class Stage:
    """Where threads play their sessions."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._playing = 0
        self._soloists = 0
        """Threads that play alone, or wait for it: meanwhile nobody else begins."""

    @contextlib.contextmanager
    def beside_others(self) -> Iterator[None]:
        """Play while others may play, too; waits for who plays alone or is to."""
        with self._changed:
            self._changed.wait_for(lambda: not self._soloists)
            self._playing += 1
        try:
            yield
        finally:
            with self._changed:
                self._playing -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Play while nobody else does; not to be asked for by a thread that plays already."""
        with self._changed:
            self._soloists += 1
            self._changed.wait_for(lambda: not self._playing)
            self._playing += 1
        try:
            yield
        finally:
            with self._changed:
                self._playing -= 1
                self._soloists -= 1
                self._changed.notify_all()
