"""What got better and what got worse from one report on a program to the next, as text."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from reversi_conformance.language import listed, say
from reversi_conformance.report import Report
from reversi_conformance.reports import phrases
from reversi_conformance.reports.lines import Lines
from reversi_conformance.reports.visible import plain
from reversi_conformance.rubric import CheckScore

_MOST_CASES: Final = 8
_BETTER: Final = ("▲ ", "green")
_WORSE: Final = ("▼ ", "bold red")


def render(before: Report, after: Report, *, width: int = 80, coloured: bool = False) -> str:
    """Return a few lines, for lines of so many cells; both reports are of the same cases."""
    page = Lines(width, coloured=coloured)
    lines = [*_checks(before, after), *_causes(before, after), *_cases(before, after)]
    earned = phrases.total(after)
    if not lines:
        page.wrap(
            Text(say("No better and no worse than the last time: {points}.", points=earned), "bold")
        )
    else:
        before_it = f"{before.total.earned:g}"
        since = say("Since the last time: {before} → {points}", before=before_it, points=earned)
        page.wrap(Text(since, "bold"))
    for line in lines:
        page.wrap(line, indent=2, hanging=2)
    return page.text().removesuffix("\n")


def _checks(before: Report, after: Report) -> Iterator[Text]:
    earlier = {check.id: check for check in _all(before)}
    for check in _all(after):
        old = earlier.get(check.id)
        if old is None or _share(old) == _share(check):
            continue
        mark = _BETTER if _share(check) > _share(old) else _WORSE
        change = say(
            "{check}: {before} → {points} in {passed}/{assessed} cases  {title}",
            check=check.id,
            before=phrases.points(old.earned, old.possible),
            points=phrases.points(check.earned, check.possible),
            passed=check.passed,
            assessed=check.assessed,
            title=plain(say(check.title)),
        )
        yield Text.assemble(mark, change)


def _all(report: Report) -> Iterator[CheckScore]:
    return (check for criterion in report.criteria for check in criterion.checks)


def _share(check: CheckScore) -> tuple[float, float]:
    """What is compared: points, and where these are the same the cases that passed."""
    return (check.earned or 0.0, check.passed / check.assessed if check.assessed else 0.0)


def _causes(before: Report, after: Report) -> Iterator[Text]:
    old = {cause.ids: cause.message for cause in before.causes}
    new = {cause.ids: cause.message for cause in after.causes}
    for ids in sorted(old.keys() - new.keys()):
        yield Text.assemble(
            _BETTER, say("no longer a likely cause: {cause}", cause=phrases.named(old[ids]))
        )
    for ids in sorted(new.keys() - old.keys()):
        yield Text.assemble(
            _WORSE, say("a likely cause now: {cause}", cause=phrases.named(new[ids]))
        )


def _cases(before: Report, after: Report) -> Iterator[Text]:
    old = {case.id: case.conforms for case in before.cases}
    changed = [case for case in after.cases if case.conforms != old.get(case.id, case.conforms)]
    if mended := [case.id for case in changed if case.conforms]:
        yield Text.assemble(_BETTER, say("conform now: {cases}", cases=_named(mended)))
    if broken := [case.id for case in changed if not case.conforms]:
        yield Text.assemble(_WORSE, say("no longer conform: {cases}", cases=_named(broken)))


def _named(ids: Sequence[str]) -> str:
    more = len(ids) - _MOST_CASES
    shown = listed(map(plain, ids[:_MOST_CASES]))
    return say("{names} and {n} more", names=shown, n=more) if more > 0 else shown
