"""What a program printed, made safe and plain to see: nothing in it reaches a terminal as it is."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from rich.cells import cell_len

from reversi_conformance.language import say
from reversi_conformance.transcript import escape

BLANK: Final = "·"
OTHER_BLANK: Final = "␣"
"""Shows a blank where a program itself prints "·", as some do for empty squares."""
TAB: Final = "→"


class Comparison(NamedTuple):
    """Two lines that should be the same, ready to be drawn one under the other."""

    expected: str
    observed: str
    column: int
    """The cell in which they begin to differ."""
    signs: tuple[str, ...]
    """What the signs for blanks and tabs mean that stand in them."""
    cut: str
    """What was cut; "" where nothing was."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """All that is to be said of them."""
        return (*self.signs, self.cut) if self.cut else self.signs


def plain(line: str) -> str:
    """Return a line without anything that a terminal would obey; a tab shows as an arrow."""
    return escape(line).replace("\\x09", TAB)


def cut(line: str, width: int) -> str:
    """Return a line that is safe and at most so many cells wide; what is left out is said."""
    text = plain(line)
    if cell_len(text) <= width:
        return text
    room = max(width - len("… (and 1000000 more characters)"), 1)
    shown = _prefix([plain(sign) for sign in line[:room]], room)
    more = say("… (and {n} more characters)", n=len(line) - shown)
    return f"{plain(line[:shown])}{more}"


def compare(expected: str, observed: str, width: int) -> Comparison:
    """Put two lines side by side, with blanks and tabs to be seen where these differ."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(expected, observed, strict=False))
    index = len(list(alike))
    blank = OTHER_BLANK if BLANK in expected + observed else BLANK
    signs = (_signs(expected, observed, blank), _signs(observed, expected, blank))
    start = _start(signs[0], index, width)
    windows = (_window(signs[0], start, width), _window(signs[1], start, width))
    column = cell_len("".join(signs[0][start:index])) + (1 if start else 0)
    lines = (expected, observed)
    return Comparison(
        *windows, column, _meanings(lines, windows, blank), _what_is_cut(lines, windows, start)
    )


def _signs(line: str, other: str, blank: str) -> list[str]:
    """Each character as it is shown."""
    shown_from = _first_blank_shown(line, other)
    return [
        blank if sign == " " and index >= shown_from else plain(sign)
        for index, sign in enumerate(line)
    ]


def _first_blank_shown(line: str, other: str) -> int:
    """From where on the blanks of a line are to be seen: where they are what differs."""
    kept, other_kept = line.rstrip(" \t"), other.rstrip(" \t")
    if kept != other_kept and "".join(line.split()) == "".join(other.split()):
        return 0
    has_other_end = line[len(kept) :] != other[len(other_kept) :]
    return len(kept) if has_other_end else len(line)


def _start(signs: Sequence[str], index: int, width: int) -> int:
    """The first character shown, so that the difference is within the width."""
    if cell_len("".join(signs[: index + 1])) < width * 2 // 3:
        return 0
    start = index
    while start > 0 and cell_len("".join(signs[start - 1 : index])) < width // 2:
        start -= 1
    return start


def _window(signs: Sequence[str], start: int, width: int) -> str:
    before = "…" if start else ""
    if cell_len(before + "".join(signs[start:])) <= width:
        return before + "".join(signs[start:])
    shown = _prefix(signs[start:], width - len(before) - 1)
    return f"{before}{''.join(signs[start : start + shown])}…"


def _prefix(signs: Sequence[str], width: int) -> int:
    """How many of these fit."""
    used = 0
    for count, sign in enumerate(signs):
        used += cell_len(sign)
        if used > width:
            return count
    return len(signs)


def _meanings(lines: Sequence[str], windows: Sequence[str], blank: str) -> tuple[str, ...]:
    shown = "".join(windows)
    blanks = (say("{sign} is a blank", sign=blank),) if blank in shown else ()
    has_tab = TAB in shown and any("\t" in line for line in lines)
    return (*blanks, say("{sign} is a tab", sign=TAB)) if has_tab else blanks


def _what_is_cut(lines: Sequence[str], windows: Sequence[str], start: int) -> str:
    if not start and not any(window.endswith("…") for window in windows):
        return ""
    one, other = map(len, lines)
    return say(
        "shown from character {first} on, of {one} and {other}",
        first=start + 1,
        one=one,
        other=other,
    )
