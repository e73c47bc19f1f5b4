import datetime

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WAYS = {"NW": (-1, -1), "N": (-1, 0), "NE": (-1, 1), "W": (0, -1),
        "E": (0, 1), "SW": (1, -1), "S": (1, 0), "SE": (1, 1)}
OTHER = {"X": "O", "O": "X"}


def start(size):
    board = {(row, col): "." for row in range(size) for col in range(size)}
    half = size // 2
    board[half - 1, half - 1] = board[half, half] = "O"
    board[half - 1, half] = board[half, half - 1] = "X"
    return board


def show(board, size):
    print(" ", *LETTERS[:size])
    for row in range(size):
        print(LETTERS[row], *[board[row, col] for col in range(size)])


def discs_on_line(board, row, col, way, color):
    '''the discs that color turns in one direction; what is not in the dict is no disc either'''
    line = []
    dx, dy = WAYS[way]
    row, col = row + dx, col + dy
    while board.get((row, col), ".") == OTHER[color]:
        line.append((row, col))
        row, col = row + dx, col + dy
    if board.get((row, col), ".") == color:
        return line
    return []


def turned(board, row, col, color):
    discs = []
    for way in WAYS:
        discs.extend(discs_on_line(board, row, col, way, color))
    return discs


def legal(board, color):
    '''each legal square and the number of discs that it turns'''
    moves = {}
    for (row, col), sign in board.items():
        if sign == ".":
            discs = turned(board, row, col, color)
            if discs:
                moves[row, col] = len(discs)
    return moves


def best(moves):
    return sorted(moves, key=lambda square: (-moves[square], square))[0]


def put(board, square, color):
    for disc in turned(board, square[0], square[1], color):
        board[disc] = color
    board[square] = color


def read_square(text):
    '''(row, col), or None if the text is no square'''
    if len(text) == 2 and text[0] in LETTERS and text[1] in LETTERS:
        return LETTERS.index(text[0]), LETTERS.index(text[1])
    return None


def main():
    begin = datetime.datetime.now()
    size = int(input("Enter the board dimension: "))
    board = start(size)
    computer = input("Computer plays (X/O) : ").strip().upper()
    show(board, size)

    color = "X"
    invalid = False
    while True:
        moves = legal(board, color)
        if not moves and not legal(board, OTHER[color]):
            break
        if not moves:
            print(f"{color} player has no valid move.")
        else:
            if color == computer:
                square = best(moves)
                print(f"Computer places {color} at {LETTERS[square[0]]}{LETTERS[square[1]]}.")
            else:
                square = read_square(input(f"Enter move for {color} (RowCol): "))
                if square not in moves:
                    invalid = True
                    break
            put(board, square, color)
            show(board, size)
        color = OTHER[color]

    signs = list(board.values())
    x, o = signs.count("X"), signs.count("O")
    if invalid:
        print("Invalid move.")
        print("Game over.")
        print(f"{computer} player wins.")
        result = "Human gave up."
    else:
        if "." in signs and x > 0 and o > 0:
            print("Both players have no valid move.")
        print("Game over.")
        print(f"X : O = {x} : {o}")
        if x == o:
            print("Draw!")
        else:
            print(f"{'X' if x > o else 'O'} player wins.")
        result = f"{x} to {o}"

    players = ["computer", "human"] if computer == "X" else ["human", "computer"]
    seconds = (datetime.datetime.now() - begin).seconds
    row = [begin.strftime("%Y%m%d %H:%M:%S"), str(seconds), f"{size}*{size}", *players, result]
    with open("reversi.csv", "a") as log:
        log.write(",".join(row) + "\n")


main()
