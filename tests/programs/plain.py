# Reversi, Python course work
from datetime import datetime

direction = ((-1, -1), (-1, 0), (-1, 1),  # NW, N, NE
             (0, -1), (0, 1),  # W, E
             (1, -1), (1, 0), (1, 1))  # SW, S, SE


def Init_board():
    global n, board
    while True:
        n = input("Enter the board dimension: ")
        if n.isdigit() and int(n) % 2 == 0 and 4 <= int(n) <= 26:
            n = int(n)
            break
    board = [["." for col in range(n)] for row in range(n)]
    board[n // 2 - 1][n // 2 - 1] = "O"
    board[n // 2][n // 2] = "O"
    board[n // 2 - 1][n // 2] = "X"
    board[n // 2][n // 2 - 1] = "X"


def printBoard():
    print(" ", end="")
    for col in range(n):
        print(" " + chr(ord("a") + col), end="")
    print()
    for row in range(n):
        print(chr(ord("a") + row), end="")
        for col in range(n):
            print(" " + board[row][col], end="")
        print()


def other(color):
    return "O" if color == "X" else "X"


def discs_turned(row, col, color, x, y):
    """How many discs a move turns in one direction."""
    k = 0
    row, col = row + x, col + y
    while 0 <= row < n and 0 <= col < n:
        if board[row][col] == color:
            return k
        if board[row][col] == ".":
            return 0
        k += 1
        row, col = row + x, col + y
    return 0


def position_score(row, col, color):
    score = 0
    for x, y in direction:
        score += discs_turned(row, col, color, x, y)
    return score


def check_legal_move(row, col, color):
    return 0 <= row < n and 0 <= col < n and board[row][col] == "." and position_score(row, col, color) > 0


def can_move(color):
    for row in range(n):
        for col in range(n):
            if check_legal_move(row, col, color):
                return True
    return False


def flip(row, col, color):
    for x, y in direction:
        for k in range(discs_turned(row, col, color, x, y)):
            board[row + (k + 1) * x][col + (k + 1) * y] = color


def computer_move(color):
    top = 0
    for row in range(n):
        for col in range(n):
            if check_legal_move(row, col, color) and position_score(row, col, color) > top:
                top = position_score(row, col, color)
                where = row, col
    row, col = where
    flip(row, col, color)
    board[row][col] = color
    print("Computer places {} at {}{}.".format(color, chr(ord("a") + row), chr(ord("a") + col)))
    printBoard()


def human_move(color):
    """False if the move is illegal."""
    move = input("Enter move for {} (RowCol): ".format(color))
    if len(move) != 2:
        return False
    row, col = ord(move[0]) - ord("a"), ord(move[1]) - ord("a")
    if not check_legal_move(row, col, color):
        return False
    flip(row, col, color)
    board[row][col] = color
    printBoard()
    return True


def check_board():
    """True if the game is over."""
    discs = "".join("".join(row) for row in board)
    if "." not in discs or "X" not in discs or "O" not in discs:
        return True
    if not can_move("X") and not can_move("O"):
        print("Both players have no valid move.")
        return True
    return False


def gameover():
    black = sum(row.count("X") for row in board)
    white = sum(row.count("O") for row in board)
    print("Game over.")
    print("X : O = {} : {}".format(black, white))
    if black == white:
        print("Draw!")
    elif black > white:
        print("X player wins.")
    else:
        print("O player wins.")
    return "{} to {}".format(black, white)


def saveinfo(start, players, result):
    used = (datetime.now() - start).seconds
    with open("reversi.csv", "a") as f:
        f.write("{},{},{}*{},{},{}\n".format(start.strftime("%Y%m%d %H:%M:%S"), used, n, n, players, result))


def main():
    start = datetime.now()
    Init_board()
    computer = ""
    while computer != "X" and computer != "O":
        computer = input("Computer plays (X/O) : ").upper()
    printBoard()
    color = "X"
    while True:
        if check_board():
            result = gameover()
            break
        if not can_move(color):
            print("{} player has no valid move.".format(color))
        elif color == computer:
            computer_move(color)
        elif not human_move(color):
            print("Invalid move.")
            print("Game over.")
            print("{} player wins.".format(computer))
            result = "Human gave up."
            break
        color = other(color)
    saveinfo(start, "computer,human" if computer == "X" else "human,computer", result)


if __name__ == "__main__":
    main()
