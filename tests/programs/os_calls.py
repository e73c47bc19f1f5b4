"""
REVERSI
Everything that belongs to one turn is collected in `out` and goes to the screen
with ONE os.write, so that the board does not flicker.
"""
import os
import time

STDIN, STDOUT = 0, 1
EMPTY, BLACK, WHITE = 0, 1, -1
SIGN = {EMPTY: ".", BLACK: "X", WHITE: "O"}

out = []


def emit(text):
    out.append(text)


def flush():
    data = "".join(out).encode()
    out.clear()
    while data:
        data = data[os.write(STDOUT, data):]


def ask(question):
    emit(question)
    flush()
    return os.read(STDIN, 1024).decode(errors="replace").strip()


def name(index):
    return chr(97 + index // N) + chr(97 + index % N)


def setup():
    cells = [EMPTY] * (N * N)
    upper = (N // 2 - 1) * N + N // 2 - 1
    lower = upper + N
    cells[upper], cells[upper + 1] = WHITE, BLACK
    cells[lower], cells[lower + 1] = BLACK, WHITE
    return cells


def draw(cells):
    emit("  " + " ".join(chr(97 + k) for k in range(N)) + "\n")
    for r in range(N):
        emit(chr(97 + r) + " " + " ".join(SIGN[c] for c in cells[r * N:r * N + N]) + "\n")


def ray(index, down, right):
    """The squares seen from a square in one direction, near to far."""
    r, c = divmod(index, N)
    while True:
        r += down
        c += right
        if r not in range(N) or c not in range(N):
            return
        yield r * N + c


def gain(cells, index, side):
    if cells[index] != EMPTY:
        return []
    total = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down == right == 0:
                continue
            chain = []
            for square in ray(index, down, right):
                if cells[square] == -side:
                    chain.append(square)
                    continue
                if cells[square] == side:
                    total += chain
                break
    return total


def options(cells, side):
    result = {}
    for index in range(N * N):
        chain = gain(cells, index, side)
        if chain:
            result[index] = chain
    return result


def read_move(side):
    text = ask("Enter move for %s (RowCol): " % SIGN[side])
    if len(text) != 2:
        return -1
    r, c = (ord(letter) - 97 for letter in text)
    return r * N + c if 0 <= r < N and 0 <= c < N else -1


def write_log(what):
    # "\r\n", because the file is opened with Excel afterwards
    row = "%s,%d,%d*%d,%s,%s\r\n" % (
        time.strftime("%Y%m%d %H:%M:%S", time.localtime(began)), time.time() - began, N, N,
        "computer,human" if machine == BLACK else "human,computer", what)
    log = os.open("Reversi.csv", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.write(log, row.encode("ascii"))
    os.close(log)


began = time.time()
N = int(ask("Enter the board dimension: "))
machine = BLACK if ask("Computer plays (X/O) : ") in "Xx" else WHITE
board = setup()
draw(board)
side = BLACK
log = None
while log is None:
    squares = options(board, side)
    if not squares and not options(board, -side):
        black, white = board.count(BLACK), board.count(WHITE)
        log = "%d to %d" % (black, white)
        if black and white and EMPTY in board:
            emit("Both players have no valid move.\n")
        emit("Game over.\nX : O = %d : %d\n" % (black, white))
        emit({True: "X player wins.\n", False: "O player wins.\n"}[black > white] if black != white else "Draw!\n")
        break
    if not squares:
        emit("%s player has no valid move.\n" % SIGN[side])
        side = -side
        continue
    if side == machine:
        move = max(squares, key=lambda index: (len(squares[index]), -index))
        emit("Computer places %s at %s.\n" % (SIGN[side], name(move)))
    else:
        move = read_move(side)
        if move not in squares:
            log = "Human gave up."
            emit("Invalid move.\nGame over.\n%s player wins.\n" % SIGN[-side])
            break
    for index in squares[move] + [move]:
        board[index] = side
    draw(board)
    side = -side

write_log(log)
flush()
os._exit(0)
