"""The report as a score sheet to be read: by a student, who sees what to mend, and by who marks it.

Whatever a program printed or is called is escaped before it is drawn (`visible`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from reversi_conformance.language import mark, say, say_count
from reversi_conformance.repetition import Variation
from reversi_conformance.report import Capture, Report, ReportedCause, ReportedFinding
from reversi_conformance.reports import groups, phrases, picture
from reversi_conformance.reports.groups import Group
from reversi_conformance.reports.lines import Lines, right
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
_HINT: Final = mark(
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
    assignment = say(" — assignment {id} — ", id=plain(report.assignment))
    total = phrases.total(report)
    page.wrap(Text.assemble((phrases.title(report), "bold"), assignment, (total, "bold")))
    conforming = sum(case.conforms for case in report.cases)
    if not report.complete:
        interrupted = say(
            "Interrupted: {n} of {all} cases were judged; the points are not final.",
            n=len(report.cases),
            all=report.chosen,
        )
        page.wrap(Text(interrupted, "bold yellow"))
    elif 0 < len(report.cases) < report.chosen:
        unplayed = report.chosen - len(report.cases)
        page.wrap(
            Text(
                say(
                    "It came to no question in {n}; {more} more were not played.",
                    n=cases(len(report.cases)),
                    more=unplayed,
                )
            )
        )
    elif report.cases and report.conforms:
        page.wrap(Text(say("Everything conforms in {cases}.", cases=cases(conforming)), "green"))
    for line in phrases.found(report):
        page.wrap(Text(line), hanging=2)
    for problem in report.submission.problems if report.submission else ():
        _write_problem(page, problem)
    for variation in report.variations:
        _write_variation(page, variation)
    for remark in report.seen:
        page.wrap(Text(say("Seen: {what}.", what=phrases.named(remark.message)), "yellow"))
    if report.cases and not report.conforms:
        page.add(say("{n} of {all} cases conform.", n=conforming, all=len(report.cases)))
    page.add()


def _write_problem(page: Lines, problem: Problem) -> None:
    """What kept a submission, or a part of it, from being played; with what a tool said."""
    what = phrases.named(problem.message)
    if problem.is_ours:
        what = say("{what} (not the submission's fault: no mark follows).", what=what)
    else:
        what = say("{what}.", what=what)
    page.wrap(Text(what, "bold yellow"))
    for line in problem.lines[:_MOST_LINES]:
        page.add(Text(cut(line, _LONGEST_QUOTE), "dim"), indent=2)
    if len(problem.lines) > _MOST_LINES:
        more = say("… and {n} more lines", n=len(problem.lines) - _MOST_LINES)
        page.add(Text(more, "dim"), indent=2)


def _write_variation(page: Lines, variation: Variation) -> None:
    first, second = (cut(line, _LONGEST_LINE) for line in (variation.first, variation.second))
    page.wrap(
        Text(
            say(
                "It does not always do the same: {case}, played twice, differs after {answers}"
                " (“{first}”, then “{second}”). Chance or the clock decides; the next time its"
                " points may be others.",
                case=plain(variation.case),
                answers=say_count("{n} answer", "{n} answers", variation.turn),
                first=first,
                second=second,
            ),
            "bold yellow",
        )
    )


def _write_capture(page: Lines, report: Report, capture: Capture) -> None:
    """What was judged is one session: its points are no mark of a program."""
    what = say(" — one captured session — assignment {id}", id=plain(report.assignment))
    page.wrap(Text.assemble((phrases.named(report.program), "bold"), what))
    page.wrap(
        Text(
            say(
                "{earned:g} of the {possible:g} points that this session can show; it is no mark"
                " of the program, which 'check' plays through every case.",
                earned=report.total.earned,
                possible=report.total.possible,
            )
        )
    )
    if report.conforms:
        page.wrap(Text(say("The session conforms, as far as it was judged."), "green"))
    for remark in capture.remarks:
        page.wrap(Text(f"• {phrases.named(remark.message)}"), indent=2, hanging=2)
    page.add()


def _write_table(page: Lines, criteria: Sequence[CriterionScore]) -> None:
    reasons = Counter(check.reason for each in criteria for check in each.checks if check.reason)
    repeated = [reason for reason, rows in reasons.items() if rows > _MOST_REASONS]
    heading = right(say("points"), page.width - _PASSED) + right(say("passed"), _PASSED)
    page.add(Text(heading, "dim"))
    for criterion in criteria:
        title = Text(plain(say(criterion.title)), "bold")
        if not criterion.checks:
            _write_row(page, title, f"—/{criterion.possible:g}", say("by hand"))
            continue
        counted = sum(check.possible for check in criterion.checks if check.earned is not None)
        _write_row(page, title, points(criterion.earned, counted or criterion.possible), "")
        for check in criterion.checks:
            _write_check_row(page, check)
            if check.reason and check.reason not in repeated:
                page.wrap(Text(say("({reason})", reason=say(check.reason)), "dim"), indent=4)
    for reason in repeated:
        said = say("— {reason} ({n} checks)", reason=say(reason), n=reasons[reason])
        page.wrap(Text(said, "dim"), indent=2, hanging=2)
    page.add()


def _write_check_row(page: Lines, check: CheckScore) -> None:
    mark = _TICK if check.earned == check.possible else _CROSS
    if check.earned is None:
        mark = ("– ", "dim")
    title = Text.assemble(plain(say(check.title)))
    passed = f"{check.passed}/{check.assessed}" if check.assessed else "—"
    _write_row(page, title, points(check.earned, check.possible), passed, mark)


def _write_row(
    page: Lines, title: Text, points: str, passed: str, mark: tuple[str, str] = ("", "")
) -> None:
    indent = 2 if mark[0] else 0
    room = page.width - _POINTS - _PASSED - indent - len(mark[0])
    first, *others = page.columns(title, room)
    padding = " " * (room - first.cell_len)
    numbers = f"{padding}{right(points, _POINTS)}{right(passed, _PASSED)}".rstrip()
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
    page.wrap(Text.assemble(_CROSS, (plain(say(check.title)), "bold")), hanging=2)
    page.wrap(Text(plain(check.handout), "italic"), indent=2)
    said = say(
        "{check}: {points} points, lost in {lost} of {cases}",
        check=check.id,
        points=earned,
        lost=lost,
        cases=cases(check.assessed),
    )
    page.wrap(Text(said), 2)
    page.add(
        Text(say("more: reversi-conformance explain {check}", check=check.id), "dim"), indent=2
    )
    for cause in report.causes:
        if cause.check == check.id:
            _write_cause(page, report, cause)
    for group in found:
        page.add()
        _write_group(page, report, group)


def _write_cause(page: Lines, report: Report, cause: ReportedCause) -> None:
    page.add()
    likely = Text.assemble(
        (say("Likely cause: "), "bold yellow"),
        (plain(cause.message), "bold"),
        say(" (it shows in {cases})", cases=cases(cause.cases)),
    )
    page.wrap(likely, indent=2, hanging=2)
    followers = groups.followers(report, cause)
    if followers:
        page.add(say("What follows from it costs nothing more:"), indent=4)
    for group in followers:
        text = Text(f"· {_in_cases(_sentence(group.finding), cases(group.cases))}")
        page.wrap(text, indent=4, hanging=2)


def _write_group(page: Lines, report: Report, group: Group) -> None:
    finding = group.finding
    where = say(" ({cases})", cases=cases(group.cases))
    message = Text.assemble("• ", (_sentence(finding), "bold"), where)
    page.wrap(message, indent=2, hanging=2)
    if not group.case.is_concealed:
        page.add(picture.entry(say("case"), plain(group.case.id)), indent=4)
        typed = picture.entry(say("typed"), Text(phrases.typed(finding.answers), "cyan"))
        page.wrap(typed, 4, picture.KEY)
    for line in picture.draw(group.case, finding, page.width - 4):
        page.add(line, indent=4)
    if report.capture is None and not group.case.is_concealed:
        page.add(picture.entry(say("again"), phrases.again(report, group.case)), indent=4)


def _in_cases(sentence: str, where: str) -> str:
    return say("{sentence} ({cases})", sentence=sentence, cases=where)


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
    page.add(Text(say("Notes (they cost nothing)"), "bold"))
    for group in found:
        finding = group.finding
        sentence = _sentence(finding)
        if finding.kind == "advice":
            sentence = say("advice: {sentence}", sentence=sentence)
        where = cases(group.cases)
        if finding.follows:
            where = say(
                "{cases}; it follows from a likely cause that only hidden games give away",
                cases=where,
            )
        elif finding.code in paid:
            where = say("in {cases} more: what is the same everywhere costs once", cases=where)
        page.wrap(Text(f"• {_in_cases(sentence, where)}"), indent=2, hanging=2)
    page.add()


def _write_foot(page: Lines, report: Report) -> None:
    page.add(Text("─" * page.width, "dim"))
    if report.capture is None and any(case.transcript for case in report.cases):
        page.wrap(Text(say(_HINT), "dim"))
    page.wrap(Text(say("; ").join(phrases.in_force(report)), "dim"))


def _checks(report: Report) -> Iterator[CheckScore]:
    return (check for criterion in report.criteria for check in criterion.checks)
