"""Makes the log a symbolic link to a file of whoever marks, for the report to show it."""

import os

import hostile

hostile.play()
hostile.replace_log(lambda name: os.symlink(hostile.TARGETS["secret_file"], name))
