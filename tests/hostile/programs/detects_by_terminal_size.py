"""Knows the harness by the size of its terminal."""

import os

import hostile

with hostile.attempt():
    if os.get_terminal_size() != (200, 50):
        raise LookupError
hostile.play()
