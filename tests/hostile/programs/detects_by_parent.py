"""Looks for the harness among the processes."""

import hostile

with hostile.attempt():
    next(hostile.find_processes(hostile.TARGETS["harness"]))
hostile.play()
