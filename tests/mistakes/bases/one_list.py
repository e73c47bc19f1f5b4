from datetime import datetime

start = datetime.now()
n = int(input("Enter the board dimension: "))
computer = input("Computer plays (X/O) : ")

# square (row, col) is board[row * n + col]
board = ["."] * (n * n)
m = n // 2
board[(m - 1) * n + m - 1] = board[m * n + m] = "O"
board[(m - 1) * n + m] = board[m * n + m - 1] = "X"


def letter(i):
    return chr(ord("a") + i)


def print_board():
    print("  " + " ".join(letter(i) for i in range(n)))
    for i in range(n):
        print(letter(i) + " " + " ".join(board[i * n:i * n + n]))


def flips(square, color):
    if square < 0 or square >= n * n or board[square] != ".":
        return []
    result = []
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            row, col = square // n + x, square % n + y
            line = []
            while 0 <= row < n and 0 <= col < n and board[row * n + col] not in (".", color):
                line.append(row * n + col)
                row, col = row + x, col + y
            if line and 0 <= row < n and 0 <= col < n and board[row * n + col] == color:
                result += line
    return result


def legal_moves(color):
    return [square for square in range(n * n) if flips(square, color)]


def place(square, color):
    for s in flips(square, color) + [square]:
        board[s] = color
    print_board()


def play():
    color, other = "X", "O"
    while legal_moves("X") or legal_moves("O"):
        if not legal_moves(color):
            print(color + " player has no valid move.")
        elif color == computer:
            best = max(legal_moves(color), key=lambda square: len(flips(square, color)))
            print("Computer places " + color + " at " + letter(best // n) + letter(best % n) + ".")
            place(best, color)
        else:
            move = input("Enter move for " + color + " (RowCol): ")
            if len(move) != 2 or not letter(0) <= move[1] < letter(n):
                return other
            square = (ord(move[0]) - ord("a")) * n + ord(move[1]) - ord("a")
            if not flips(square, color):
                return other
            place(square, color)
        color, other = other, color
    return ""


print_board()
winner = play()
x, o = board.count("X"), board.count("O")
if winner:
    print("Invalid move.")
    print("Game over.")
    print(winner + " player wins.")
    result = "Human gave up."
else:
    if x > 0 and o > 0 and "." in board:
        print("Both players have no valid move.")
    print("Game over.")
    print("X : O = %d : %d" % (x, o))
    print("Draw!" if x == o else "X player wins." if x > o else "O player wins.")
    result = "%d to %d" % (x, o)

players = ["computer", "human"] if computer == "X" else ["human", "computer"]
row = [start.strftime("%Y%m%d %H:%M:%S"), str((datetime.now() - start).seconds), "%d*%d" % (n, n)] + players + [result]
with open("reversi.csv", "a") as file:
    file.write(",".join(row) + "\n")
