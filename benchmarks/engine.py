"""How much quicker the engine finds the computer's move than a plain list-of-lists program.

Both choose in the same positions, in turn and in one process, and must choose alike. The positions
are those of whole games: some moves of both sides at random, so that no two games are alike, then
the computer against a human who moves at random, the computer's side changing from game to game.

    python -m benchmarks.engine

Prints a row per board size, and fails when a size falls short of its promise.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tests.engine import naive

from reversi_engine import Board, Disc, choose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GAMES = {4: 30, 6: 20, 8: 16, 10: 12, 16: 6, 26: 3}
PROMISED_RATIO = {8: 10, 26: 10}
OPENING_PLIES = 12
ROUNDS = 15


def main() -> int:
    print("  size  positions  plain, µs  engine, µs  ratio")
    kept = True
    for size, games in GAMES.items():
        positions = [position for seed in range(games) for position in play(size, seed)]
        plain, engine = measure(positions)
        ratio = plain / engine
        kept = kept and ratio >= PROMISED_RATIO.get(size, 0)
        print(f"{size:>3}×{size:<2} {len(positions):10} {plain:10.1f} {engine:11.2f} {ratio:6.1f}")
    print(
        "promised:", ", ".join(f"{size}×{size} at least {r}" for size, r in PROMISED_RATIO.items())
    )
    return 0 if kept else 1


def play(size: int, seed: int) -> list[tuple[Board, Disc]]:
    """Return the positions of a whole game in which somebody has to choose."""
    random = Random(seed)
    computer = Disc.BLACK if seed % 2 else Disc.WHITE
    board, to_move = Board.initial(size), Disc.BLACK
    positions = []
    while board.has_legal_move(to_move) or board.has_legal_move(to_move.opponent):
        moves = board.legal_moves(to_move)
        if moves:
            positions.append((board, to_move))
            opened = len(positions) > OPENING_PLIES
            best = choose(board, to_move) if opened and to_move is computer else None
            board = board.play(to_move, best or random.choice(moves))
        to_move = to_move.opponent
    return positions


def measure(positions: Sequence[tuple[Board, Disc]]) -> tuple[float, float]:
    """Return microseconds per choice of the plain program and of the engine.

    Each position counts with its quickest round, so that a busy machine spoils neither figure.
    """
    grids = [([list(row) for row in board.rows()], disc.value) for board, disc in positions]
    plain_rounds, engine_rounds = [], []
    for _ in range(ROUNDS):
        plain_seconds, plain_choices = timed(naive.choose, grids)
        engine_seconds, engine_choices = timed(choose, positions)
        if plain_choices != engine_choices:
            sys.exit("the two programs choose differently: see tests/engine")
        plain_rounds.append(plain_seconds)
        engine_rounds.append(engine_seconds)
    return microseconds(plain_rounds), microseconds(engine_rounds)


def timed(
    choose_in: Callable[[Any, Any], object], positions: Sequence[tuple[Any, Any]]
) -> tuple[list[float], list[object]]:
    seconds, choices = [], []
    for position, side in positions:
        began = perf_counter()
        choice = choose_in(position, side)
        seconds.append(perf_counter() - began)
        choices.append(choice)
    return seconds, choices


def microseconds(rounds: Sequence[Sequence[float]]) -> float:
    quickest = [min(seconds) for seconds in zip(*rounds, strict=True)]
    return fmean(quickest) * 1e6


if __name__ == "__main__":
    sys.exit(main())
