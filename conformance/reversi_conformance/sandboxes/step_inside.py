"""A Python that starts each session of a program inside a sandbox that stands: read by `standing`.

Comes on standard input, so that nobody inside finds its path. Its argument is the descriptor of a
socket on which first the number of a process in the sandbox comes, then requests; the numbers of
processes go there. Linux only; needs the standard library alone.

A session gets namespaces of its own for processes, mounts and messages between processes, and for
its time a network: nothing but what every session may read is left of one for the next. The first
process in them makes the mounts, gives up every privilege, starts the program and waits for it.
"""

import ctypes
import gc
import marshal
import os
import resource
import select
import signal
import sys
from typing import Any, NamedTuple, NoReturn

COMPLAINT = "sandbox: "
"""How a line begins that says why the program was not started."""

_MOUNTS, _NAMES, _MESSAGES, _USERS, _PROCESSES, _NETWORK = (
    *(0x00020000, 0x04000000, 0x08000000),
    *(0x10000000, 0x20000000, 0x40000000),
)
"""Kinds of namespaces."""
_GET_USERS = 0xB701
_INTERNET, _DATAGRAMS, _SET_FLAGS, _UP = 2, 2, 0x8914, 0x41
_SIBLING, _WATCHED = 0x00008000, 0x00001000
_CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}
_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_PROGRAMS, _REMOUNT = 1, 2, 4, 8, 32
_BIND, _MOVE, _RECURSIVE, _PRIVATE = 4096, 8192, 16384, 1 << 18
_DETACH = 2
_SET_NAME, _DROP_FROM_BOUNDING_SET, _NO_NEW_PRIVILEGES = 15, 24, 38
_SET_CONTROLLING_TERMINAL = 0x540E
_LONGEST = 65536
_STANDARD = 3
_MOST_DESCRIPTORS = 64
_NOT_STARTED, _NOT_FOUND, _SIGNALLED = 125, 127, 128
_NO_EXECUTABLE_FORMAT = 8
_SHELL = "/bin/sh"
_IGNORED = (signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE, signal.SIGXFSZ)
"""By a Python, and by what must outlive the keys that end a program."""

# Whoever holds on to the interpreter's lock is one process after the call, and another one.
_libc = ctypes.PyDLL(None, use_errno=True)
_CALLS = ("ioctl", "mount", "prctl", "setns", "socket", "syscall", "umount2", "unshare")
"""What is called there: looked up once, not in every process."""


class Part(NamedTuple):
    """What a process is to become."""

    terminal: str
    """Its name below /dev."""
    argv: tuple[str, ...]
    environment: dict[str, str]
    limits: dict[str, tuple[int, int]]
    """By the name of a resource, the soft and the hard limit."""
    user: int
    group: int
    is_chosen: bool
    """Whether root chose the user; else it is whoever asks."""
    folders: str
    """The folder, inside, that holds the working folders of all sessions; empty for a program."""
    folder: str
    """The name of this session's folder among them."""
    home: str
    """Where the program finds it."""
    temporary: dict[str, int]
    """Folders that are the session's own, and how many bytes each takes."""
    shown: list[str]
    """What is there all the same in such a folder, of that which is to be read."""


class Networks:
    """Networks without any way out, each for one session at a time.

    They are what costs most to make and to clear away. Once every process of a session is gone,
    nothing is left of it in its network but ports that were closed, and numbers that count.
    """

    def __init__(self, own: int) -> None:
        """`own` is the folder of this process's namespaces."""
        self._own = own
        self._free: list[int] = []
        self._lent: list[tuple[int, int]] = []
        """A network, and what tells when the first process of its session is gone."""

    def enter(self) -> None:
        """Enter one in which no session is. Raises OSError."""
        for each in tuple(self._lent):
            network, first = each
            if select.select((first,), (), (), 0)[0]:
                os.close(first)
                self._lent.remove(each)
                self._free.append(network)
        if self._free:
            _call("setns", self._free[-1], _NETWORK)
            return
        _call("unshare", _NETWORK)
        _bring_up_loopback()
        self._free.append(os.open("net", os.O_RDONLY, dir_fd=self._own))

    def lend(self, first: int) -> None:
        """Leave the one that was entered to a session; `first` is that of its first process."""
        self._lent.append((self._free.pop(), first))


