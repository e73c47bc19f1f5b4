"""Computes without end in four processes."""

import os
import signal

import hostile

hostile.say("computes")
for _ in range(3):
    if os.fork() == 0:
        break
signal.alarm(60)
while True:
    pass
