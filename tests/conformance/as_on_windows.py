"""Runs the command line, or a script, in an interpreter that lacks what Python lacks on Windows.

Arguments: `-c CODE` or those of `reversi-conformance`. Whatever is imported after this file's
preparations finds `sys.platform` to be "win32", no module of POSIX, and an `os` and a `signal`
without what Windows has not. Not simulated, since that is the system's and not Python's: pipes,
processes, paths and consoles of Windows, `msvcrt`, and what the libraries that were imported before
(click, psutil, subprocess) would do there.
"""

import importlib
import importlib.abc
import importlib.machinery
import os
import runpy
import signal
import sys
import types
from collections.abc import Sequence


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


HIDDEN_MODULES = _names(
    """
    fcntl grp pexpect.pty_spawn pexpect.run pty ptyprocess pwd resource termios tty
    """
)
MISSING_IN_OS = _names(
    """
    O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH POSIX_SPAWN_CLOSE
    POSIX_SPAWN_DUP2 POSIX_SPAWN_OPEN P_PID WEXITED WNOHANG WNOWAIT chown confstr fchmod fchown
    fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpriority getsid getuid
    initgroups killpg lchown major makedev memfd_create minor mkfifo mknod nice openpty
    pidfd_open pipe2 posix_spawn posix_spawnp pread pwrite register_at_fork sched_getaffinity
    sched_setaffinity set_blocking setegid seteuid setgid setpgid setsid setuid statvfs sync
    sysconf ttyname uname wait3 wait4 waitid
    """
)
MISSING_IN_SIGNAL = _names(
    """
    SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGSYS
    SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ
    alarm pidfd_send_signal pthread_kill pthread_sigmask setitimer sigtimedwait sigwait
    """
)
BEFORE = _names(
    """
    click click.testing concurrent.futures ctypes difflib getpass junitparser msgspec
    multiprocessing multiprocessing.connection psutil random rich.console rich.progress shutil
    socket subprocess sysconfig tempfile threading xlsxwriter
    """
)
"""What chooses by system when it is imported, and would be imported on Windows, too."""


class _Hidden(importlib.abc.MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name in HIDDEN_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def _copy(module: types.ModuleType) -> types.ModuleType:
    copy = types.ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy


def _become_windows() -> None:
    for name in BEFORE:
        importlib.import_module(name)
    own = {module: _copy(module) for module in (os, signal, sys)}
    for module in tuple(sys.modules.values()):
        for real, copy in own.items():
            if getattr(module, real.__name__, None) is real and module is not sys.modules[__name__]:
                setattr(module, real.__name__, copy)
    for name in HIDDEN_MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Hidden())
    for module, names in ((os, MISSING_IN_OS), (signal, MISSING_IN_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    sys.platform = "win32"
    link = importlib.import_module("pexpect.popen_spawn")
    # How a process is started is the system's.
    vars(link)["sys"] = own[sys]


if __name__ == "__main__":
    _become_windows()
    if sys.argv[1] == "-c":
        exec(sys.argv[2], {"__name__": "__main__"})
    else:
        sys.argv[0] = "reversi-conformance"
        runpy.run_module("reversi_conformance", run_name="__main__")
