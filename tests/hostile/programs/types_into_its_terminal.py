"""Types into its terminal as if whoever marks had typed (TIOCSTI)."""

import fcntl
import termios

import hostile

with hostile.attempt():
    for character in b"typed by the program\n":
        fcntl.ioctl(0, termios.TIOCSTI, bytes([character]))
    input()
hostile.play()
