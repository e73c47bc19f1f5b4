"""Prints NUL bytes."""

import sys

import hostile

sys.stdout.buffer.write(b"attempt: \0\0\0 nul\0\n")
sys.stdout.flush()
hostile.play()
