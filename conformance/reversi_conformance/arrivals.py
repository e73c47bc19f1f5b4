"""What other threads have done, taken one by one, with Ctrl-C in its turn.

A KeyboardInterrupt that is raised wherever a thread happens to be may leave a lock of the standard
library taken, and whoever needs it next waits for ever. While it is used by the main thread, it
changes what is done on Ctrl-C.
"""

import contextlib
import signal
import threading
from queue import Empty, SimpleQueue
from types import FrameType, TracebackType
from typing import Any, Final, Generic, NoReturn, Self, TypeVar

Item = TypeVar("Item")

_SECONDS_TO_HEAR: Final = 0.2
"""A signal that comes just when a thread begins to wait is heeded once it no longer does."""

_used: Final[list["Arrivals[Any]"]] = []
"""By the main thread, the innermost last."""


def interrupt() -> None:
    """Interrupt the main thread, in whose handler of a signal this is called.

    Where it takes arrivals, that is done in its turn. Raises `KeyboardInterrupt` where it does not,
    and where it is interrupted again.
    """
    if not _used:
        raise KeyboardInterrupt
    _used[-1].interrupt()


class Arrivals(Generic[Item]):
    """A line of what has arrived; a context manager for the thread that takes from it."""

    def __init__(self) -> None:
        # Written in C: a signal cannot come while it is being changed.
        self._line = SimpleQueue[tuple[Item] | None]()
        self._is_interrupted = self._is_told = False
        self._is_main = threading.current_thread() is threading.main_thread()
        self._is_heard = False

    def __enter__(self) -> Self:
        if self._is_main:
            # Somebody who has decided otherwise about Ctrl-C is not overruled.
            self._is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
            if self._is_heard:
                signal.signal(signal.SIGINT, _on_signal)
            _used.append(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Raise `KeyboardInterrupt` where it was left for `take`, which nobody called since."""
        if self._is_main:
            _used.remove(self)
        if self._is_heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._is_interrupted and not self._is_told and error is None:
            raise KeyboardInterrupt

    def put(self, item: Item) -> None:
        """Have something arrive. Any thread may do so."""
        self._line.put((item,))

    def take(self) -> Item:
        """Wait for what has arrived first and not been taken. Raises `KeyboardInterrupt`."""
        arrived: tuple[Item] | None = None
        while arrived is None:
            if self._is_interrupted:
                self._tell()
            try:
                arrived = self._line.get(timeout=_SECONDS_TO_HEAR)
            except Empty:
                continue
        return arrived[0]

    def rest(self) -> list[Item]:
        """Take all that has arrived by now."""
        found: list[Item] = []
        with contextlib.suppress(Empty):
            while True:
                if arrived := self._line.get_nowait():
                    found += arrived
        return found

    def interrupt(self) -> None:
        """Have `take` raise `KeyboardInterrupt`, or raise it here where that was so already."""
        if self._is_interrupted:
            self._tell()
        self._is_interrupted = True
        # Nothing, for whoever waits.
        self._line.put(None)

    def _tell(self) -> NoReturn:
        self._is_told = True
        raise KeyboardInterrupt


def _on_signal(_number: int, _frame: FrameType | None) -> None:
    interrupt()
