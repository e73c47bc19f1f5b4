"""What a report says of one test, and the text that a person reads where it fails. Pure.

A test fails where the score sheet loses the check in its game, and never where that costs nothing.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from rich.text import Text

from reversi_conformance.escaping import inert
from reversi_conformance.feedback import CHECK_NAMES, conceal
from reversi_conformance.findings import FindingKind
from reversi_conformance.report import Report, ReportedCase, ReportedCause, ReportedFinding
from reversi_conformance.reports import phrases, picture
from reversi_conformance.reports.lines import Lines
from reversi_conformance.reports.visible import plain
from reversi_conformance.rubric import DEAF

_WIDTH: Final = 80
_FAULT: Final = FindingKind.FAULT.value


class Lost(NamedTuple):
    """The check is lost."""

    text: str


class NotSeen(NamedTuple):
    """The check could not be seen, and nothing is lost by that."""

    reason: str


Verdict: TypeAlias = Lost | NotSeen | None
"""None where the check is passed."""


class Verdicts:
    """Answers what became of each check in each game.

    Of hidden games no more is told than which checks they lose.
    """

    def __init__(self, report: Report) -> None:
        told = conceal(report, CHECK_NAMES)
        self._report = told
        self._cases = {case.id: case for case in report.cases}
        self._told = dict(zip(self._cases, told.cases, strict=True))
        self._rows = {row.id: row for each in report.criteria for row in each.checks}

    def of(self, check: str, game: str) -> Verdict:
        """Return what became of a check in the game that is there for it."""
        case = self._cases.get(game)
        if case is None or check not in case.assessed:
            return self._unseen(check, game)
        lost = self._lost(check, game)
        return Lost(_joined(lost)) if lost else None

    def of_others(self, check: str, games: Sequence[str]) -> Verdict:
        """Return whether a check is lost in any of the games that are not there for it."""
        lost = {game: texts for game in games if (texts := self._lost(check, game))}
        if not lost:
            return None
        first, *others = lost
        texts = lost[first]
        if others:
            names = ", ".join(self._told[game].id for game in others)
            texts = [*texts, _plain(f"Also in {names}")]
        return Lost(_joined(texts))

    def _lost(self, check: str, game: str) -> list[str]:
        """What there is to be read of a check that is lost in a game; nothing where it is not."""
        case = self._cases.get(game)
        if case is None or check not in case.assessed:
            return []
        told = self._told[game]
        drawn = [self._drawn(told, each) for each in _faults(told) if each.check == check]
        is_by_chance = self._rows[check].reason == DEAF and _faults(case)
        return drawn or ([_plain(DEAF)] if is_by_chance else [])

    def _unseen(self, check: str, game: str) -> Verdict:
        """The sheet gives nothing for what no game came to, since each one stopped before."""
        row, case = self._rows[check], self._told.get(game)
        if not row.assessed and row.earned is not None:
            faults = _faults(case) if case is not None else []
            return Lost(_joined([_plain(row.reason), *(_plain(each.message) for each in faults)]))
        if case is None:
            return NotSeen("not played: the program came to no question in other games")
        following = {each.follows for each in case.findings if each.check == check}
        for cause in self._report.causes:
            if cause.ids[0] in following:
                return NotSeen(_plain(f"costs nothing more: {cause.message} ({cause.check})"))
        return NotSeen("the game stopped, or went another way, before it came to this")

    def _drawn(self, case: ReportedCase, finding: ReportedFinding) -> str:
        page = Lines(_WIDTH, coloured=False)
        page.wrap(Text(phrases.named(finding.message)))
        if not case.is_concealed:
            _write_place(page, case, finding)
        for cause in self._report.causes:
            if _comes_of(finding, cause):
                likely = Text(f"likely {phrases.named(cause.message)}")
                page.wrap(picture.entry("cause", likely), 0, picture.KEY)
        if not case.is_concealed:
            page.add(picture.entry("again", phrases.again(self._report, case)))
        page.add(picture.entry("more", f"reversi-conformance explain {finding.check}"))
        return inert(page.text())


def summary(report: Report) -> str:
    """Return what is to be said of all games together: the points, and likely causes."""
    told = conceal(report, CHECK_NAMES)
    total, count = told.total, len(told.cases)
    page = Lines(_WIDTH, coloured=False)
    games = "1 game" if count == 1 else f"{count} games"
    page.wrap(Text(f"{total.earned:g} of {total.possible:g} points in {games}"))
    for cause in told.causes:
        page.wrap(Text(f"likely cause: {phrases.named(cause.message)} ({cause.check})"), 0, 2)
    return inert(page.text().rstrip("\n"))


def _faults(case: ReportedCase) -> list[ReportedFinding]:
    return [each for each in case.findings if each.kind == _FAULT]


def _comes_of(finding: ReportedFinding, cause: ReportedCause) -> bool:
    return finding.check == cause.check and finding.code in cause.codes


def _write_place(page: Lines, case: ReportedCase, finding: ReportedFinding) -> None:
    typed = Text(phrases.typed(finding.answers))
    page.wrap(picture.entry("typed", typed), 0, picture.KEY)
    page.add(picture.entry("turn", _turn(finding)))
    for line in picture.draw(case, finding, _WIDTH):
        page.add(line)


def _turn(finding: ReportedFinding) -> str:
    *_, last = ("anything", *finding.answers)
    when = "once" if finding.answers else "before"
    more = f"; {finding.times} times in this game" if finding.times > 1 else ""
    return f"{len(finding.answers)}, {when} {plain(last) or 'Enter'} is typed{more}"


def _joined(parts: Sequence[str]) -> str:
    return "\n".join(part.rstrip("\n") + "\n" for part in parts).rstrip("\n")


def _plain(text: str) -> str:
    page = Lines(_WIDTH, coloured=False)
    page.wrap(Text(phrases.named(text)))
    return inert(page.text().rstrip("\n"))
