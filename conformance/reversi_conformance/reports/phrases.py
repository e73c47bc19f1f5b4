"""What formats for people say alike: commands to type, what holds, how much."""

import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from reversi_conformance.observation import Confinement
from reversi_conformance.report import Report, ReportedCase
from reversi_conformance.reports.visible import cut, plain
from reversi_conformance.sessions import PIPE

_LONGEST_NAME: Final = 300
_MOST_TYPED: Final = 14


def named(text: str) -> str:
    """Return a name or a sentence that a stranger had a hand in, safe and not too long."""
    return cut(text, _LONGEST_NAME)


def title(report: Report) -> str:
    """Return what is judged; of the current folder, which has no telling name, the file in it."""
    if report.program == "." and report.submission is not None:
        return named(report.submission.entry)
    return named(report.program)


def found(report: Report) -> Iterator[str]:
    """Yield how the program was found and built where it was not named; nothing in a class."""
    submission = report.submission
    if submission is None or submission.student or not submission.entry:
        return
    yield f"Played: {named(submission.entry)} ({named(submission.choice)})"
    if submission.build:
        yield f"Built with: {named(submission.build)}"


def again(report: Report, case: ReportedCase) -> str:
    """Return what to type to see a case again."""
    words = ("reversi-conformance", "check", *report.options, "--case", case.named)
    return f"{plain(shlex.join(words))} -- {named(report.program)}"


def typed(answers: Sequence[str]) -> str:
    """Return the answers in order; of many the first two and the last ones."""
    if not answers:
        return "(nothing yet)"
    shown = [plain(answer) or "(Enter)" for answer in answers]
    if len(shown) > _MOST_TYPED:
        left_out = len(shown) - _MOST_TYPED
        shown[2 : 2 + left_out] = [f"… {left_out} more …"]
    return " ".join(shown)


def in_force(report: Report) -> Iterator[str]:
    """Yield under what circumstances the program was judged."""
    yield f"reversi-conformance {report.version}"
    if report.capture is not None:
        yield "nothing was run"
        yield f"the capture was read as {report.capture.form}, {report.capture.encoding}"
        return
    yield f"sandbox: {_confinement(report.sandbox)}"
    yield f"waits: {report.waiting}"
    if report.terminal == PIPE:
        yield "played on pipes, not on a terminal"
    soft = sum(case.soft_waits for case in report.cases)
    if soft:
        yield f"{soft} of the waits concluded from silence"


def points(earned: float | None, possible: float) -> str:
    """Return points as "2.5/5"; a dash for what nobody has marked yet."""
    return f"{'—' if earned is None else f'{earned:g}'}/{possible:g}"


def cases(count: int) -> str:
    """Return a number of cases in words."""
    return "1 case" if count == 1 else f"{count} cases"


def _confinement(sandbox: Confinement) -> str:
    verified = "verified" if sandbox.verified else "not verified"
    reason = f", since {plain(sandbox.reason)}" if sandbox.reason else ""
    better = f" (better with: {sandbox.command})" if sandbox.command else ""
    return f"{sandbox.kind}, {verified}{reason}{better}"
