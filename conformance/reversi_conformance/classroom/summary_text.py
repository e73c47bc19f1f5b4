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
from reversi_conformance.language import listed, mark_count, say, say_count
from reversi_conformance.reports.lines import Lines, right
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
        students = _students(len(summary.rows))
        if summary.assignment:
            of = plain(summary.assignment)
            said = say(": {students} — assignment {id}", students=students, id=of)
        else:
            said = say(": {students}", students=students)
        self.lines.wrap(Text.assemble((say("The class"), "bold"), said))
        if unplayed := count(Standing.NOT_PLAYED):
            parts = [
                say(
                    "{n} judged, {unplayed} of which could not be played",
                    n=summary.judged,
                    unplayed=unplayed,
                )
            ]
        else:
            parts = [say("{n} judged", n=summary.judged)]
        if unjudged := count(Standing.NOT_JUDGED):
            parts.append(say("{n} could not be judged", n=unjudged))
        if absent := count(Standing.ABSENT):
            parts.append(say("{n} handed in nothing", n=absent))
        self.lines.wrap(Text(say("; ").join(parts)), 2, 2)

    def write_totals(self) -> None:
        spread = self.summary.totals
        if spread is None:
            return
        self._title(say("Points, of {possible:g}", possible=self.summary.possible))
        self.lines.wrap(
            Text(
                say(
                    "mean {mean:g}, median {median:g}, the middle half {lower:g} to {upper:g}, all"
                    " {lowest:g} to {highest:g}",
                    mean=spread.mean,
                    median=spread.median,
                    lower=spread.lower_quartile,
                    upper=spread.upper_quartile,
                    lowest=spread.lowest,
                    highest=spread.highest,
                )
            ),
            indent=2,
        )
        if self.summary.partly_assessed:
            self.lines.wrap(
                Text(
                    say(
                        "(not every check could be assessed for {n} of them: no game came to it,"
                        " and it does not count)",
                        n=self.summary.partly_assessed,
                    ),
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
        self._title(say("Points by criterion"))
        self._row("", say("mean"), say("full marks"), style="dim")
        for criterion in self.summary.criteria:
            self._figures(criterion)

    def write_failed_checks(self) -> None:
        if not self.summary.most_failed:
            return
        self._title(say("Checks that most students fail"))
        self._all_but(
            self.summary.most_failed,
            self._failed_check,
            mark_count("and {n} more check, on the page", "and {n} more checks, on the page"),
        )

    def write_causes(self) -> None:
        if not self.summary.causes:
            return
        self._title(say("Most frequent likely causes"))
        self._all_but(
            self.summary.causes,
            lambda cause: self._entry(
                cut(cause.message, _LONGEST_MESSAGE),
                say(
                    "{students}: {names}",
                    students=_students(len(cause.students)),
                    names=self._students(cause.students),
                ),
            ),
            mark_count("and {n} more cause, on the page", "and {n} more causes, on the page"),
        )

    def write_unplayed(self) -> None:
        if not self.summary.unplayed:
            return
        self._title(say("Could not be built or played"))
        self._all_but(
            self.summary.unplayed,
            lambda each: self._entry(
                say(
                    "{name}: {what}",
                    name=self.names[each.student],
                    what=cut(each.message, _LONGEST_MESSAGE),
                ),
                *(cut(line, self.lines.width - 6) for line in each.lines[:1]),
            ),
            mark_count(
                "and {n} more submission, on the page", "and {n} more submissions, on the page"
            ),
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
        self._title(say("Slowest programs"))
        for slow in self.summary.slowest:
            self.lines.wrap(
                Text(
                    say(
                        "• {name}: {seconds:.1f} s, of which {longest:.1f} s in {case}",
                        name=self.names[slow.student],
                        seconds=slow.seconds,
                        longest=slow.case_seconds,
                        case=plain(slow.case),
                    )
                ),
                indent=2,
                hanging=2,
            )

    def write_page(self, page: str) -> None:
        self._title(say("All of it, with every student"))
        self.lines.add(shell_word(page), indent=2)

    def _title(self, title: str) -> None:
        self.lines.add()
        self.lines.wrap(Text(title, "bold"))

    def _reason_title(self, reason: Reason) -> None:
        words = _words()["reasons"][reason.value]
        self._title(say("To look at by hand: {reason}", reason=words["title"].lower()))
        self.lines.wrap(Text(words["meaning"], "dim"), indent=2)

    def _write_similar(self, report_of: Callable[[str], str]) -> None:
        for group in self.summary.similar:
            self._entry(
                self._students(group.students),
                say(
                    "{share:.0%} of what is wrong is the same, at the least; in {cases} for all of"
                    " them",
                    share=group.share,
                    cases=_cases(group.cases),
                ),
                *(f"· {cut(example, _LONGEST_MESSAGE)}" for example in group.examples),
            )
            for student in group.students[:2]:
                self._command(report_of(student), group.case)

    def _write_concerned(self, found: Sequence[Concern], report_of: Callable[[str], str]) -> None:
        for concern in found[:_MOST_ROWS]:
            said = self.names[concern.student]
            if concern.cases:
                said = say("{sentence} ({cases})", sentence=said, cases=_cases(concern.cases))
            if concern.detail:
                detail = cut(concern.detail, _LONGEST_MESSAGE)
                said = say("{name}: {what}", name=said, what=detail)
            self._entry(said)
            if concern.case:
                self._command(report_of(concern.student), concern.case)
        rest = [concern.student for concern in found[_MOST_ROWS:]]
        if rest:
            said = say_count(
                "and {n} more student: {names}",
                "and {n} more students: {names}",
                len(rest),
                names=self._students(rest),
            )
            self._entry(said)

    def _failed_check(self, check: CheckFigures) -> None:
        failures = [
            f"{self.names[each.student]} {each.cases}/{each.assessed}" for each in check.failures
        ]
        self._entry(
            say("{name}: {what}", name=plain(check.id), what=plain(say(check.title))),
            say(
                "{students} in {cases}: {names}",
                students=_students(len(check.failures)),
                cases=_cases(check.cases),
                names=_some(failures),
            ),
        )

    def _figures(self, criterion: CriterionFigures) -> None:
        mean = "—" if criterion.mean is None else f"{criterion.mean:g}"
        full = say("{n} of {all}", n=criterion.full, all=criterion.counted)
        self._row(plain(say(criterion.title)), f"{mean}/{criterion.possible:g}", full)

    def _row(self, title: str, mean: str, full: str, style: str = "") -> None:
        shown = cut(title, self.lines.width - _MEAN - _FULL - 2)
        padding = " " * (self.lines.width - _MEAN - _FULL - 2 - cell_len(shown))
        self.lines.add(
            Text(f"{shown}{padding}{right(mean, _MEAN)}{right(full, _FULL)}", style), indent=2
        )

    def _all_but(
        self, found: Sequence[Any], write: Callable[[Any], None], more: tuple[str, str]
    ) -> None:
        """Write the first of them, and say how many are left."""
        for each in found[:_MOST_ROWS]:
            write(each)
        if len(found) > _MOST_ROWS:
            self._entry(say_count(*more, len(found) - _MOST_ROWS))

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
        return listed(names)
    shown = listed(names[: _MOST_NAMES - 1])
    return say("{names} and {n} more", names=shown, n=len(names) - _MOST_NAMES + 1)


def _students(count: int) -> str:
    return say_count("{n} student", "{n} students", count)


def _cases(count: int) -> str:
    return say_count("{n} case", "{n} cases", count)
