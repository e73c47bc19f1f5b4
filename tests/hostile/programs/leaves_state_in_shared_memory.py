"""Leaves a file in shared memory, for the next game to find."""

from pathlib import Path

import hostile

hostile.remember(Path("/dev/shm", hostile.TARGETS["mark"]))
hostile.play()
