"""Ignores every signal that can be ignored, and the end of its input."""

import contextlib
import signal

import hostile

for number in signal.valid_signals():
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)
hostile.say("ignores signals")
while True:
    with contextlib.suppress(EOFError):
        input("Enter the board dimension: ")
