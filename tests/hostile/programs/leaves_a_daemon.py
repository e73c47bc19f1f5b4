"""Leaves a process behind that has left its session, its terminal and its folder."""

import os
import signal

import hostile

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        os.closerange(0, 3)
        signal.alarm(60)
        signal.pause()
    os._exit(0)
os.wait()
hostile.play()
