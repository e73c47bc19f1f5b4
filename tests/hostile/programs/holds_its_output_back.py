"""Stops its terminal's output (TCOOFF), so that nothing more can be printed."""

import termios

import hostile

hostile.say("stops the terminal")
termios.tcflow(1, termios.TCOOFF)
hostile.play()