def serve(requests: int, devices: int, networks: Networks) -> NoReturn:
    """Answer each request with the number of a process, or with why there is none.

    It leads a session of its own, as a child of whoever started this.
    """
    while request := os.read(requests, _LONGEST):
        part = Part(*marshal.loads(request))  # noqa: S302 - from whoever started this
        try:
            networks.enter()
            first, watched = _sibling(_MESSAGES | _MOUNTS | _PROCESSES)
        except OSError as error:
            os.write(requests, str(error).encode())
            continue
        if not first:
            _lead(part, devices)
        networks.lend(watched)
        os.write(requests, str(first).encode())
    os._exit(0)


def _sibling(namespaces: int) -> tuple[int, int]:
    """Fork a child of the own parent in new namespaces, which `os.fork` cannot make.

    Returns its number, which is 0 for itself, and a descriptor that tells when it is gone.
    """
    flags = _SIBLING | _WATCHED | namespaces | signal.SIGCHLD
    watched = ctypes.c_int()
    number = _call("syscall", _CLONE[os.uname().machine], flags, 0, ctypes.addressof(watched), 0, 0)
    return number, watched.value


def _lead(part: Part, devices: int) -> NoReturn:
    """Be the first process of a session, in front of its terminal, until the program has ended."""
    try:
        _take_terminal(part.terminal, devices)
        _mount_all(part)
        for name, within in part.limits.items():
            resource.setrlimit(getattr(resource, name), within)
        _be_nobody_special(part)
        program = _spawn(part)
        while (ended := os.wait())[0] != program:
            pass
        code = os.waitstatus_to_exitcode(ended[1])
        os._exit(code if code >= 0 else _SIGNALLED - code)
    except BaseException as error:
        os.write(2, f"{COMPLAINT}{error}\n".encode(errors="replace"))
        os._exit(_NOT_FOUND if isinstance(error, FileNotFoundError) else _NOT_STARTED)


def _take_terminal(name: str, devices: int) -> None:
    os.setsid()
    terminal = os.open(name, os.O_RDWR | os.O_NOCTTY, dir_fd=devices)
    _call("ioctl", terminal, _SET_CONTROLLING_TERMINAL, 0)
    for standard in range(_STANDARD):
        os.dup2(terminal, standard)
    os.closerange(_STANDARD, _MOST_DESCRIPTORS)


def _mount_all(part: Part) -> None:
    own = os.umask(0)
    _mount("none", "/", "", _RECURSIVE | _PRIVATE)
    _mount(f"{part.folders}/{part.folder}", part.home, "", _BIND)
    _call("umount2", part.folders.encode(), _DETACH)
    for folder, size in part.temporary.items():
        new = part.folders
        _mount("tmpfs", new, "tmpfs", _NO_SETUID | _NO_DEVICES, f"mode=1777,size={size}")
        for path in part.shown:
            if path.startswith(f"{folder}/"):
                _show(path, f"{new}{path.removeprefix(folder)}")
        _mount(new, folder, "", _MOVE)
    hardened = _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS
    _mount("proc", "/proc", "proc", hardened)
    if part.is_chosen:
        # What root alone may change there.
        _mount("/proc/sys", "/proc/sys", "", _BIND)
        _mount("none", "/proc/sys", "", _BIND | _REMOUNT | _READ_ONLY | hardened)
    os.chdir(part.home)
    os.umask(own)


def _bring_up_loopback() -> None:
    """Let a program reach itself; there is no other network."""
    request = b"lo".ljust(16, b"\0") + _UP.to_bytes(2, sys.byteorder) + bytes(22)
    link = _call("socket", _INTERNET, _DATAGRAMS, 0)
    _call("ioctl", link, _SET_FLAGS, request)
    os.close(link)


