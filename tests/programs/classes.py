import time


class Board:
    DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))

    def __init__(self, size):
        self.size = size
        self.cells = [["."] * size for _ in range(size)]
        m = size // 2
        self.cells[m - 1][m - 1] = self.cells[m][m] = "O"
        self.cells[m - 1][m] = self.cells[m][m - 1] = "X"

    def __str__(self):
        text = "  "
        for i in range(self.size):
            text += chr(ord("a") + i) + " "
        text += "\n"
        for i in range(self.size):
            text += chr(ord("a") + i) + " "
            for cell in self.cells[i]:
                text += cell + " "
            text += "\n"
        return text

    def count(self, color):
        return sum(row.count(color) for row in self.cells)

    def is_full(self):
        return self.count(".") == 0

    def inside(self, row, col):
        return 0 <= row < self.size and 0 <= col < self.size

    def captured(self, row, col, color):
        if not self.inside(row, col) or self.cells[row][col] != ".":
            return []
        captured = []
        for dr, dc in self.DIRECTIONS:
            line = []
            r, c = row + dr, col + dc
            while self.inside(r, c) and self.cells[r][c] not in (".", color):
                line.append((r, c))
                r, c = r + dr, c + dc
            if self.inside(r, c) and self.cells[r][c] == color:
                captured.extend(line)
        return captured

    def legal_moves(self, color):
        squares = [(row, col) for row in range(self.size) for col in range(self.size)]
        return [(row, col) for row, col in squares if self.captured(row, col, color)]

    def place(self, row, col, color):
        for r, c in self.captured(row, col, color):
            self.cells[r][c] = color
        self.cells[row][col] = color


class Player:
    def __init__(self, name, color):
        self.name = name
        self.color = color


class Computer(Player):
    def __init__(self, color):
        super().__init__("computer", color)

    def choose(self, board):
        moves = board.legal_moves(self.color)
        scores = [len(board.captured(row, col, self.color)) for row, col in moves]
        row, col = moves[scores.index(max(scores))]
        print(f"Computer places {self.color} at {chr(ord('a') + row)}{chr(ord('a') + col)}.")
        return row, col


class Human(Player):
    def __init__(self, color):
        super().__init__("human", color)

    def choose(self, board):
        answer = input(f"Enter move for {self.color} (RowCol): ")
        if len(answer) != 2:
            return None
        row, col = ord(answer[0]) - ord("a"), ord(answer[1]) - ord("a")
        if (row, col) not in board.legal_moves(self.color):
            return None
        return row, col


class Game:
    def __init__(self):
        self.start = time.time()
        self.board = Board(int(input("Enter the board dimension: ")))
        if input("Computer plays (X/O) : ").upper() == "X":
            self.players = [Computer("X"), Human("O")]
        else:
            self.players = [Human("X"), Computer("O")]

    def run(self):
        print(self.board)
        turn = 0
        while not self.is_over():
            player, opponent = self.players[turn], self.players[1 - turn]
            turn = 1 - turn
            if not self.board.legal_moves(player.color):
                print(f"{player.color} player has no valid move.")
                continue
            move = player.choose(self.board)
            if move is None:
                print("Invalid move.")
                print("Game over.")
                print(f"{opponent.color} player wins.")
                return "Human gave up."
            self.board.place(*move, player.color)
            print(self.board)
        return self.result()

    def is_over(self):
        return not self.board.legal_moves("X") and not self.board.legal_moves("O")

    def result(self):
        x, o = self.board.count("X"), self.board.count("O")
        if x > 0 and o > 0 and not self.board.is_full():
            print("Both players have no valid move.")
        print("Game over.")
        print(f"X : O = {x} : {o}")
        if x > o:
            print("X player wins.")
        elif o > x:
            print("O player wins.")
        else:
            print("Draw!")
        return f"{x} to {o}"

    def save(self, result):
        date = time.strftime("%Y%m%d %H:%M:%S", time.localtime(self.start))
        seconds = int(time.time() - self.start)
        size = f"{self.board.size}*{self.board.size}"
        names = f"{self.players[0].name},{self.players[1].name}"
        with open("Reversi.csv", "a") as file:
            file.write(f"{date},{seconds},{size},{names},{result}\n")


if __name__ == "__main__":
    game = Game()
    game.save(game.run())
