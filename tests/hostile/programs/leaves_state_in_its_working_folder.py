"""Leaves a file in its working folder, for the next game to find."""

from pathlib import Path

import hostile

hostile.remember(Path("mark"))
hostile.play()
