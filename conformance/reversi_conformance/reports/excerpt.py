"""What of something long is shown: what matters and a little around it."""

from collections.abc import Collection, Iterator
from typing import Final

MOST_LINES: Final = 12
"""Lines that are shown of anything."""
_CONTEXT: Final = 2
_SPARED: Final = 2
"""So few lines are shown rather than left out."""


def excerpt(count: int, matters: Collection[int], most: int = MOST_LINES) -> Iterator[int | range]:
    """Yield the lines to show, of `count`, and as ranges those left out between and around them.

    All are shown where they are few. Where nothing matters more than the rest, the first are shown.
    """
    before = -1
    for line in (*_shown(count, matters, most), count):
        if line > before + 1:
            yield range(before + 1, line)
        if line < count:
            yield line
        before = line


def _shown(count: int, matters: Collection[int], most: int) -> list[int]:
    if count <= most + _SPARED:
        return list(range(count))
    near = [line for line in range(count) if any(abs(line - at) <= _CONTEXT for at in matters)]
    return (near or list(range(count)))[:most]
