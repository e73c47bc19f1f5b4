"""Writes one file of 100 MB."""

import hostile

with hostile.attempt(), open("big", "wb") as file:
    for _ in range(100):
        file.write(bytes(1_000_000))
        file.flush()
hostile.play()
