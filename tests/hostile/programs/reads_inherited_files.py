"""Reads whatever files the harness itself was started with."""

import contextlib
import os

import hostile

with hostile.attempt():
    found = b""
    for descriptor in range(3, 256):
        with contextlib.suppress(OSError):
            found += os.pread(descriptor, 100, 0)
    if not found:
        raise LookupError
    print(found)
hostile.play()
