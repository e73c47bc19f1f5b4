"""The report as a score sheet to be read: by a student, who sees what to mend, and by who marks it.

Whatever a program printed or is called is escaped before it is drawn (`visible`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from reversi_conformance.repetition import Variation
from reversi_conformance.report import Capture, Report, ReportedCause, ReportedFinding
from reversi_conformance.reports import groups, phrases, picture
from reversi_conformance.reports.groups import Group
from reversi_conformance.reports.lines import Lines
from reversi_conformance.reports.phrases import cases, points
from reversi_conformance.reports.visible import cut, plain
from reversi_conformance.rubric import CheckScore, CriterionScore
from reversi_conformance.submission import Problem

DEFAULT_WIDTH: Final = 80
_NARROWEST: Final = 50
_WIDEST: Final = 120
_POINTS: Final = 10
_PASSED: Final = 9
_MOST_REASONS: Final = 2
"""Rows that give the same reason themselves; of more it is said once."""
_LONGEST_LINE: Final = 60
_LONGEST_QUOTE: Final = 120
_MOST_LINES: Final = 12
_HINT: Final = (
    "To read a whole session, check with --format json -o report.json,"
    " then 'reversi-conformance show report.json'."
)
_TICK: Final = ("✓ ", "green")
_CROSS: Final = ("✗ ", "bold red")


def render(report: Report, *, width: int = DEFAULT_WIDTH, coloured: bool = False) -> str:
    """Return the score sheet, for lines of so many cells."""
    page = _page(width, coloured=coloured)
    _write_head(page, report)
    _write_table(page, report.criteria)
    for check in _checks(report):
        _write_check(page, report, check)
    _write_notes(page, report)
    _write_foot(page, report)
    return page.text()


def head(report: Report, *, width: int = DEFAULT_WIDTH) -> str:
    """Return how the sheet begins: the total, and what is to be known before any check is read."""
    page = _page(width, coloured=False)
    _write_head(page, report)
    return page.text().rstrip("\n") + "\n"


def details(report: Report, check: CheckScore, *, width: int = DEFAULT_WIDTH) -> str:
    """Return what the sheet says of a check that lost something; "" of one that lost nothing."""
    page = _page(width, coloured=False)
    found = groups.faults(report, check)
    if found:
        _write_details(page, report, check, found)
    return page.text()


def _page(width: int, *, coloured: bool) -> Lines:
    return Lines(min(max(width, _NARROWEST), _WIDEST), coloured=coloured)


def _write_head(page: Lines, report: Report) -> None:
    if report.capture is not None:
        _write_capture(page, report, report.capture)
        return
    total = f"{report.total.earned:g} of {report.total.possible:g} points"
    name = phrases.title(report)
    page.wrap(
        Text.assemble(
            (name, "bold"), f" — assignment {plain(report.assignment)} — ", (total, "bold")
        )
    )
    conforming = sum(case.conforms for case in report.cases)
    if not report.complete:
        judged = f"{len(report.cases)} of {report.chosen} cases were judged"
        page.wrap(Text(f"Interrupted: {judged}; the points are not final.", "bold yellow"))
    elif 0 < len(report.cases) < report.chosen:
        unplayed = report.chosen - len(report.cases)
        page.wrap(
            Text(
                f"It came to no question in {cases(len(report.cases))};"
                f" {unplayed} more were not played."
            )
        )
    elif report.cases and report.conforms:
        page.wrap(Text(f"Everything conforms in {cases(conforming)}.", "green"))
    for line in phrases.found(report):
        page.wrap(Text(line), hanging=2)
    for problem in report.submission.problems if report.submission else ():
        _write_problem(page, problem)
    for variation in report.variations:
        _write_variation(page, variation)
    for remark in report.seen:
        page.wrap(Text(f"Seen: {phrases.named(remark.message)}.", "yellow"))
    if report.cases and not report.conforms:
        page.add(f"{conforming} of {len(report.cases)} cases conform.")
    page.add()


def _write_problem(page: Lines, problem: Problem) -> None:
    """What kept a submission, or a part of it, from being played; with what a tool said."""
    blame = " (not the submission's fault: no mark follows)" if problem.is_ours else ""
    page.wrap(Text(f"{phrases.named(problem.message)}{blame}.", "bold yellow"))
    for line in problem.lines[:_MOST_LINES]:
        page.add(Text(cut(line, _LONGEST_QUOTE), "dim"), indent=2)
    if len(problem.lines) > _MOST_LINES:
        page.add(Text(f"… and {len(problem.lines) - _MOST_LINES} more lines", "dim"), indent=2)


def _write_variation(page: Lines, variation: Variation) -> None:
    first, second = (cut(line, _LONGEST_LINE) for line in (variation.first, variation.second))
    page.wrap(
        Text(
            f"It does not always do the same: {plain(variation.case)}, played twice, differs after"
            f" {_answers(variation.turn)} (“{first}”, then “{second}”). Chance or the clock"
            " decides; the next time its points may be others.",
            "bold yellow",
        )
    )


def _answers(count: int) -> str:
    return "1 answer" if count == 1 else f"{count} answers"


def _write_capture(page: Lines, report: Report, capture: Capture) -> None:
    """What was judged is one session: its points are no mark of a program."""
    name = phrases.named(report.program)
    page.wrap(
        Text.assemble(
            (name, "bold"), f" — one captured session — assignment {plain(report.assignment)}"
        )
    )
    total = f"{report.total.earned:g} of the {report.total.possible:g} points"
    page.wrap(
        Text(
            f"{total} that this session can show; it is no mark of the program, which 'check'"
            " plays through every case."
        )
    )
    if report.conforms:
        page.wrap(Text("The session conforms, as far as it was judged.", "green"))
    for remark in capture.remarks:
        page.wrap(Text(f"• {phrases.named(remark.message)}"), indent=2, hanging=2)
    page.add()


def _write_table(page: Lines, criteria: Sequence[CriterionScore]) -> None:
    reasons = Counter(check.reason for each in criteria for check in each.checks if check.reason)
    repeated = [reason for reason, rows in reasons.items() if rows > _MOST_REASONS]
    page.add(Text(f"{'points':>{page.width - _PASSED}}{'passed':>{_PASSED}}", "dim"))
    for criterion in criteria:
        title = Text(plain(criterion.title), "bold")
        if not criterion.checks:
            _write_row(page, title, f"—/{criterion.possible:g}", "by hand")
            continue
        counted = sum(check.possible for check in criterion.checks if check.earned is not None)
        _write_row(page, title, points(criterion.earned, counted or criterion.possible), "")
        for check in criterion.checks:
            _write_check_row(page, check)
            if check.reason and check.reason not in repeated:
                page.wrap(Text(f"({check.reason})", "dim"), indent=4)
    for reason in repeated:
        page.wrap(Text(f"— {reason} ({reasons[reason]} checks)", "dim"), indent=2, hanging=2)
    page.add()


def _write_check_row(page: Lines, check: CheckScore) -> None:
    mark = _TICK if check.earned == check.possible else _CROSS
    if check.earned is None:
        mark = ("– ", "dim")
    title = Text.assemble(plain(check.title))
    passed = f"{check.passed}/{check.assessed}" if check.assessed else "—"
    _write_row(page, title, points(check.earned, check.possible), passed, mark)


def _write_row(
    page: Lines, title: Text, points: str, passed: str, mark: tuple[str, str] = ("", "")
) -> None:
    indent = 2 if mark[0] else 0
    room = page.width - _POINTS - _PASSED - indent - len(mark[0])
    first, *others = page.columns(title, room)
    padding = " " * (room - first.cell_len)
    numbers = f"{padding}{points:>{_POINTS}}{passed:>{_PASSED}}".rstrip()
    page.add(Text.assemble(mark, first, numbers), indent)
    for line in others:
        page.add(line, indent + len(mark[0]))


def _write_check(page: Lines, report: Report, check: CheckScore) -> None:
    found = groups.faults(report, check)
    if not found:
        return
    page.add(Text("─" * page.width, "dim"))
    _write_details(page, report, check, found)
    page.add()


def _write_details(page: Lines, report: Report, check: CheckScore, found: Sequence[Group]) -> None:
    """What costs the check, each mistake once, and how it shows."""
    lost = check.assessed - check.passed
    earned = points(check.earned, check.possible)
    page.wrap(Text.assemble(_CROSS, (f"{plain(check.title)}", "bold")), hanging=2)
    page.wrap(Text(plain(check.handout), "italic"), indent=2)
    page.wrap(Text(f"{check.id}: {earned} points, lost in {lost} of {cases(check.assessed)}"), 2)
    page.add(Text(f"more: reversi-conformance explain {check.id}", "dim"), indent=2)
    for cause in report.causes:
        if cause.check == check.id:
            _write_cause(page, report, cause)
    for group in found:
        page.add()
        _write_group(page, report, group)


def _write_cause(page: Lines, report: Report, cause: ReportedCause) -> None:
    page.add()
    likely = Text.assemble(
        ("Likely cause: ", "bold yellow"),
        (plain(cause.message), "bold"),
        f" (it shows in {cases(cause.cases)})",
    )
    page.wrap(likely, indent=2, hanging=2)
    followers = groups.followers(report, cause)
    if followers:
        page.add("What follows from it costs nothing more:", indent=4)
    for group in followers:
        text = Text(f"· {_sentence(group.finding)} ({cases(group.cases)})")
        page.wrap(text, indent=4, hanging=2)


def _write_group(page: Lines, report: Report, group: Group) -> None:
    finding = group.finding
    message = Text.assemble("• ", (_sentence(finding), "bold"), f" ({cases(group.cases)})")
    page.wrap(message, indent=2, hanging=2)
    if not group.case.is_concealed:
        page.add(picture.entry("case", plain(group.case.id)), indent=4)
        page.wrap(
            picture.entry("typed", Text(phrases.typed(finding.answers), "cyan")), 4, picture.KEY
        )
    for line in picture.draw(group.case, finding, page.width - 4):
        page.add(line, indent=4)
    if report.capture is None and not group.case.is_concealed:
        page.add(picture.entry("again", phrases.again(report, group.case)), indent=4)


def _sentence(finding: ReportedFinding) -> str:
    return phrases.named(finding.message)


def _write_notes(page: Lines, report: Report) -> None:
    found = groups.unscored(report)
    if not found:
        return
    paid = {
        group.finding.code for check in _checks(report) for group in groups.faults(report, check)
    }
    page.add(Text("─" * page.width, "dim"))
    page.add(Text("Notes (they cost nothing)", "bold"))
    for group in found:
        finding = group.finding
        advice = "advice: " if finding.kind == "advice" else ""
        where = cases(group.cases)
        if finding.follows:
            where = f"{where}; it follows from a likely cause that only hidden games give away"
        elif finding.code in paid:
            where = f"in {where} more: what is the same everywhere costs once"
        page.wrap(Text(f"• {advice}{_sentence(finding)} ({where})"), indent=2, hanging=2)
    page.add()


def _write_foot(page: Lines, report: Report) -> None:
    page.add(Text("─" * page.width, "dim"))
    if report.capture is None and any(case.transcript for case in report.cases):
        page.wrap(Text(_HINT, "dim"))
    page.wrap(Text("; ".join(phrases.in_force(report)), "dim"))


def _checks(report: Report) -> Iterator[CheckScore]:
    return (check for criterion in report.criteria for check in criterion.checks)
