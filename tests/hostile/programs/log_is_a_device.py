"""Makes the log a device that never ends, or a link to it where that is not allowed."""

import os
import stat

import hostile


def make(name):
    try:
        os.mknod(name, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except OSError:
        os.symlink("/dev/zero", name)


hostile.play()
hostile.replace_log(make)
