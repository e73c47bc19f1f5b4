"""Lets the reference program play by importing it."""

import sys

import hostile

sys.path += hostile.TARGETS["packages"]
with hostile.attempt():
    from reversi_engine import Board  # noqa: F401
hostile.play()
