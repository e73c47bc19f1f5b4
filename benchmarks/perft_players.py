"""Counts the move sequences from the start of 8×8 with one package after another: perft.

    python perft_players.py PACKAGE DEPTH SECONDS

Counts them again and again for so many seconds, and prints how many there are and the shortest time
in seconds. Each package counts by what it offers to its users; a side that must pass is not met at
these depths. Runs with the interpreter that has the package, and imports only that.
"""

from __future__ import annotations

import copy
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

DEPTH = 5
"""Black has moved thrice and white twice: quick enough for the slowest package."""


def reversi_engine(depth: int) -> int:
    from reversi_engine import Board, Disc  # noqa: PLC0415 - where it is installed

    def count(board: Board, to_move: Disc, depth: int) -> int:
        moves = board.legal_moves(to_move)
        if depth == 1:
            return len(moves)
        return sum(count(board.play(to_move, move), to_move.opponent, depth - 1) for move in moves)

    return count(Board.initial(8), Disc.BLACK, depth)


def plain_lists(depth: int) -> int:
    from tests.engine import naive  # noqa: PLC0415 - where the project is

    def count(board: naive.Grid, color: str, depth: int) -> int:
        moves = naive.legal_moves(board, color)
        if depth == 1:
            return len(moves)
        total = 0
        for row, col in moves:
            after = [list(cells) for cells in board]
            naive.flip(after, row, col, color)
            total += count(after, naive.OPPONENT[color], depth - 1)
        return total

    return count(naive.init_board(8), "X", depth)


def cli_othello(depth: int) -> int:
    from cli_othello.board import BLACK, Board, opponent  # noqa: PLC0415

    def count(board: Any, player: int, depth: int) -> int:
        moves = board.legal_moves(player)
        if depth == 1:
            return len(moves)
        total = 0
        for row, col in moves:
            after = board.clone()
            after.play(row, col, player)
            total += count(after, opponent(player), depth - 1)
        return total

    return count(Board(), BLACK, depth)


def creversi_python(depth: int) -> int:
    from creversi import Board  # noqa: PLC0415

    def count(board: Any, depth: int) -> int:
        moves = board.legal_moves
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = board.copy()
            after.move(move)
            total += count(after, depth - 1)
        return total

    return count(Board(), depth)


def reversi_board(depth: int) -> int:
    from reversi_board.board import ReversiBoard  # noqa: PLC0415
    from reversi_board.consts import REVERSI_BLACK, REVERSI_WHITE  # noqa: PLC0415

    def count(board: Any, player: int, depth: int) -> int:
        places = board.placable_positions(player)
        if depth == 1:
            return len(places)
        opponent = REVERSI_WHITE if player == REVERSI_BLACK else REVERSI_BLACK
        total = 0
        for place in places:
            after = ReversiBoard(board.board)
            after.put_piece(place, player)
            total += count(after, opponent, depth - 1)
        return total

    return count(ReversiBoard(), REVERSI_BLACK, depth)


def rust_reversi(depth: int) -> int:
    from rust_reversi import Board  # noqa: PLC0415

    def count(board: Any, depth: int) -> int:
        if depth == 1:
            return len(board.get_legal_moves_vec())
        return sum(count(after, depth - 1) for after in board.get_child_boards())

    return count(Board(), depth)


def simple_othello(depth: int) -> int:
    from simple_othello.config import CFG  # noqa: PLC0415
    from simple_othello.othello import Othello  # noqa: PLC0415

    def count(game: Any, depth: int) -> int:
        moves = game.get_legal_actions()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = copy.copy(game)
            after.state = [list(cells) for cells in game.state]
            after.step(move)
            total += count(after, depth - 1)
        return total

    start = Othello(CFG)
    start.reset()
    return count(start, depth)


PLAYERS: dict[str, Callable[[int], int]] = {
    "reversi_engine": reversi_engine,
    "plain_lists": plain_lists,
    "rust-reversi": rust_reversi,
    "creversi-python": creversi_python,
    "cli-othello": cli_othello,
    "simple-othello": simple_othello,
    "reversi-board": reversi_board,
}
WRITTEN = {
    "reversi_engine": "Python; two integers, any size to 26×26",
    "plain_lists": "Python; a list of lists, as a good student writes it",
    "rust-reversi": "Rust; 8×8",
    "creversi-python": "Python and NumPy; bit boards, 8×8",
    "cli-othello": "Python; one list, 8×8",
    "simple-othello": "Python; a list of lists, 8×8",
    "reversi-board": "Python and NumPy; one array, 8×8",
}
OURS = frozenset(("reversi_engine", "plain_lists"))
"""Those that are played where the project is installed."""


def shortest(player: Callable[[int], int], depth: int, seconds: float) -> tuple[int, float]:
    """Count at least once, and for so many seconds; return the count and the shortest time."""
    quickest = float("inf")
    until = perf_counter() + seconds
    while True:
        began = perf_counter()
        leaves = player(depth)
        ended = perf_counter()
        quickest = min(quickest, ended - began)
        if ended >= until:
            return leaves, quickest


if __name__ == "__main__":
    name, wanted_depth, wanted_seconds = sys.argv[1:]
    print(*shortest(PLAYERS[name], int(wanted_depth), float(wanted_seconds)))
