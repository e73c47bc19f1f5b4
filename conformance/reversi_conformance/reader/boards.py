"""Boards in print, in whatever layout: finds them among lines and reads their discs.

What a layout is worth is not decided here (`referee.layout` does that); here a board is understood.
"""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from reversi_engine import Board, Disc

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_DIGITS: Final = tuple(str(number) for number in range(1, 27))
_FROM_ZERO: Final = tuple(str(number) for number in range(26))
_INVISIBLE: Final = dict.fromkeys((0, 0xFE0E, 0xFE0F, 0x200B, 0xFEFF))
_RULES: Final = str.maketrans(dict.fromkeys("|│┃║[](),:'\"", " "))

Signs = Mapping[str, Disc | None]
_CERTAIN: Final[Signs] = {
    "X": Disc.BLACK,
    "x": Disc.BLACK,
    "O": Disc.WHITE,
    "o": Disc.WHITE,
    ".": None,
}
_SHORTEST_HEADER: Final = 3
_LONGEST_REMEMBERED: Final = 4096
"""Signs of a turn with two boards of the largest size, and some."""
_MOST_REMEMBERED: Final = 1024
_SHARE_OF_EMPTY: Final = 0.65
"""A board with few moves made has at least this share of empty squares."""
_USUAL: Final[Signs] = {
    **_CERTAIN,
    **dict.fromkeys("0〇◯○⚪ОWwΟ白", Disc.WHITE),
    **dict.fromkeys("×✕✖╳●⚫ХBbΧ黑", Disc.BLACK),
    **dict.fromkeys(".·*-_+#☐□▢・。　 ", None),
}


class Picture(msgspec.Struct, frozen=True):
    """Lines that look like a board, before its signs are understood."""

    first: int
    """Index of the header, or of the first row where there is no header."""
    last: int
    """Index of the last row, or of what is drawn or repeated below it."""
    has_header: bool
    cells: tuple[tuple[str, ...], ...]
    """One character each; blank cells are " "."""

    @property
    def size(self) -> int:
        """How many rows it has."""
        return len(self.cells)


def find_pictures(lines: Sequence[str], size: int) -> Sequence[Picture]:
    """All boards of `size` rows, from top to bottom; lines are used once."""
    if sum(map(len, lines)) > _LONGEST_REMEMBERED:
        return tuple(_pictures(lines, size))
    return _remembered_pictures(tuple(lines), size)


@functools.lru_cache(maxsize=_MOST_REMEMBERED)
def _remembered_pictures(lines: tuple[str, ...], size: int) -> tuple[Picture, ...]:
    """Of a class the most turns are alike, and each is looked at by a referee and for a page."""
    return tuple(_pictures(lines, size))


def _pictures(lines: Sequence[str], size: int) -> Iterator[Picture]:
    index = 0
    while index < len(lines):
        picture = _picture_at(lines, index, size)
        if picture is not None:
            last = _foot(lines, picture.last, size)
            yield msgspec.structs.replace(picture, last=last)
            index = last + 1
        else:
            index += 1


def find_other_sizes(lines: Sequence[str], size: int) -> int | None:
    """The size of a board that is square but not of `size` rows; None where there is none."""
    others = (other for other in range(26, 3, -1) if other != size)
    return next((other for other in others if find_pictures(lines, other)), None)


def learn_signs(picture: Picture) -> Signs | None:
    """What each character of a program's first board stands for; None where that stays unclear.

    X, O and the full stop are what they are. Another sign that fills most of the board is the empty
    square. The rest is read off the start position where the board shows it; where the program
    shows its first board later, a list of usual signs is asked before the four squares of the
    centre, on which discs may have turned by then.
    """
    counted = Counter(cell for row in picture.cells for cell in row)
    signs = {cell: _CERTAIN[cell] for cell in counted if cell in _CERTAIN}
    commonest, times = counted.most_common(1)[0]
    if times >= _SHARE_OF_EMPTY * picture.size**2:
        signs.setdefault(commonest, None)
    white, black, *turned = _centre(picture)
    centre: Signs = {black: Disc.BLACK, white: Disc.WHITE}
    usual = {cell: _USUAL[cell] for cell in counted if cell in _USUAL}
    is_start = times == picture.size**2 - 4 and turned == [black, white]
    signs = {**usual, **centre, **signs} if is_start else {**centre, **usual, **signs}
    unknown = counted.keys() - signs.keys()
    if len(unknown) == 1 and None not in signs.values():
        signs[unknown.pop()] = None
    return signs if not unknown else None


def _centre(picture: Picture) -> tuple[str, ...]:
    """The four squares on which the first discs lie, row by row."""
    middle = picture.size // 2
    rows = picture.cells[middle - 1 : middle + 1]
    return tuple(cell for row in rows for cell in row[middle - 1 : middle + 1])


