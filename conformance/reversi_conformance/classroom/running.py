"""Grades a class side by side: what is new or changed, each report on the disk when it is done.

Nothing that one submission does ends the run or changes what another one gets.
"""

import functools
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from reversi_conformance.classroom import grading
from reversi_conformance.classroom.grading import Job, Setting
from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.classroom.results import Results
from reversi_conformance.problem_messages import problem
from reversi_conformance.report import Report
from reversi_conformance.retelling import retold
from reversi_conformance.workers import share_out


class Watch(NamedTuple):
    """Who is told of each job, by its number."""

    on_start: Callable[[int], None]
    on_result: Callable[[int, Report], None]
    on_lost: Callable[[int], None]


Share: TypeAlias = Callable[[Setting, Sequence[Job], Watch], None]
"""Has submissions graded somewhere, several at a time, and tells of them."""


def on_this_machine(processes: int) -> Share:
    """Return what grades so many submissions at a time in processes of this machine."""

    def share(setting: Setting, jobs: Sequence[Job], watch: Watch) -> None:
        work = functools.partial(grade_safely, setting=setting)
        share_out(work, jobs, processes=processes, **watch._asdict())

    return share


def jobs(
    hand_ins: Sequence[HandIn], setting: Setting, results: Results, *, is_forced: bool
) -> Iterator[Job]:
    """Yield what has no report, or one that something has changed for since it was written."""
    for hand_in in hand_ins:
        fingerprint = grading.fingerprint(hand_in, setting)
        reason = "forced" if is_forced else _reason(hand_in, fingerprint, results)
        if reason:
            yield Job(hand_in, fingerprint, reason)


def _reason(hand_in: HandIn, fingerprint: str, results: Results) -> str:
    report = results.read_report(hand_in.student)
    if report is None or report.submission is None:
        return "not graded yet"
    if not report.submission.is_judged:
        return "could not be judged before"
    if report.submission.fingerprint == fingerprint:
        return ""
    return grading.what_changed(report.submission.fingerprint, fingerprint)


def grade_all(
    jobs: Sequence[Job],
    setting: Setting,
    *,
    share: Share,
    on_start: Callable[[Job], None],
    on_report: Callable[[Job, Report], None],
) -> None:
    """Grade submissions; `on_report` is called in this thread as each one is done.

    Ctrl-C ends what is at hand, of which there is no report then, and is raised.
    """

    def take(number: int, report: Report) -> None:
        if report.complete:
            # Made in another process, or on another machine, which speaks English.
            on_report(jobs[number], retold(report))

    def lose(number: int) -> None:
        facts = grading.submission(jobs[number], problem("harness.died", {}, is_ours=True))
        on_report(jobs[number], grading.unplayed(facts, setting))

    share(setting, jobs, Watch(lambda number: on_start(jobs[number]), take, lose))


def grade_safely(job: Job, setting: Setting) -> Report:
    """Return the report about one submission, where this harness itself fails, too.

    What fails there is told with where it did, and costs the student nothing; the class goes on.
    """
    try:
        return grading.grade(job, setting)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        lines = tuple(traceback.format_exc().splitlines())
        failure = problem("harness.failed", {"error": what}, lines, is_ours=True)
        return grading.unplayed(grading.submission(job, failure), setting)
