"""Leaves a file in the folder of its own code, for the next game to find."""

import hostile

hostile.remember(hostile.HERE / "mark")
hostile.play()
