"""Runs a submission through cases, some side by side, and has each session judged.

A session that ran out of time on the wall's clock is played once more, alone, before it counts. The
order in which sessions end does not show in what is returned.
"""

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, MutableSequence, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from reversi_conformance.arrivals import Arrivals
from reversi_conformance.assignment import Assignment
from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.referee import Deputy
from reversi_conformance.run import Run
from reversi_conformance.sandboxes import TooMuchError, shown
from reversi_conformance.sessions import PIPE, CannotStartError, Pilot, orphans, playing
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.folder import in_memory
from reversi_conformance.sessions.precedence import yield_to_programs
from reversi_conformance.sessions.stage import Stage
from reversi_conformance.transcript import Case

if TYPE_CHECKING:
    from reversi_conformance.sessions.conversation import RawEvent

_TRIALS: Final = 3
"""So many sessions decide whether a program comes to its first question at all."""
_TIME_OUTS: Final = frozenset((EndingKind.SILENT, EndingKind.OUT_OF_TIME, EndingKind.DEAF))
"""What a busy machine might have brought about."""
_UNCLEAR: Final = (
    "prints on pipes only after it was answered, and its questions are not found in what it prints:"
    " flush the output after each question, or play it on Linux or macOS"
)
_LONGEST_QUOTE: Final = 200
_CONFIRMATIONS: Final = 2
"""Once so many time-outs of a program came again, the others are believed."""
_HANGS: Final = frozenset(
    (
        *_TIME_OUTS,
        EndingKind.OUT_OF_CPU,
        EndingKind.FLOODED,
        EndingKind.OUT_OF_MEMORY,
        EndingKind.TOO_MANY_PROCESSES,
        EndingKind.TOO_MANY_FILES,
        EndingKind.FOLDER_TOO_LARGE,
    )
)


_Ended: TypeAlias = Run | BaseException
"""A session that was played, or what was raised instead."""


class Runs(NamedTuple):
    """The judged sessions of one submission."""

    runs: tuple[Run, ...]
    """In the order of the cases."""
    is_interrupted: bool
    """Ctrl-C came before all were judged."""


def run_case(
    command: Command,
    case: Case,
    assignment: Assignment,
    cancelled: threading.Event,
    sandbox: str = "limits",
) -> Run:
    """Play one session, confined in this way, and judge it. Raises `CannotStartError`."""
    deputy = Deputy(case, assignment)
    observation = _play(case, deputy.hear, None, command, assignment, cancelled, sandbox)
    return Run(case, observation, deputy.finish(observation))


def _play(
    case: Case,
    pilot: Pilot,
    recorder: "MutableSequence[RawEvent] | None",
    command: Command,
    assignment: Assignment,
    cancelled: threading.Event,
    sandbox: str,
) -> Observation:
    return playing.play(
        command,
        pilot,
        assignment.limits.on_board(case.header.board),
        earlier_row=earlier_row(case, assignment),
        log_name=assignment.log.name,
        cancelled=cancelled,
        recorder=recorder,
        sandbox=sandbox,
    )


class _Player:
    """Plays one program, in many threads."""

    def __init__(
        self, command: Command, assignment: Assignment, cancelled: threading.Event, sandbox: str
    ) -> None:
        self._play = _judged(command, assignment, cancelled, sandbox)
        self._stage = Stage()
        self._confirmed = 0

    def play(self, case: Case) -> Run:
        """Play one session; where it ran out of time, that may have been the machine's fault."""
        with self._stage.beside_others():
            run = self._play(case)
        if not _is_out_of_time(run) or self._is_known_to_hang():
            return run
        with self._stage.alone():
            if self._is_known_to_hang():
                return run
            again = self._play(case)
            self._confirmed += _is_out_of_time(again)
            return again

    def _is_known_to_hang(self) -> bool:
        return self._confirmed >= _CONFIRMATIONS


def _judged(
    command: Command, assignment: Assignment, cancelled: threading.Event, sandbox: str
) -> Callable[[Case], Run]:
    """What plays one case and judges it."""
    if command.terminal != PIPE:
        return lambda case: run_case(command, case, assignment, cancelled, sandbox)

    # Whoever plays on a terminal needs none of what this needs.
    from reversi_conformance.late_output import LateOutput, UnclearError  # noqa: PLC0415

    def play(case: Case, pilot: Pilot, recorder: "MutableSequence[RawEvent]") -> Observation:
        return _play(case, pilot, recorder, command, assignment, cancelled, sandbox)

    late = LateOutput(assignment, play, stays=_stays_on_pipes(command))

    def judged(case: Case) -> Run:
        try:
            return late.run(case)
        except UnclearError:
            raise CannotStartError(f"{command.shown} {_UNCLEAR}") from None

    return judged


def _stays_on_pipes(command: Command) -> bool:
    # Node reads on after a program has closed its input, if that is a pipe.
    return Path(command.argv[0]).stem.startswith("node")


def run_cases(
    command: Command,
    cases: Sequence[Case],
    assignment: Assignment,
    *,
    jobs: int,
    on_run: Callable[[Run], None],
    meanwhile: Callable[[], None] = lambda: None,
    sandbox: str = "limits",
) -> Runs:
    """Play a program through all cases, `jobs` at a time.

    `meanwhile` is called in this thread once the first sessions are on their way, then `on_run` as
    each of them ends. A program that hangs before its first
    question in each of its first sessions is not played further: only these are returned. A session
    that ran out of time is played again with no other beside it, and that one counts; not more of
    them than tell whether the program itself hangs. Ctrl-C ends every session and returns those
    that had ended by themselves. Raises `CannotStartError`.

    Meanwhile this process kills what programs leave behind, and must not start other processes in
    sessions of their own.
    """
    with prepared(command, sandbox) as ready:
        return _run_all(
            ready,
            cases,
            assignment,
            jobs=jobs,
            on_run=on_run,
            meanwhile=meanwhile,
            sandbox=sandbox,
        )


