"""Leaves a child that keeps the terminal open and heeds no hang-up."""

import os
import signal

import hostile

signal.signal(signal.SIGHUP, signal.SIG_IGN)
if os.fork() == 0:
    signal.alarm(60)
    signal.pause()
hostile.play()
