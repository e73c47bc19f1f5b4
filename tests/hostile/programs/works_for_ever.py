"""Computes without end."""

import hostile

hostile.say("computes")
while True:
    pass