def _show(path: str, place: str) -> None:
    """Show what is below a path, with whatever hides a part of it, in another place, too."""
    os.makedirs(os.path.dirname(place), 0o755, exist_ok=True)  # noqa: PTH103, PTH120
    if os.path.isdir(path):  # noqa: PTH112
        os.makedirs(place, 0o755, exist_ok=True)  # noqa: PTH103
    else:
        os.close(os.open(place, os.O_CREAT | os.O_WRONLY, 0o644))
    _mount(path, place, "", _BIND | _RECURSIVE)


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    _call("mount", os.fsencode(source), os.fsencode(target), kind.encode(), flags, data.encode())


def _be_nobody_special(part: Part) -> None:
    """Become another user, or the same one without rights over the sandbox or any other."""
    if part.is_chosen:
        os.setgroups([])
        os.setresgid(part.group, part.group, part.group)
        os.setresuid(part.user, part.user, part.user)
    else:
        within, of = os.getuid(), os.getgid()
        _call("unshare", _USERS)
        for name, text in (
            ("/proc/self/setgroups", "deny"),
            ("/proc/self/gid_map", f"{part.group} {of} 1"),
            ("/proc/self/uid_map", f"{part.user} {within} 1"),
            ("/proc/sys/user/max_user_namespaces", "0"),
        ):
            with open(name, "w", encoding="utf-8") as file:  # noqa: PTH123
                file.write(text)
        _drop_bounding_set()
    _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _drop_bounding_set() -> None:
    """Let no program gain any privilege, whatever it is started from."""
    with open("/proc/sys/kernel/cap_last_cap", encoding="utf-8") as file:  # noqa: PTH123
        last = int(file.read())
    for capability in range(last + 1):
        _call("prctl", _DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)


def _spawn(part: Part) -> int:
    """Start the program, which acts on every signal, and return its number."""
    options: dict[str, Any] = {"setsigdef": _IGNORED}
    try:
        return os.posix_spawn(part.argv[0], part.argv, part.environment, **options)
    except OSError as error:
        if error.errno != _NO_EXECUTABLE_FORMAT:
            raise
        # A script that does not say what it is for: the shell's, as at any prompt.
        return os.posix_spawn(_SHELL, (_SHELL, *part.argv), part.environment, **options)


def _call(name: str, *arguments: int | bytes | None) -> int:
    """Call the C library; raise OSError where that fails."""
    plain = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result: int = getattr(_libc, name)(*plain)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def _forget_arguments() -> None:
    """Leave nothing to be read in /proc/1/cmdline: it is the harness's own."""
    with open("/proc/self/stat", "rb") as file:  # noqa: PTH123 - quick to start, pathlib is not
        fields = file.read().rpartition(b")")[2].split()
    start, end = int(fields[45]), int(fields[46])
    ctypes.memset(start, 0, end - start)
    _call("prctl", _SET_NAME, b"sandbox", 0, 0, 0)


def _enter(process: int) -> None:
    """Enter the namespaces in which a process sees what a program is to see."""
    if os.getuid() == 0:
        _drop_bounding_set()
    mounts, names = (os.open(f"/proc/{process}/ns/{name}", os.O_RDONLY) for name in ("mnt", "uts"))
    if os.getuid() != 0:
        # Whoever made the mounts may have become somebody else since then.
        _call("setns", _call("ioctl", mounts, _GET_USERS, 0), _USERS)
    for descriptor, kind in ((mounts, _MOUNTS), (names, _NAMES)):
        _call("setns", descriptor, kind)
        os.close(descriptor)


if __name__ == "__main__":
    descriptor = int(sys.argv[1])
    for signalled in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(signalled, signal.SIG_IGN if signalled in _IGNORED else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    os.set_inheritable(descriptor, False)
    _forget_arguments()
    # Once nobody holds the other end of the terminal, nobody waits for the program.
    signal.signal(signal.SIGHUP, lambda *_: os._exit(_SIGNALLED + signal.SIGHUP))
    slashdev, namespaces = (os.open(path, os.O_RDONLY) for path in ("/dev", "/proc/self/ns"))
    if sandbox := os.read(descriptor, _LONGEST):
        _enter(marshal.loads(sandbox))  # noqa: S302
        os.write(descriptor, str(os.getpid()).encode())
        for call in _CALLS:
            getattr(_libc, call)
        gc.disable()
        gc.freeze()
        serve(descriptor, slashdev, Networks(namespaces))
