"""Makes the log a pipe, at which a reader waits for ever."""

import os

import hostile

hostile.play()
hostile.replace_log(os.mkfifo)
