"""Confinement by bubblewrap: namespaces of its own for files, processes and network.

Inside, the program sees the system's programs, its interpreter and its submission, all read-only, a
working folder `/game` and an empty `/tmp`; no home, no network, no process but its own, and nothing
of this harness. As root it runs as a user that nobody is, since uid 0 without a namespace of its
own could still write the settings of the kernel.
"""

import contextlib
import functools
import itertools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reversi_conformance.assignment import Limits
from reversi_conformance.sandboxes import sight
from reversi_conformance.sandboxes.kind import (
    HANDED_FROM,
    Kind,
    Lack,
    Promise,
    Request,
    Standing,
    Start,
)
from reversi_conformance.sandboxes.limits import most_processes, resource_limits, ulimits

if TYPE_CHECKING:
    from reversi_conformance.sandboxes.step_inside import Part

HOME: Final = "/game"
"""The working folder, as the program sees it."""

_OPTIONS: Final = HANDED_FROM
_PASSWD: Final = HANDED_FROM + 1
_FILES: Final = HANDED_FROM + 2
"""From here on the system's settings that are single files."""
_AROUND: Final = 2
"""The process that is started, and the first one in the namespace of processes."""
_LEAST_VERSION: Final = (0, 8)
"""The first with --disable-userns; --perms and --size are older."""
_TEMPORARY: Final = {"/tmp": 64 * 1024 * 1024, "/dev/shm": 16 * 1024 * 1024}  # noqa: S108
"""Folders in memory that are empty at the start, and how many bytes each takes."""
_FOLDERS: Final = "/sessions"
"""Where a sandbox for many sessions has their working folders; no program sees them there."""
_STAND: Final = "echo && read _"
_MOST_OPEN: Final = 256
_MOST_FILES: Final = 8
_MOST_BYTES: Final = 1024 * 1024
"""A longer setting is bound, not written anew in every session."""
_NOBODYS: Final = range(61_200, 65_200)
"""Numbers of users that no system gives to anybody."""
_TOOLS: Final = ("env", "prlimit", "setpriv")
_SHELL: Final = "/bin/sh"
_NEXT: Final = itertools.count()


def confine(request: Request) -> Start:
    """Return what starts bubblewrap, with its options on a descriptor of their own.

    Options among the arguments, and an environment that is not empty, could be read inside.
    """
    owner = _owner()
    return _started(request, owner, _options(request, owner), request.argv)


def _make(request: Request) -> Start:
    """Return what starts a bubblewrap that does nothing but stand there."""
    owner = _owner()
    return _started(request, owner, _standing_options(request, owner), (_SHELL, "-c", _STAND))


def _step(request: Request) -> "Part":
    # Windows lacks what that needs.
    from reversi_conformance.sandboxes.step_inside import Part  # noqa: PLC0415

    owner = _owner()
    visible, _ = _seen(request)
    limits = {
        **resource_limits(request.limits),
        "RLIMIT_NOFILE": (_MOST_OPEN, _MOST_OPEN),
        "RLIMIT_NPROC": (most_processes(request.limits),) * 2,
    }
    return Part(
        terminal="",
        argv=request.argv,
        environment={**_environment(request, visible), "PWD": HOME},
        limits=limits,
        user=os.getuid() if owner is None else owner,
        group=os.getgid() if owner is None else owner,
        is_chosen=owner is not None,
        folders=_FOLDERS,
        folder=request.folder.name,
        home=HOME,
        temporary=_TEMPORARY,
        shown=[*map(str, visible)],
    )


def _started(
    request: Request, owner: int | None, options: Iterator[str], inside: tuple[str, ...]
) -> Start:
    uid = os.getuid() if owner is None else owner
    argv = (
        _SHELL,
        "-c",
        _script(request.limits, owner),
        _tool("bwrap"),
        "--args",
        str(_OPTIONS),
        "--",
        *_changed(request.limits, owner),
        _tool("env"),
        "--default-signal=INT,QUIT",
        *inside,
    )
    listed = b"".join(os.fsencode(option) + b"\0" for option in options)
    passwd = f"player:x:{uid}:{uid}::{HOME}:/bin/sh\n".encode()
    return Start(
        argv,
        {"PATH": "/usr/bin:/bin"},
        (listed, passwd, *_settings().values()),
        owner,
        around=_AROUND,
        tells_child=True,
        complaints=_complaints(),
    )


