"""Prints a line of 100 MB."""

import sys

import hostile

hostile.say("a long line")
for _ in range(100):
    sys.stdout.write("no end " * 150_000)
    sys.stdout.flush()
