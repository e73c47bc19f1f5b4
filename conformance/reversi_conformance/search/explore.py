"""Searches for a game in which a program differs, and makes it short.

What is drawn is for `rounds` to say, what is shorter for `shortening`; how a program is played is
handed in. Asks the clock, and opens nothing.
"""

import contextlib
import itertools
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from reversi_conformance.assignment import Assignment
from reversi_conformance.findings import Finding
from reversi_conformance.language import say
from reversi_conformance.run import Run
from reversi_conformance.runner import Runs
from reversi_conformance.search import counterexample
from reversi_conformance.search import draft as drafts
from reversi_conformance.search.counterexample import Counterexample
from reversi_conformance.search.coverage import Coverage
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.rounds import Rounds, kitchen
from reversi_conformance.search.shortcuts import shortcuts
from reversi_conformance.search.shortening import shorten
from reversi_conformance.search.sights import Sight
from reversi_conformance.transcript import Case

Play: TypeAlias = Callable[[Sequence[Case], Callable[[Run], None]], Runs]
"""Plays the program through cases, and tells of each session as it ends."""

TOO_LONG: Final = frozenset({"stopped.cpu", "stopped.time"})
"""A session's limits are made for golden games, which are short: a long game that goes beyond them
says nothing of the program."""
_SECONDS_TO_SHORTEN: Final = 30.0
"""So long a game that is found late is made shorter, after the time for the search."""


class Difference(NamedTuple):
    """A game in which the program differs."""

    counterexample: Counterexample
    found: Draft
    """The game as it was found, before it was made shorter."""
    is_steady: bool
    """Whether the program differed again when the game was played again."""
    golden: tuple[str, ...]
    """The golden cases in which the same fault shows, by check and code."""


class Outcome(NamedTuple):
    """What became of a search."""

    difference: Difference | None
    coverage: Coverage
    too_long: int
    """Games that were not judged to their end, since they took more than a session may."""
    is_interrupted: bool


class Task(NamedTuple):
    """What is searched, and how long."""

    assignment: Assignment
    boards: Sequence[int]
    """The sizes that are played."""
    smaller: Sequence[int]
    """The sizes to which a difference may be brought down."""
    suite: Sequence[Case]
    """The golden games, which were played by others."""
    seed: int
    seconds: float
    at_a_time: int
    """So many shorter games are tried side by side."""


def explore(play: Play, task: Task, say: Callable[[str], None]) -> Outcome:
    """Return the shortest game that was found, or none, and what was looked at.

    `say` is told in a few words what is being done. The first round in which the program differs is
    the last; of its games the simplest one is made shorter. Ctrl-C ends the search with what was
    found by then. Raises `CannotStartError`.
    """
    search = _Search(play, task, say)
    try:
        search.run()
    except KeyboardInterrupt:
        search.is_interrupted = True
    return Outcome(search.difference, search.coverage, search.too_long, search.is_interrupted)


class _TimeIsUpError(Exception):
    """The time for the search is over while games are being played."""


