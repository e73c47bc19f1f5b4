"""The page of a class, `class.html`: how it did, whom to look at, and a table of all students.

One file that fetches nothing (`reports.page`). Without its script it is whole; the script lets the
table be sorted and filtered. Names and messages are a stranger's: the templates escape them.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Final
from urllib.parse import quote

from markupsafe import Markup

from reversi_conformance import __version__
from reversi_conformance.classroom import charts
from reversi_conformance.classroom.concerns import Reason
from reversi_conformance.classroom.figures import ClassSummary, Standing
from reversi_conformance.language import listed, say
from reversi_conformance.reports.page import render_page, sentences

_PACKAGE: Final = "reversi_conformance.classroom"
_LONGEST: Final = 300
_MANY: Final = 40
"""So many students who failed a check are listed; the table has them all."""
_FEW: Final = 5
"""So many students to look at for one reason are shown at once; of more, their number."""


def render(summary: ClassSummary, page_of: Callable[[str], str]) -> str:
    """Return the page; `page_of` gives the path of a student's page, seen from this one."""
    words = sentences(_PACKAGE)
    return render_page(
        "class.html",
        {
            "summary": summary,
            "histogram": _histogram(summary, words["class"]),
            "concerns": [
                (reason, list(found))
                for reason, found in groupby(summary.concerns, key=lambda each: each.reason)
            ],
            "rows": {row.student: row for row in summary.rows},
            "counts": {standing: summary.standing(standing) for standing in Standing},
            "Standing": Standing,
            "Reason": Reason,
            "few": _FEW,
            "many": _MANY,
            "link": lambda student: _link(page_of(student)),
            "meter": charts.meter,
            "counted": _counted,
            "cut": _cut,
            "short": _short,
            "number": lambda value: f"{value:g}",
            "version": __version__,
        },
        package=_PACKAGE,
        styles=("class.css",),
        scripts=("class.js",),
    )


def _histogram(summary: ClassSummary, words: Any) -> Markup:
    spread = summary.totals
    if spread is None or not summary.histogram:
        return Markup()
    description = words["totals"]["description"].format(
        judged=_counted(summary.judged, words["students"]),
        possible=f"{summary.possible:g}",
        lowest=f"{spread.lowest:g}",
        highest=f"{spread.highest:g}",
        lower=f"{spread.lower_quartile:g}",
        upper=f"{spread.upper_quartile:g}",
    )
    return charts.histogram(summary.histogram, spread, words["totals"]["chart"], description)


def _link(path: str) -> str:
    """The path as a reference: whatever a file is called, it leads to a file beside the page."""
    return f"./{quote(path.encode(errors='surrogateescape'))}"


def _counted(count: int, words: Sequence[str]) -> str:
    """The words for one or for several, with the number."""
    one, several = words
    return (one if count == 1 else several).format(count=count)


def _cut(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    more = say("… (and {n} more characters)", n=len(text) - _LONGEST)
    return f"{text[:_LONGEST]}{more}"


def _short(checks: Iterable[str]) -> str:
    """The checks without their criteria: their own names differ, too."""
    return listed(check.rpartition(".")[2] for check in checks)
