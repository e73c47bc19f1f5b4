"""Prints bytes that are text in no encoding."""

import sys

import hostile

sys.stdout.buffer.write(b"attempt: \xff\xfe\xc0\x80\xed\xa0\x80\xf8\x80 bytes\n")
sys.stdout.flush()
hostile.play()
