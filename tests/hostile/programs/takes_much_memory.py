"""Takes 512 MB of memory."""

import hostile

taken = []
with hostile.attempt(), hostile.held():
    for _ in range(32):
        taken.append(bytearray(b"x") * (16 << 20))
taken.clear()
hostile.play()
