"""Waits for input and never takes it."""

import select
import signal

import hostile

print("Enter the board dimension: ", end="", flush=True)
assert hostile.TARGETS
select.select([0], [], [])
signal.pause()
