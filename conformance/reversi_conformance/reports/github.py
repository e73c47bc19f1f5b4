"""The report as workflow commands of GitHub Actions, which become annotations of a run.

Documented at docs.github.com, "Workflow commands for GitHub Actions". One error for each mistake,
what costs most first; a warning for what makes the points doubtful; a notice with the points and
what to do. GitHub shows ten of each kind of a step and fifty of a job, and drops others in silence:
here they are counted. Each line is one command; what a stranger decides is escaped in it as the
runner unescapes it, and can neither end it nor begin another.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from reversi_conformance.escaping import harmless
from reversi_conformance.language import say
from reversi_conformance.report import Report
from reversi_conformance.reports import outcomes, phrases
from reversi_conformance.reports.groups import Group
from reversi_conformance.reports.next_step import next_step
from reversi_conformance.reports.visible import plain
from reversi_conformance.rubric import CheckScore

_MOST: Final = 10
"""Annotations of a kind that GitHub shows of one step."""


def render(report: Report) -> str:
    """Return the commands, one a line."""
    errors, warnings = tuple(_errors(report)), tuple(_warnings(report))
    commands = (*_at_most(errors, "error"), *_at_most(warnings, "warning"), _notice(report))
    return "".join(f"{command}\n" for command in commands)


def _at_most(commands: Sequence[str], kind: str) -> Sequence[str]:
    if len(commands) <= _MOST:
        return commands
    left_out = len(commands) - _MOST + 1
    return (
        *commands[: _MOST - 1],
        _command(kind, say("And more"), say("{n} more are in the report", n=left_out)),
    )


def _errors(report: Report) -> Iterator[str]:
    for message in outcomes.problems(report):
        yield _command("error", say("It cannot be played"), message, outcomes.source(report))
    for check, group in outcomes.mistakes(report):
        yield _command("error", _title(check), _mistake(report, group), outcomes.source(report))


def _title(check: CheckScore) -> str:
    earned = phrases.points(check.earned, check.possible)
    return say("{check}: {points} points", check=plain(check.id), points=earned)


def _mistake(report: Report, group: Group) -> str:
    lines = [outcomes.mistake(group)]
    if report.capture is None and not group.case.is_concealed:
        lines.append(say("To see it: {command}", command=phrases.again(report, group.case)))
    return "\n".join(lines)


def _warnings(report: Report) -> Iterator[str]:
    reason = outcomes.no_mark(report)
    if reason:
        yield _command("warning", say("The points are no mark"), reason)
    for variation in report.variations:
        message = say(
            "{case}, played twice, differs: its points may change", case=plain(variation.case)
        )
        yield _command("warning", say("It does not always do the same"), message)
    for remark in report.seen:
        yield _command("warning", say("Seen"), phrases.named(remark.message))


def _notice(report: Report) -> str:
    title = say("No mark") if outcomes.no_mark(report) else phrases.total(report)
    return _command("notice", title, "\n".join(next_step(report).lines))


def _command(kind: str, title: str, message: str, file: str = "") -> str:
    place = f"file={_property(file)}," if file else ""
    return f"::{kind} {place}title={_property(title)}::{_data(message)}"


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _data(text: str) -> str:
    lines = "\n".join(map(harmless, text.split("\n")))
    return lines.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
