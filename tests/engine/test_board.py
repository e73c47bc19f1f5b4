"""What the rules say of a position."""

from __future__ import annotations

import copy
import pickle

import pytest

from reversi_engine import Board, Disc, IllegalMoveError, Square, format_square, parse_square

from . import naive
from .positions import board

BLACK, WHITE = Disc.BLACK, Disc.WHITE


def names(squares: tuple[Square, ...]) -> str:
    return " ".join(format_square(square) for square in squares)


def test_the_start_has_white_on_the_falling_diagonal() -> None:
    assert Board.initial(4) == board(
        """
          a b c d
        a . . . .
        b . O X .
        c . X O .
        d . . . .
        """
    )


@pytest.mark.parametrize("size", range(4, 27, 2))
def test_every_size_of_the_assignment_has_a_start_in_the_middle(size: int) -> None:
    start = Board.initial(size)
    high = size // 2
    low = high - 1
    assert start.squares(WHITE) == ((low, low), (high, high))
    assert start.squares(BLACK) == ((low, high), (high, low))
    assert len(start.legal_moves(BLACK)) == len(start.legal_moves(WHITE)) == 4


@pytest.mark.parametrize("size", [-4, 0, 2, 3, 5, 25, 27, 28])
def test_no_other_size_makes_a_board(size: int) -> None:
    with pytest.raises(ValueError, match=f"even and from 4 to 26, not {size}"):
        Board.initial(size)
    with pytest.raises(ValueError, match="even and from 4 to 26"):
        Board.from_discs(size, black=(), white=())


def test_sides_are_each_other_s_opponent_and_carry_their_sign() -> None:
    assert BLACK.opponent is WHITE
    assert WHITE.opponent is BLACK
    assert (BLACK.value, WHITE.value) == ("X", "O")


def test_squares_stand_in_the_order_of_row_then_column() -> None:
    assert sorted([Square(1, 0), Square(0, 1), Square(0, 0)]) == [(0, 0), (0, 1), (1, 0)]


def test_a_board_of_discs_does_not_depend_on_their_order() -> None:
    start = Board.initial(8)
    assert Board.from_discs(8, reversed(start.squares(BLACK)), start.squares(WHITE)) == start


def test_a_square_is_not_both_black_and_white() -> None:
    square = Square(1, 2)
    with pytest.raises(ValueError, match=r"same square: Square\(row=1, column=2\)"):
        Board.from_discs(4, black=[square], white=[square])


@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (4, 0), (0, 4), (25, 25)])
def test_there_is_nothing_off_the_board(square: tuple[int, int]) -> None:
    start, off = Board.initial(4), Square(*square)
    assert off not in start
    assert not start.is_legal(BLACK, off)
    assert start.outflanked(BLACK, off) == ()
    with pytest.raises(IllegalMoveError):
        start.play(BLACK, off)
    with pytest.raises(IndexError, match="not on a board of size 4"):
        start.disc_at(off)
    with pytest.raises(ValueError, match="not on a board of size 4"):
        Board.from_discs(4, black=[off], white=[])


def test_every_square_of_the_board_is_on_it() -> None:
    start = Board.initial(6)
    assert all(Square(row, column) in start for row in range(6) for column in range(6))


def test_discs_and_empty_squares_are_found_and_counted() -> None:
    position = board(
        """
          a b c d
        a O X . .
        b . O X .
        c . X O .
        d . . . X
        """
    )
    assert names(position.squares(BLACK)) == "ab bc cb dd"
    assert names(position.squares(WHITE)) == "aa bb cc"
    assert names(position.empty_squares()) == "ac ad ba bd ca cd da db dc"
    assert (position.count(BLACK), position.count(WHITE), position.empty_count) == (4, 3, 9)
    assert position.disc_at(Square(3, 3)) is BLACK
    assert position.disc_at(Square(0, 0)) is WHITE
    assert position.disc_at(Square(3, 0)) is None
    assert not position.is_full


def test_a_board_without_an_empty_square_is_full() -> None:
    full = board(
        """
          a b c d
        a O O O O
        b X X X X
        c O O O O
        d X X X X
        """
    )
    assert full.is_full
    assert full.empty_count == 0
    assert full.legal_moves(BLACK) == full.legal_moves(WHITE) == ()


def test_one_disc_turns_others_in_several_directions() -> None:
    # The handout's figures 5 and 6: white on row a, column c turns south-west and south.
    before = board(
        """
          a b c d
        a . . . .
        b X X X .
        c O O O .
        d . . . .
        """
    )
    after = board(
        """
          a b c d
        a . . O .
        b X O O .
        c O O O .
        d . . . .
        """
    )
    assert names(before.outflanked(WHITE, parse_square("ac"))) == "bb bc"
    assert before.play(WHITE, parse_square("ac")) == after


