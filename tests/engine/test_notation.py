"""Squares and boards are written and read in pairs."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_engine import (
    Board,
    Square,
    format_board,
    format_square,
    parse_board,
    parse_square,
)

from .positions import boards

START = "  a b c d\na . . . .\nb . O X .\nc . X O .\nd . . . ."


def test_the_row_comes_before_the_column() -> None:
    assert parse_square("ba") == Square(row=1, column=0)
    assert format_square(Square(row=1, column=0)) == "ba"


@given(st.integers(0, 25), st.integers(0, 25))
def test_every_square_has_its_own_name(row: int, column: int) -> None:
    square = Square(row, column)
    assert parse_square(format_square(square)) == square


@given(st.text())
def test_text_names_a_square_or_is_refused(text: str) -> None:
    if re.fullmatch("[a-z]{2}", text):
        assert format_square(parse_square(text)) == text
    else:
        with pytest.raises(ValueError, match="two letters from a to z"):
            parse_square(text)


@pytest.mark.parametrize(
    "text", ["", "a", "abc", "AB", "aB", "a1", "11", "a ", " a", "a\n", "éa", "ａｂ", "a-", "[]"]
)
def test_nothing_but_two_lower_case_letters_names_a_square(text: str) -> None:
    expected = f"a square is two letters from a to z, row and column, not {text!r}"
    with pytest.raises(ValueError, match=re.escape(expected)):
        parse_square(text)


@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (26, 0), (0, 26)])
def test_a_square_beyond_the_letters_has_no_name(square: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no letters name Square"):
        format_square(Square(*square))


def test_a_board_is_drawn_to_the_byte_as_in_the_handout() -> None:
    assert format_board(Board.initial(4)) == START


def test_the_largest_board_has_letters_up_to_z() -> None:
    header, *rows = format_board(Board.initial(26)).split("\n")
    assert header == "  a b c d e f g h i j k l m n o p q r s t u v w x y z"
    assert rows[12] == "m . . . . . . . . . . . . O X . . . . . . . . . . . ."
    assert rows[25] == "z" + 26 * " ."


@given(boards())
def test_every_drawn_board_is_read_back(board: Board) -> None:
    picture = format_board(board)
    assert parse_board(picture) == parse_board(picture + "\n") == board


@pytest.mark.parametrize(
    ("picture", "complaint"),
    [
        ("", "not 0 rows"),
        ("  a b c\na . . .\nb . . .\nc . . .", "not 3 rows"),
        (START + "\n\n", "not 5 rows"),
        ("  " + START, "line 1 of the picture: expected the header '  a b c d', not '    a b"),
        (START.replace("a b c d", "a b c e"), "line 1 of the picture"),
        (START.replace("a b c d", "a b c d "), "line 1 of the picture"),
        (START.replace("\nb", "\nx"), "line 3 of the picture: expected 'b' and 4 of"),
        (START.replace("X O .", "0 O ."), "with single blanks between, not 'c . 0 O .'"),
        (START.replace("X O .", "X O"), "line 4 of the picture"),
        (START.replace("X O .", "X O . ."), "line 4 of the picture"),
        (START.replace("X O .", "X O . "), "line 4 of the picture"),
        (START.replace("X O .", "XO."), "line 4 of the picture"),
        (START.replace("X O .", "X\tO\t."), "line 4 of the picture"),
        (START.replace("\n", "\r\n"), "line 1 of the picture"),
    ],
)
def test_a_picture_that_is_not_exact_is_refused(picture: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        parse_board(picture)
