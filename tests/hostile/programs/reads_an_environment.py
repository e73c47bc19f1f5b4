"""Looks for secrets in the environment of every process that it can see."""

import contextlib
from pathlib import Path

import hostile

with hostile.attempt():
    name = hostile.TARGETS["variable"].encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            found = [each for each in path.read_bytes().split(b"\0") if each.startswith(name)]
            if found:
                print(found[0].decode())
                break
    else:
        raise LookupError
hostile.play()
