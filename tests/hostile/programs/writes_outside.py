"""Leaves a file in a folder of whoever marks."""

from pathlib import Path

import hostile

with hostile.attempt():
    Path(hostile.TARGETS["folder"], "visitor.txt").write_text("I was here")
hostile.play()
