"""Takes hold of a process of whoever marks as debuggers do, and kills it that way."""

import ctypes
import os
import signal

import hostile

PTRACE_ATTACH, PTRACE_DETACH = 16, 17

with hostile.attempt():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    process = hostile.TARGETS["process"]
    if libc.ptrace(PTRACE_ATTACH, process, None, None) != 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    os.waitpid(process, 0)
    libc.ptrace(PTRACE_DETACH, process, None, signal.SIGKILL)
hostile.play()
