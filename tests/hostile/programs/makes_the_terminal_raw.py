"""Switches the terminal's echo off, in the end everything that makes it take lines, for good."""

import subprocess

import hostile

subprocess.run(["stty", "-echo"], check=True)
hostile.play()
subprocess.run(["stty", "raw"], check=True)
