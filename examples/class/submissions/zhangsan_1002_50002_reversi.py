import datetime
import time

DIRECTION = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
SIGN = {1: 'X', -1: 'O', 0: '.'}    # 1 is black, -1 is white, 0 is empty


def printBoard():
    print(' ', end='')
    for j in range(l):
        print(' ' + chr(97 + j), end='')
    print()
    for i in range(l):
        print(chr(97 + i), end='')
        for j in range(l):
            print(' ' + SIGN[board[i][j]], end='')
        print()


def inside(row, col):
    return 0 <= row < l and 0 <= col < l


def check_legal_move(row, col, color):
    '''how many discs are turned, 0 if the move is not legal'''
    score = 0
    for dx, dy in DIRECTION:
        z = 1
        while inside(row + z * dx, col + z * dy) and board[row + z * dx][col + z * dy] == -color:
            z += 1
        if inside(row + z * dx, col + z * dy) and board[row + z * dx][col + z * dy] == color:
            score += z - 1
    return score


def find_moves(color):
    legal = []
    for i in range(l):
        for j in range(l):
            if board[i][j] == 0:
                score = check_legal_move(i, j, color)
                if score > 0:
                    legal.append([i, j, score])
    legal.sort(key=lambda move: move[1])
    legal.sort(key=lambda move: move[0], reverse=True)
    legal.sort(key=lambda move: move[2], reverse=True)
    return legal


def place(row, col, color):
    board[row][col] = color
    for dx, dy in DIRECTION:
        z = 1
        while inside(row + z * dx, col + z * dy) and board[row + z * dx][col + z * dy] == -color:
            z += 1
        if inside(row + z * dx, col + z * dy) and board[row + z * dx][col + z * dy] == color:
            for k in range(1, z):
                board[row + k * dx][col + k * dy] = color


time1 = datetime.datetime.now().strftime('%Y%m%d %H:%M:%S')
time2 = time.time()

l = int(input('Enter the board dimension: '))
board = [[0] * l for i in range(l)]
board[l // 2 - 1][l // 2 - 1] = board[l // 2][l // 2] = -1
board[l // 2 - 1][l // 2] = board[l // 2][l // 2 - 1] = 1

if input('Computer plays (X/O) : ') in ('X', 'x'):
    computer = 1
    players = 'computer,human'
else:
    computer = -1
    players = 'human,computer'
printBoard()

color = 1
while True:
    legal = find_moves(color)
    if legal == [] and find_moves(-color) == []:
        break

    if legal == []:
        print(SIGN[color] + ' player has no valid move.')
        color = -color
        continue

    if color == computer:
        row, col, score = legal[0]
        print('Computer places ' + SIGN[color] + ' at ' + chr(97 + row) + chr(97 + col) + '.')
    else:
        answer = input('Enter move for ' + SIGN[color] + ' (RowCol): ')
        squares = [chr(97 + i) + chr(97 + j) for i, j, score in legal]
        if answer not in squares:
            print('Invalid move.')
            break
        row = ord(answer[0]) - 97
        col = ord(answer[1]) - 97

    place(row, col, color)
    printBoard()
    color = -color

black = sum(line.count(1) for line in board)
white = sum(line.count(-1) for line in board)
if legal != []:     # the human's move was not legal
    print('Game over.')
    print(SIGN[-color] + ' player wins.')
    result = 'Human gave up.'
else:
    if black > 0 and white > 0 and black + white < l * l:
        print('Both players have no valid move.')
    print('Game over.')
    print('X : O = ' + str(black) + ' : ' + str(white))
    if black > white:
        print('X player wins.')
    elif black < white:
        print('O player wins.')
    else:
        print('Draw!')
    result = str(black) + ' to ' + str(white)

f = open('reversi.csv', 'a')
f.write(time1 + ',' + str(int(time.time() - time2)) + ',' + str(l) + '*' + str(l) + ',' + players + ',' + result + '\n')
f.close()
