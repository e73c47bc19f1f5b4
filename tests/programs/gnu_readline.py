import csv
import readline
import string
import time

# The arrow keys call earlier answers back, as in the shell.
readline.parse_and_bind("set editing-mode emacs")

DIRS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
abc = string.ascii_lowercase


def new_board(n):
    board = [["."] * n for _ in range(n)]
    half = n // 2
    for i in (half - 1, half):
        for j in (half - 1, half):
            board[i][j] = "O" if i == j else "X"
    return board


def show(board):
    print(" ", *abc[:len(board)])
    for letter, line in zip(abc, board):
        print(letter, *line)


def flips(board, i, j, me):
    """All squares that turn when `me` plays on (i, j); empty if that is not allowed."""
    n = len(board)
    if board[i][j] != ".":
        return []
    result = []
    for dx, dy in DIRS:
        line = []
        x, y = i + dx, j + dy
        while 0 <= x < n and 0 <= y < n and board[x][y] not in (".", me):
            line.append((x, y))
            x += dx
            y += dy
        if 0 <= x < n and 0 <= y < n and board[x][y] == me:
            result += line
    return result


def all_moves(board, me):
    n = len(board)
    moves = {}
    for i in range(n):
        for j in range(n):
            turned = flips(board, i, j, me)
            if turned:
                moves[abc[i] + abc[j]] = turned
    return moves


def put(board, move, turned, me):
    for x, y in turned + [(abc.index(move[0]), abc.index(move[1]))]:
        board[x][y] = me
    show(board)


def finish(board):
    x = sum(line.count("X") for line in board)
    o = sum(line.count("O") for line in board)
    if x and o and x + o < len(board) ** 2:
        print("Both players have no valid move.")
    print("Game over.")
    print("X : O =", x, ":", o)
    print("Draw!" if x == o else f"{'X' if x > o else 'O'} player wins.")
    return f"{x} to {o}"


def main():
    started = time.time()
    n = int(input("Enter the board dimension: "))
    computer = input("Computer plays (X/O) : ").strip().upper()
    board = new_board(n)
    show(board)

    me, you = "X", "O"
    while True:
        moves = all_moves(board, me)
        if not moves and not all_moves(board, you):
            result = finish(board)
            break
        if not moves:
            print(me, "player has no valid move.")
        elif me == computer:
            # max() keeps the first of equals, and the squares come row by row
            best = max(moves, key=lambda m: len(moves[m]))
            print(f"Computer places {me} at {best}.")
            put(board, best, moves[best], me)
        else:
            answer = input(f"Enter move for {me} (RowCol): ").strip()
            if answer not in moves:
                print("Invalid move.")
                print("Game over.")
                print(you, "player wins.")
                result = "Human gave up."
                break
            put(board, answer, moves[answer], me)
        me, you = you, me

    with open("reversi.csv", "a", newline="") as f:
        csv.writer(f).writerow([
            time.strftime("%Y%m%d %H:%M:%S", time.localtime(started)),
            round(time.time() - started),
            f"{n}*{n}",
            "computer" if computer == "X" else "human",
            "human" if computer == "X" else "computer",
            result,
        ])


main()
