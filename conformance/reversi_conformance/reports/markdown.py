"""The report as Markdown, as GitHub and GitLab show it: the summary of a step of CI.

Two places hold text that is not this module's own. In a sentence or a cell every sign that Markdown
or the page around it could take for its own is written by its number (`_inline`). What has lines
stands in a fence that is longer than any run of backticks in it (`_fenced`). GitHub takes one
mebibyte of a step: of more the last checks are left out, which is said.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from reversi_conformance.escaping import harmless, inert
from reversi_conformance.language import say
from reversi_conformance.report import Report
from reversi_conformance.reports import outcomes, phrases, text
from reversi_conformance.reports.next_step import Step, next_step
from reversi_conformance.reports.outcomes import Outcome, Status

MOST_BYTES: Final = 1024 * 1024
_RESERVE: Final = 1000
"""Bytes for saying what was left out."""
_OBEYED: Final = re.compile(r"(?P<taken_up>[@#:$](?!\s|$))|[\\`*_~\[\]<>&|!^]|(?<=[wW])\.")
"""What Markdown obeys; and what GitHub takes up after it: mentions, issues, names of pictures,
formulas. It looks at one piece of text at a time, and in an element of its own a sign begins
nothing."""
_SIGNS: Final = {Status.PASSED: "✅", Status.FAILED: "❌", Status.SKIPPED: "➖"}


def render(report: Report) -> str:
    """Return the Markdown, at most `MOST_BYTES` of UTF-8."""
    opening = "\n".join((*_opening(report), ""))
    failed = [each for each in outcomes.outcomes(report) if each.details]
    return inert(_fitting(opening, [_section(each) for each in failed]) + _closing(report))


def _fitting(opening: str, sections: Sequence[str]) -> str:
    """As many sections as there is room for, in order."""
    written, room = opening, MOST_BYTES - _RESERVE - len(opening.encode())
    for number, section in enumerate(sections):
        room -= len(section.encode())
        if room < 0:
            more = say("{n} more checks are in the report.", n=len(sections) - number)
            return f"{written}\n{more}\n"
        written += section
    return written


def _opening(report: Report) -> Iterator[str]:
    yield f"## {_heading(report)}"
    yield ""
    yield from _next(next_step(report))
    head = text.head(report)
    yield ""
    yield from _fenced(head)
    yield ""
    yield f"| | {say('Check')} | {say('Points')} | {say('Games')} |"
    yield "|---|---|---:|---:|"
    is_played = not outcomes.unplayed(report)
    passed = {
        check.id: f"{check.passed}/{check.assessed}"
        for criterion in report.criteria
        for check in criterion.checks
        if check.assessed
    }
    for outcome in outcomes.outcomes(report):
        yield _row(outcome, passed.get(outcome.id, ""), is_played=is_played)


def _heading(report: Report) -> str:
    name = _inline(phrases.named(report.program))
    if outcomes.no_mark(report):
        return say("{name}: no mark", name=name)
    return say("{name}: {points}", name=name, points=phrases.total(report))


def _next(step: Step) -> Iterator[str]:
    yield say("**Next:** {step}", step=_inline(step.sentence))
    commands = [command for command in (step.again, step.explain) if command]
    if commands:
        yield ""
        yield from _fenced("\n".join(commands), "sh")


def _row(outcome: Outcome, games: str, *, is_played: bool) -> str:
    sign = _SIGNS[outcome.status] if is_played else _SIGNS[Status.SKIPPED]
    earned = outcome.earned if is_played else None
    name = f"{_inline(outcome.title)} ({_inline(outcome.id)})"
    reason = f"<br>{_inline(outcome.message)}" if outcome.status is Status.SKIPPED else ""
    return f"| {sign} | {name}{reason} | {phrases.points(earned, outcome.possible)} | {games} |"


def _section(outcome: Outcome) -> str:
    summary = f"{_inline(outcome.id)}: {_inline(outcome.message)}"
    lines = ("", f"<details><summary>{summary}</summary>", "", *_fenced(outcome.details), "")
    return "\n".join((*lines, "</details>", ""))


def _closing(report: Report) -> str:
    return f"\n<sub>{_inline(harmless(say('; ').join(phrases.in_force(report))))}</sub>\n"


def _fenced(lines: str, language: str = "text") -> Iterator[str]:
    longest = max(map(len, re.findall(r"`+", lines)), default=0)
    fence = "`" * max(longest + 1, 3)
    yield f"{fence}{language}"
    yield from lines.rstrip("\n").split("\n")
    yield fence


def _inline(line: str) -> str:
    """One line of text that stays where it is put, in a sentence or in a cell."""
    return _OBEYED.sub(_by_number, line)


def _by_number(found: re.Match[str]) -> str:
    number = f"&#{ord(found[0])};"
    return f"<span>{number}</span>" if found["taken_up"] else number