def lack() -> Lack | None:
    """Say what is not installed, or too old."""
    if sys.platform != "linux":
        return Lack("bubblewrap is for Linux alone", "")
    if shutil.which("bwrap") is None:
        return Lack("bubblewrap is not installed", install("bubblewrap"))
    if (version := _version()) < _LEAST_VERSION:
        found, least = (".".join(map(str, each)) for each in (version, _LEAST_VERSION))
        return Lack(f"bubblewrap {found} is older than {least}", install("bubblewrap"))
    for tool in _TOOLS:
        if shutil.which(tool) is None:
            return Lack(f"{tool!r} is not installed", install("util-linux coreutils"))
    return None


def forbidden() -> Lack:
    """Say why it does not hold although it is installed."""
    for name, wanted in _SWITCHES.items():
        try:
            found = Path("/proc/sys", *name.split(".")).read_text(encoding="ascii").strip()
        except OSError:
            continue
        if found.isdigit() and (int(found) == 0) != (wanted == "0"):
            reason = "this system lets no ordinary user make the namespaces that bubblewrap needs"
            return Lack(reason, f"sudo sysctl -w {name}={wanted}")
    return Lack("bubblewrap may not make its namespaces here, as in most containers", "")


KIND: Final = Kind(
    confine,
    frozenset(Promise),
    drops_root=True,
    lack=lack,
    forbidden=forbidden,
    standing=Standing(_make, _step),
)

_SWITCHES: Final = {
    "kernel.apparmor_restrict_unprivileged_userns": "0",
    "kernel.unprivileged_userns_clone": "1",
    "user.max_user_namespaces": "10000",
}
"""What may forbid namespaces to ordinary users, and the value that allows them."""


def install(packages: str) -> str:
    """Return the command that installs packages on this system."""
    for manager, command in _MANAGERS.items():
        if shutil.which(manager):
            return f"sudo {manager} {command} {packages}"
    return f"install {packages}"


_MANAGERS: Final = {
    "apt-get": "install",
    "dnf": "install",
    "pacman": "-S",
    "zypper": "install",
    "apk": "add",
}


def _script(limits: Limits, owner: int | None) -> str:
    """What a shell does before it becomes bubblewrap: one process less than a tool for each."""
    # Keys like Ctrl-C reach every process of the terminal; only the program must act on them.
    ignoring = "trap '' INT QUIT"
    setting = f"{ulimits(resource_limits(limits))}; ulimit -n {_MOST_OPEN}"
    if owner is not None:
        # Root itself is not held to it. Which letter it has depends on the shell.
        most = most_processes(limits)
        setting += f"; ulimit -u {most} 2>/dev/null || ulimit -p {most} || exit 125"
    return f'{ignoring}; {setting}; exec "$0" "$@"'


def _changed(limits: Limits, owner: int | None) -> Iterator[str]:
    """What is changed inside, where it holds for nobody else."""
    if owner is None:
        yield from (_tool("prlimit"), f"--nproc={most_processes(limits)}", "--")
        return
    yield from (_tool("setpriv"), f"--reuid={owner}", f"--regid={owner}", "--clear-groups")
    yield from ("--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--")


def _options(request: Request, owner: int | None) -> Iterator[str]:
    """The options of one session; all but the working folder is the same in the next one."""
    visible, mounts = _seen(request)
    yield from _namespaces(owner)
    if owner is None:
        yield "--disable-userns"
    yield from mounts
    yield from ("--bind", str(request.folder), HOME, "--remount-ro", "/", "--chdir", HOME)
    for name, value in _environment(request, visible).items():
        yield from ("--setenv", name, value)


def _standing_options(request: Request, owner: int | None) -> Iterator[str]:
    """The options of a sandbox for many sessions: each makes the rest, and shows its own folder.

    Whoever steps inside becomes a user without rights in a namespace of its own.
    """
    yield from _namespaces(owner)
    yield from _seen(request)[1]
    yield from ("--dir", HOME, "--bind", str(request.folder), _FOLDERS, "--remount-ro", "/")


def _seen(request: Request) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    return _mounts(request.argv, request.submission, tuple(request.copies.items()))


def _environment(request: Request, visible: Sequence[Path]) -> dict[str, str]:
    return {
        **request.environment,
        "PATH": sight.search_path(visible),
        "HOME": HOME,
        "TMPDIR": "/tmp",  # noqa: S108 - a folder of its own
    }


