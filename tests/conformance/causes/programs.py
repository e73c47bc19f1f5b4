"""Programs in memory that are wrong in one respect throughout, and what the golden games show."""

from collections.abc import Callable, Iterable
from functools import cache

from reversi_conformance import corpus
from reversi_conformance.causes import Cause, find_causes
from reversi_conformance.evidence import Evidence
from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc, Square

from ..referee.sessions import PYTHON, Session, Student, attend

DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
NORTH_WEST = (-1, -1)


@cache
def golden_cases(largest: int = 6) -> tuple[Case, ...]:
    """The golden games on boards of up to this size."""
    return tuple(case for case in corpus.load_suite(PYTHON) if case.header.board <= largest)


def sessions(program: Callable[[], Student], cases: Iterable[Case] = ()) -> list[Session]:
    """What the referee sees of a program in these games, or in all small golden ones."""
    return [attend(case, program()) for case in cases or golden_cases()]


def evidence(program: Callable[[], Student], cases: Iterable[Case] = ()) -> list[Evidence]:
    judgements = [session.judgement for session in sessions(program, cases)]
    return [each for judgement in judgements for each in judgement.evidence or ()]


def named(program: Callable[[], Student], cases: Iterable[Case] = ()) -> tuple[Cause, ...]:
    return find_causes(evidence(program, cases))


def ids(causes: Iterable[Cause]) -> set[str]:
    return {each for cause in causes for each in cause.ids}


def outflanked(
    board: Board, side: Disc, square: Square, directions: Iterable[tuple[int, int]] = DIRECTIONS
) -> list[Square]:
    """The discs between this square and an own one, in these directions alone."""
    found = []
    for down, right in directions:
        line = []
        near = Square(square.row + down, square.column + right)
        while near in board and board.disc_at(near) is side.opponent:
            line.append(near)
            near = Square(near.row + down, near.column + right)
        if near in board and board.disc_at(near) is side:
            found += line
    return found


def with_turned(board: Board, side: Disc, square: Square, turned: Iterable[Square]) -> Board:
    """The board after a disc was placed and these were turned."""
    own = {*board.squares(side), square, *turned}
    other = set(board.squares(side.opponent)) - own
    black, white = (own, other) if side is Disc.BLACK else (other, own)
    return Board.from_discs(board.size, black, white)


class MissesNorthWest(Student):
    """Discs to the north-west are not turned."""

    directions = tuple(each for each in DIRECTIONS if each != NORTH_WEST)

    def turned(self, board: Board, side: Disc, square: Square) -> list[Square]:
        return outflanked(board, side, square, self.directions)

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        return with_turned(board, side, square, self.turned(board, side, square))


class MissesNorthWestEverywhere(MissesNorthWest):
    """One helper function for everything does not know the north-west."""

    def is_legal(self, board: Board, side: Disc, square: Square) -> bool:
        is_empty = square in board and board.disc_at(square) is None
        return is_empty and bool(self.turned(board, side, square))

    def legal_moves(self, board: Board, side: Disc) -> list[Square]:
        every = (Square(row, col) for row in range(board.size) for col in range(board.size))
        return [square for square in every if self.is_legal(board, side, square)]

    def can_move(self, board: Board, side: Disc) -> bool:
        return bool(self.legal_moves(board, side))

    def choose(self, board: Board, side: Disc) -> Square | None:
        return max(
            self.legal_moves(board, side), key=lambda each: len(self.turned(board, side, each))
        )

    def is_over(self, board: Board) -> bool:
        stuck = not any(self.can_move(board, side) for side in Disc)
        return stuck or super().is_over(board)
