"""Of what kind an illegal entry is, and when it comes."""

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from reversi_conformance.causes.lines import DIRECTIONS, EMPTY, flat, run_length, seen_by
from reversi_conformance.causes.rules import turned
from reversi_conformance.search.features.family import REMEMBERED, SIDES, Family
from reversi_conformance.search.games import Moment
from reversi_conformance.search.mistakes import MISTAKES
from reversi_engine import Board, Disc, Passed, Rejected, Square, parse_square


@lru_cache(maxsize=REMEMBERED)
def entering(moment: Moment) -> frozenset[str]:
    """Of what kind an illegal entry is, and when it comes."""
    if not isinstance(moment.event, Rejected):
        return frozenset()
    board, disc = moment.before, moment.event.disc
    square = parse_square(moment.event.text)
    kinds = _on_board(board, disc, square) if square in board else _off_board(board, disc, square)
    return frozenset(f"illegal-{kind}" for kind in itertools.chain(kinds, _when(moment, square)))


def _on_board(board: Board, disc: Disc, square: Square) -> Iterator[str]:
    standing = board.disc_at(square)
    if standing:
        whose = "own-disc" if standing is disc else "opponent-disc"
        would = turned(
            MISTAKES["occupied-allowed"],
            seen_by(disc, board),
            board.size,
            flat(square, board.size),
        )
        yield f"on-{whose}-that-would-outflank" if would else f"on-{whose}"
        return
    around = {sign for sign in _around(board, square) if sign}
    if not around:
        yield "isolated"
    else:
        yield "outflanks-nothing" if disc.opponent in around else "beside-own-discs-only"
    if board.is_legal(disc.opponent, square):
        yield "but-legal-for-computer"


def _around(board: Board, square: Square) -> Iterator[Disc | None]:
    for row_step, column_step in DIRECTIONS.values():
        near = Square(square.row + row_step, square.column + column_step)
        if near in board:
            yield board.disc_at(near)


def _off_board(board: Board, disc: Disc, square: Square) -> Iterator[str]:
    size = board.size
    off = (square.row >= size, square.column >= size)
    where = {(True, False): "row-off", (False, True): "column-off", (True, True): "both-off"}[off]
    yield where
    if max(square) > size:
        yield "far-off"
    elif _would_outflank_from_outside(board, disc, square):
        yield f"{where}-that-would-outflank"
    if square == Square(6, 6):
        yield "gg-off"
    if board.is_legal(disc, Square(*divmod(flat(square, size), size))):
        yield "off-but-legal-in-next-row"
    if board.is_legal(disc, Square(square.row % size, square.column % size)):
        yield "off-but-legal-round-the-board"


def _would_outflank_from_outside(board: Board, disc: Disc, square: Square) -> bool:
    position, size = seen_by(disc, board), board.size
    for row_step, column_step in DIRECTIONS.values():
        row, column = square.row + row_step, square.column + column_step
        text = ""
        while 0 <= row < size and 0 <= column < size:
            text += position[row * size + column]
            row, column = row + row_step, column + column_step
        length = run_length(text)
        if 0 < length < len(text) and text[length] != EMPTY:
            return True
    return False


def _when(moment: Moment, square: Square) -> Iterator[str]:
    board = moment.before
    if moment.entry == 1:
        yield "at-first-turn"
    if board.empty_count * 4 <= board.size**2:
        yield "late"
    if not board.has_legal_move(moment.computer):
        yield "while-computer-cannot-move"
    if moment.previous and moment.previous[-1] == Passed(moment.computer):
        yield "after-computer-passes"
    if moment.previous[:1] == (Passed(moment.human),):
        yield "after-human-passes"
    if board.is_legal(moment.human, Square(square.column, square.row)):
        yield "unless-swapped"


FAMILIES: Final = (
    Family(
        "illegal-on-{whose}",
        "the entry names a square with a disc; from there nothing turns",
        entering,
        {"whose": ("own-disc", "opponent-disc")},
    ),
    Family(
        "illegal-on-{whose}-that-would-outflank",
        "the entry names a square with a disc; were it empty, discs would turn",
        entering,
        {"whose": ("own-disc", "opponent-disc")},
    ),
    Family("illegal-isolated", "the entry names an empty square without neighbours", entering),
    Family(
        "illegal-beside-own-discs-only",
        "the entry names an empty square beside own discs",
        entering,
    ),
    Family(
        "illegal-outflanks-nothing",
        "the entry names an empty square beside an opponent's disc; nothing turns",
        entering,
    ),
    Family(
        "illegal-but-legal-for-computer", "the entry would be legal for the other side", entering
    ),
    Family(
        "illegal-{where}-off",
        "row, column or both are off the board",
        entering,
        {"where": ("row", "column", "both")},
    ),
    Family(
        "illegal-{where}-off-that-would-outflank",
        "the entry is just beyond the edge, and discs would turn if the board went on there",
        entering,
        {"where": ("row", "column", "both")},
    ),
    Family(
        "illegal-far-off", "the entry is off the board by more than one row or column", entering
    ),
    Family("illegal-gg-off", "`gg`, with which some programs give up, is off the board", entering),
    Family(
        "illegal-off-but-legal-in-next-row",
        "the column is off the board; counted on into the next row, the square would be legal",
        entering,
    ),
    Family(
        "illegal-off-but-legal-round-the-board",
        "the entry is off the board; counted round the board, the square would be legal",
        entering,
    ),
    Family("illegal-at-first-turn", "the entry is the human's first one", entering),
    Family(
        "illegal-late", "the entry comes with a quarter of the squares empty or fewer", entering
    ),
    Family("illegal-while-computer-cannot-move", "the computer could not move, either", entering),
    Family(
        "illegal-after-{side}-passes",
        "the entry comes after a pass of this side",
        entering,
        {"side": SIDES},
    ),
    Family(
        "illegal-unless-swapped", "the entry would be legal with row and column exchanged", entering
    ),
)
"""The names, in the order of the vocabulary."""
