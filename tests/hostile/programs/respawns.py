"""Leaves a process behind that lives for a moment only, each time in a new copy of itself."""

import os
import time

import hostile

hostile.play()
if os.fork() == 0:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        os.setsid()
        if os.fork():
            os._exit(0)
    os._exit(0)
os.wait()
