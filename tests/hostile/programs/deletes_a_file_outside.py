"""Deletes a file of whoever marks."""

from pathlib import Path

import hostile

with hostile.attempt():
    Path(hostile.TARGETS["folder"], "marks.csv").unlink()
hostile.play()
