"""Students' own rules: wrong flips, wrong choices and the like, as `Student` takes them."""

from reversi_engine import Board, Disc, Square, choose, scores

from .sessions import Student


def with_disc(board: Board, side: Disc, square: Square) -> Board:
    """The board with this disc, and nothing turned."""
    discs = {disc: set(board.squares(disc)) - {square} for disc in Disc}
    discs[side].add(square)
    return Board.from_discs(board.size, discs[Disc.BLACK], discs[Disc.WHITE])


def turn_nothing(board: Board, side: Disc, square: Square) -> Board:
    return with_disc(board, side, square)


def turn_neighbours_alone(board: Board, side: Disc, square: Square) -> Board:
    after = with_disc(board, side, square)
    for each in board.outflanked(side, square):
        if max(abs(each.row - square.row), abs(each.column - square.column)) == 1:
            after = with_disc(after, side, each)
    return after


def turn_one_too_many(board: Board, side: Disc, square: Square) -> Board:
    after = board.play(side, square)
    left = after.squares(side.opponent)
    return with_disc(after, side, left[0]) if len(left) > 1 else after


def last_of_the_best(board: Board, side: Disc) -> Square:
    turns = scores(board, side)
    return max(square for square in turns if turns[square] == max(turns.values()))


def first_by_column(board: Board, side: Disc) -> Square:
    turns = scores(board, side)
    best = (square for square in turns if turns[square] == max(turns.values()))
    return min(best, key=lambda square: (square.column, square.row))


def first_legal(board: Board, side: Disc) -> Square:
    return board.legal_moves(side)[0]


def fewest(board: Board, side: Disc) -> Square:
    turns = scores(board, side)
    return min(turns, key=lambda square: turns[square])


class Misplacing(Student):
    """The computer places a disc where it may not; what turns by the rules turns."""

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        if board.is_legal(side, square):
            return super().turn(board, side, square)
        return with_disc(board, side, square)


def opponents_disc(board: Board, side: Disc) -> Square:
    return board.squares(side.opponent)[0]


def own_disc(board: Board, side: Disc) -> Square:
    return board.squares(side)[0]


def illegal_square(board: Board, side: Disc) -> Square | None:
    """An empty square where nothing turns, while there is one."""
    illegal = (each for each in board.empty_squares() if not board.is_legal(side, each))
    return next(illegal, choose(board, side))
