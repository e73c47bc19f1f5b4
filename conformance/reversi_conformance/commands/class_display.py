"""How far a class is: on a terminal one line that moves, elsewhere a line for each student.

On standard error. Names are a stranger's, and escaped.
"""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

import click

from reversi_conformance.escaping import harmless
from reversi_conformance.language import listed, say

if TYPE_CHECKING:
    from rich.progress import Progress

    from reversi_conformance.report import Report

_MOST_NAMES: Final = 4
_LONGEST_NAME: Final = 24


class ClassDisplay:
    """Shows which submissions are at hand and how many are done, while it is entered."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._at_hand: list[str] = []
        self._began = time.monotonic()
        self._progress = _progress() if sys.stderr.isatty() and total else None
        self._task: Any = None

    def __enter__(self) -> Self:
        if self._progress is not None:
            self._progress.start()
            self._task = self._progress.add_task("", total=self._total, at_hand="", rate="")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hide()

    def hide(self) -> None:
        """Make room for other lines."""
        if self._progress is not None:
            self._progress.stop()

    def start(self, student: str) -> None:
        """A submission is at hand."""
        self._at_hand.append(student)
        self._show()

    def done(self, student: str, report: "Report") -> None:
        """A submission is done."""
        self._done += 1
        if student in self._at_hand:
            self._at_hand.remove(student)
        if self._progress is None:
            count = f"[{self._done}/{self._total}]"
            said = say("{name}: {what}", name=student, what=result(report))
            click.echo(harmless(f"{count} {said}"), err=True)
        self._show()

    def _show(self) -> None:
        if self._progress is None:
            return
        names = [harmless(each)[:_LONGEST_NAME] for each in self._at_hand[:_MOST_NAMES]]
        more = len(self._at_hand) - len(names)
        at_hand = listed(names)
        if more:
            at_hand = say("{names} and {n} more", names=at_hand, n=more)
        minutes = (time.monotonic() - self._began) / 60
        rate = ""
        if self._done and minutes:
            rate = say("{n:.0f} a minute", n=self._done / minutes)
        self._progress.update(self._task, completed=self._done, at_hand=at_hand, rate=rate)


def result(report: "Report") -> str:
    """Return what came of a submission, in a few words."""
    submission = report.submission
    if submission is not None and not submission.is_judged:
        problem = next(each for each in submission.problems if each.is_ours)
        return say("could not be judged: {what}", what=problem.message)
    total = report.total
    points = say("{earned:g} of {possible:g} points", earned=total.earned, possible=total.possible)
    if submission is not None and not report.cases and submission.problems:
        what = submission.problems[0].message
        return say("{points}, not played: {what}", points=points, what=what)
    return points


def _progress() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    return Progress(
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}", markup=False),
        TextColumn(say("left"), style="dim"),
        Remaining(),
        TextColumn("{task.fields[at_hand]}", markup=False, style="cyan"),
        console=Console(stderr=True, markup=False, highlight=False, emoji=False),
        transient=True,
    )
