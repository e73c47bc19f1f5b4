"""The least confinement: a working folder and resource limits, nothing that hides or forbids.

The limits are set by the shell, since a fork in Python is not safe among threads, and the shell
then becomes the program. No limit is set on memory or processes.
"""

import os
import resource
from typing import Final

from reversi_conformance.sandboxes.kind import Kind, Lack, Request, Start

FILE_BYTES: Final = 16 * 1024 * 1024
"""The longest file that the program may write."""

_BLOCK: Final = 512


def confine(request: Request) -> Start:
    """Return a command line that runs the program with limits on time, files and cores.

    At `limits.cpu_seconds` the program gets SIGXCPU, one second later it is killed.
    """
    cpu = _within(resource.RLIMIT_CPU, request.limits.cpu_seconds)
    cpu_hard = _within(resource.RLIMIT_CPU, request.limits.cpu_seconds + 1)
    blocks = _within(resource.RLIMIT_FSIZE, FILE_BYTES) // _BLOCK
    script = (
        f"ulimit -S -t {cpu}; ulimit -H -t {cpu_hard}; ulimit -c 0; ulimit -f {blocks}; "
        'cd -- "$1" && shift && unset OLDPWD && exec "$@"'
    )
    # The script interpreters and search path of whoever checks are the program's, too.
    environment = {
        **request.environment,
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(request.folder),
    }
    argv = ("/bin/sh", "-c", script, "sh", str(request.folder), *request.argv)
    return Start(argv, environment)


def _lack() -> None:
    return None


def _forbidden() -> Lack:
    return Lack("the shell cannot be started", "")


KIND: Final = Kind(confine, frozenset(), drops_root=False, lack=_lack, forbidden=_forbidden)


def _within(kind: int, wanted: int) -> int:
    # A hard limit can be lowered, not raised.
    hard = resource.getrlimit(kind)[1]
    return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
