"""Starts process after process, 300 of them, which do nothing for 20 seconds."""

import os

import hostile

with hostile.attempt(), hostile.held():
    for _ in range(300):
        if os.fork() == 0:
            hostile.hold()
            os._exit(0)
hostile.play()
