"""What formats for people say alike: commands to type, what holds, how much."""

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from reversi_conformance import language
from reversi_conformance.language import listed_with_and, mark, say, say_count
from reversi_conformance.observation import Confinement
from reversi_conformance.report import Report, ReportedCase
from reversi_conformance.reports.visible import cut, plain
from reversi_conformance.sessions import PIPE
from reversi_conformance.submission import Submission

_LONGEST_NAME: Final = 300
_AND: Final = " and "
_ONLY_FILE: Final = re.compile(r"the only (?P<language>.*) file")
_REASONS: Final = (
    "as --run says",
    "it was named",
    "the only file with a main function",
    "package.json names it",
    "no other file imports it",
    "it has the main function",
    "it is called like the program",
    "it lies outermost",
)
"""Why a file was taken, as a record has it."""
_MOST_TYPED: Final = 14
_WAYS: Final = (mark("kernel"), mark("silence"))
"""How the harness knows that a program waits, as a report has it."""


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
    entry, choice = named(submission.entry), named(choice_of(submission))
    yield say("Played: {entry} ({choice})", entry=entry, choice=choice)
    if submission.build:
        yield say("Built with: {command}", command=named(submission.build))


def choice_of(submission: Submission) -> str:
    """Return how a submission's file was chosen, in one clause."""
    if language.in_force() == language.ENGLISH:
        return submission.choice
    return listed_with_and([_reason(each) for each in submission.choice.split(_AND)])


def _reason(reason: str) -> str:
    if reason in _REASONS:
        return say(reason)
    if found := _ONLY_FILE.fullmatch(reason):
        return say("the only {language} file", language=found["language"])
    return reason


def again(report: Report, case: ReportedCase) -> str:
    """Return what to type to see a case again."""
    words = ("reversi-conformance", "check", *report.options, "--case", case.named)
    return f"{plain(shlex.join(words))} -- {named(report.program)}"


def typed(answers: Sequence[str]) -> str:
    """Return the answers in order; of many the first two and the last ones."""
    if not answers:
        return say("(nothing yet)")
    shown = [plain(answer) or say("(Enter)") for answer in answers]
    if len(shown) > _MOST_TYPED:
        left_out = len(shown) - _MOST_TYPED
        shown[2 : 2 + left_out] = [say("… {n} more …", n=left_out)]
    return " ".join(shown)


def in_force(report: Report) -> Iterator[str]:
    """Yield under what circumstances the program was judged."""
    yield f"reversi-conformance {report.version}"
    if report.capture is not None:
        yield say("nothing was run")
        yield say(
            "the capture was read as {form}, {encoding}",
            form=report.capture.form,
            encoding=report.capture.encoding,
        )
        return
    yield say("sandbox: {kind}", kind=_confinement(report.sandbox))
    yield say(
        "waits: {way}",
        way=say(report.waiting) if report.waiting in _WAYS else plain(report.waiting),
    )
    if report.terminal == PIPE:
        yield say("played on pipes, not on a terminal")
    soft = sum(case.soft_waits for case in report.cases)
    if soft:
        yield say("{n} of the waits concluded from silence", n=soft)


def total(report: Report) -> str:
    """Return what was earned of the automatic points, in words."""
    return say(
        "{earned:g} of {possible:g} points",
        earned=report.total.earned,
        possible=report.total.possible,
    )


def points(earned: float | None, possible: float) -> str:
    """Return points as "2.5/5"; a dash for what nobody has marked yet."""
    return f"{'—' if earned is None else f'{earned:g}'}/{possible:g}"


def cases(count: int) -> str:
    """Return a number of cases in words."""
    return say_count("{n} case", "{n} cases", count)


def _confinement(sandbox: Confinement) -> str:
    verified = say("verified") if sandbox.verified else say("not verified")
    said = say("{kind}, {verified}", kind=sandbox.kind, verified=verified)
    if sandbox.reason:
        said = say("{said}, since {reason}", said=said, reason=plain(sandbox.reason))
    if sandbox.command:
        said = say("{said} (better with: {command})", said=said, command=sandbox.command)
    return said