def understand(picture: Picture, signs: Signs) -> Board | None:
    """The board that a picture shows; None where it has a sign that nobody knows."""
    rows = tuple(map("".join, picture.cells))
    is_empty_known = None in signs.values()
    plain = {}
    for sign in set("".join(rows)):
        # A blank may be a column that is missing, not a square.
        is_usual = sign in _USUAL and not (sign == " " and is_empty_known)
        if not (is_usual or sign in signs):
            return None
        disc = signs[sign] if sign in signs else _USUAL[sign]
        plain[ord(sign)] = disc.value if disc else "."
    return _remembered_board(tuple(row.translate(plain) for row in rows))


_remembered_board = functools.lru_cache(maxsize=_MOST_REMEMBERED)(Board.from_rows)
"""A class comes to the same boards again and again."""


def _picture_at(lines: Sequence[str], index: int, size: int) -> Picture | None:
    header = _header_columns(lines[index], size)
    start = _next_with_text(lines, index + 1) if header is not None else index
    if start is None or not lines[start].strip():
        return None
    for names in (LETTERS, _DIGITS, _FROM_ZERO, None):
        found = _rows(lines, start, size, names, header)
        if found is not None:
            cells, last = found
            return Picture(index, last, header is not None, cells)
    return None


def _foot(lines: Sequence[str], last: int, size: int) -> int:
    """The last line that belongs to a board: one drawn below it, or its header once more."""
    for index in range(last + 1, min(last + 3, len(lines))):
        is_drawn = lines[index].strip() and is_ruled(lines[index])
        is_header = _header_columns(lines[index], size) and not _picture_at(lines, index, size)
        if not (is_drawn or is_header):
            break
        last = index
    return last


def _header_columns(line: str, size: int) -> tuple[int, ...] | None:
    """The columns of a header's names on the screen; None where the line is no header.

    A header may name too few columns, or too many.
    """
    visible = line.translate(_INVISIBLE).translate(_RULES).expandtabs()
    together = "".join(visible.split()).casefold()
    names = (LETTERS, "".join(_DIGITS), "".join(_FROM_ZERO))
    if len(together) < _SHORTEST_HEADER or not any(name.startswith(together) for name in names):
        return None
    return tuple(column for column, sign in enumerate(visible) if not sign.isspace())[:size]


def _next_with_text(lines: Sequence[str], index: int) -> int | None:
    while index < len(lines):
        if not is_ruled(lines[index]):
            return index
        index += 1
    return None


def is_ruled(line: str) -> bool:
    """Blank, or a line drawn between rows."""
    return not line.strip(" \t\0-+|=─┼├┤┌┐└┘┬┴│━═╔╗╚╝║╠╣╦╩╬")


def _rows(
    lines: Sequence[str],
    start: int,
    size: int,
    names: Sequence[str] | None,
    header: tuple[int, ...] | None,
) -> tuple[tuple[tuple[str, ...], ...], int] | None:
    """`size` rows from `start` on, drawn lines between them skipped, and the index of the last."""
    rows: list[tuple[str, ...]] = []
    index: int | None = start
    last = start
    while len(rows) < size:
        if index is None:
            return None
        name = None if names is None else names[len(rows)]
        cells = _cells(lines[index], name, size, header)
        if cells is None:
            return None
        rows.append(cells)
        last = index
        index = _next_with_text(lines, index + 1)
    return tuple(rows), last


def _cells(
    line: str, name: str | None, size: int, header: tuple[int, ...] | None
) -> tuple[str, ...] | None:
    visible = line.translate(_INVISIBLE)
    bare = visible.translate(_RULES).strip()
    if name is not None:
        if not bare.casefold().startswith(name):
            return None
        bare = bare[len(name) :]
    tokens = bare.split()
    if len(tokens) == size + 1 and tokens[-1].casefold() == name:
        tokens.pop()
    if len(tokens) == size and all(len(token) == 1 for token in tokens):
        return tuple(tokens)
    together = "".join(tokens)
    if len(together) == size and len(tokens) <= 1 and (name or _USUAL.keys() >= set(together)):
        return tuple(together)
    if name is None:
        return None
    return _cells_under_header(visible, name, size, header)


def _cells_under_header(
    line: str, name: str, size: int, header: tuple[int, ...] | None
) -> tuple[str, ...] | None:
    """Cells read by their column, for boards that leave empty squares blank."""
    if header is None or len(header) < size:
        return None
    text = line.translate(_RULES).expandtabs()
    label = text.casefold().find(name)
    row = text[:label] + " " * len(name) + text[label + len(name) :]
    cells = tuple(row[column : column + 1] or " " for column in header)
    rest = "".join(sign for column, sign in enumerate(row) if column not in header)
    return cells if not rest.strip() and label < min(header) else None
