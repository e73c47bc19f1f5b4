"""The plots of the page of a class, as SVG to stand inside HTML.

A plot has no style of its own: the page gives colours to its classes, and the letters are the
page's. It holds no text of a stranger, and says in words what it shows.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import svg
from markupsafe import Markup, escape

from reversi_conformance.classroom.figures import Bin, Spread

_WIDTH: Final = 560
_LEFT: Final = 6
_TOP: Final = 22
_PLOT: Final = 150
"""The height of the longest bar."""
_LABELS: Final = _TOP + _PLOT + 16
_BOX: Final = _LABELS + 22
"""Where the line of the box plot lies."""
_HALF_BOX: Final = 6
_HEIGHT: Final = _BOX + _HALF_BOX + 4
_GAP: Final = 3
_LEAST: Final = 1.5
"""The height of the shortest bar, so that one student is seen."""


def histogram(bars: Sequence[Bin], spread: Spread, title: str, description: str) -> Markup:
    """Return bars over the points, with a box plot below: all, the middle half and the median.

    `bars` join one another and are not empty.
    """
    plot = svg.SVG(
        viewBox=svg.ViewBoxSpec(0, 0, _WIDTH, _HEIGHT),
        class_=["chart"],
        extra={"role": "img", "aria-labelledby": "chart-title chart-description"},
        elements=[
            svg.Title(id="chart-title", text=str(escape(title))),
            svg.Desc(id="chart-description", text=str(escape(description))),
            *_bars(bars),
            svg.Line(
                class_=["axis"], x1=_LEFT, x2=_WIDTH - _LEFT, y1=_TOP + _PLOT, y2=_TOP + _PLOT
            ),
            *_edges(bars),
            *_box(spread, bars),
        ],
    )
    return Markup(plot.as_str())  # noqa: S704 - numbers, and the two texts that are escaped


def meter(share: float) -> Markup:
    """Return a bar that is filled to this share, from 0 to 1; it says nothing aloud."""
    plot = svg.SVG(
        viewBox=svg.ViewBoxSpec(0, 0, 100, 6),
        preserveAspectRatio=svg.PreserveAspectRatio("none"),
        class_=["meter"],
        extra={"aria-hidden": "true"},
        elements=[
            svg.Rect(class_=["empty"], width=100, height=6),
            svg.Rect(class_=["bar"], width=_rounded(100 * share), height=6),
        ],
    )
    return Markup(plot.as_str())  # noqa: S704 - numbers alone


def _bars(bars: Sequence[Bin]) -> Iterator[svg.Element]:
    most = max(bar.count for bar in bars)
    for bar in bars:
        if not bar.count:
            continue
        left, right = _x(bar.low, bars) + _GAP / 2, _x(bar.high, bars) - _GAP / 2
        height = max(_PLOT * bar.count / most, _LEAST)
        top = _TOP + _PLOT - height
        yield svg.Rect(
            class_=["bar"],
            x=_rounded(left),
            y=_rounded(top),
            width=_rounded(right - left),
            height=_rounded(height),
        )
        yield svg.Text(
            class_=["count"],
            x=_rounded((left + right) / 2),
            y=_rounded(top - 6),
            text=str(bar.count),
        )


def _edges(bars: Sequence[Bin]) -> Iterator[svg.Element]:
    """The points under the bars; every second one is left out where there is little room."""
    edges = [*(bar.low for bar in bars), bars[-1].high]
    for index, edge in enumerate(edges):
        is_spare = bool((len(edges) - 1 - index) % 2)
        yield svg.Text(
            class_=["edge", "spare"] if is_spare else ["edge"],
            x=_rounded(_x(edge, bars)),
            y=_LABELS,
            text=f"{edge:g}",
        )


def _box(spread: Spread, bars: Sequence[Bin]) -> Iterator[svg.Element]:
    lowest, lower, median, upper, highest = (
        _rounded(_x(each, bars))
        for each in (
            spread.lowest,
            spread.lower_quartile,
            spread.median,
            spread.upper_quartile,
            spread.highest,
        )
    )
    yield svg.Line(class_=["range"], x1=lowest, x2=highest, y1=_BOX, y2=_BOX)
    yield svg.Rect(
        class_=["half"], x=lower, y=_BOX - _HALF_BOX, width=upper - lower, height=2 * _HALF_BOX
    )
    yield svg.Line(
        class_=["median"], x1=median, x2=median, y1=_BOX - _HALF_BOX - 3, y2=_BOX + _HALF_BOX + 3
    )


def _x(points: float, bars: Sequence[Bin]) -> float:
    low, high = bars[0].low, bars[-1].high
    return _LEFT + (_WIDTH - 2 * _LEFT) * (points - low) / (high - low)


def _rounded(length: float) -> float:
    return round(length, 1)
