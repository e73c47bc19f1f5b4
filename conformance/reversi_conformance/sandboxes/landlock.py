"""Confinement by Landlock, for machines on which nobody may make namespaces, such as containers.

The kernel refuses the program every file but the system's, its interpreter's and its submission's,
all writing but in its working folder, and all TCP. It still sees that other processes are there;
newer kernels keep it from sending them signals. As root it runs as a user that nobody is.
"""

from pathlib import Path
from typing import Final

_STARTER: Final = Path(__file__).parent / "landlock_start.py"
_LEAST_VERSION: Final = 6
"""The first that keeps a program from abstract sockets and from signals: Linux 6.12."""
_READ: Final = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys")
_SETTINGS: Final = "/etc"
_DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")
