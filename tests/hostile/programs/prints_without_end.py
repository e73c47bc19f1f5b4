"""Prints line after line without end."""

import hostile

while True:
    hostile.say("more")
