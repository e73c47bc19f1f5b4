"""Takes 512 MB of memory in 16 processes, 32 MB in each."""

import os

import hostile

with hostile.attempt(), hostile.held():
    for _ in range(16):
        if os.fork() == 0:
            taken = bytearray(b"x") * (32 << 20)
            hostile.hold()
            os._exit(0)
hostile.play()
