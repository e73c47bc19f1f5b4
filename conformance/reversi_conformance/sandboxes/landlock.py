"""Confinement by Landlock, for machines on which nobody may make namespaces, such as containers.

The kernel refuses the program every file but the system's, its interpreter's and its submission's,
all writing but in its working folder, TCP, and privileges. It sees that other processes are there,
may send UDP, and as root it stays root, though without any of root's rights.
"""

import functools
import json
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from reversi_conformance.sandboxes import landlock_start, sight
from reversi_conformance.sandboxes.kind import Kind, Lack, Promise, Request, Start
from reversi_conformance.sandboxes.limits import resource_limits

_STARTER: Final = landlock_start.__file__
_LEAST_VERSION: Final = 3
"""The first that keeps files from being cut to nothing: Linux 6.2."""
_MOST_OPEN: Final = 256
_ALSO_SHOWN: Final = ("/etc/group", "/etc/passwd", "/proc")
"""What other kinds have a version of their own of."""
_DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")


def confine(request: Request) -> Start:
    """Return what starts a program of ours that gives up its rights and becomes the program."""
    visible, readable, listed = _seen(request.argv, request.submission)
    plan = landlock_start.Plan(
        argv=request.argv,
        folder=str(request.folder),
        readable=[*map(str, readable)],
        listed=[*map(str, listed)],
        devices=_DEVICES,
        limits={**resource_limits(request.limits), "RLIMIT_NOFILE": (_MOST_OPEN, _MOST_OPEN)},
    )
    environment = {
        **request.environment,
        "PATH": sight.search_path(visible),
        "HOME": str(request.folder),
        "TMPDIR": str(request.folder),
    }
    argv = (sys.executable, "-I", "-S", _STARTER)
    return Start(argv, environment, (json.dumps(plan).encode(),), complaints=("landlock: ",))


def lack() -> Lack | None:
    """Say what the kernel does not have."""
    version = _version()
    if version >= _LEAST_VERSION:
        return None
    has = f"has version {version} of it" if version > 0 else "does not have it"
    return Lack(f"Landlock needs Linux 6.2, and this kernel ({platform.release()}) {has}", "")


def forbidden() -> Lack:
    """Say why it does not hold although the kernel has it."""
    return Lack("the kernel has Landlock, but it could not be applied", "")


KIND: Final = Kind(
    confine,
    frozenset((Promise.FILES, Promise.WRITING, Promise.PRIVILEGES)),
    drops_root=False,
    lack=lack,
    forbidden=forbidden,
)


@functools.lru_cache(maxsize=64)
def _seen(
    argv: tuple[str, ...], submission: Path | None
) -> tuple[tuple[Path, ...], list[Path], list[Path]]:
    """What a program is shown besides the system's; all that it may read; what it may list."""
    visible = sight.readable(argv, submission)
    return visible, *_without_secrets([*visible, *_system()], sight.secrets(argv))


def _system() -> Iterator[Path]:
    yield from sight.settings()
    yield from (place for place in map(Path, (*sight.SYSTEM, *_ALSO_SHOWN)) if place.exists())


def _without_secrets(
    paths: Iterable[Path], secrets: Sequence[Path]
) -> tuple[list[Path], list[Path]]:
    """Split paths at what lies between them and a secret, since a right over a folder goes all the
    way down: what may be read, and which folders may only be listed.
    """
    readable: list[Path] = []
    listed: list[Path] = []
    hidden = [secret.resolve() for secret in secrets]
    left = [*paths]
    for path in left:
        # A right goes to where a link leads: "lib64" of a virtual environment is its "lib".
        real = path.resolve()
        if any(real.is_relative_to(secret) for secret in hidden):
            continue
        if not any(secret.is_relative_to(real) for secret in hidden):
            readable.append(path)
        elif not path.is_symlink():
            listed.append(path)
            left += path.iterdir()
    return readable, listed


@functools.cache
def _version() -> int:
    if sys.platform != "linux":
        return 0
    return landlock_start.version()