class _Search:
    """One search, as far as it has come."""

    def __init__(self, play: Play, task: Task, say: Callable[[str], None]) -> None:
        self.coverage = Coverage()
        self.difference: Difference | None = None
        self.is_interrupted = False
        self.too_long = 0
        self._play = play
        self._task = task
        self._say = say
        self._innocent: set[Sight] = set()
        """What games show in which the program does not differ."""
        self._longest = max(len(case.header.moves) for case in task.suite)
        self._end = time.monotonic() + task.seconds

    def run(self) -> None:
        """Play round after round, until the program differs or the time is over."""
        task = self._task
        for games in Rounds(task.assignment, task.boards, task.suite, task.seed):
            found = self._round(games)
            if found:
                self._settle(sorted(found, key=_effort_to_see))
                return
            if self._is_over():
                return

    def _round(self, games: Sequence[Draft]) -> list[tuple[Draft, Counterexample]]:
        """Play games; returns those in which the program differs."""
        found: list[tuple[Draft, Counterexample]] = []

        def take(draft: Draft, seen: Counterexample | None) -> None:
            shown = self.coverage.add(draft)
            if seen:
                found.append((draft, seen))
            else:
                self._innocent |= shown
            played = self.coverage.games
            self._say(say("{n} games played, the last one {game}", n=played, game=_shown(draft)))
            if self._is_over():
                raise _TimeIsUpError

        with contextlib.suppress(_TimeIsUpError):
            self._judge(games, take)
        return found

    def _settle(self, found: Sequence[tuple[Draft, Counterexample]]) -> None:
        """Make one difference of what was found, as short as the time allows."""
        draft, seen = found[0]
        self.difference = Difference(seen, draft, is_steady=False, golden=())
        for draft, _ in found:
            if again := self._seen([draft])[0]:
                self.difference = Difference(again, draft, is_steady=True, golden=())
                break
        else:
            return
        self._end = max(self._end, time.monotonic() + _SECONDS_TO_SHORTEN)
        self._shorten(draft, again)
        last = self._seen([_draft(self.difference.counterexample)])[0]
        golden = self._golden_cases(self.difference.counterexample.finding)
        self.difference = self.difference._replace(is_steady=last is not None, golden=golden)

    def _shorten(self, found: Draft, seen: Counterexample) -> None:
        """Cut the game off where it differs, look for others that show the same, then for less."""
        task = self._task
        entries = len(seen.entries)
        self._differs([drafts.cut(found, entries)])
        pieces = kitchen(task.assignment, task.smaller, task.suite)
        others = shortcuts(found, entries, self._innocent, pieces)
        # The other half of the time is for what can be left out of a game.
        half = (time.monotonic() + self._end) / 2
        while time.monotonic() < half and (some := [*itertools.islice(others, task.at_a_time)]):
            self._differs(some)
        if self.difference:
            best = self.difference.counterexample
            shorten(_draft(best), best.finding, task.smaller, self._differs, task.at_a_time)

    def _differs(self, games: Sequence[Draft]) -> list[Finding | None]:
        if self._is_over():
            return [None for _ in games]
        seen = self._seen(games)
        for each in seen:
            if each and self._is_shorter(each):
                found = say("a difference was found, and made shorter: {case}", case=each.case.id)
                self._say(found)
        return [each.finding if each else None for each in seen]

    def _is_shorter(self, seen: Counterexample) -> bool:
        """Take what is shorter than the difference so far."""
        if self.difference is None:
            return False
        is_shorter = _draft(seen).effort < _draft(self.difference.counterexample).effort
        if is_shorter:
            self.difference = self.difference._replace(counterexample=seen)
        return is_shorter

    def _seen(self, games: Sequence[Draft]) -> list[Counterexample | None]:
        """What games show; None also for one that was not played to its end."""
        seen: dict[Draft, Counterexample | None] = {}
        self._judge(games, seen.__setitem__)
        return [seen.get(draft) for draft in games]

    def _judge(
        self, games: Sequence[Draft], take: Callable[[Draft, Counterexample | None], None]
    ) -> None:
        cases = [counterexample.case_of(*draft, self._task.assignment) for draft in games]
        by_id = {case.id: draft for case, draft in zip(cases, games, strict=True)}

        def on_run(run: Run) -> None:
            take(by_id[run.case.id], self._counterexample(run))

        if self._play(cases, on_run).is_interrupted:
            raise KeyboardInterrupt

    def _counterexample(self, run: Run) -> Counterexample | None:
        seen = counterexample.of_run(run, self._task.assignment)
        is_long = len(run.case.header.moves) > self._longest
        if seen and seen.finding.code in TOO_LONG and is_long:
            self.too_long += 1
            return None
        return seen

    def _golden_cases(self, fault: Finding) -> tuple[str, ...]:
        """The golden cases in which the same fault shows."""
        self._say(say("a difference was found; the golden games are asked whether they show it"))
        found: list[str] = []

        def on_run(run: Run) -> None:
            faults = counterexample.faults_of(run, self._task.assignment)
            if any((each.check, each.code) == (fault.check, fault.code) for each in faults):
                found.append(run.case.id)

        if self._play(self._task.suite, on_run).is_interrupted:
            raise KeyboardInterrupt
        return tuple(sorted(found))

    def _is_over(self) -> bool:
        return time.monotonic() >= self._end


def _draft(seen: Counterexample) -> Draft:
    header = seen.case.header
    return Draft(header.board, header.computer, header.moves)


def _effort_to_see(found: tuple[Draft, Counterexample]) -> tuple[int, int]:
    """What has to be typed until it shows; the rest of the game may be cut off."""
    draft, seen = found
    return len(seen.entries), draft.board


def _shown(draft: Draft) -> str:
    return f"{draft.board}x{draft.board}, {len(draft.moves)} entries"
