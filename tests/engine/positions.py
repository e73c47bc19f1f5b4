"""Positions for tests: drawn in the source, or any that Hypothesis comes upon."""

from __future__ import annotations

from random import Random
from textwrap import dedent

from hypothesis import strategies as st

from reversi_engine import Board, Square, parse_board


def board(picture: str) -> Board:
    """Return the board of a picture, whatever its indentation."""
    return parse_board(dedent(picture).strip("\n"))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any discs on any squares, from sparse to full, whether or not a game leads there."""
    size = draw(st.sampled_from(range(4, 27, 2)))
    weights = draw(st.tuples(*[st.integers(1, 8)] * 3))
    signs = Random(draw(st.integers(0, 2**32))).choices("X.O", weights, k=size * size)
    at = [Square(*divmod(place, size)) for place in range(size * size)]
    return Board.from_discs(
        size,
        black=(square for square, sign in zip(at, signs, strict=True) if sign == "X"),
        white=(square for square, sign in zip(at, signs, strict=True) if sign == "O"),
    )
