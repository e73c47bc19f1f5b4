"""Plots of figures, as SVG that stands by itself. Pure: knows nothing of what was measured.

Both axes of a plot are logarithmic wherever it has an axis: what is ten times as much lies equally
far away everywhere. Colours never tell alone: signs differ, too.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

import svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#222}.small{font-size:10px}.right{text-anchor:end}"
    ".middle{text-anchor:middle}.grid{stroke:#ddd}.mark{stroke:#222;stroke-dasharray:4 3}"
    ".curve{fill:none;stroke:#0f6e84;stroke-width:2}.guide{stroke:#999;stroke-dasharray:2 3}"
    ".point{fill:#0f6e84}.own{font-weight:bold}"
)
COLOURS = ("#0f6e84", "#a23b2a", "#5b4a9c", "#7a6a00")
SIGNS = (
    ((-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2), (-5, -2)),
    ((-5, -5), (5, -5), (5, 5), (-5, 5)),
    ((0, -6), (6, 5), (-6, 5)),
    ((0, -7), (6, 0), (0, 7), (-6, 0)),
)
LABELS, ROW, TOP = 300, 26, 56
PLOT = 440
BOX, GAP, HEAD = 200, 70, 40
COLUMNS = 3


class Row(NamedTuple):
    """One line of a plot of dots."""

    label: str
    values: Mapping[str, float]
    """By what a sign stands for."""
    is_ours: bool


class Curve(NamedTuple):
    """One small plot of several."""

    title: str
    remark: str
    points: Sequence[tuple[float, float]]


def dots(title: str, axis: str, rows: Sequence[Row], kinds: Sequence[str]) -> str:
    """Return a row of signs for each label, over an axis of ratios on which 1 is marked."""
    values = [value for row in rows for value in row.values.values()]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))

    def x(value: float) -> float:
        return tidy(LABELS + PLOT * (log10(value) - low) / (high - low))

    bottom = TOP + ROW * len(rows)
    elements: list[svg.Element] = [*legend(kinds)]
    for power in range(low, high + 1):
        at = x(10.0**power)
        elements += (
            svg.Line(class_=["mark" if power == 0 else "grid"], x1=at, x2=at, y1=TOP, y2=bottom),
            words(f"{10.0**power:g}", at, bottom + 14, "small", "middle"),
        )
    elements.append(words(axis, LABELS + PLOT / 2, bottom + 30, "small", "middle"))
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        classes = ("right", "own") if row.is_ours else ("right",)
        elements.append(words(row.label, LABELS - 12, y + 4, *classes))
        elements += (
            sign(kinds.index(kind), x(value), y, f"{row.label}, {kind}: {value:.2g}")
            for kind, value in row.values.items()
        )
    return picture(title, LABELS + PLOT + 30, bottom + 40, elements)


def curves(title: str, axis: str, found: Sequence[Curve]) -> str:
    """Return a small plot for each curve, beside a straight line that stands for linear growth."""
    lines = ceil(len(found) / COLUMNS)
    elements: list[svg.Element] = []
    for number, curve in enumerate(found):
        left = GAP + (BOX + GAP) * (number % COLUMNS)
        top = HEAD + 20 + (BOX + GAP) * (number // COLUMNS)
        elements += small(curve, left, top, axis)
    return picture(title, GAP / 2 + (BOX + GAP) * COLUMNS, HEAD + (BOX + GAP) * lines, elements)


def small(curve: Curve, left: float, top: float, axis: str) -> Iterator[svg.Element]:
    sizes, costs = ([log10(each) for each in one] for one in zip(*curve.points, strict=True))
    first, last = min(sizes), max(sizes)
    low, high = floor(min(costs)), ceil(max(costs))

    def place(size: float, cost: float) -> tuple[float, float]:
        across = (size - first) / (last - first)
        return tidy(left + BOX * across), tidy(top + BOX * (high - cost) / (high - low))

    yield words(curve.title, left, top - 20, "own")
    yield words(curve.remark, left, top - 6, "small")
    for power in range(low, high + 1):
        _, y = place(first, power)
        yield svg.Line(class_=["grid"], x1=left, x2=left + BOX, y1=y, y2=y)
        yield words(f"{10.0**power:g} {axis}", left - 6, y + 3, "small", "right")
    for size, _ in (curve.points[0], curve.points[-1]):
        x, _ = place(log10(size), low)
        yield words(f"{size:g}", x, top + BOX + 14, "small", "middle")
    # As steep as linear growth, up to where the curve ends.
    reach = min(last - first, costs[-1] - low)
    (x1, y1), (x2, y2) = place(last - reach, costs[-1] - reach), place(last, costs[-1])
    yield svg.Line(class_=["guide"], x1=x1, y1=y1, x2=x2, y2=y2)
    places = [place(size, cost) for size, cost in zip(sizes, costs, strict=True)]
    yield svg.Path(class_=["curve"], d=line(places))
    for (x, y), (size, cost) in zip(places, curve.points, strict=True):
        told = svg.Title(text=escape(f"{size:g}: {cost:.3g} {axis}"))
        yield svg.Circle(class_=["point"], cx=x, cy=y, r=3.5, elements=[told])


def legend(kinds: Sequence[str]) -> Iterator[svg.Element]:
    for number, kind in enumerate(kinds):
        x = LABELS + 90 * number
        yield sign(number, x, TOP - 20, kind)
        yield words(kind, x + 12, TOP - 16)


def sign(number: int, x: float, y: float, told: str) -> svg.Element:
    return svg.Path(
        d=[*line(SIGNS[number]), svg.Z()],
        fill=COLOURS[number],
        fill_opacity=0.8,
        transform=[svg.Translate(x, y)],
        elements=[svg.Title(text=escape(told))],
    )


def line(places: Sequence[tuple[float, float]]) -> list[svg.PathData]:
    first, *others = places
    return [svg.M(*first), *(svg.L(*each) for each in others)]


def words(text: str, x: float, y: float, *classes: str) -> svg.Element:
    return svg.Text(class_=list(classes), x=x, y=y, text=escape(text))


def picture(title: str, width: float, height: float, elements: Sequence[svg.Element]) -> str:
    drawn = svg.SVG(
        viewBox=svg.ViewBoxSpec(0, 0, width, height),
        width=width,
        height=height,
        extra={"role": "img"},
        elements=[
            svg.Title(text=escape(title)),
            svg.Style(text=STYLE),
            svg.Rect(width=width, height=height, fill="#fff"),
            words(title, 12, 20, "own"),
            *elements,
        ],
    )
    return f"{drawn.as_str()}\n".replace("><", ">\n<")


def tidy(length: float) -> float:
    return round(length, 1)
