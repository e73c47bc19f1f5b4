"""Leaves 3,000 empty files."""

import hostile

hostile.play()
for number in range(3_000):
    open(f"part-{number}", "w").close()
