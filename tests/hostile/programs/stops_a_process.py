"""Stops a process of whoever marks, which then hangs."""

import os
import signal

import hostile

with hostile.attempt():
    os.kill(hostile.TARGETS["process"], signal.SIGSTOP)
hostile.play()
