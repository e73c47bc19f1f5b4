"""Leaves folders that nobody may enter, with files in them."""

import os

import hostile

hostile.play()
for name in ("locked", "locked too"):
    os.mkdir(name)
    with open(f"{name}/file", "w") as file:
        file.write("kept")
    os.chmod(f"{name}/file", 0)
    os.chmod(name, 0)
