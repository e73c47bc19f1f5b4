"""Boards as the referee compares and names them. Pure functions of boards and squares."""

from collections.abc import Iterable

from reversi_conformance.findings import Value
from reversi_engine import Board, Disc, Ended, Square, format_board, format_square, parse_square


def rows(board: Board) -> tuple[str, ...]:
    """The lines of the handout's picture, the header first."""
    return tuple(format_board(board).split("\n"))


def names(squares: Iterable[Square]) -> tuple[str, ...]:
    """Squares as a person types them."""
    return tuple(format_square(square) for square in squares)


def occupied(board: Board) -> set[Square]:
    """All squares with a disc."""
    return {*board.squares(Disc.BLACK), *board.squares(Disc.WHITE)}


def differing(one: Board, other: Board) -> tuple[Square, ...]:
    """The squares on which two boards of one size differ, row by row."""
    black = set(one.squares(Disc.BLACK)) ^ set(other.squares(Disc.BLACK))
    white = set(one.squares(Disc.WHITE)) ^ set(other.squares(Disc.WHITE))
    return tuple(sorted(black | white))


def with_disc(board: Board, side: Disc, square: Square) -> Board:
    """The board with one disc more, or turned, and nothing else changed."""
    discs = {disc: set(board.squares(disc)) - {square} for disc in Disc}
    discs[side].add(square)
    return Board.from_discs(board.size, discs[Disc.BLACK], discs[Disc.WHITE])


def mirrored(square: Square) -> Square:
    """The square with row and column exchanged."""
    return Square(square.column, square.row)


def counts(ended: Ended) -> dict[str, Value]:
    """The discs of both sides, as a finding's parameters."""
    return {"black": ended.black, "white": ended.white}


def read_square(text: str, board: Board) -> Square | None:
    """The square that an entry names; None where it names none on this board."""
    try:
        square = parse_square(text)
    except ValueError:
        return None
    return square if square in board else None


def why_illegal(text: str, board: Board, side: Disc) -> str:
    """The kind of an illegal entry, as a word: "occupied", "row-off", "outflanks-nothing" …

    A two-letter entry off the board is an illegal move; anything but two letters is "malformed".
    """
    try:
        square = parse_square(text)
    except ValueError:
        return "malformed"
    row_off, column_off = square.row >= board.size, square.column >= board.size
    if row_off or column_off:
        return "both-off" if row_off and column_off else "row-off" if row_off else "column-off"
    if board.disc_at(square) is not None:
        return "occupied"
    return "outflanks-nothing" if _is_beside(board, square, side.opponent) else "isolated"


def _is_beside(board: Board, square: Square, disc: Disc) -> bool:
    around = (
        Square(square.row + down, square.column + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    )
    return any(near in board and board.disc_at(near) is disc for near in around)