@contextlib.contextmanager
def prepared(command: Command, sandbox: str) -> Iterator[Command]:
    """Give the command as it is played many times: what that needs is made once, and removed.

    Whoever calls `run_cases` more than once for a program does so with this command. Raises
    `CannotStartError`.
    """
    if command.starter is not None:
        yield command
        return
    with (
        readable(command._replace(parent=in_memory()), sandbox) as ready,
        playing.repeated(ready, sandbox) as repeated,
    ):
        yield repeated


@contextlib.contextmanager
def readable(command: Command, sandbox: str) -> Iterator[Command]:
    """Give the command as the program can be read where it is confined.

    Raises `CannotStartError` where there is too much to be copied for it.
    """
    try:
        with shown(sandbox, command.argv, command.submission) as copies:
            yield command._replace(copies=copies)
    except TooMuchError as error:
        raise CannotStartError(str(error)) from None


def run_in_order(
    command: Command, cases: Sequence[Case], assignment: Assignment, sandbox: str
) -> Generator[Run]:
    """Play a program through cases, one after the other, and yield each session once it is over.

    The command is `readable`. A session that ran out of time is played again, and that one counts.
    Ctrl-C ends the session at hand. Raises `CannotStartError`. Meanwhile this process kills what
    programs leave behind.
    """
    with orphans.killed():
        player = _Player(command, assignment, threading.Event(), sandbox)
        yield from map(player.play, cases)


def _run_all(
    command: Command,
    cases: Sequence[Case],
    assignment: Assignment,
    *,
    jobs: int,
    on_run: Callable[[Run], None],
    meanwhile: Callable[[], None],
    sandbox: str,
) -> Runs:
    ordered = _longest_first(cases)
    trials = [case.id for case in ordered[:_TRIALS]]
    cancelled = threading.Event()
    player = _Player(command, assignment, cancelled, sandbox)
    ended = Arrivals[_Ended]()
    done: dict[str, Run] = {}
    is_interrupted = False
    try:
        with orphans.killed(), ended, _played(player.play, ordered, jobs, cancelled, ended):
            meanwhile()
            for _ in ordered:
                run = _session(ended.take())
                done[run.case.id] = run
                on_run(run)
                if command.terminal == PIPE:
                    _refuse_needing_terminal(command, [done.get(case) for case in trials])
                if all(case in done and _hangs_at_start(done[case]) for case in trials):
                    done = {case: done[case] for case in trials}
                    break
    except KeyboardInterrupt:
        is_interrupted = True
        # What had ended by itself when the others were cut.
        done |= {each.case.id: each for each in ended.rest() if isinstance(each, Run)}
    found = (done[case.id] for case in cases if case.id in done)
    return Runs(tuple(run for run in found if not _is_cut(run)), is_interrupted)


@contextlib.contextmanager
def _played(
    play: Callable[[Case], Run],
    cases: Sequence[Case],
    jobs: int,
    cancelled: threading.Event,
    ended: Arrivals[_Ended],
) -> Iterator[None]:
    """Have cases played in so many threads; what is still at hand when the block ends is cut."""
    waiting = deque(cases)

    def work() -> None:
        yield_to_programs()
        while waiting and not cancelled.is_set():
            with contextlib.suppress(IndexError):  # another one was quicker
                case = waiting.popleft()
                try:
                    ended.put(play(case))
                except BaseException as error:  # raised where it is taken
                    ended.put(error)

    count = min(jobs, len(cases))
    threads = [threading.Thread(target=work, name=f"session-{each}") for each in range(count)]
    try:
        for thread in threads:
            thread.start()
        yield
    finally:
        cancelled.set()
        for thread in threads:
            thread.join()


def _session(ended: _Ended) -> Run:
    """Raises what was raised where it was played."""
    if isinstance(ended, BaseException):
        raise ended
    return ended


def earlier_row(case: Case, assignment: Assignment) -> str:
    """Return the row that the log holds before the session; "" where there is no log.

    After games that end by the rules a row must have been appended to an earlier one; a game given
    up finds no log, so that making one shows as well.
    """
    return "" if case.header.ends == "illegal-move" else assignment.log.earlier_row


def _is_out_of_time(run: Run) -> bool:
    return run.observation.ending.kind in _TIME_OUTS


def _hangs_at_start(run: Run) -> bool:
    observation = run.observation
    return len(observation.transcript.turns) == 1 and observation.ending.kind in _HANGS


def _refuse_needing_terminal(command: Command, trials: Sequence[Run | None]) -> None:
    """Whether a program that asks for nothing is wrong, or only lacks a terminal, nobody knows."""
    printed: list[str] = []
    for run in trials:
        if run is None or len(run.observation.transcript.turns) > 1:
            return
        printed += run.observation.transcript.turns[0].printed
    said = [line for line in printed if line.strip() and not line[0].isspace()]
    errors = [line for line in said if "rror" in line or "xception" in line]
    last = f" after {(errors or said)[-1][:_LONGEST_QUOTE]!r}" if said else ""
    raise CannotStartError(
        f"{command.shown} ends on pipes before it asks for anything{last}; it may need a terminal,"
        " which Linux and macOS give it"
    )


def _is_cut(run: Run) -> bool:
    return run.observation.ending.kind is EndingKind.INTERRUPTED


def _longest_first(cases: Sequence[Case]) -> list[Case]:
    # What takes long begins first, so that no core waits for the last session.
    return sorted(cases, key=lambda case: -len(case.header.moves) * case.header.board**2)
