"""Leaves a process behind that nothing connects with it any more, not even its environment."""

import os

import hostile

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        os.closerange(0, 3)
        os.execve("/bin/sleep", ["sleep", f"60.{hostile.TARGETS['number']}"], {})
    os._exit(0)
os.wait()
hostile.play()
