"""Looks for the harness among the processes and sends it a signal, a harmless one."""

import os
import signal

import hostile

with hostile.attempt():
    os.kill(next(hostile.find_processes(hostile.TARGETS["harness"])), signal.SIGCONT)
hostile.play()
