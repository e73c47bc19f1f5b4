"""Runs submissions through cases, side by side, and has each session judged.

The sessions of all programs share one pool, so that one that hangs leaves no core idle. The order
in which sessions end does not show in what is returned.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Final, NamedTuple

from reversi_conformance.assignment import Assignment
from reversi_conformance.observation import EndingKind
from reversi_conformance.referee import Umpire
from reversi_conformance.rubric import Run
from reversi_conformance.sessions import pty
from reversi_conformance.sessions.command import Command
from reversi_conformance.transcript import Case

_TRIALS: Final = 3
"""So many sessions decide whether a program comes to its first question at all."""
_HANGS: Final = frozenset(
    (
        EndingKind.SILENT,
        EndingKind.OUT_OF_TIME,
        EndingKind.OUT_OF_CPU,
        EndingKind.FLOODED,
        EndingKind.DEAF,
    )
)


class Runs(NamedTuple):
    """The judged sessions of one submission."""

    runs: tuple[Run, ...]
    """In the order of the cases."""
    is_interrupted: bool
    """Ctrl-C came before all were judged."""


class Entry(NamedTuple):
    """One program, and what it is to play."""

    command: Command
    cases: Sequence[Case]


def run_case(
    command: Command, case: Case, assignment: Assignment, cancelled: threading.Event
) -> Run:
    """Play one session and judge it. Raises `CannotStartError`."""
    umpire = Umpire(case, assignment)
    observation = pty.play(
        command,
        umpire.hear,
        assignment.limits,
        earlier_row=_earlier_row(case, assignment),
        log_name=assignment.log.name,
        cancelled=cancelled,
    )
    return Run(case, observation, umpire.finish(observation))


def run_cases(
    command: Command,
    cases: Sequence[Case],
    assignment: Assignment,
    *,
    jobs: int,
    on_run: Callable[[Run], None],
) -> Runs:
    """Play one program through all cases, `jobs` at a time.

    As `run_programs`, of which it is the case with one program.
    """
    ended: list[Runs] = []
    run_programs(
        [Entry(command, cases)],
        assignment,
        jobs=jobs,
        on_run=on_run,
        on_end=lambda _, runs: ended.append(runs),
    )
    return ended[0]


def run_programs(
    entries: Sequence[Entry],
    assignment: Assignment,
    *,
    jobs: int,
    on_run: Callable[[Run], None],
    on_end: Callable[[int, Runs], None],
) -> None:
    """Play programs through their cases, `jobs` sessions at a time, one program after the other.

    `on_run` is called in this thread as each session ends, `on_end` with the number of an entry
    once all of its sessions have ended. A program that hangs before its first question in each of
    its first sessions is not played further: only these are told of. Ctrl-C ends every session;
    then `on_end` is called for every entry that is left, with the sessions that had ended by
    themselves. Raises `CannotStartError` where a program cannot be started.
    """
    parties = [_Party(number, entry) for number, entry in enumerate(entries)]
    ended: SimpleQueue[tuple[_Party, Future[Run]]] = SimpleQueue()
    with ThreadPoolExecutor(jobs, thread_name_prefix="session") as pool:
        for party in parties:
            party.begin(pool, assignment, ended)
        try:
            for _ in range(sum(len(entry.cases) for entry in entries)):
                party, future = ended.get()
                if party.take(future):
                    on_run(future.result())
                if party.left == 0:
                    on_end(party.number, party.runs(is_interrupted=False))
                    party.forget()
        except BaseException as error:
            for party in parties:
                party.cancelled.set()
            pool.shutdown(cancel_futures=True)
            if not isinstance(error, KeyboardInterrupt):
                raise
            _tell_rest(parties, ended, on_end)


class _Party:
    """One program, and what has come in of its sessions."""

    def __init__(self, number: int, entry: Entry) -> None:
        self.number = number
        self.ordered = _longest_first(entry.cases)
        self.left = len(self.ordered)
        """How many of its sessions have not ended."""
        self.cancelled = threading.Event()
        self._entry = entry
        self._trials = [case.id for case in self.ordered[:_TRIALS]]
        self._futures: list[Future[Run]] = []
        self._done: dict[str, Run] = {}

    def begin(
        self,
        pool: ThreadPoolExecutor,
        assignment: Assignment,
        ended: "SimpleQueue[tuple[_Party, Future[Run]]]",
    ) -> None:
        """Have the sessions played; each that has ended is put into the queue."""
        for case in self.ordered:
            future = pool.submit(run_case, self._entry.command, case, assignment, self.cancelled)
            self._futures.append(future)
            future.add_done_callback(lambda future: ended.put((self, future)))

    def take(self, future: Future[Run]) -> bool:
        """Take in a session that has ended; False where it does not count."""
        self.left -= 1
        if future.cancelled() or self.cancelled.is_set():
            return False
        run = future.result()
        self._done[run.case.id] = run
        if all(case in self._done and _hangs_at_start(self._done[case]) for case in self._trials):
            self._give_up()
        return True

    def runs(self, *, is_interrupted: bool) -> Runs:
        """What has come in, in the order of the cases."""
        found = (self._done[case.id] for case in self._entry.cases if case.id in self._done)
        return Runs(tuple(run for run in found if not _is_cut(run)), is_interrupted)

    def forget(self) -> None:
        """Let go of the sessions, which are many where there are many programs."""
        self._futures.clear()
        self._done.clear()

    def add(self, future: Future[Run]) -> None:
        """Take in a session that ended when all of them were being ended."""
        self.left -= 1
        if not future.cancelled() and future.exception() is None:
            self._done[future.result().case.id] = future.result()

    def _give_up(self) -> None:
        self.cancelled.set()
        for future in self._futures:
            future.cancel()
        self._done = {case: self._done[case] for case in self._trials}


def _tell_rest(
    parties: Sequence[_Party],
    ended: "SimpleQueue[tuple[_Party, Future[Run]]]",
    on_end: Callable[[int, Runs], None],
) -> None:
    unfinished = [party for party in parties if party.left]
    while not ended.empty():
        party, future = ended.get()
        party.add(future)
    for party in unfinished:
        on_end(party.number, party.runs(is_interrupted=True))


def _earlier_row(case: Case, assignment: Assignment) -> str:
    """What the log holds before the session.

    After games that end by the rules a row must have been appended to an earlier one; a game given
    up finds no log, so that making one shows as well.
    """
    return "" if case.header.ends == "illegal-move" else assignment.log.earlier_row


def _hangs_at_start(run: Run) -> bool:
    observation = run.observation
    return len(observation.transcript.turns) == 1 and observation.ending.kind in _HANGS


def _is_cut(run: Run) -> bool:
    return run.observation.ending.kind is EndingKind.INTERRUPTED


def _longest_first(cases: Sequence[Case]) -> list[Case]:
    # What takes long begins first, so that no core waits for the last session.
    return sorted(cases, key=lambda case: -len(case.header.moves) * case.header.board**2)
