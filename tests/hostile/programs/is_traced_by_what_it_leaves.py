"""Is traced by a process that nothing else connects with it, which keeps its end to itself."""

import ctypes
import os
import time

import hostile

PTRACE_SEIZE = 0x4206

program = os.getpid()
told, telling = os.pipe()
held, holding = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        os.read(told, 1)
        libc = ctypes.CDLL(None)
        libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        hostile.say("refused" if libc.ptrace(PTRACE_SEIZE, program, None, None) else "holds it")
        os.write(holding, b"!")
        os.closerange(0, 3)
        os.execve("/bin/sleep", ["sleep", f"60.{hostile.TARGETS['number']}"], {})
    os._exit(0)
os.wait()
# A signal would have stopped a program that is traced: from here on none comes.
os.write(telling, b"!")
os.read(held, 1)
time.sleep(600)
