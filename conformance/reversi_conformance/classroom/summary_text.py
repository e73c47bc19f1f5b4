"""The figures of a class as a text, for the end of a run: what a person should look at next.

Names and messages are a stranger's: they are escaped before they are drawn.
"""

import shlex
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Final

from rich.cells import cell_len
from rich.text import Text

from reversi_conformance.classroom.concerns import Concern, Reason
from reversi_conformance.classroom.figures import (
    CheckFigures,
    ClassSummary,
    CriterionFigures,
    Standing,
)
from reversi_conformance.escaping import harmless
from reversi_conformance.reports.lines import Lines
from reversi_conformance.reports.page import sentences
from reversi_conformance.reports.visible import cut, plain

DEFAULT_WIDTH: Final = 80
_PACKAGE: Final = "reversi_conformance.classroom"
_LONGEST_NAME: Final = 60
_LONGEST_MESSAGE: Final = 160
_MOST_NAMES: Final = 6
_MOST_ROWS: Final = 3
_BAR: Final = 40
_MEAN: Final = 14
_FULL: Final = 18


def render(
    summary: ClassSummary,
    report_of: Callable[[str], str],
    page: str,
    *,
    width: int = DEFAULT_WIDTH,
    coloured: bool = False,
) -> str:
    """Return the text, in lines of at most so many cells; commands alone may be longer.

    `report_of` gives the path of a student's report, and `page` is the path of the class's page.
    """
    text = _ClassText(summary, Lines(width, coloured=coloured))
    text.write_head()
    text.write_totals()
    text.write_criteria()
    text.write_failed_checks()
    text.write_causes()
    text.write_unplayed()
    text.write_concerns(report_of)
    text.write_slowest()
    text.write_page(page)
    return text.lines.text()


def shell_word(word: str) -> str:
    r"""Return a word as it is typed in a shell, so that all of it is seen and nothing is obeyed.

    >>> print(shell_word("reports/li.json"), shell_word("O'Brien.json"), shell_word("a\x9b\n"))
    reports/li.json 'O'"'"'Brien.json' $'a\xc2\x9b\x0a'
    """
    quoted = shlex.quote(word)
    if harmless(quoted) == quoted:
        return quoted
    return f"$'{''.join(map(_shell_sign, word))}'"


def _shell_sign(sign: str) -> str:
    if sign.isprintable() and sign not in "'\\:#":
        return sign
    return "".join(f"\\x{byte:02x}" for byte in sign.encode(errors="surrogateescape"))