@functools.lru_cache(maxsize=64)
def _mounts(
    argv: tuple[str, ...], submission: Path | None, copies: tuple[tuple[Path, Path], ...]
) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """What a program is shown besides the system's, and the options that show it all."""
    visible = sight.readable(argv, submission)
    options = [*_system(), *_binds(visible, dict(copies))]
    for secret in sight.secrets(argv):
        if any(secret.is_relative_to(shown) for shown in (*map(Path, sight.SYSTEM), *visible)):
            options += ("--tmpfs", str(secret), "--remount-ro", str(secret))
    return visible, tuple(options)


@functools.cache
def _settings() -> Mapping[Path, bytes]:
    """What is in those of the system's settings that are single files that can be read."""
    found = {}
    for path in sight.settings():
        with contextlib.suppress(OSError):
            if path.is_file() and path.stat().st_size <= _MOST_BYTES:
                found[path] = path.read_bytes()
    return dict(itertools.islice(found.items(), _MOST_FILES))


def _namespaces(owner: int | None) -> Iterator[str]:
    yield from ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts")
    yield from ("--json-status-fd", str(_FILES + len(_settings())))
    yield from ("--unshare-cgroup-try", "--die-with-parent", "--hostname", "sandbox", "--clearenv")
    if owner is None:
        yield "--unshare-user"
        return
    yield from ("--cap-drop", "ALL")
    for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
        yield from ("--cap-add", capability)


def _system() -> Iterator[str]:
    for place in sight.SYSTEM:
        path = Path(place)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), place)
        elif path.is_dir():
            yield from (*_parents([path]), "--ro-bind", place, place)
    yield from ("--perms", "0755", "--dir", "/etc")
    for setting in sight.settings():
        yield from _parents([setting])
        if setting not in _settings():
            yield from ("--ro-bind", str(setting), str(setting))
    # Written rather than bound: every bind costs as much as a small program.
    for descriptor, path in enumerate(_settings(), _FILES):
        yield from ("--perms", "0644", "--file", str(descriptor), str(path))
    yield from ("--perms", "0644", "--file", str(_PASSWD), "/etc/passwd")
    yield from ("--proc", "/proc", "--dev", "/dev")
    if _is_root():
        yield from ("--ro-bind", "/proc/sys", "/proc/sys")
    for folder, size in _TEMPORARY.items():
        yield from ("--perms", "1777", "--size", str(size), "--tmpfs", folder)


def _binds(visible: Sequence[Path], copies: Mapping[Path, Path]) -> Iterator[str]:
    yield from _parents(visible)
    for path in visible:
        yield from ("--ro-bind", str(copies.get(path, path)), str(path))


def _parents(paths: Sequence[Path]) -> Iterator[str]:
    """Folders that lead to what is shown; without them they would be closed to all but root."""
    made = set[Path]()
    for path in paths:
        for parent in [*reversed(path.parents)][1:]:
            if parent not in made:
                made.add(parent)
                yield from ("--perms", "0755", "--dir", str(parent))


def _is_root() -> bool:
    return os.geteuid() == 0


def _owner() -> int | None:
    """Whom root starts programs as; None for everybody else, who has no choice."""
    return _nobody() if _is_root() else None


def _nobody() -> int:
    """A user for one session, so that each has its own count of processes."""
    import pwd  # noqa: PLC0415 - Windows has no such module

    start = os.getpid() * 31
    for number in _NEXT:
        user = _NOBODYS[(start + number) % len(_NOBODYS)]
        try:
            pwd.getpwuid(user)
        except KeyError:
            return user
    raise AssertionError


@functools.cache
def _complaints() -> tuple[str, ...]:
    """What the tools begin with when they complain: their name, or how they were called."""
    names = ("bwrap", *_TOOLS)
    return tuple(f"{called}: " for name in names for called in (name, _tool(name)))


@functools.cache
def _tool(name: str) -> str:
    return shutil.which(name) or name


@functools.cache
def _version() -> tuple[int, ...]:
    answer = subprocess.run(  # noqa: S603
        [_tool("bwrap"), "--version"], capture_output=True, check=False, text=True
    )
    found = re.search(r"(\d+)\.(\d+)", answer.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)
