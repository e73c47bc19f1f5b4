"""Shares work out among processes, so that judging keeps every core busy and not one alone.

Knows nothing of what the work is. Starts processes and leaves none behind: neither after Ctrl-C,
nor where the process that shares out is itself killed.
"""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.connection import wait
from typing import Final, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def share_out(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    processes: int,
    on_result: Callable[[int, Result], None],
) -> None:
    """Have `work` done for each item, so many at a time, in processes of their own.

    `on_result` is called in this thread with the number of an item and what came of it, in the
    order in which they end. Work, items and results are pickled. What the work raises is raised
    here. On that and on Ctrl-C the work at hand is interrupted as by Ctrl-C, and what it holds is
    given back before this returns.
    """
    if not items:
        return
    with ProcessPoolExecutor(
        min(processes, len(items)),
        # A fork among threads is not safe, and what is forked inherits open terminals.
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
    ) as pool:
        numbers = {pool.submit(_do, work, item): number for number, item in enumerate(items)}
        try:
            for future in as_completed(numbers):
                on_result(numbers[future], future.result())
        except BaseException:
            # Not by the pool's shutdown, which then waits for nothing any more.
            for future in numbers:
                future.cancel()
            for process in multiprocessing.active_children():
                process.terminate()
            raise


class _Worker:
    """What a process that works for another keeps between one item and the next."""

    def __init__(self) -> None:
        self._is_over = False
        self._is_idle = threading.Event()
        self._is_idle.set()

    def begin(self) -> None:
        # Ctrl-C reaches the whole group; whoever shares out decides what follows from it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, self._stop)
        threading.Thread(target=self._end_with_parent, daemon=True).start()
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

    def _stop(self, _number: int, _frame: object) -> None:
        """Interrupt the work at hand, and do none that comes after it."""
        self._is_over = True
        if not self._is_idle.is_set():
            raise KeyboardInterrupt

    def _end_with_parent(self) -> None:
        """Wait until who shares out is gone, then stop, and end this process."""
        parent = multiprocessing.parent_process()
        if parent is None:
            return
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        self._is_idle.wait()
        os._exit(1)


_worker: Final = _Worker()


def _begin() -> None:
    _worker.begin()


def _do(work: Callable[[Item], Result], item: Item) -> Result:
    return _worker.do(work, item)
