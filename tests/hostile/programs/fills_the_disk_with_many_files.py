"""Writes a hundred files of 1 MB."""

import hostile

with hostile.attempt(), hostile.held():
    for number in range(100):
        with open(f"part-{number}", "wb") as file:
            file.write(bytes(1_000_000))
hostile.play()
