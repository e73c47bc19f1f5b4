"""Stops itself before the first question."""

import os
import signal

import hostile

hostile.say("stops")
os.kill(os.getpid(), signal.SIGSTOP)
