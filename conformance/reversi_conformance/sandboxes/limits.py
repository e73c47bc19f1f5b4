"""The least confinement: a working folder and resource limits, nothing that hides or forbids.

On Linux whoever starts the program sets its limits a moment later. Elsewhere the shell does, which
then becomes the program, since a fork in Python is not safe among threads. Here is only what the
kernel holds each process to by itself; what all of a program's processes take together is watched
by `sessions.bounds`.
"""

import os
import sys
from collections.abc import Mapping
from typing import Final

from reversi_conformance.assignment import Limits
from reversi_conformance.sandboxes.kind import Direct, Kind, Lack, Request, Start

_BLOCK: Final = 512
_KIBIBYTE: Final = 1024
_NEEDED_ON_WINDOWS: Final = ("PATH", "PATHEXT", "COMSPEC", "SYSTEMDRIVE", "SYSTEMROOT", "WINDIR")
_MORE_PROCESSES: Final = 2
_HEADROOM: Final = 32
"""The part of the machine's memory that a process may set aside beyond its limit."""


def confine(request: Request) -> Start:
    """Return a command line that runs the program with limits on time, memory, files and cores.

    At `limits.cpu_seconds` the program gets SIGXCPU, one second later it is killed. Windows has no
    such limits: there the command line stays as it is.
    """
    if sys.platform == "win32":
        return Start(request.argv, _on_windows(request))
    within = resource_limits(request.limits)
    script = f'{ulimits(within)}; cd -- "$1" && shift && unset OLDPWD && exec "$@"'
    # The script interpreters and search path of whoever checks are the program's, too.
    environment = {
        **request.environment,
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(request.folder),
        "PWD": str(request.folder),
    }
    argv = ("/bin/sh", "-c", script, "sh", str(request.folder), *request.argv)
    direct = Direct(request.argv, request.folder, within)
    return Start(argv, environment, direct=direct)


def _on_windows(request: Request) -> dict[str, str]:
    """The environment without which no program starts there, and text as everywhere else."""
    found = {name: os.environ[name] for name in _NEEDED_ON_WINDOWS if name in os.environ}
    home = str(request.folder)
    own = {"HOME": home, "USERPROFILE": home, "TEMP": home, "TMP": home}
    return {**found, **request.environment, **own, "PYTHONIOENCODING": "utf-8"}


def _lack() -> None:
    return None


def _forbidden() -> Lack:
    return Lack("the shell cannot be started", "")


KIND: Final = Kind(confine, frozenset(), drops_root=False, lack=_lack, forbidden=_forbidden)


def ulimits(within: Mapping[str, tuple[int, int]]) -> str:
    """Return the commands by which a shell sets them for itself and what it becomes."""
    cpu, cpu_hard = within["RLIMIT_CPU"]
    blocks = within["RLIMIT_FSIZE"][0] // _BLOCK
    data = within["RLIMIT_DATA"][0] // _KIBIBYTE
    return (
        f"ulimit -S -t {cpu}; ulimit -H -t {cpu_hard}; ulimit -c 0; "
        f"ulimit -f {blocks}; ulimit -d {data}"
    )


def resource_limits(limits: Limits) -> dict[str, tuple[int, int]]:
    """Return the soft and the hard limit of each process, by the name of the resource.

    None is above what this process itself may have.
    """
    import resource  # noqa: PLC0415 - Windows has no such module

    def within(kind: int, wanted: int) -> int:
        # A hard limit can be lowered, not raised.
        hard = resource.getrlimit(kind)[1]
        return wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)

    data = data_bytes(limits)
    wanted = {
        "RLIMIT_CPU": (limits.cpu_seconds, limits.cpu_seconds + 1),
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_FSIZE": (limits.file_bytes, limits.file_bytes),
        "RLIMIT_DATA": (data, data),
    }
    return {
        name: (within(getattr(resource, name), soft), within(getattr(resource, name), hard))
        for name, (soft, hard) in wanted.items()
    }


def most_processes(limits: Limits) -> int:
    """Return how many processes and threads the kernel lets be started.

    More than the limit, so that going beyond that is seen for what it is.
    """
    return limits.processes * _MORE_PROCESSES


def data_bytes(limits: Limits) -> int:
    """Return how much memory one process may set aside for its data (RLIMIT_DATA), in whole KiB.

    More than it may use: Java sets aside a 64th of the machine's memory before it begins, and with
    1 GiB would not start on a machine of 64 GiB. RLIMIT_AS, which counts every mapping, is no
    limit for Node or Java at all.
    """
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return (limits.memory_bytes + machine // _HEADROOM) // _KIBIBYTE * _KIBIBYTE
