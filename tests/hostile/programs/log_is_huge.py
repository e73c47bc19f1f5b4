"""Appends 100 MB to the log."""

import hostile

hostile.play()
with open("reversi.csv", "ab") as file:
    for _ in range(100):
        file.write(b"20181105 23:24:46,125,4*4,computer,human,1 to 15\n" * 20_000)
