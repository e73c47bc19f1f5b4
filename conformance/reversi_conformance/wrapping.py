"""Where lines of Chinese text end: between any two characters, but never before a full stop.

Latin words and numbers stay whole, as do quotes of a program's output between blanks, unless they
are longer than a line. Widths are cells of a terminal, of which a Chinese character has two.
"""

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

_NEVER_FIRST: Final = frozenset("，。、；：？！）】》」』”’…—·%,.;:?!)]}")
_NEVER_LAST: Final = frozenset("（【《「『“‘([{")
_WIDE: Final = 2


def breaks(text: str, width: int) -> list[int]:
    """Return where the second and further lines begin, each of at most `width` cells.

    A blank at the end of a line belongs to it and may stand beyond the width.

    >>> breaks("黑方的 turn 到了。", 8)
    [4, 10]
    """
    found = []
    start = used = 0
    for piece in _pieces(text):
        wide = cell_len(piece.rstrip(" "))
        if used + wide > width and used:
            found.append(start)
            used = 0
        begin = start
        while wide > width:
            fitting = _fitting(text[begin : start + len(piece)], width)
            begin += fitting
            found.append(begin)
            wide = cell_len(text[begin : start + len(piece)].rstrip(" "))
            used = 0
        used += cell_len(text[begin : start + len(piece)])
        start += len(piece)
    return found


def wrap(text: str, width: int) -> list[str]:
    """Return the lines of a text, without the blanks at their ends."""
    starts = [0, *breaks(text, width)]
    ends = [*starts[1:], len(text)]
    return [text[start:end].rstrip(" ") for start, end in zip(starts, ends, strict=True)]


def _pieces(text: str) -> Iterator[str]:
    """The shortest parts between which a line may end, together the whole text."""
    begin = 0
    for index in range(1, len(text)):
        if _may_part(text[index - 1], text[index]):
            yield text[begin:index]
            begin = index
    if text:
        yield text[begin:]


def _may_part(before: str, after: str) -> bool:
    if after in _NEVER_FIRST or after == " " or before in _NEVER_LAST:
        return False
    return before == " " or cell_len(before) == _WIDE or cell_len(after) == _WIDE


def _fitting(text: str, width: int) -> int:
    used = 0
    for index, sign in enumerate(text):
        used += cell_len(sign)
        if used > width:
            return max(index, 1)
    return len(text)
