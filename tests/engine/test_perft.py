"""The number of move sequences from the start of 8×8, against the published table."""

from __future__ import annotations

import pytest

from reversi_engine import Board, Disc

LEAVES = (1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288)


def perft(board: Board, to_move: Disc, depth: int) -> int:
    """Count the sequences of this length; a pass is a ply, and a game that is over is a leaf."""
    if depth == 0:
        return 1
    opponent = to_move.opponent
    moves = board.legal_moves(to_move)
    if moves:
        return sum(perft(board.play(to_move, move), opponent, depth - 1) for move in moves)
    return perft(board, opponent, depth - 1) if board.has_legal_move(opponent) else 1


@pytest.mark.parametrize("depth", range(1, 7))
def test_the_game_tree_has_the_published_width(depth: int) -> None:
    assert perft(Board.initial(8), Disc.BLACK, depth) == LEAVES[depth]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [7, 8, 9])
def test_the_game_tree_has_the_published_width_further_down(depth: int) -> None:
    assert perft(Board.initial(8), Disc.BLACK, depth) == LEAVES[depth]
