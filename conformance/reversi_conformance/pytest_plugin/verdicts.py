"""What a report says of one test, and the text that a person reads where it fails. Pure.

A test fails where the score sheet loses the check in its game, and never where that costs nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from rich.text import Text

from reversi_conformance.escaping import inert
from reversi_conformance.feedback import CHECK_NAMES, conceal
from reversi_conformance.findings import FindingKind
from reversi_conformance.report import Report, ReportedCase, ReportedCause, ReportedFinding
from reversi_conformance.reports import phrases, picture
from reversi_conformance.reports.lines import Lines
from reversi_conformance.reports.visible import plain
from reversi_conformance.rubric import DEAF, CheckScore

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
        row, case = self._rows[check], self._cases.get(game)
        if case is None or check not in case.assessed:
            return self._unseen(row, case, check)
        if faults := _faults(self._told[game], check):
            return Lost(_joined(self._drawn(self._told[game], fault) for fault in faults))
        if row.reason == DEAF and not case.conforms:
            return Lost(_plain(DEAF))
        return None

    def of_others(self, check: str, games: Sequence[str]) -> Verdict:
        """Return whether a check is lost in any of the games that are not there for it."""
        played = [self._told[game] for game in games if game in self._told]
        losing = [case for case in played if _faults(case, check)]
        if not losing:
            return None
        first, *others = losing
        drawn = [self._drawn(first, fault) for fault in _faults(first, check)]
        if others:
            drawn.append(_plain(f"Also in {', '.join(case.id for case in others)}"))
        return Lost(_joined(drawn))

    def _unseen(self, row: CheckScore, case: ReportedCase | None, check: str) -> Verdict:
        """The sheet gives nothing for what no game came to, since each one stopped before."""
        if not row.assessed and row.earned is not None:
            return Lost(_plain(row.reason))
        following = [each for each in case.findings if each.check == check] if case else []
        for cause in self._report.causes:
            if any(each.follows == cause.ids[0] for each in following):
                return NotSeen(_plain(f"costs nothing more: {cause.message} ({cause.check})"))
        if case is None:
            return NotSeen("not played: the program came to no question in other games")
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
            page.add(picture.entry("again", phrases.again(self._report, case.id)))
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


def _faults(case: ReportedCase, check: str) -> list[ReportedFinding]:
    return [each for each in case.findings if each.check == check and each.kind == _FAULT]


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


def _joined(parts: Iterator[str] | Sequence[str]) -> str:
    return "\n".join(part.rstrip("\n") + "\n" for part in parts).rstrip("\n")


def _plain(text: str) -> str:
    page = Lines(_WIDTH, coloured=False)
    page.wrap(Text(phrases.named(text)))
    return inert(page.text().rstrip("\n"))
