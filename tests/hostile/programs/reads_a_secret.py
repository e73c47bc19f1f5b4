"""Reads a file of whoever marks and prints it."""

import hostile

with hostile.attempt(), open(hostile.TARGETS["secret_file"]) as file:
    print(file.read())
hostile.play()
