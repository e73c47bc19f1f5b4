"""Does what only root may do: moves the root of its file system, to where it is already."""

import os

import hostile

with hostile.attempt():
    os.chroot("/")
hostile.play()
