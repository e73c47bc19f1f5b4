"""The game on a plain list of lists, as a good student writes it: the oracle and the yardstick.

Follows the handout's own advice and names: eight directions, one walk along each. Shares nothing
with the engine, so that both are wrong together only by reading the handout wrongly.
"""

from __future__ import annotations

Grid = list[list[str]]

DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
OPPONENT = {"X": "O", "O": "X"}


def init_board(size: int) -> Grid:
    board = [["."] * size for _ in range(size)]
    middle = size // 2
    board[middle - 1][middle - 1] = board[middle][middle] = "O"
    board[middle - 1][middle] = board[middle][middle - 1] = "X"
    return board


def outflanked_towards(
    board: Grid, row: int, col: int, color: str, direction: tuple[int, int]
) -> int:
    """Return how many discs stand between this square and a disc of this colour."""
    size = len(board)
    opponent = OPPONENT[color]
    row_step, col_step = direction
    row += row_step
    col += col_step
    discs = 0
    while 0 <= row < size and 0 <= col < size and board[row][col] == opponent:
        discs += 1
        row += row_step
        col += col_step
    if 0 <= row < size and 0 <= col < size and board[row][col] == color:
        return discs
    return 0


def position_score(board: Grid, row: int, col: int, color: str) -> int:
    if board[row][col] != ".":
        return 0
    return sum(outflanked_towards(board, row, col, color, direction) for direction in DIRECTIONS)


def check_legal_move(board: Grid, row: int, col: int, color: str) -> bool:
    size = len(board)
    return 0 <= row < size and 0 <= col < size and position_score(board, row, col, color) > 0


def legal_moves(board: Grid, color: str) -> list[tuple[int, int]]:
    size = len(board)
    return [
        (row, col)
        for row in range(size)
        for col in range(size)
        if check_legal_move(board, row, col, color)
    ]


def outflanked(board: Grid, row: int, col: int, color: str) -> list[tuple[int, int]]:
    if not check_legal_move(board, row, col, color):
        return []
    return sorted(
        (row + distance * row_step, col + distance * col_step)
        for row_step, col_step in DIRECTIONS
        for distance in range(
            1, outflanked_towards(board, row, col, color, (row_step, col_step)) + 1
        )
    )


def flip(board: Grid, row: int, col: int, color: str) -> None:
    for turned_row, turned_col in outflanked(board, row, col, color):
        board[turned_row][turned_col] = color
    board[row][col] = color


def choose(board: Grid, color: str) -> tuple[int, int] | None:
    best_score, best = 0, None
    for row in range(len(board)):
        for col in range(len(board)):
            score = position_score(board, row, col, color)
            if score > best_score:
                best_score, best = score, (row, col)
    return best
