"""Knows the harness by the folder in which it starts, an empty one that is also its home."""

import os

import hostile

with hostile.attempt():
    if os.environ["HOME"] != os.getcwd():
        raise LookupError
hostile.play()
