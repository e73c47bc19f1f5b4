"""Says nothing and does nothing."""

import signal

import hostile

hostile.say("waits for nothing")
signal.pause()
