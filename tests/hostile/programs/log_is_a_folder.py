"""Makes the log a folder."""

import os

import hostile

hostile.play()
hostile.replace_log(os.mkdir)
