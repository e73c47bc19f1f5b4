"""Judges one program: has it played, a case or two of them twice, and makes the report.

Whoever asks for it, for one program or for each of a class, gets the same report.
"""
# ruff: noqa: PLC0415 - what is needed once sessions end is loaded while the program plays

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from reversi_conformance.assignment import Assignment
from reversi_conformance.observation import Confinement
from reversi_conformance.run import Run
from reversi_conformance.runner import Runs, prepared, run_cases
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.folder import state
from reversi_conformance.transcript import Case

if TYPE_CHECKING:
    from reversi_conformance.report import Report
    from reversi_conformance.submission import Submission


def judge_program(
    command: Command,
    cases: Sequence[Case],
    assignment: Assignment,
    *,
    confinement: Confinement,
    jobs: int,
    on_run: Callable[[Run], None],
    shown: str,
    hidden: Collection[str] = (),
    options: Sequence[str] = (),
    submission: "Submission | None" = None,
) -> "Report":
    """Play a program through all cases, `jobs` at a time, and report what was seen.

    `on_run` is called in this thread as each session ends. `shown` is the program as the report
    names it; of the cases that are `hidden` none is played twice. Ctrl-C leaves the report
    incomplete. Raises `CannotStartError`.
    """

    sandbox = confinement.kind
    before = state(command.submission)
    with prepared(command, sandbox) as ready:

        def run(some: Sequence[Case], on_run: Callable[[Run], None]) -> Runs:
            return run_cases(
                ready,
                some,
                assignment,
                jobs=jobs,
                on_run=on_run,
                meanwhile=_load_report,
                sandbox=sandbox,
            )

        runs, is_interrupted = run(cases, on_run)
        from reversi_conformance.repetition import variations, worth_repeating

        again = Runs((), is_interrupted)
        if not is_interrupted:
            repeated = worth_repeating([each for each in runs if each.case.id not in hidden])
            again = run(repeated, lambda _: None) if repeated else again
    from reversi_conformance.report import make_report
    from reversi_conformance.sessions.waiting import ways
    from reversi_conformance.sightings import sightings

    return make_report(
        shown,
        assignment,
        cases,
        runs,
        sandbox=confinement,
        waiting=ways(),
        terminal=command.terminal,
        options=options,
        is_interrupted=again.is_interrupted,
        variations=variations(runs, again.runs),
        seen=sightings(
            [each.observation for each in runs], is_changed=state(command.submission) != before
        ),
        hidden=hidden,
        submission=submission,
    )


def _load_report() -> None:
    import reversi_conformance.report  # noqa: F401
