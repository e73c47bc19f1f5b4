import sys
import time


def ask(question):
    sys.stdout.write(question)
    sys.stdout.flush()
    return sys.stdin.readline().strip()


def say(text):
    sys.stdout.write(text + '\n')
    sys.stdout.flush()


# The board has a border of '#', so that a search never runs off it:
# row a, column a is board[1][1].
def make_board(n):
    board = [['#'] * (n + 2)]
    for i in range(n):
        board.append(['#'] + ['.'] * n + ['#'])
    board.append(['#'] * (n + 2))
    h = n // 2
    board[h][h] = board[h + 1][h + 1] = 'O'
    board[h][h + 1] = board[h + 1][h] = 'X'
    return board


def print_board(board):
    n = len(board) - 2
    say('  ' + ' '.join(chr(96 + j) for j in range(1, n + 1)))
    for i in range(1, n + 1):
        say(chr(96 + i) + ' ' + ' '.join(board[i][1:n + 1]))


def turned(board, i, j, color, enemy):
    if board[i][j] != '.':
        return []
    found = []
    for di in (-1, 0, 1):
        for dj in (-1, 0, 1):
            run = []
            r, c = i + di, j + dj
            while board[r][c] == enemy:
                run.append((r, c))
                r += di
                c += dj
            if board[r][c] == color:
                found.extend(run)
    return found


def best_square(board, color, enemy):
    '''the square that turns most discs, None without a legal move'''
    n = len(board) - 2
    best, most = None, 0
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            number = len(turned(board, i, j, color, enemy))
            if number > most:
                best, most = (i, j), number
    return best


def place(board, i, j, color, enemy):
    for r, c in turned(board, i, j, color, enemy):
        board[r][c] = color
    board[i][j] = color
    print_board(board)


def read_square(board, color, enemy):
    '''the square typed by the human, None if it is not legal'''
    text = ask('Enter move for ' + color + ' (RowCol): ')
    n = len(board) - 2
    if len(text) != 2:
        return None
    i, j = ord(text[0]) - 96, ord(text[1]) - 96
    if i < 1 or i > n or j < 1 or j > n or not turned(board, i, j, color, enemy):
        return None
    return i, j


def score(board):
    x = sum(row.count('X') for row in board)
    o = sum(row.count('O') for row in board)
    n = len(board) - 2
    if x > 0 and o > 0 and x + o < n * n:
        say('Both players have no valid move.')
    say('Game over.')
    say('X : O = %d : %d' % (x, o))
    if x > o:
        say('X player wins.')
    elif o > x:
        say('O player wins.')
    else:
        say('Draw!')
    return '%d to %d' % (x, o)


def play(board, computer):
    color, enemy = 'X', 'O'
    while True:
        square = best_square(board, color, enemy)
        if square is None and best_square(board, enemy, color) is None:
            return score(board)
        if square is None:
            say(color + ' player has no valid move.')
        elif color == computer:
            say('Computer places %s at %s%s.' % (color, chr(96 + square[0]), chr(96 + square[1])))
            place(board, square[0], square[1], color, enemy)
        else:
            square = read_square(board, color, enemy)
            if square is None:
                say('Invalid move.')
                say('Game over.')
                say(enemy + ' player wins.')
                return 'Human gave up.'
            place(board, square[0], square[1], color, enemy)
        color, enemy = enemy, color


start = time.time()
n = int(ask('Enter the board dimension: '))
computer = ask('Computer plays (X/O) : ')
board = make_board(n)
print_board(board)
result = play(board, computer)
log = open('reversi.csv', 'a')
log.write(time.strftime('%Y%m%d %H:%M:%S,', time.localtime(start)))
log.write('%d,%d*%d,' % (time.time() - start, n, n))
log.write('computer,human,' if computer == 'X' else 'human,computer,')
log.write(result + '\n')
log.close()
