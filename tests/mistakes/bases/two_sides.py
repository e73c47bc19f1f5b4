import time

d = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
abc = "abcdefghijklmnopqrstuvwxyz"


def show():
    print(" ", *abc[:n])
    for i in range(n):
        print(abc[i], *b[i])


def turned(i, j, me, you):
    t = []
    if b[i][j] == ".":
        for x, y in d:
            k = 1
            while 0 <= i + k * x < n and 0 <= j + k * y < n and b[i + k * x][j + k * y] == you:
                k += 1
            if 0 <= i + k * x < n and 0 <= j + k * y < n and b[i + k * x][j + k * y] == me:
                t += [(i + m * x, j + m * y) for m in range(1, k)]
    return t


def moves(me, you):
    return [(i, j) for i in range(n) for j in range(n) if turned(i, j, me, you)]


def put(i, j, me, you):
    for r, c in turned(i, j, me, you):
        b[r][c] = me
    b[i][j] = me
    show()


def human(me, you):
    '''True if the move was legal'''
    s = input("Enter move for " + me + " (RowCol): ")
    if len(s) != 2 or s[0] not in abc or s[1] not in abc:
        return False
    i, j = abc.index(s[0]), abc.index(s[1])
    if (i, j) not in moves(me, you):
        return False
    put(i, j, me, you)
    return True


t0 = time.time()
n = int(input("Enter the board dimension: "))
b = [["."] * n for i in range(n)]
b[n // 2 - 1][n // 2 - 1] = b[n // 2][n // 2] = "O"
b[n // 2 - 1][n // 2] = b[n // 2][n // 2 - 1] = "X"
side = input("Computer plays (X/O) : ")
show()
gave_up = False

if side == "X":
    names = "computer,human"
    while moves("X", "O") or moves("O", "X"):
        # X: computer
        if moves("X", "O"):
            best = moves("X", "O")[0]
            for i, j in moves("X", "O"):
                if len(turned(i, j, "X", "O")) > len(turned(best[0], best[1], "X", "O")):
                    best = (i, j)
            print("Computer places X at " + abc[best[0]] + abc[best[1]] + ".")
            put(best[0], best[1], "X", "O")
        else:
            print("X player has no valid move.")
        # O: human
        if moves("O", "X"):
            if not human("O", "X"):
                gave_up = True
                break
        elif moves("X", "O"):
            print("O player has no valid move.")
else:
    names = "human,computer"
    while moves("X", "O") or moves("O", "X"):
        # X: human
        if moves("X", "O"):
            if not human("X", "O"):
                gave_up = True
                break
        else:
            print("X player has no valid move.")
        # O: computer
        if moves("O", "X"):
            best = moves("O", "X")[0]
            for i, j in moves("O", "X"):
                if len(turned(i, j, "O", "X")) > len(turned(best[0], best[1], "O", "X")):
                    best = (i, j)
            print("Computer places O at " + abc[best[0]] + abc[best[1]] + ".")
            put(best[0], best[1], "O", "X")
        elif moves("X", "O"):
            print("O player has no valid move.")

x = sum(row.count("X") for row in b)
o = sum(row.count("O") for row in b)
if gave_up:
    print("Invalid move.")
    print("Game over.")
    print(side + " player wins.")
    score = "Human gave up."
else:
    if x > 0 and o > 0 and x + o < n * n:
        print("Both players have no valid move.")
    print("Game over.")
    print("X : O =", x, ":", o)
    if x > o:
        print("X player wins.")
    elif o > x:
        print("O player wins.")
    else:
        print("Draw!")
    score = str(x) + " to " + str(o)

with open("reversi.csv", "a") as f:
    f.write(time.strftime("%Y%m%d %H:%M:%S", time.localtime(t0)) + "," + str(int(time.time() - t0)) + ",")
    f.write(str(n) + "*" + str(n) + "," + names + "," + score + "\n")
