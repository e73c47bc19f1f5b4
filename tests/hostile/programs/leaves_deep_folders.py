"""Leaves folders within folders, 2,200 deep."""

import os

import hostile

hostile.play()
for _ in range(2_200):
    os.mkdir("d")
    os.chdir("d")
