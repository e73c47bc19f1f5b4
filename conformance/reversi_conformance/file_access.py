"""How files are opened and locked, as far as this system can: POSIX and Windows differ in both.

Knows nothing of what is in them.
"""

import os
import sys
from typing import Final


def _flags(*names: str) -> int:
    flags = 0
    for name in names:
        flags |= getattr(os, name, 0)
    return flags


READING: Final = _flags("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
"""For a file that a stranger made: no link is followed, and no pipe or device holds anybody up."""
CREATING: Final = _flags("O_WRONLY", "O_CREAT", "O_EXCL", "O_CLOEXEC", "O_BINARY")
"""For a file that must not be there yet."""
LOOKING: Final = _flags("O_WRONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")
"""For a file that is to be locked, and perhaps removed."""
KEEPING: Final = _flags("O_RDWR", "O_CREAT", "O_CLOEXEC", "O_BINARY")
"""For a file that is there to be locked."""


def lock(descriptor: int, *, waits: bool) -> None:
    """Keep others out of an open file until it is closed.

    Raises `BlockingIOError` where somebody else does and nobody `waits`, which on Windows nobody
    can, and `OSError` where the file system knows no locks.
    """
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - there alone

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from None
    else:
        import fcntl  # noqa: PLC0415 - Windows has no such module

        fcntl.flock(descriptor, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
