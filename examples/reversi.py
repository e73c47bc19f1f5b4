# Assignment 3: Reversi
import time

STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def new_board(n):
    board = [["."] * n for _ in range(n)]
    m = n // 2
    board[m - 1][m - 1] = board[m][m] = "O"
    board[m - 1][m] = board[m][m - 1] = "X"
    return board


def show(board):
    n = len(board)
    print("  " + " ".join(chr(97 + i) for i in range(n)))
    for i in range(n):
        print(chr(97 + i) + " " + " ".join(board[i]))


def enemy(player):
    return "X" if player == "O" else "O"


def captured(board, row, col, player):
    """All discs that turn if the player moves here."""
    discs = []
    if board[row][col] != ".":
        return discs
    n = len(board)
    for dr, dc in STEPS:
        line = []
        r, c = row + dr, col + dc
        while 0 <= r < n and 0 <= c < n and board[r][c] == enemy(player):
            line.append((r, c))
            r, c = r + dr, c + dc
        if 0 <= r < n and 0 <= c < n and board[r][c] == player:
            discs += line
    return discs


def place(board, row, col, player):
    for r, c in captured(board, row, col, player):
        board[r][c] = player
    board[row][col] = player


def moves(board, player):
    n = len(board)
    return [(r, c) for r in range(n) for c in range(n) if captured(board, r, c, player)]


def computer_turn(board, player):
    best = max(moves(board, player), key=lambda m: len(captured(board, m[0], m[1], player)))
    place(board, best[0], best[1], player)
    print("Computer places %s at %s%s." % (player, chr(97 + best[0]), chr(97 + best[1])))
    show(board)


def human_turn(board, player):
    move = input("Enter move for %s (RowCol): " % player)
    row, col = ord(move[0]) - 97, ord(move[1]) - 97
    if not captured(board, row, col, player):
        return False
    place(board, row, col, player)
    show(board)
    return True


def count(board, player):
    return sum(row.count(player) for row in board)


def finish(board):
    x, o = count(board, "X"), count(board, "O")
    print("Game over.")
    print("X : O = %d : %d" % (x, o))
    if x == o:
        print("Draw.")
    else:
        print("%s player wins." % ("X" if x > o else "O"))
    return "%d to %d" % (x, o)


def play(n, computer):
    board = new_board(n)
    show(board)
    player = "X"
    while True:
        if count(board, ".") == 0 or count(board, "X") == 0 or count(board, "O") == 0:
            return finish(board)
        if not moves(board, "X") and not moves(board, "O"):
            print("Both players have no valid move.")
            return finish(board)
        if player == computer:
            if moves(board, player):
                computer_turn(board, player)
            else:
                print("%s player has no valid move." % player)
        elif not human_turn(board, player):
            print("Invalid move.")
            print("Game over.")
            print("%s player wins." % computer)
            return "Human gave up."
        player = enemy(player)


def main():
    start = time.time()
    n = int(input("Enter the board dimension: "))
    computer = input("Computer plays (X/O) : ")
    result = play(n, computer)
    black, white = ("computer", "human") if computer == "X" else ("human", "computer")
    with open("Reversi.csv", "a") as log:
        began = time.strftime("%Y%m%d %H:%M:%S", time.localtime(start))
        used = int(time.time() - start)
        log.write("%s,%d,%d*%d,%s,%s,%s\n" % (began, used, n, n, black, white, result))


main()
