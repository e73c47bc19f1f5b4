"""Becomes the reference program where that is installed."""

import os

import hostile

try:
    os.execv(hostile.TARGETS["engine"], ["reversi-engine"])
except OSError as error:
    hostile.say(f"refused: {type(error).__name__} {error.errno}")
