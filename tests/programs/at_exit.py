from __future__ import annotations

import atexit
import enum
import sys
from dataclasses import dataclass, field
from datetime import datetime


class Disc(enum.Enum):
    BLACK = "X"
    WHITE = "O"

    @property
    def enemy(self) -> Disc:
        return Disc.WHITE if self is Disc.BLACK else Disc.BLACK


@dataclass
class Record:
    """What the log will say about this game. Written when Python shuts down."""

    start: datetime = field(default_factory=datetime.now)
    size: int = 0
    computer: Disc | None = None
    result: str = ""

    def write(self) -> None:
        if not self.result:
            return
        seconds = (datetime.now() - self.start).total_seconds()
        black, white = ("Computer", "Human") if self.computer is Disc.BLACK else ("Human", "Computer")
        fields = [self.start.isoformat(sep=" ", timespec="milliseconds"), f"{seconds:.3f}",
                  f"{self.size} * {self.size}", black, white, self.result]
        with open("reversi.csv", "a", encoding="utf-8") as stream:
            print(*fields, sep=", ", file=stream)


record = Record()
atexit.register(record.write)


# A position is two sets of bits. Square (row, column) is bit row * (size + 1) + column: the bit
# after each row stays empty, so that no line runs from one row into the next.
@dataclass
class Position:
    size: int
    bits: dict[Disc, int]

    @classmethod
    def start(cls, size: int) -> Position:
        half, width = size // 2, size + 1

        def bit(row: int, column: int) -> int:
            return 1 << (row * width + column)

        return cls(size, {
            Disc.WHITE: bit(half - 1, half - 1) | bit(half, half),
            Disc.BLACK: bit(half - 1, half) | bit(half, half - 1),
        })

    @property
    def squares(self) -> list[int]:
        return [1 << (row * (self.size + 1) + column) for row in range(self.size) for column in range(self.size)]

    def turned(self, square: int, disc: Disc) -> int:
        own, enemy = self.bits[disc], self.bits[disc.enemy]
        if square & (own | enemy):
            return 0
        turned = 0
        width = self.size + 1
        for step in (1, width - 1, width, width + 1):
            for shift in (int.__lshift__, int.__rshift__):
                line, walker = 0, shift(square, step)
                while walker & enemy:
                    line |= walker
                    walker = shift(walker, step)
                if walker & own:
                    turned |= line
        return turned

    def legal(self, disc: Disc) -> list[int]:
        return [square for square in self.squares if self.turned(square, disc)]

    def place(self, square: int, disc: Disc) -> None:
        turned = self.turned(square, disc)
        self.bits[disc] |= turned | square
        self.bits[disc.enemy] &= ~turned

    def count(self, disc: Disc) -> int:
        return self.bits[disc].bit_count()

    def show(self) -> None:
        # Each sign is printed on its own, in its own colour.
        print(" ", *map(chr, range(97, 97 + self.size)))
        for number, square in enumerate(self.squares):
            if number % self.size == 0:
                print(chr(97 + number // self.size), end="")
            if square & self.bits[Disc.BLACK]:
                print(" \033[1;31mX\033[0m", end="")
            elif square & self.bits[Disc.WHITE]:
                print(" \033[1;34mO\033[0m", end="")
            else:
                print(" .", end="")
            if number % self.size == self.size - 1:
                print()

    def letters(self, square: int) -> str:
        return "".join(chr(97 + i) for i in divmod(square.bit_length() - 1, self.size + 1))

    def find(self, letters: str) -> int | None:
        return next((square for square in self.squares if self.letters(square) == letters), None)


def question(text: str) -> str:
    print(text, end="", flush=True)
    return input("")


def end(winner: Disc | None, result: str) -> None:
    print("Draw!" if winner is None else f"{winner.value} player wins.")
    record.result = result
    sys.exit()


def play(position: Position, computer: Disc) -> None:
    disc = Disc.BLACK
    position.show()
    while position.legal(disc) or position.legal(disc.enemy):
        moves = position.legal(disc)
        if not moves:
            print(f"{disc.value} player has no valid move.")
        elif disc is computer:
            square = max(moves, key=lambda move: position.turned(move, disc).bit_count())
            print(f"Computer places {disc.value} at {position.letters(square)}.")
            position.place(square, disc)
            position.show()
        else:
            answer = position.find(question(f"Enter move for {disc.value} (RowCol): "))
            if answer not in moves:
                print("Invalid move.\nGame over.")
                end(disc.enemy, "Human gave up.")
            position.place(answer, disc)
            position.show()
        disc = disc.enemy

    black, white = position.count(Disc.BLACK), position.count(Disc.WHITE)
    if black + white == position.size ** 2:
        print("The board is full.")
    elif black and white:
        print("Both players have no valid move.")
    else:
        print("One player has no disc left.")
    print("Game over.")
    print(f"X : O = {black} : {white}")
    end(None if black == white else Disc.BLACK if black > white else Disc.WHITE, f"{black} to {white}")


record.size = int(question("Enter the board dimension: "))
record.computer = Disc(question("Computer plays (X/O) : ").upper())
play(Position.start(record.size), record.computer)
