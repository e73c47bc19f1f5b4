"""Classes made by hand: students with reports, by the few things that matter for a class."""

from collections.abc import Sequence

import msgspec

from reversi_conformance.repetition import Variation
from reversi_conformance.report import Report, ReportedCase, ReportedCause, ReportedRemark
from reversi_conformance.submission import Problem, Submission

from ..reports import samples

TIES_LAST = ReportedCause(
    ids=("ties.last-row",),
    message="among equal squares the last row seems to be taken",
    check="strategy.ties",
    codes=("choice.later",),
    cases=2,
)


def student(
    name: str,
    *cases: ReportedCase,
    board: float = 4,
    messages: float = 3,
    flips: float = 10,
    problems: Sequence[Problem] = (),
    causes: Sequence[ReportedCause] = (),
    variations: Sequence[Variation] = (),
    complete: bool = True,
    called: str = "",
    is_late: bool = False,
    is_played: bool = True,
    why: str = "",
    seen: Sequence[str] = (),
) -> Report:
    """A report of 17 points at most; every check was assessed in one case.

    `why` is the reason that stands at every check.
    """
    played = cases or ((samples.case("py-1"),) if is_played else ())
    submission = Submission(
        student=name,
        name=called,
        sources=(name,),
        is_late=is_late,
        language="python",
        problems=tuple(problems),
    )
    report = samples.report(
        *played,
        criteria=[
            msgspec.structs.replace(
                criterion,
                checks=tuple(
                    msgspec.structs.replace(check, reason=why) for check in criterion.checks
                ),
            )
            for criterion in samples.sheet(board=board, messages=messages, flips=flips)
        ],
        causes=causes,
        complete=complete,
        chosen=len(played) if complete else len(played) + 3,
        submission=submission,
    )
    remarks = tuple(ReportedRemark("seen.files", {}, sentence) for sentence in seen)
    return msgspec.structs.replace(report, variations=tuple(variations), seen=remarks)


def ended(case: ReportedCase, ending: str, seconds: float = 0.25) -> ReportedCase:
    """The same case, ended otherwise."""
    return msgspec.structs.replace(case, ending=ending, seconds=seconds)
