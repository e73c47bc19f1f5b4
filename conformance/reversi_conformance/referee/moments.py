"""Reads dates with times of day in whatever form a program writes them.

Every reading that a person could have is given; which of them is right, the clock tells. Zones are
left out: they shift a time by quarters of an hour, which whoever compares allows for.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_SHORTEST_MONTH: Final = 3
_NOISE: Final = re.compile(
    r"\(.*?\)|\[.*?\]"  # names of zones
    r"|\bm=[+-][\d.]+"  # Go's monotonic clock
    r"|(?<=:\d\d)[.,:]\d+"  # fractions of a second
)
_OFFSET: Final = re.compile(r"(:\d\d)\s*(?:GMT|UTC|Z)?\s*[+-]\d\d:?\d\d(?!\d)")
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+")
_COMPACT: Final = {
    14: (4, 2, 2, 2, 2, 2),
    12: (4, 2, 2, 2, 2),
    8: (4, 2, 2),
    6: (2, 2, 2),
}
"""How digits without anything between them are cut: years, months and days, or a time of day."""
_ORDERS: Final = (
    "yMdhms",
    "dMyhms",
    "Mdyhms",
    "Mdhmsy",
    "dMhmsy",
    "hmsyMd",
    "hmsdMy",
    "hmsMdy",
)
"""y, M, d, h, m, s: year, month, day, hour, minute, second."""
_AFTERNOON: Final = ("pm", "p", "下午")
_MORNING: Final = ("am", "a", "上午")


class Moment(NamedTuple):
    """One reading of a date with a time of day."""

    seconds: float
    """Since the epoch, in the machine's own zone."""
    precision: float
    """How many seconds it may be later."""


def moments(text: str) -> Iterator[Moment]:
    """Yield all readings of a text, the likeliest first; none where there is no time of day."""
    plain = _OFFSET.sub(r"\1", _NOISE.sub("", text))
    tokens = _TOKEN.findall(plain)
    month = next(filter(None, map(_month, tokens)), None)
    half = next(filter(None, map(_half, tokens)), "")
    numbers = [number for token in tokens if token.isdigit() for number in _cut(token)]
    for order in _ORDERS:
        for parts in (order, order.replace("s", "")):
            fields = parts if month is None else parts.replace("M", "")
            if len(fields) == len(numbers):
                found = dict(zip(fields, numbers, strict=True))
                yield from _read(found if month is None else {**found, "M": month}, half)


def _read(fields: dict[str, int], half: str) -> Iterator[Moment]:
    year, hour = fields["y"], fields["h"]
    if half and not 1 <= hour <= 12:
        return
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    try:
        read = datetime(
            year + 2000 if year < 100 else year,
            fields["M"],
            fields["d"],
            hour,
            fields["m"],
            fields.get("s", 0),
        )
        yield Moment(read.timestamp(), 0.0 if "s" in fields else 60.0)
    except (ValueError, OverflowError, OSError):
        return


def _cut(digits: str) -> Sequence[int]:
    widths = _COMPACT.get(len(digits), (len(digits),))
    numbers = []
    for width in widths:
        numbers.append(int(digits[:width]))
        digits = digits[width:]
    return numbers


def _month(token: str) -> int | None:
    name = token.casefold()
    if len(name) < _SHORTEST_MONTH:
        return None
    for number, month in enumerate(_MONTHS, 1):
        if month.startswith(name) or (name == "sept" and number == 9):
            return number
    return None


def _half(token: str) -> str:
    name = token.casefold()
    return "pm" if name in _AFTERNOON else "am" if name in _MORNING else ""
