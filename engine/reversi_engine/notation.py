"""How squares and boards are written: always a pair of `parse_…` and `format_…`.

Knows the handout's letters and pictures; whether a square is on a given board, or a move legal,
is the board's to say.
"""

from __future__ import annotations

from string import ascii_lowercase

from reversi_engine.board import LARGEST_SIZE, SMALLEST_SIZE, Board, Square


def parse_square(text: str) -> Square:
    """Return the square that two lower-case letters name: the row, then the column.

    `"ba"代表棋子落在行 b 列 a`. Any two letters name a square; it need not be on any board.

    Raises ValueError for all other text.

    >>> parse_square("ba")
    Square(row=1, column=0)
    """
    row, column = (ascii_lowercase.find(letter) for letter in text) if len(text) == 2 else (-1, -1)
    if row < 0 or column < 0:
        msg = f"a square is two letters from a to z, row and column, not {text!r}"
        raise ValueError(msg)
    return Square(row, column)


def format_square(square: Square) -> str:
    """Return the two letters of a square.

    Raises ValueError for a square that no letters name.

    >>> format_square(Square(1, 0))
    'ba'
    """
    row, column = square
    if not (0 <= row < LARGEST_SIZE and 0 <= column < LARGEST_SIZE):
        msg = f"no letters name {square!r}"
        raise ValueError(msg)
    return ascii_lowercase[row] + ascii_lowercase[column]


def parse_board(picture: str) -> Board:
    r"""Return the board that `format_board` draws so; one line break at the end is allowed.

    Raises ValueError, naming the line, for anything else.

    >>> picture = "  a b c d\na . . . .\nb . O X .\nc . X O .\nd . . . .\n"
    >>> parse_board(picture) == Board.initial(4)
    True
    """
    header, *lines = picture.removesuffix("\n").split("\n")
    size = len(lines)
    if size % 2 or not SMALLEST_SIZE <= size <= LARGEST_SIZE:
        msg = (
            f"a picture has a header and an even number of rows "
            f"from {SMALLEST_SIZE} to {LARGEST_SIZE}, not {size} rows"
        )
        raise ValueError(msg)
    if header != _header(size):
        msg = f"line 1 of the picture: expected the header {_header(size)!r}, not {header!r}"
        raise ValueError(msg)
    rows = [_parse_row(row, size, line) for row, line in enumerate(lines)]
    return Board.from_rows(rows)


def format_board(board: Board) -> str:
    """Return the handout's picture, without a line break at the end.

    >>> print(format_board(Board.initial(4)))
      a b c d
    a . . . .
    b . O X .
    c . X O .
    d . . . .
    """
    lines = [_header(board.size)]
    lines += (
        f"{letter} {' '.join(signs)}"
        for letter, signs in zip(ascii_lowercase, board.rows(), strict=False)
    )
    return "\n".join(lines)


def _header(size: int) -> str:
    return "  " + " ".join(ascii_lowercase[:size])


def _parse_row(row: int, size: int, line: str) -> str:
    """Return the signs of a row, without its letter and blanks."""
    letter = ascii_lowercase[row]
    signs = line[2::2]
    if line != f"{letter} {' '.join(signs)}" or len(signs) != size or set(signs) - set(".XO"):
        msg = (
            f"line {row + 2} of the picture: expected {letter!r} and {size} of '.', 'X' and 'O' "
            f"with single blanks between, not {line!r}"
        )
        raise ValueError(msg)
    return signs
