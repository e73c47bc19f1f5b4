"""Captured sessions: text that somebody pasted, redirected or recorded, judged without running.

`decoding` makes text of bytes, `cast` takes it out of asciinema's recordings, `surroundings` leaves
out what is not the program's, `splitting` finds what was typed, and `sessions` makes of it what the
referee judges. Nothing here opens a file or starts a program.
"""

__all__ = ["CaptureError"]


class CaptureError(ValueError):
    """A capture in which no session can be read; the message says what is missing, and where."""
