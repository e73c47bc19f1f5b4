"""Draws a recording as one animated SVG picture, without scripts, which any code host shows.

Knows the format asciicast v2 and what a terminal makes of it; nothing of what is recorded.
"""

from __future__ import annotations

import json
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

import pyte

if TYPE_CHECKING:
    from collections.abc import Iterator

CELL: Final = 8.4
ROW: Final = 18
MARGIN: Final = 12
LEAST: Final = 0.24
"""Seconds: what is seen for less is drawn together with what follows."""
LAST: Final = 4.0
"""Seconds for which the last picture stays."""
COLOURS: Final = {
    "default": "#d8dee9",
    "red": "#f0717a",
    "green": "#98c379",
    "brown": "#e5c07b",
    "blue": "#72b0f0",
    "magenta": "#cf8be0",
    "cyan": "#5fc5cf",
}


class Frame(NamedTuple):
    """A screen, and when it is to be seen."""

    begins: float
    ends: float
    rows: tuple[str, ...]
    """The rows as elements of SVG."""


def draw(cast: str) -> str:
    """The picture of a cast. The same cast gives the same picture."""
    header, *events = map(json.loads, cast.splitlines())
    frames = list(_frames(header["width"], header["height"], events))
    whole = frames[-1].ends
    width = round(header["width"] * CELL + 2 * MARGIN)
    height = header["height"] * ROW + 2 * MARGIN
    styles, groups = [], []
    for number, frame in enumerate(frames):
        begins, ends = (f"{100 * at / whole:.2f}%" for at in (frame.begins, frame.ends))
        # Where nothing is animated, the last frame is seen.
        styles.append(
            f"@keyframes k{number}{{0%{{opacity:0}}{begins}{{opacity:1}}{ends}{{opacity:0}}}}"
            f"#f{number}{{animation:k{number} {whole:.2f}s step-end infinite}}"
        )
        opacity = "" if frame is frames[-1] else ' opacity="0"'
        groups.append(f'<g id="f{number}"{opacity}>{"".join(frame.rows)}</g>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img" font-size="14"'
            " font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\">",
            f"<title>{escape(header['title'])}</title>",
            f"<style>text{{white-space:pre}}{''.join(styles)}</style>",
            f'<rect width="{width}" height="{height}" rx="6" fill="#1e222a"/>',
            *groups,
            "</svg>\n",
        ]
    )


def _frames(width: int, height: int, events: list[tuple[float, str, str]]) -> Iterator[Frame]:
    screen = pyte.Screen(width, height)
    stream = pyte.Stream(screen)
    begins = events[0][0]
    ends = [at for at, _, _ in events[1:]] + [events[-1][0] + LAST]
    for (_, _, text), end in zip(events, ends, strict=True):
        stream.feed(text)
        if end - begins >= LEAST:
            yield Frame(begins, end, tuple(_rows(screen)))
            begins = end


def _rows(screen: pyte.Screen) -> Iterator[str]:
    for number in range(screen.lines):
        cells = [screen.buffer[number][column] for column in range(screen.columns)]
        column = 0
        for (colour, bold), run in groupby(cells, key=lambda cell: (cell.fg, cell.bold)):
            data = [cell.data for cell in run]
            text = "".join(data)
            if text.strip():
                yield _text(
                    text, column, number, COLOURS.get(colour, COLOURS["default"]), bold=bold
                )
            # A wide sign has two cells, of which the second one is empty.
            column += len(data)


def _text(text: str, column: int, row: int, colour: str, *, bold: bool) -> str:
    start = len(text) - len(text.lstrip())
    shown = text.strip()
    x = MARGIN + (column + start) * CELL
    y = MARGIN + (row + 0.75) * ROW
    weight = ' font-weight="bold"' if bold else ""
    # Each piece has the width of its cells, in whatever font it is shown.
    length = f' textLength="{_cells(shown) * CELL:.1f}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}"{weight}{length}>{escape(shown)}</text>'


def _cells(text: str) -> int:
    return sum(pyte.screens.wcwidth(sign) for sign in text)
