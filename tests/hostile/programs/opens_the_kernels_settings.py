"""Opens a setting of the kernel for writing, which decides what runs when a program crashes."""

import os

import hostile

with hostile.attempt():
    # Nothing is written: that it could be is enough.
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
hostile.play()
