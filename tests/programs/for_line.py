#!/usr/bin/env python3
# Reversi with the main program turned inside out: `session()` is a generator that yields what is
# to be shown and is sent the next line. The loop at the bottom is all that knows of a terminal.
import sys
import time
from itertools import product, takewhile

COMPASS = [d for d in product((-1, 0, 1), repeat=2) if any(d)]


def squares(n):
    return list(product(range(n), repeat=2))


def spell(square):
    return "".join(chr(ord("a") + k) for k in square)


def walk(n, square, direction):
    (r, c), (dr, dc) = square, direction
    for k in range(1, n):
        there = r + k * dr, c + k * dc
        if not (0 <= there[0] < n and 0 <= there[1] < n):
            return
        yield there


def outflanked(n, discs, square, colour):
    if square in discs:
        return set()
    found = set()
    for direction in COMPASS:
        path = list(walk(n, square, direction))
        enemies = list(takewhile(lambda s: discs.get(s, colour) != colour, path))
        behind = path[len(enemies)] if len(enemies) < len(path) else None
        if discs.get(behind) == colour:
            found.update(enemies)
    return found


def legal(n, discs, colour):
    return [s for s in squares(n) if outflanked(n, discs, s, colour)]


def picture(n, discs):
    lines = ["  " + " ".join(spell((k,)) for k in range(n))]
    for r in range(n):
        lines.append(spell((r,)) + " " + " ".join(discs.get((r, c), ".") for c in range(n)))
    return "\n" + "\n".join(lines) + "\n\n"


def session(log):
    n = int((yield "Enter the board dimension:\n"))
    computer = "X" if (yield "Computer plays (X/O):\n").strip().lower() == "x" else "O"
    log["size"], log["black"] = n, "computer" if computer == "X" else "human"
    log["white"] = "human" if computer == "X" else "computer"
    h = n // 2
    discs = {(h - 1, h - 1): "O", (h - 1, h): "X", (h, h - 1): "X", (h, h): "O"}
    show = picture(n, discs)
    colour, other = "X", "O"
    while True:
        moves = legal(n, discs, colour)
        if not moves and not legal(n, discs, other):
            break
        if not moves:
            show += f"{colour} player has no valid move.\n"
            colour, other = other, colour
            continue
        if colour == computer:
            # sorted() is stable: equals stay in the order of rows and columns
            square = sorted(moves, key=lambda s: -len(outflanked(n, discs, s, colour)))[0]
            show += f"computer places {colour} at {spell(square)}.\n"
        else:
            text = (yield show + f"Enter move for {colour} (RowCol):\n").strip()
            show = ""
            square = next((s for s in moves if spell(s) == text), None)
            if square is None:
                log["result"] = "gave up"
                yield f"Invalid move.\n\nGame over.\n{other} player wins.\n"
                return
        for s in outflanked(n, discs, square, colour) | {square}:
            discs[s] = colour
        show += picture(n, discs)
        colour, other = other, colour

    signs = list(discs.values())
    x, o = signs.count("X"), signs.count("O")
    if x and o and x + o < n * n:
        show += "Both players have no valid move.\n"
    log["result"] = f"{x} to {o}"
    winner = "Draw!" if x == o else f"{'X' if x > o else 'O'} player wins."
    yield f"{show}\nGame over.\nX : O = {x} : {o}\n{winner}\n"


log = {"start": time.time()}
game = session(log)
print(next(game), end="", flush=True)
for line in sys.stdin:
    print(game.send(line), end="", flush=True)
    if "result" in log:
        break

with open("reversi.csv", "a") as f:
    stamp = time.strftime("%d.%m.%Y %H:%M:%S", time.localtime(log["start"]))
    seconds = int(time.time() - log["start"])
    f.write(f"{stamp},{seconds},{log['size']}*{log['size']},{log['black']},{log['white']},{log['result']}\n")
