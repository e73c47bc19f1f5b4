"""What was typed in a captured session, in the form in which the referee types it.

A person types capitals, blanks and entries that are none. The handout is silent about these, so
that they are brought into the usual form where the program took them, left out where it asked
again, and end what can be judged where it did something else.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from reversi_conformance.assignment import Sizes
from reversi_conformance.captures.splitting import Piece
from reversi_conformance.reader.boards import find_pictures
from reversi_conformance.reader.messages import Sides, read_line
from reversi_conformance.statements import Kind
from reversi_engine import Disc

_SEPARATORS: Final = re.compile(r"[\s,，/.()\[\]'\"-]+")
_SQUARE: Final = re.compile(r"[a-z]{2}")
_BLACK: Final = ("x", "b", "black", "黑", "黑棋", "●")
_WHITE: Final = ("o", "0", "w", "white", "白", "白棋", "○")

Cells = tuple[tuple[str, ...], ...]


class Entries(NamedTuple):
    """A game's pieces with entries in the usual form."""

    pieces: tuple[Piece, ...]
    left_out: tuple[str, ...]
    """What was asked for again."""
    malformed: str | None
    """The entry with which the pieces end, since nothing after it can be judged."""


def tidy(pieces: Sequence[Piece], sizes: Sizes) -> Entries:
    """Bring what was typed into the usual form."""
    return _Tidying(pieces, sizes).tidy()


def size_of(typed: str, sizes: Sizes) -> int | None:
    """The size that an entry names; None where it is none of the assignment's."""
    if not re.fullmatch(r"[0-9]{1,3}", typed):
        return None
    size = int(typed)
    return size if not size % 2 and sizes.minimum <= size <= sizes.maximum else None


def side_of(typed: str) -> Disc | None:
    """The side that an entry names."""
    name = typed.strip().casefold()
    if name in _BLACK:
        return Disc.BLACK
    return Disc.WHITE if name in _WHITE else None


class _Tidying:
    """Goes through the pieces of one game."""

    def __init__(self, pieces: Sequence[Piece], sizes: Sizes) -> None:
        self._waiting = deque(pieces)
        self._done: list[Piece] = []
        self._left_out: list[str] = []
        self._sizes = sizes
        self._size: int | None = None
        self._shown: Cells | None = None
        self._human = _human_of(pieces)

    def tidy(self) -> Entries:
        while self._waiting:
            piece = self._waiting.popleft()
            self._look(piece)
            if piece.typed is None or not self._waiting:
                self._done.append(piece)
                break
            typed = self._usual(piece, piece.typed, self._waiting[0])
            if typed is not None:
                self._done.append(piece._replace(typed=typed))
            elif self._waiting[0].kind is piece.kind:
                self._left_out.append(piece.typed)
                self._waiting[0] = self._waiting[0]._replace(printed=piece.printed)
            else:
                self._done.append(piece._replace(typed=None))
                return Entries(tuple(self._done), tuple(self._left_out), piece.typed)
        return Entries(tuple(self._done), tuple(self._left_out), None)

    def _usual(self, piece: Piece, typed: str, following: Piece) -> str | None:
        """An entry in the usual form; None where it is malformed, and not taken for something."""
        match piece.kind:
            case Kind.ASK_SIZE:
                self._size = size_of(typed, self._sizes)
                return None if self._size is None else str(self._size)
            case Kind.ASK_COMPUTER | Kind.ASK_HUMAN:
                return self._usual_side(piece, typed, following)
            case Kind.ASK_MOVE:
                return self._usual_square(typed, following)
            case _:
                return typed

    def _usual_side(self, piece: Piece, typed: str, following: Piece) -> str | None:
        side = side_of(typed)
        if typed not in ("X", "O") and following.kind is piece.kind:
            return None
        if side is None and self._human is not None:
            is_human = piece.kind is Kind.ASK_HUMAN
            side = self._human if is_human else self._human.opponent
        return side.value if side is not None else None

    def _usual_square(self, typed: str, following: Piece) -> str | None:
        if _SQUARE.fullmatch(typed):
            return typed
        square = _SEPARATORS.sub("", typed).casefold()
        if _SQUARE.fullmatch(square) and self._is_taken(following):
            return square
        return None

    def _is_taken(self, following: Piece) -> bool:
        """Whether another board is shown after an entry than before it."""
        return any(cells != self._shown for cells in self._boards(following))

    def _look(self, piece: Piece) -> None:
        for cells in self._boards(piece):
            self._shown = cells

    def _boards(self, piece: Piece) -> Iterator[Cells]:
        if self._size is not None:
            for picture in find_pictures(piece.printed, self._size):
                yield picture.cells


def _human_of(pieces: Sequence[Piece]) -> Disc | None:
    """The side that is asked for moves, where the questions name it."""
    for piece in pieces:
        if piece.kind is Kind.ASK_MOVE:
            asked = tuple(read_line(piece.printed[-1], 0, Sides(4, Disc.BLACK)))
            if asked and asked[-1].disc is not None:
                return asked[-1].disc
    return None
