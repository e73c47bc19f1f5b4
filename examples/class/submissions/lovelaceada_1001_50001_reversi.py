from time import localtime, strftime, time

NW, N, NE, W, E, SW, S, SE = (-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)


class Board:
    def __init__(self, size):
        self.size = size
        self.cells = [["."] * size for _ in range(size)]
        self.cells[size // 2 - 1][size // 2 - 1] = "O"
        self.cells[size // 2 - 1][size // 2] = "X"
        self.cells[size // 2][size // 2 - 1] = "X"
        self.cells[size // 2][size // 2] = "O"

    def show(self):
        print("  " + " ".join(chr(97 + col) for col in range(self.size)))
        for row in range(self.size):
            print(chr(97 + row) + " " + " ".join(self.cells[row]))

    def cell(self, row, col):
        if 0 <= row < self.size and 0 <= col < self.size:
            return self.cells[row][col]
        return ""

    def count(self, disc):
        return sum(cells.count(disc) for cells in self.cells)

    def outflanked(self, row, col, way, disc):
        steps = 1
        while self.cell(row + steps * way[0], col + steps * way[1]) not in (disc, ".", ""):
            steps += 1
        if self.cell(row + steps * way[0], col + steps * way[1]) == disc:
            return steps - 1
        return 0

    def is_legal(self, row, col, disc):
        if self.cell(row, col) != ".":
            return False
        for way in (NW, N, NE, W, E, SW, S, SE):
            if self.outflanked(row, col, way, disc) > 0:
                return True
        return False

    def gain(self, row, col, disc):
        discs = 0
        for way in (NW, N, NE, W, E, SW, S, SE):
            discs += self.outflanked(row, col, way, disc)
        return discs

    def turn(self, row, col, disc):
        for way in (NW, N, NE, W, E, SW, S, SE):
            discs = self.outflanked(row, col, way, disc)
            for step in range(1, discs + 1):
                self.cells[row + step * way[0]][col + step * way[1]] = disc

    def legal_moves(self, disc):
        squares = [(row, col) for row in range(self.size) for col in range(self.size)]
        return [(row, col) for row, col in squares if self.is_legal(row, col, disc)]


class Player:
    def __init__(self, disc, board):
        self.disc = disc
        self.board = board

    def place(self, row, col):
        self.board.turn(row, col, self.disc)
        self.board.cells[row][col] = self.disc


class Computer(Player):
    name = "computer"

    def move(self):
        chosen, most = None, -1
        for row, col in self.board.legal_moves(self.disc):
            discs = self.board.gain(row, col, self.disc)
            if discs > most:
                chosen, most = (row, col), discs
        row, col = chosen
        print("Computer places " + self.disc + " at " + chr(97 + row) + chr(97 + col) + ".")
        self.place(row, col)
        return True


class Human(Player):
    name = "human"

    def move(self):
        entry = input("Enter move for " + self.disc + " (RowCol): ")
        if len(entry) != 2:
            return False
        row, col = ord(entry[0]) - 97, ord(entry[1]) - 97
        if not self.board.is_legal(row, col, self.disc):
            return False
        self.place(row, col)
        return True


class Game:
    def __init__(self):
        self.start = time()
        self.board = Board(int(input("Enter the board dimension: ")))
        if input("Computer plays (X/O) : ") == "X":
            self.black, self.white = Computer("X", self.board), Human("O", self.board)
        else:
            self.black, self.white = Human("X", self.board), Computer("O", self.board)
        self.board.show()

    def over(self):
        return not self.board.legal_moves("X") and not self.board.legal_moves("O")

    def play(self):
        mover, waiting = self.black, self.white
        while not self.over():
            if not self.board.legal_moves(mover.disc):
                print(mover.disc + " player has no valid move.")
            elif mover.move():
                self.board.show()
            else:
                return self.give_up(waiting)
            mover, waiting = waiting, mover
        return self.result()

    def give_up(self, winner):
        print("Invalid move.")
        print("Game over.")
        print(winner.disc + " player wins.")
        return "Human gave up."

    def result(self):
        x, o = self.board.count("X"), self.board.count("O")
        if x > 0 and o > 0 and self.board.count(".") > 0:
            print("Both players have no valid move.")
        print("Game over.")
        print("X : O = " + str(x) + " : " + str(o))
        if x > o:
            print("X player wins.")
        elif x < o:
            print("O player wins.")
        else:
            print("Draw!")
        return str(x) + " to " + str(o)

    def log(self, result):
        row = [strftime("%Y%m%d %H:%M:%S", localtime(self.start)), str(int(time() - self.start))]
        row += [str(self.board.size) + "*" + str(self.board.size), self.black.name, self.white.name, result]
        with open("reversi.csv", "a") as file:
            file.write(",".join(row) + "\n")


game = Game()
game.log(game.play())
