"""The rules of the board: where a disc may be placed and which discs turn.

Knows squares, discs and legality. Knows neither whose turn it is (game.py), nor which move is
good (strategy.py), nor how anything is written (notation.py).
"""

from __future__ import annotations

import enum
from functools import cache
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SMALLEST_SIZE = 4
LARGEST_SIZE = 26


class Disc(enum.Enum):
    """A side, and the colour of its discs; the value is its sign in a picture.

    >>> Disc("X").opponent
    <Disc.WHITE: 'O'>
    """

    BLACK = "X"
    WHITE = "O"

    @property
    def opponent(self) -> Disc:
        """The other side."""
        return Disc.WHITE if self is Disc.BLACK else Disc.BLACK


class Square(NamedTuple):
    """A place on the board, counted from zero.

    Squares compare by row, then by column: the handout's order among equal scores.
    """

    row: int
    column: int


class IllegalMoveError(ValueError):
    """A disc was to be placed where it may not be."""


class _Geometry(NamedTuple):
    """What is the same for all boards of one size."""

    length: int
    """Number of cells: of each row, and of the empty column after it."""
    cells: tuple[Square, ...]
    """The square of each cell; those of the empty column are never asked for."""
    every: int
    """A disc on every square."""
    steps: tuple[int, ...]
    """How far east, south-west, south and south-east lie, in bits."""


@cache
def _geometry(size: int) -> _Geometry:
    if size % 2 or not SMALLEST_SIZE <= size <= LARGEST_SIZE:
        msg = f"a board's size is even and from {SMALLEST_SIZE} to {LARGEST_SIZE}, not {size!r}"
        raise ValueError(msg)
    stride = size + 1
    cells = tuple(Square(*divmod(cell, stride)) for cell in range(size * stride))
    every = int.from_bytes((b"\1" * size + b"\0") * size, "little")
    return _Geometry(size * stride, cells, every, (8, 8 * size, 8 * stride, 8 * (stride + 1)))


