"""Kills a process of whoever marks."""

import os
import signal

import hostile

with hostile.attempt():
    os.kill(hostile.TARGETS["process"], signal.SIGKILL)
hostile.play()
