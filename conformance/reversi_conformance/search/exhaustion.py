"""Has a program play every game that there is, and finds the shortest that it does not play right.

Games are judged as every case is. They are played the shortest first, so that of those that go
wrong the shortest is known as soon as all shorter ones are through.
"""

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from reversi_conformance.assignment import Assignment
from reversi_conformance.reference import Rehearsal
from reversi_conformance.run import Run
from reversi_conformance.runner import readable, run_in_order
from reversi_conformance.search.counterexample import faults_of
from reversi_conformance.search.series import count_right
from reversi_conformance.search.tree import Tree
from reversi_conformance.sessions import PIPE, orphans, playing
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.folder import in_memory
from reversi_conformance.transcript import Case, Header
from reversi_conformance.workers import Kept, share_out

_BATCH: Final = 24
"""So many games are given to a process at a time: more of them would be played in vain beyond the
one that goes wrong, fewer would cost more to hand over."""


class Exhaustion(NamedTuple):
    """What came of it."""

    tree: Tree
    played: int
    """So many games were played."""
    failing: Run | None
    """The shortest game that goes wrong, with the faults that count alone; of several the first
    one in the order of the tree. All games before that one are right."""
    is_interrupted: bool
    """Ctrl-C came before all was said."""

    @property
    def is_proof(self) -> bool:
        """Whether every game was played, and each one right."""
        return self.failing is None and self.played == len(self.tree.games)


class Player(NamedTuple):
    """What is played, and how; it does so in whichever process it comes to."""

    command: Command
    assignment: Assignment
    sandbox: str
    checks: frozenset[str]
    """The checks of which a fault counts."""

    def play(self, headers: Sequence[Header]) -> Run | None:
        """Play games in order and return the first one that goes wrong.

        Of its findings there are the faults that count alone. Raises `CannotStartError`.
        """
        cases = [*map(Rehearsal(self.assignment).perform, headers)]
        # What is not right to the letter may still be right: from there on each is played alone.
        left = cases[self._count_right(cases) :]
        runs = run_in_order(self.command, left, self.assignment, self.sandbox)
        with contextlib.closing(runs):
            return next(filter(None, map(self._wrong, runs)), None)

    def _count_right(self, cases: Sequence[Case]) -> int:
        if self.command.terminal == PIPE:
            return 0  # when a program waits for input, it may have printed nothing of its game yet
        with orphans.killed():
            return count_right(self.command, cases, self.assignment, self.sandbox)

    def _wrong(self, run: Run) -> Run | None:
        faults = faults_of(run, self.assignment)
        counted = tuple(fault for fault in faults if fault.check in self.checks)
        judgement = msgspec.structs.replace(run.judgement, findings=counted)
        return msgspec.structs.replace(run, judgement=judgement) if counted else None


def exhaust(
    player: Player, tree: Tree, *, processes: int, on_games: Callable[[int], None]
) -> Exhaustion:
    """Play every game of the tree, or as many as it takes to find the shortest that goes wrong.

    `on_games` is called in this thread with the number of games that were played since the last
    call. Ctrl-C returns what was found by then. Raises `CannotStartError`.
    """
    batches = [tree.games[at : at + _BATCH] for at in range(0, len(tree.games), _BATCH)]
    found = _Found(batches, on_games)
    is_interrupted = False
    try:
        with readable(player.command, player.sandbox) as command:
            ready = player._replace(command=command._replace(parent=in_memory()))
            work = Kept(functools.partial(_standing, ready))
            share_out(work, batches, processes=processes, on_result=found.take)
    except _SettledError:
        pass
    except KeyboardInterrupt:
        is_interrupted = True
    return Exhaustion(tree, found.played, found.failing, is_interrupted)


@contextlib.contextmanager
def _standing(player: Player) -> Iterator[Callable[[Sequence[Header]], Run | None]]:
    """Give what plays games in one confinement that stands."""
    with playing.repeated(player.command, player.sandbox) as command:
        yield player._replace(command=command).play


class _SettledError(Exception):
    """Nothing that is still to come would change what is found."""


class _Found:
    """What has come in; batches come in in any order."""

    def __init__(
        self, batches: Sequence[Sequence[Header]], on_games: Callable[[int], None]
    ) -> None:
        self.played = 0
        self.failing: Run | None = None
        self._first = len(batches)
        """The number of the first batch in which a game goes wrong."""
        self._batches = batches
        self._missing = {*range(len(batches))}
        self._on_games = on_games

    def take(self, number: int, failing: "Run | None") -> None:
        """Note what came of a batch. Raises `_SettledError`."""
        ids = [header.id for header in self._batches[number]]
        played = len(ids) if failing is None else ids.index(failing.case.id) + 1
        self.played += played
        self._on_games(played)
        self._missing.discard(number)
        if failing is not None and number < self._first:
            self._first, self.failing = number, failing
        if self.failing is not None and all(each > self._first for each in self._missing):
            raise _SettledError
