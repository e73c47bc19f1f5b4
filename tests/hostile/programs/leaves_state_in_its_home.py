"""Leaves a file in its home folder, for the next game to find."""

from pathlib import Path

import hostile

hostile.remember(Path.home() / "mark")
hostile.play()
