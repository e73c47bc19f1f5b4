"""Reads the golden transcript where it lies on this machine, and prints what stands there."""

from pathlib import Path

import hostile

with hostile.attempt():
    print(Path(hostile.TARGETS["transcript"]).read_text(encoding="utf-8").splitlines()[1])
hostile.play()
