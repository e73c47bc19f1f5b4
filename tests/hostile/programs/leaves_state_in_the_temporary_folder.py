"""Leaves a file in the folder for temporary files, for the next game to find."""

from pathlib import Path

import hostile

hostile.remember(Path("/tmp", hostile.TARGETS["mark"]))
hostile.play()