class Board:
    """A position: which discs lie where. A value: it never changes, and playing returns another.

    Made by `initial`, `from_discs`, `play` and `notation.parse_board`. Whether a position can
    arise in a game is not checked.

    >>> Board.initial(4).legal_moves(Disc.BLACK)[0]
    Square(row=0, column=1)
    """

    # Each side's discs are one integer with a byte per cell, 1 for a disc, row after row. An empty
    # column after each row keeps shifted discs from wrapping round to the next row. A whole byte
    # has room for the number of discs that turn, so that all squares are scored by one addition.
    __slots__ = ("_black", "_geometry", "_white", "size")

    size: int
    """Number of rows and of columns."""
    _geometry: _Geometry
    _black: int
    _white: int

    def __init__(self, size: int, black: int, white: int) -> None:
        """Hold two integers as they are, unchecked; the class methods are for everyone else."""
        set_once = object.__setattr__
        set_once(self, "size", size)
        set_once(self, "_geometry", _geometry(size))
        set_once(self, "_black", black)
        set_once(self, "_white", white)

    @classmethod
    def initial(cls, size: int) -> Board:
        """Return the start: white on the falling diagonal of the centre, black on the rising one.

        Raises ValueError unless the size is even and from 4 to 26 (`n 是偶数,且 4≤n≤26`).
        """
        return _initial(size)

    @classmethod
    def from_discs(cls, size: int, black: Iterable[Square], white: Iterable[Square]) -> Board:
        """Return the board with these discs, in whatever order they come.

        Raises ValueError for a size that no board has, a square off the board, or a square that
        is both black and white.
        """
        empty = cls(size, 0, 0)
        board = cls(size, empty._discs(black), empty._discs(white))
        if both := board._squares(board._black & board._white):
            msg = f"black and white on the same square: {both[0]!r}"
            raise ValueError(msg)
        return board

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Board:
        """Return the board whose rows have these signs, as `rows` gives them.

        What is neither `X` nor `O` is an empty square. Raises ValueError for a size that no board
        has, and for a disc beside a square board.

        >>> board = Board.initial(6)
        >>> Board.from_rows(board.rows()) == board
        True
        """

        def squares(disc: Disc) -> list[Square]:
            return [
                Square(row, column)
                for row, signs in enumerate(rows)
                for column, sign in enumerate(signs)
                if sign == disc.value
            ]

        return cls.from_discs(len(rows), squares(Disc.BLACK), squares(Disc.WHITE))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        msg = f"a Board never changes: cannot set {name!r}"
        raise AttributeError(msg)

    def __delattr__(self, name: str) -> NoReturn:
        msg = f"a Board never changes: cannot delete {name!r}"
        raise AttributeError(msg)

    def __reduce__(self) -> tuple[type[Board], tuple[int, int, int]]:
        return Board, (self.size, self._black, self._white)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self._black == other._black and self._white == other._white and self.size == other.size
        )

    def __hash__(self) -> int:
        return hash((self._black, self._white))

    def __repr__(self) -> str:
        picture = "\n".join(" ".join(row) for row in self.rows())
        return f"<Board {self.size}x{self.size}\n{picture}>"

    def __contains__(self, square: Square) -> bool:
        """Whether the square is on the board."""
        row, column = square
        return 0 <= row < self.size and 0 <= column < self.size

    def disc_at(self, square: Square) -> Disc | None:
        """Return the disc on the square, None if it is empty.

        Raises IndexError for a square off the board.
        """
        if square not in self:
            msg = f"{square!r} is not on a board of size {self.size}"
            raise IndexError(msg)
        bit = self._bit(square)
        if self._black & bit:
            return Disc.BLACK
        return Disc.WHITE if self._white & bit else None

    def rows(self) -> tuple[str, ...]:
        """Return each row as its signs: `X` and `O` for the discs, `.` for an empty square.

        >>> Board.initial(4).rows()
        ('....', '.OX.', '.XO.', '....')
        """
        length = self._geometry.length
        signs = (self._black + 2 * self._white).to_bytes(length, "little").translate(_SIGNS)
        picture = signs.decode("ascii")
        stride = self.size + 1
        return tuple(picture[start : start + self.size] for start in range(0, length, stride))

    def squares(self, disc: Disc) -> tuple[Square, ...]:
        """Return the squares with this disc, row by row."""
        return self._squares(self._black if disc is Disc.BLACK else self._white)

    def empty_squares(self) -> tuple[Square, ...]:
        """Return the squares without a disc, row by row."""
        return self._squares(self._empty)

    def count(self, disc: Disc) -> int:
        """Return the number of discs of this colour."""
        return (self._black if disc is Disc.BLACK else self._white).bit_count()

    @property
    def empty_count(self) -> int:
        """The number of squares without a disc."""
        return self._empty.bit_count()

    @property
    def is_full(self) -> bool:
        """Whether every square has a disc."""
        return not self._empty

    @property
    def cells(self) -> tuple[Square, ...]:
        """The square of each byte of `turned_counts`."""
        return self._geometry.cells

    def turned_counts(self, disc: Disc) -> bytes:
        """Return for every cell how many discs turn if this disc is placed there, 0 if it may not.

        One byte per cell, row by row, and a 0 after each row; `cells` names them. Legality and
        strategy are read from this when all squares matter; `outflanked` is quicker for one.
        """
        own, opponent, empty = self._sides(disc)
        counts = 0
        for step in self._geometry.steps:
            discs = 1
            run = own << step & opponent
            while run:
                run <<= step
                if reached := run & empty:
                    counts += reached * discs
                run &= opponent
                discs += 1
            discs = 1
            run = own >> step & opponent
            while run:
                run >>= step
                if reached := run & empty:
                    counts += reached * discs
                run &= opponent
                discs += 1
        return counts.to_bytes(self._geometry.length, "little")

    def legal_moves(self, disc: Disc) -> tuple[Square, ...]:
        """Return the squares where this disc may be placed, row by row."""
        return self._squares(self._legal(disc))

    def mobility(self, disc: Disc) -> int:
        """Return on how many squares this disc may be placed; quicker than asking for them."""
        return self._legal(disc).bit_count()

    def has_legal_move(self, disc: Disc) -> bool:
        """Whether this disc may be placed anywhere; quicker than asking for the moves."""
        own, opponent, empty = self._sides(disc)
        for step in self._geometry.steps:
            run = own << step & opponent
            while run:
                run <<= step
                if run & empty:
                    return True
                run &= opponent
            run = own >> step & opponent
            while run:
                run >>= step
                if run & empty:
                    return True
                run &= opponent
        return False

    def is_legal(self, disc: Disc, square: Square) -> bool:
        """Whether this disc may be placed there: never off the board or on another disc."""
        return self._turned(disc, square) != 0

    def outflanked(self, disc: Disc, square: Square) -> tuple[Square, ...]:
        """Return the discs that turn if this disc is placed there, row by row.

        None of them where it may not be placed, also off the board.

        >>> Board.initial(4).outflanked(Disc.BLACK, Square(0, 1))
        (Square(row=1, column=1),)
        """
        return self._squares(self._turned(disc, square))

    def play(self, disc: Disc, square: Square) -> Board:
        """Return the board after this disc is placed there and all outflanked discs are turned.

        Raises IllegalMoveError where it may not be placed: one must outflank
        (`仅在可以翻转棋子的地方才能落子`).
        """
        turned = self._turned(disc, square)
        if not turned:
            msg = f"{disc.value} on {square!r}: {self._why_illegal(square)}\n{self!r}"
            raise IllegalMoveError(msg)
        gained = turned | self._bit(square)
        if disc is Disc.BLACK:
            return Board(self.size, self._black | gained, self._white ^ turned)
        return Board(self.size, self._black ^ turned, self._white | gained)

    @property
    def _empty(self) -> int:
        return self._geometry.every ^ self._black ^ self._white

    def _sides(self, disc: Disc) -> tuple[int, int, int]:
        """Return the discs of this colour, the opponent's, and the empty squares."""
        black, white = self._black, self._white
        empty = self._geometry.every ^ black ^ white
        return (black, white, empty) if disc is Disc.BLACK else (white, black, empty)

    def _legal(self, disc: Disc) -> int:
        """Return the squares where this disc may be placed."""
        own, opponent, empty = self._sides(disc)
        reached = 0
        for step in self._geometry.steps:
            run = own << step & opponent
            while run:
                run <<= step
                reached |= run
                run &= opponent
            run = own >> step & opponent
            while run:
                run >>= step
                reached |= run
                run &= opponent
        return reached & empty

    def _turned(self, disc: Disc, square: Square) -> int:
        """Return the discs that turn if this disc is placed there; 0 is illegal."""
        if square not in self:
            return 0
        start = self._bit(square)
        own, opponent, empty = self._sides(disc)
        if not start & empty:
            return 0
        turned = 0
        for step in self._geometry.steps:
            line = 0
            run = start << step & opponent
            while run:
                line |= run
                run <<= step
                if run & own:
                    turned |= line
                run &= opponent
            line = 0
            run = start >> step & opponent
            while run:
                line |= run
                run >>= step
                if run & own:
                    turned |= line
                run &= opponent
        return turned

    def _why_illegal(self, square: Square) -> str:
        if square not in self:
            return f"not on a board of size {self.size}"
        return "the square is taken" if self.disc_at(square) else "no disc is outflanked"

    def _bit(self, square: Square) -> int:
        row, column = square
        return 1 << 8 * (row * (self.size + 1) + column)

    def _discs(self, squares: Iterable[Square]) -> int:
        discs = 0
        for square in squares:
            if square not in self:
                msg = f"{square!r} is not on a board of size {self.size}"
                raise ValueError(msg)
            discs |= self._bit(square)
        return discs

    def _squares(self, discs: int) -> tuple[Square, ...]:
        length = self._geometry.length
        return tuple(compress(self.cells, discs.to_bytes(length, "little")))


@cache
def _initial(size: int) -> Board:
    high = size // 2
    low = high - 1
    return Board.from_discs(
        size,
        black=(Square(low, high), Square(high, low)),
        white=(Square(low, low), Square(high, high)),
    )


_SIGNS = bytes.maketrans(b"\0\1\2", b".XO")
