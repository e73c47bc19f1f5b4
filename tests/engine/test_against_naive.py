"""The engine and a plain list-of-lists program agree on any position and in any game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reversi_engine import Board, Disc, Game, Moved, Square, choose, outcome, score, scores

from . import naive
from .positions import boards

DISCS = st.sampled_from(Disc)


def grid(board: Board) -> naive.Grid:
    return [list(row) for row in board.rows()]


@given(boards(), DISCS)
@settings(deadline=None)
def test_legal_moves_scores_and_choice_agree(board: Board, disc: Disc) -> None:
    plain, color = grid(board), disc.value
    expected = naive.legal_moves(plain, color)
    assert list(board.legal_moves(disc)) == expected
    assert board.has_legal_move(disc) == bool(expected)
    assert board.mobility(disc) == len(expected)
    gains = {square: naive.position_score(plain, *square, color) for square in expected}
    assert scores(board, disc) == gains
    assert list(scores(board, disc)) == expected
    assert choose(board, disc) == naive.choose(plain, color)


@given(boards(), DISCS, st.data())
@settings(deadline=None)
def test_outflanked_discs_and_the_board_after_agree(
    board: Board, disc: Disc, data: st.DataObject
) -> None:
    plain, color = grid(board), disc.value
    line = st.integers(-2, board.size + 1)
    anywhere = st.builds(Square, line, line)
    legal = board.legal_moves(disc)
    square = data.draw(st.sampled_from(legal) | anywhere if legal else anywhere)
    expected = naive.outflanked(plain, *square, color)
    assert list(board.outflanked(disc, square)) == expected
    assert score(board, disc, square) == len(expected)
    assert board.is_legal(disc, square) == bool(expected)
    if expected:
        naive.flip(plain, *square, color)
        assert grid(board.play(disc, square)) == plain


@given(boards())
@settings(deadline=None)
def test_a_board_is_its_discs_and_empty_squares(board: Board) -> None:
    black, white = board.squares(Disc.BLACK), board.squares(Disc.WHITE)
    every = sorted((*black, *white, *board.empty_squares()))
    assert every == [Square(*divmod(at, board.size)) for at in range(board.size**2)]
    assert Board.from_discs(board.size, black, white) == board
    assert board.count(Disc.BLACK) == len(black)
    assert board.count(Disc.WHITE) == len(white)
    assert board.empty_count == len(board.empty_squares())
    assert {board.disc_at(square) for square in black} <= {Disc.BLACK}
    assert {board.disc_at(square) for square in white} <= {Disc.WHITE}
    assert {board.disc_at(square) for square in board.empty_squares()} <= {None}


def whole_game_agrees(size: int, computer: Disc, seed: int) -> None:
    """Play a whole game with random human moves on both programs, comparing every board."""
    random = Random(seed)
    plain, color = naive.init_board(size), "X"
    game, events = Game.start(size, computer)
    while True:
        for event in events:
            if isinstance(event, Moved):
                if not naive.legal_moves(plain, color):
                    color = naive.OPPONENT[color]
                assert event.disc.value == color
                if event.disc is computer:
                    assert event.square == naive.choose(plain, color)
                naive.flip(plain, *event.square, color)
                assert grid(event.board) == plain
                color = naive.OPPONENT[color]
        if game.ended:
            break
        row, column = random.choice(game.board.legal_moves(game.human))
        game, events = game.submit(chr(ord("a") + row) + chr(ord("a") + column))
    assert game.to_move is None
    assert game.ended == outcome(game.board)
    assert not naive.legal_moves(plain, "X")
    assert not naive.legal_moves(plain, "O")
    discs = "".join(map("".join, plain))
    assert (game.ended.black, game.ended.white) == (discs.count("X"), discs.count("O"))


@given(st.sampled_from([4, 6, 8, 10, 12]), DISCS, st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_whole_games_agree(size: int, computer: Disc, seed: int) -> None:
    whole_game_agrees(size, computer, seed)


@pytest.mark.parametrize("computer", Disc)
def test_whole_games_agree_on_the_largest_board(computer: Disc) -> None:
    whole_game_agrees(26, computer, seed=1)
