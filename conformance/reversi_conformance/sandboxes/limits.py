"""The least confinement: a working folder and resource limits, nothing that hides or forbids.

The limits are set by the shell, since a fork in Python is not safe among threads, and the shell
then becomes the program. No limit is set on memory or processes.
"""

import resource
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from reversi_conformance.assignment import Limits

FILE_BYTES: Final = 16 * 1024 * 1024
"""The longest file that the program may write."""

_BLOCK: Final = 512


def confine(argv: Sequence[str], folder: Path, limits: Limits) -> tuple[str, ...]:
    """Return a command line that runs `argv` in `folder` with limits on time, files and cores.

    At `limits.cpu_seconds` the program gets SIGXCPU, one second later it is killed.
    """
    cpu = _within(resource.RLIMIT_CPU, limits.cpu_seconds)
    cpu_hard = _within(resource.RLIMIT_CPU, limits.cpu_seconds + 1)
    blocks = _within(resource.RLIMIT_FSIZE, FILE_BYTES) // _BLOCK
    script = (
        f"ulimit -S -t {cpu}; ulimit -H -t {cpu_hard}; ulimit -c 0; ulimit -f {blocks}; "
        'cd -- "$1" && shift && unset OLDPWD && exec "$@"'
    )
    return ("/bin/sh", "-c", script, "sh", str(folder), *argv)


def _within(kind: int, wanted: int) -> int:
    # A hard limit can be lowered, not raised.
    hard = resource.getrlimit(kind)[1]
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
