"""Writes better marks into a file of whoever marks."""

from pathlib import Path

import hostile

with hostile.attempt():
    with Path(hostile.TARGETS["folder"], "marks.csv").open("r+") as file:
        file.write("me,70\n")
hostile.play()
