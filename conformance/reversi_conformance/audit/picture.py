"""The matrix of a suite as a picture: mistakes in rows, cases in columns. Pure: SVG out.

A square stands where a case has a fault in the check that the mistake must lose. A mistake that
must lose several checks stands in the group of each. Colours tell the criteria apart; nothing
hangs on them alone.
"""

from collections.abc import Iterator, Sequence
from html import escape
from types import MappingProxyType
from typing import Final, NamedTuple

_CELL: Final = 11
_LABELS: Final = 360
_HEADINGS: Final = 300
_COUNTS: Final = 40
_EVERY: Final = 5
"""A line is drawn after so many columns, to be followed by the eye."""

_COLOURS: Final = MappingProxyType(
    {"printing": "#0f6e84", "rules": "#a23b2a", "strategy": "#5b4a9c", "ends": "#7a6a00"}
)
_OTHER_COLOUR: Final = "#444444"
_STYLE: Final = (
    "text{font:9px ui-monospace,Menlo,Consolas,monospace;fill:#222}"
    ".check{font-weight:bold;font-size:11px}.count{text-anchor:end}.line{stroke:#ddd}"
)


class Line(NamedTuple):
    """One mistake in one check that it must lose."""

    check: str
    mistake: str
    sentence: str
    cases: frozenset[str]
    """The ids of those that catch it there."""


def render(title: str, cases: Sequence[str], checks: Sequence[str], lines: Sequence[Line]) -> str:
    """The picture, with the lines grouped by check, in the order of both."""
    groups = [(check, [line for line in lines if line.check == check]) for check in checks]
    groups = [(check, found) for check, found in groups if found]
    rows = sum(len(found) + 2 for _, found in groups)
    width = _LABELS + _CELL * len(cases) + _COUNTS
    height = 2 * _HEADINGS + _CELL * rows
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *_headings(cases, height),
        *_groups(groups, cases),
        "</svg>",
    )
    return "".join(f"{part}\n" for part in parts)


def _headings(cases: Sequence[str], height: int) -> Iterator[str]:
    """The names of the cases above and below, and lines between."""
    top, bottom = _HEADINGS - 4, height - _HEADINGS + 4
    for column, case in enumerate(cases):
        left = _LABELS + _CELL * column
        if column % _EVERY == 0:
            yield f'<path class="line" d="M{left} {top}V{bottom}"/>'
        x = left + _CELL - 2
        name = escape(case)
        yield f'<text transform="translate({x} {top}) rotate(-90)">{name}</text>'
        yield f'<text transform="translate({x} {bottom}) rotate(-90)" class="count">{name}</text>'


def _groups(groups: Sequence[tuple[str, Sequence[Line]]], cases: Sequence[str]) -> Iterator[str]:
    columns = {case: column for column, case in enumerate(cases)}
    top = _HEADINGS
    for check, lines in groups:
        top += 2 * _CELL
        yield f'<text class="check" x="4" y="{top - 3}">{escape(check)}</text>'
        colour = _COLOURS.get(check.partition(".")[0], _OTHER_COLOUR)
        for line in lines:
            yield from _line(line, columns, top, colour)
            top += _CELL


def _line(line: Line, columns: dict[str, int], top: int, colour: str) -> Iterator[str]:
    base = top + _CELL - 2
    side = _CELL - 2
    right = _LABELS + _CELL * len(columns) + _COUNTS - 8
    squares = "".join(
        f"M{_LABELS + _CELL * column + 1} {top + 1}h{side}v{side}h-{side}z"
        for case, column in columns.items()
        if case in line.cases
    )
    yield f"<g><title>{escape(line.sentence)}</title>"
    yield f'<text x="14" y="{base}">{escape(line.mistake)}</text>'
    yield f'<path fill="{colour}" d="{squares}"/>'
    yield f'<text class="count" x="{right}" y="{base}">{len(line.cases)}</text></g>'
