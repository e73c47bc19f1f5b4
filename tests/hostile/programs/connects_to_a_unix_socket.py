"""Connects to a service of the machine by a socket in the file system, as Docker has one."""

import os
import socket

import hostile

with hostile.attempt(), socket.socket(socket.AF_UNIX) as link:
    # Names of sockets are short, and the folder's may not be.
    folder = os.open(hostile.TARGETS["folder"], os.O_PATH)
    link.connect(f"/proc/self/fd/{folder}/service")
    link.sendall(b"hello")
hostile.play()
