"""Closes its terminal and does not end."""

import os
import signal

import hostile

hostile.say("closes its output")
os.closerange(0, 3)
signal.pause()
