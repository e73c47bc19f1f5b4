"""A Python that becomes a program anew for every session: read as a program by `fork_server`.

Arguments: the compiled program, and the descriptor of a socket on which requests come and the
numbers of processes go. Loaded once, the interpreter need not start in every session. Must be the
interpreter that compiled the program; needs the standard library alone.
"""

import datetime  # noqa: F401 - what programs import, and need not look for in every session
import gc
import marshal
import os
import resource
import signal
import sys
import time  # noqa: F401
from types import CodeType, ModuleType, TracebackType
from typing import NamedTuple

_HEADER = 16
"""Bytes of a compiled file before its code."""
_LONGEST = 65536
_LATE = ("atexit", "threading")
"""Whoever loads one of these may have work to do at the end of the interpreter."""


class Part(NamedTuple):
    """What a process is to become."""

    terminal: str
    folder: str
    environment: dict[str, str]
    limits: list[tuple[int, int, int]]
    """By the number of a resource, the soft and the hard limit."""


def serve(requests: int) -> Part:
    """Answer each request with the number of a process that leads a session of its own.

    Returns in such a process alone, with what it is to be. It is no child of this one, which knows
    nothing of its end.
    """
    while request := os.read(requests, _LONGEST):
        told, tell = os.pipe()
        between = os.fork()
        if not between:
            if not (child := os.fork()):
                part = Part(*marshal.loads(request))  # noqa: S302 - from whoever started this
                os.close(told)
                os.close(tell)
                os.close(requests)
                return part
            os.write(tell, str(child).encode())
            os._exit(0)
        os.close(tell)
        # Whoever asked waits for the process, which becomes its child once its parent is gone.
        os.waitpid(between, 0)
        os.write(requests, os.read(told, _LONGEST))
        os.close(told)
    os._exit(0)


def take_place(part: Part) -> None:
    """Take a terminal, a folder, an environment and limits."""
    os.setsid()
    # Opened after setsid, the terminal becomes the controlling one: /dev/tty works.
    terminal = os.open(part.terminal, os.O_RDWR)
    for standard in range(3):
        os.dup2(terminal, standard)
    os.close(terminal)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(part.folder)
    os.environ.clear()
    os.environ.update(part.environment)
    for kind, soft, hard in part.limits:
        resource.setrlimit(kind, (soft, hard))


def load(path: str) -> tuple[CodeType, ModuleType]:
    """Return the code of a compiled program and the module in which it is to run."""
    with open(path, "rb") as file:  # noqa: PTH123 - quick to start, pathlib is not
        code = marshal.loads(file.read()[_HEADER:])  # noqa: S302
    main = ModuleType("__main__")
    main.__file__ = path
    return code, main


def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print what ended the program, without the line of this file in which that began."""
    error = error.with_traceback(trace.tb_next if trace else None)
    sys.__excepthook__(kind, error, error.__traceback__)


def leave(program: ModuleType) -> None:
    """End without taking the interpreter apart, which would copy all that is loaded.

    What the program holds is given back as at the end of any: files that it never closed are whole.
    """
    if not any(name in sys.modules for name in _LATE):
        program.__dict__.clear()
        gc.collect()
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    own, program, descriptor = sys.argv
    program_code, module = load(program)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    take_place(serve(int(descriptor)))
    sys.argv = [program]
    sys.path[0] = os.path.dirname(program)  # noqa: PTH120
    sys.modules["__main__"] = module
    sys.excepthook = tell
    exec(program_code, module.__dict__)  # noqa: S102 - that is what it is for
    leave(module)
