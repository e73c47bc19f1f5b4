"""Shares work out among processes, so that judging keeps every core busy and not one alone.

Knows nothing of what the work is. Starts processes and leaves none behind: neither after Ctrl-C,
nor where the process that shares out is itself killed.
"""

import contextlib
import gc
import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from typing import Any, Final, Generic, TypeVar

from reversi_conformance.arrivals import Arrivals, interrupt

Item = TypeVar("Item")
Result = TypeVar("Result")
Opened = TypeVar("Opened")

_SECONDS_TO_HEAR: Final = 0.2
"""A signal that comes just when a process begins to wait for something is heeded with the next."""
_FIRST: Final = 100
"""What is done at the end of a process before what others have registered."""


def share_out(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    processes: int,
    on_result: Callable[[int, Result], None],
    on_start: Callable[[int], None] | None = None,
    on_lost: Callable[[int], None] | None = None,
) -> None:
    """Have `work` done for each item, so many at a time, in processes of their own.

    In this thread `on_start` is called with the number of each item that is given to a process, and
    `on_result` with the number and what came of it, in the order in which they end. Work, items and
    results are pickled. What the work raises is raised here. On that and on Ctrl-C the work at hand
    is interrupted as by Ctrl-C, and what it holds is given back before this returns.

    Where a process dies, what was at hand is done once more, one item after the other; an item on
    which its process dies again is told to `on_lost`. Without that, raises `BrokenProcessPool`.
    """
    left = [*range(len(items))]
    sharing = _Sharing(work, items, on_result, on_start or _ignore)
    while left:
        suspects = sharing.work_off(left, processes)
        if suspects and on_lost is None:
            raise BrokenProcessPool("a process at work has died")
        for number in suspects:
            if sharing.work_off([number], 1) and on_lost is not None:
                on_lost(number)
        left = [number for number in left if number not in (sharing.done | {*suspects})]


class Kept(Generic[Item, Result]):
    """Work for which something is opened once in each process, and closed when the process ends."""

    def __init__(
        self, opened: Callable[[], AbstractContextManager[Callable[[Item], Result]]]
    ) -> None:
        """`opened` is pickled; what it opens does the work."""
        self._opened = opened

    def __call__(self, item: Item) -> Result:
        """Do the work for an item, in a process of `share_out`."""
        return _worker.keep(self._opened)(item)


class _Sharing(Generic[Item, Result]):
    """What is to be done, and what is done of it."""

    def __init__(
        self,
        work: Callable[[Item], Result],
        items: Sequence[Item],
        on_result: Callable[[int, Result], None],
        on_start: Callable[[int], None],
    ) -> None:
        self.done: set[int] = set()
        self._work = work
        self._items = items
        self._on_result = on_result
        self._on_start = on_start

    def work_off(self, numbers: Sequence[int], processes: int) -> list[int]:
        """Do the items of these numbers; return those at hand when a process died."""
        count = min(processes, len(numbers))
        waiting = iter(numbers)
        at_hand: dict[Future[Result], int] = {}
        with (
            Arrivals[Future[Result]]() as ended,
            ProcessPoolExecutor(
                count,
                # A fork among threads is not safe, and what is forked inherits open terminals.
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
            ) as pool,
        ):
            try:
                while True:
                    # Not all at once: so what is at hand is known, and for whom it is waited.
                    for number in itertools.islice(waiting, count - len(at_hand)):
                        future = pool.submit(_do, self._work, self._items[number])
                        at_hand[future] = number
                        future.add_done_callback(ended.put)
                        self._on_start(number)
                    if not at_hand:
                        return []
                    future = ended.take()
                    self._hand_on(future.result(), at_hand.pop(future))
            except BrokenProcessPool:
                return sorted({*at_hand.values()} - self.done)
            except BaseException:
                # Ctrl-C may have come where work was noted and not yet put in line: the pool would
                # wait for it for ever.
                pool.shutdown(wait=False, cancel_futures=True)
                _stop_all(multiprocessing.active_children())
                raise

    def _hand_on(self, result: Result, number: int) -> None:
        self.done.add(number)
        self._on_result(number, result)


def _stop_all(processes: Sequence[BaseProcess]) -> None:
    """Have what they do interrupted, and wait until they are gone."""
    while processes := [each for each in processes if each.is_alive()]:
        for process in processes:
            process.terminate()
        wait([process.sentinel for process in processes], _SECONDS_TO_HEAR)


def _ignore(_number: int) -> None:
    pass


class _Worker:
    """What a process that works for another keeps between one item and the next."""

    def __init__(self) -> None:
        self._is_over = False
        self._is_idle = threading.Event()
        self._is_idle.set()
        self._stack = contextlib.ExitStack()
        self._kept: Any = None

    def begin(self) -> None:
        # Ctrl-C reaches the whole group; whoever shares out decides what follows from it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, self._stop)
        threading.Thread(target=self._end_with_parent, daemon=True).start()
        # Such a process runs nothing that was registered with atexit.
        Finalize(None, self._stack.close, exitpriority=_FIRST)
        # What is loaded stays: looking through it again and again costs a tenth of the time.
        gc.collect()
        gc.freeze()

    def do(self, work: Callable[[Item], Result], item: Item) -> Result:
        self._is_idle.clear()
        try:
            if self._is_over:
                raise KeyboardInterrupt
            return work(item)
        finally:
            self._is_idle.set()

    def keep(self, opened: Callable[[], AbstractContextManager[Opened]]) -> Opened:
        """Return what was opened for the first item; there is one kind of work in a process."""
        if self._kept is None:
            self._kept = self._stack.enter_context(opened())
        kept: Opened = self._kept
        return kept

    def _stop(self, _number: int, _frame: object) -> None:
        """Interrupt the work at hand, once, and do none that comes after it."""
        was_over, self._is_over = self._is_over, True
        if not was_over and not self._is_idle.is_set():
            interrupt()

    def _end_with_parent(self) -> None:
        """Wait until who shares out is gone, then stop, and end this process."""
        parent = multiprocessing.parent_process()
        if parent is None:
            return
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        while not self._is_idle.wait(_SECONDS_TO_HEAR):
            os.kill(os.getpid(), signal.SIGTERM)
        self._stack.close()
        os._exit(1)


_worker: Final = _Worker()


def _begin() -> None:
    _worker.begin()


def _do(work: Callable[[Item], Result], item: Item) -> Result:
    return _worker.do(work, item)
