"""The computer takes most discs, and among equals the first square."""

from __future__ import annotations

from reversi_engine import Board, Disc, choose, format_square, parse_square, score, scores

from .positions import board

# The handout's figure 7, white to move: `行a列a的分值是2`.
FIGURE_7 = board(
    """
      a b c d
    a . . . .
    b X X O .
    c O O O .
    d . . . .
    """
)


def test_a_score_is_the_number_of_discs_that_would_turn() -> None:
    assert [score(FIGURE_7, Disc.WHITE, parse_square(name)) for name in ("aa", "ab", "ac")] == [
        2,
        1,
        1,
    ]


def test_a_square_that_is_no_legal_move_scores_nothing() -> None:
    assert score(FIGURE_7, Disc.WHITE, parse_square("bb")) == 0
    assert score(FIGURE_7, Disc.WHITE, parse_square("dd")) == 0
    assert score(FIGURE_7, Disc.WHITE, parse_square("zz")) == 0


def test_all_legal_moves_are_scored_row_by_row() -> None:
    named = {format_square(square): discs for square, discs in scores(FIGURE_7, Disc.WHITE).items()}
    assert named == {"aa": 2, "ab": 1, "ac": 1}
    assert list(named) == sorted(named)


def chosen(position: Board, disc: Disc) -> str:
    square = choose(position, disc)
    assert square
    return format_square(square)


def test_most_discs_win_over_the_first_square() -> None:
    position = board(
        """
          a b c d e f
        a . O X . . .
        b . . . . . .
        c . . . . . .
        d . . . . . .
        e X O O . . .
        f . . . . . .
        """
    )
    assert chosen(position, Disc.BLACK) == "ed"


def test_discs_of_several_directions_add_up() -> None:
    position = board(
        """
          a b c d e f
        a . O O X . .
        b . . . . . .
        c . . . . . .
        d X . X . X .
        e . O O O . .
        f . . . . . .
        """
    )
    assert chosen(position, Disc.BLACK) == "fc"


def test_among_equals_the_smaller_row_letter_wins() -> None:
    position = board(
        """
          a b c d
        a . . . .
        b . O X .
        c X O . .
        d . . . .
        """
    )
    assert set(scores(position, Disc.BLACK).values()) == {1}
    assert position.is_legal(Disc.BLACK, parse_square("ba"))
    assert chosen(position, Disc.BLACK) == "ac"


def test_in_one_row_the_smaller_column_letter_wins() -> None:
    assert chosen(Board.initial(4), Disc.WHITE) == "ac"
    position = board(
        """
          a b c d
        a . . . .
        b . . . .
        c . O . O
        d . X . X
        """
    )
    assert chosen(position, Disc.BLACK) == "bb"


def test_a_side_that_cannot_move_has_no_choice() -> None:
    stuck = board(
        """
          a b c d
        a O O O X
        b O O O .
        c O O O O
        d X . O .
        """
    )
    assert choose(stuck, Disc.BLACK) is None
    assert scores(stuck, Disc.BLACK) == {}
