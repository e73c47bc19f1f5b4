"""Kills its own group of processes, and whoever else may be in it."""

import os
import signal

import hostile

hostile.say("kill(0)")
os.kill(0, signal.SIGKILL)