def test_all_eight_directions_turn_as_far_as_the_first_own_disc() -> None:
    before = board(
        """
          a b c d e f g h
        a X . . X . . X .
        b . O . O . O . .
        c . . O O O . . .
        d X O O . O O O X
        e . . O O O . . .
        f . O . O . O . .
        g X . . O . . X .
        h . . . X . . . .
        """
    )
    after = board(
        """
          a b c d e f g h
        a X . . X . . X .
        b . X . X . X . .
        c . . X X X . . .
        d X X X X X X X X
        e . . X X X . . .
        f . X . X . X . .
        g X . . X . . X .
        h . . . X . . . .
        """
    )
    assert before.play(BLACK, parse_square("dd")) == after


def test_a_disc_turns_nothing_beyond_a_gap_or_the_edge() -> None:
    position = board(
        """
          a b c d e f
        a . O O . O X
        b . . . . . .
        c . O O O O O
        d . . . . . .
        e . . X X . O
        f . . . . . .
        """
    )
    assert names(position.legal_moves(BLACK)) == "ad"
    assert names(position.outflanked(BLACK, parse_square("ad"))) == "ae"
    assert position.outflanked(BLACK, parse_square("aa")) == ()


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        pytest.param(
            board(
                """
                  a b c d
                a . . . .
                b . O O O
                c X . . .
                d . . . .
                """
            ),
            "ac",
            id="east of ba",
        ),
        pytest.param(
            board(
                """
                  a b c d
                a . . . X
                b O O O .
                c . . . .
                d . . . .
                """
            ),
            "cb",
            id="west of bd",
        ),
    ],
)
def test_no_line_runs_round_the_edge_into_the_next_row(position: Board, moves: str) -> None:
    assert names(position.legal_moves(BLACK)) == moves


def test_the_largest_possible_gain_is_counted_right() -> None:
    size, middle = 26, Square(12, 12)
    lines = [
        Square(12 + row_step * distance, 12 + column_step * distance)
        for row_step, column_step in naive.DIRECTIONS
        for distance in range(1, 14)
    ]
    on_board = [square for square in lines if 0 <= min(square) <= max(square) < size]
    black = [square for square in on_board if min(square) == 0 or max(square) == size - 1]
    white = [square for square in on_board if square not in black]
    position = Board.from_discs(size, black, white)
    assert max(position.turned_counts(BLACK)) == len(white) == 91
    assert set(position.outflanked(BLACK, middle)) == set(white)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param(
            "bb", "the square is taken", id="on the opponent's disc, whence it would outflank"
        ),
        pytest.param("ba", "the square is taken", id="on its own disc, whence it would outflank"),
        pytest.param("ff", "no disc is outflanked", id="alone"),
        pytest.param("be", "no disc is outflanked", id="beside an own disc only"),
        pytest.param("gb", "not on a board of size 6", id="off the board"),
        pytest.param(
            "dd", "no disc is outflanked", id="where the opponent's line ends in an empty square"
        ),
    ],
)
def test_a_disc_that_outflanks_nothing_may_not_be_placed(name: str, reason: str) -> None:
    position = board(
        """
          a b c d e f
        a . . . . . .
        b X O O X . .
        c . X O . . .
        d . . . . . .
        e . . . . . .
        f . . . . . .
        """
    )
    square = parse_square(name)
    assert not position.is_legal(BLACK, square)
    assert position.outflanked(BLACK, square) == ()
    with pytest.raises(
        IllegalMoveError, match=rf"X on Square\(row=\d, column=\d\): {reason}\n<Board 6x6"
    ):
        position.play(BLACK, square)


def test_playing_leaves_the_board_as_it_was() -> None:
    start = Board.initial(4)
    start.play(BLACK, start.legal_moves(BLACK)[0])
    assert start == Board.initial(4)


def test_a_board_never_changes() -> None:
    start = Board.initial(4)
    with pytest.raises(AttributeError, match="a Board never changes: cannot set 'size'"):
        start.size = 6
    with pytest.raises(AttributeError, match="a Board never changes: cannot delete 'size'"):
        del start.size
    with pytest.raises(AttributeError):
        start.name = "mine"


def test_equal_boards_are_one_key() -> None:
    start = Board.initial(4)
    ways_round = start.play(BLACK, parse_square("ab")), start.play(BLACK, parse_square("ba"))
    assert len({start, Board.initial(4), *ways_round}) == 3
    assert Board.from_discs(4, (), ()) != Board.from_discs(6, (), ())
    assert start != "a board"


def test_a_board_is_copied_and_sent_between_processes() -> None:
    start = Board.initial(8)
    assert pickle.loads(pickle.dumps(start)) == copy.deepcopy(start) == start


def test_a_board_shows_itself_as_a_picture() -> None:
    assert repr(Board.initial(4)) == "<Board 4x4\n. . . .\n. O X .\n. X O .\n. . . .>"
