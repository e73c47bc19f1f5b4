import time

direction = ((-1, -1), (-1, 0), (-1, 1),    # NW, N, NE
             (0, -1), (0, 1),               # W, E
             (1, -1), (1, 0), (1, 1))       # SW, S, SE

board = []


def init_board():
    n = int(input("Enter the board dimension: "))
    while n % 2 == 1 or n < 4 or n > 26:
        print("The dimension must be even, from 4 to 26.")
        n = int(input("Enter the board dimension: "))
    for row in range(n):
        board.append(["."] * n)
    m = n // 2
    board[m - 1][m - 1] = "O"
    board[m - 1][m] = "X"
    board[m][m - 1] = "X"
    board[m][m] = "O"


def print_board():
    letters = [chr(ord("a") + i) for i in range(len(board))]
    print("  " + " ".join(letters))
    for row in range(len(board)):
        print(letters[row] + " " + " ".join(board[row]))


def opponent(color):
    if color == "X":
        return "O"
    return "X"


def on_board(row, col):
    return 0 <= row < len(board) and 0 <= col < len(board)


def count(color):
    return sum(row.count(color) for row in board)


def check_legal_move(row, col, color):
    if not on_board(row, col):
        return False
    if board[row][col] != ".":
        return False
    for x, y in direction:
        r = row + x
        c = col + y
        between = 0
        while on_board(r, c) and board[r][c] == opponent(color):
            between += 1
            r += x
            c += y
        if between > 0 and on_board(r, c) and board[r][c] == color:
            return True
    return False


def has_move(color):
    for row in range(len(board)):
        for col in range(len(board)):
            if check_legal_move(row, col, color):
                return True
    return False


def flip(row, col, color):
    for x, y in direction:
        line = []
        i, j = row + x, col + y
        while on_board(i, j) and board[i][j] == opponent(color):
            line.append((i, j))
            i, j = i + x, j + y
        if on_board(i, j) and board[i][j] == color:
            for r, c in line:
                board[r][c] = color


def position_score(row, col, color):
    score = 0
    for x, y in direction:
        k = 1
        while on_board(row + k * x, col + k * y) and board[row + k * x][col + k * y] == opponent(color):
            k += 1
        if on_board(row + k * x, col + k * y) and board[row + k * x][col + k * y] == color:
            score += k - 1
    return score


def computer_move(color):
    best_score = 0
    best = None
    for row in range(len(board)):
        for col in range(len(board)):
            if check_legal_move(row, col, color):
                score = position_score(row, col, color)
                if score > best_score:
                    best_score = score
                    best = (row, col)
    row, col = best
    board[row][col] = color
    flip(row, col, color)
    square = chr(ord("a") + row) + chr(ord("a") + col)
    print("Computer places " + color + " at " + square + ".")
    print_board()


def human_move(color):
    move = input("Enter move for " + color + " (RowCol): ")
    if len(move) != 2:
        return False
    row = ord(move[0]) - ord("a")
    col = ord(move[1]) - ord("a")
    if not check_legal_move(row, col, color):
        return False
    board[row][col] = color
    flip(row, col, color)
    print_board()
    return True


def check_board():
    if count(".") == 0:
        return "full"
    if count("X") == 0 or count("O") == 0:
        return "wiped out"
    if not has_move("X") and not has_move("O"):
        return "stuck"
    return ""


def gameover(reason):
    if reason == "stuck":
        print("Both players have no valid move.")
    black = count("X")
    white = count("O")
    print("Game over.")
    print("X : O =", black, ":", white)
    if black > white:
        print("X player wins.")
    elif white > black:
        print("O player wins.")
    else:
        print("Draw!")
    return str(black) + " to " + str(white)


def give_up(human):
    print("Invalid move.")
    print("Game over.")
    print(opponent(human) + " player wins.")
    return "Human gave up."


def play(computer):
    color = "X"
    while True:
        reason = check_board()
        if reason != "":
            return gameover(reason)
        if not has_move(color):
            print(color + " player has no valid move.")
        elif color == computer:
            computer_move(color)
        elif not human_move(color):
            return give_up(color)
        color = opponent(color)


def saveinfo(start, computer, result):
    date = time.strftime("%Y%m%d %H:%M:%S", time.localtime(start))
    seconds = int(time.time() - start)
    size = str(len(board)) + "*" + str(len(board))
    black, white = "human", "computer"
    if computer == "X":
        black, white = "computer", "human"
    file = open("reversi.csv", "a")
    file.write(date + "," + str(seconds) + "," + size + "," + black + "," + white + "," + result + "\n")
    file.close()


def main():
    start = time.time()
    init_board()
    computer = input("Computer plays (X/O) : ").upper()
    print_board()
    result = play(computer)
    saveinfo(start, computer, result)


main()