class _ClassText:
    """One text of one class; each part is left out where there is nothing to say."""

    def __init__(self, summary: ClassSummary, lines: Lines) -> None:
        self.summary = summary
        self.lines = lines
        self.names = {row.student: _name(row.student, row.name) for row in summary.rows}

    def write_head(self) -> None:
        summary, count = self.summary, self.summary.standing
        students = _counted(len(summary.rows), "student")
        of = f" — assignment {plain(summary.assignment)}" if summary.assignment else ""
        self.lines.wrap(Text.assemble(("The class", "bold"), f": {students}{of}"))
        unplayed = count(Standing.NOT_PLAYED)
        parts = [f"{summary.judged} judged"]
        if unplayed:
            parts[0] += f", {unplayed} of which could not be played"
        if count(Standing.NOT_JUDGED):
            parts.append(f"{count(Standing.NOT_JUDGED)} could not be judged")
        if count(Standing.ABSENT):
            parts.append(f"{count(Standing.ABSENT)} handed in nothing")
        self.lines.wrap(Text("; ".join(parts)), 2, 2)

    def write_totals(self) -> None:
        spread = self.summary.totals
        if spread is None:
            return
        self._title(f"Points, of {self.summary.possible:g}")
        self.lines.wrap(
            Text(
                f"mean {spread.mean:g}, median {spread.median:g}, the middle half"
                f" {spread.lower_quartile:g} to {spread.upper_quartile:g}, all"
                f" {spread.lowest:g} to {spread.highest:g}"
            ),
            indent=2,
        )
        if self.summary.partly_assessed:
            self.lines.wrap(
                Text(
                    f"(not every check could be assessed for {self.summary.partly_assessed} of"
                    " them: no game came to it, and it does not count)",
                    "dim",
                ),
                indent=2,
            )
        most = max(bar.count for bar in self.summary.histogram)
        for bar in self.summary.histogram:
            drawn = "█" * -(-bar.count * min(_BAR, most) // most)
            self.lines.add(f"{bar.low:>4g} – {bar.high:<4g}{drawn} {bar.count or ''}", indent=2)

    def write_criteria(self) -> None:
        if not self.summary.criteria:
            return
        self._title("Points by criterion")
        self._row("", "mean", "full marks", style="dim")
        for criterion in self.summary.criteria:
            self._figures(criterion)

    def write_failed_checks(self) -> None:
        if not self.summary.most_failed:
            return
        self._title("Checks that most students fail")
        self._all_but(self.summary.most_failed, self._failed_check, "check")

    def write_causes(self) -> None:
        if not self.summary.causes:
            return
        self._title("Most frequent likely causes")
        self._all_but(
            self.summary.causes,
            lambda cause: self._entry(
                cut(cause.message, _LONGEST_MESSAGE),
                f"{_counted(len(cause.students), 'student')}: {self._students(cause.students)}",
            ),
            "cause",
        )

    def write_unplayed(self) -> None:
        if not self.summary.unplayed:
            return
        self._title("Could not be built or played")
        self._all_but(
            self.summary.unplayed,
            lambda each: self._entry(
                f"{self.names[each.student]}: {cut(each.message, _LONGEST_MESSAGE)}",
                *(cut(line, self.lines.width - 6) for line in each.lines[:1]),
            ),
            "submission",
        )

    def write_concerns(self, report_of: Callable[[str], str]) -> None:
        for reason, found in groupby(self.summary.concerns, key=lambda each: each.reason):
            self._reason_title(reason)
            if reason is Reason.SIMILAR:
                self._write_similar(report_of)
            else:
                self._write_concerned(list(found), report_of)

    def write_slowest(self) -> None:
        if not self.summary.slowest:
            return
        self._title("Slowest programs")
        for slow in self.summary.slowest:
            self.lines.wrap(
                Text(
                    f"• {self.names[slow.student]}: {slow.seconds:.1f} s, of which"
                    f" {slow.case_seconds:.1f} s in {plain(slow.case)}"
                ),
                indent=2,
                hanging=2,
            )

    def write_page(self, page: str) -> None:
        self._title("All of it, with every student")
        self.lines.add(shell_word(page), indent=2)

    def _title(self, title: str) -> None:
        self.lines.add()
        self.lines.wrap(Text(title, "bold"))

    def _reason_title(self, reason: Reason) -> None:
        words = _words()["reasons"][reason.value]
        self._title(f"To look at by hand: {words['title'].lower()}")
        self.lines.wrap(Text(words["meaning"], "dim"), indent=2)

    def _write_similar(self, report_of: Callable[[str], str]) -> None:
        for group in self.summary.similar:
            self._entry(
                self._students(group.students),
                f"{group.share:.0%} of what is wrong is the same, at the least; in"
                f" {_counted(group.cases, 'case')} for all of them",
                *(f"· {cut(example, _LONGEST_MESSAGE)}" for example in group.examples),
            )
            for student in group.students[:2]:
                self._command(report_of(student), group.case)

    def _write_concerned(self, found: Sequence[Concern], report_of: Callable[[str], str]) -> None:
        for concern in found[:_MOST_ROWS]:
            where = f" ({_counted(concern.cases, 'case')})" if concern.cases else ""
            detail = f": {cut(concern.detail, _LONGEST_MESSAGE)}" if concern.detail else ""
            self._entry(f"{self.names[concern.student]}{where}{detail}")
            if concern.case:
                self._command(report_of(concern.student), concern.case)
        rest = [concern.student for concern in found[_MOST_ROWS:]]
        if rest:
            self._entry(f"and {_counted(len(rest), 'more student')}: {self._students(rest)}")

    def _failed_check(self, check: CheckFigures) -> None:
        students = _counted(len(check.failures), "student")
        self._entry(
            f"{plain(check.id)}: {plain(check.title)}",
            f"{students} in {_counted(check.cases, 'case')}: "
            + _some(
                [
                    f"{self.names[each.student]} {each.cases}/{each.assessed}"
                    for each in check.failures
                ]
            ),
        )

    def _figures(self, criterion: CriterionFigures) -> None:
        mean = "—" if criterion.mean is None else f"{criterion.mean:g}"
        full = f"{criterion.full} of {criterion.counted}"
        self._row(plain(criterion.title), f"{mean}/{criterion.possible:g}", full)

    def _row(self, title: str, mean: str, full: str, style: str = "") -> None:
        shown = cut(title, self.lines.width - _MEAN - _FULL - 2)
        padding = " " * (self.lines.width - _MEAN - _FULL - 2 - cell_len(shown))
        self.lines.add(Text(f"{shown}{padding}{mean:>{_MEAN}}{full:>{_FULL}}", style), indent=2)

    def _all_but(self, found: Sequence[Any], write: Callable[[Any], None], what: str) -> None:
        """Write the first of them, and say how many are left."""
        for each in found[:_MOST_ROWS]:
            write(each)
        if len(found) > _MOST_ROWS:
            self._entry(f"and {_counted(len(found) - _MOST_ROWS, f'more {what}')}, on the page")

    def _entry(self, line: str, *others: str) -> None:
        self.lines.wrap(Text(f"• {line}"), indent=2, hanging=2)
        for other in others:
            self.lines.wrap(Text(other), indent=4)

    def _command(self, report: str, case: str) -> None:
        words = ("reversi-conformance", "show", report, "--case", case)
        self.lines.add(Text(" ".join(map(shell_word, words)), "cyan"), indent=4)

    def _students(self, students: Iterable[str]) -> str:
        return _some([self.names[student] for student in students])


def _words() -> Any:
    return sentences(_PACKAGE)


def _name(student: str, name: str) -> str:
    """What a student is called, with what tells them from all others."""
    shown = f"{student} ({name})" if name and name != student else student
    return cut(shown, _LONGEST_NAME)


def _some(names: Sequence[str]) -> str:
    if len(names) <= _MOST_NAMES:
        return ", ".join(names)
    return f"{', '.join(names[: _MOST_NAMES - 1])} and {len(names) - _MOST_NAMES + 1} more"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
