"""Connects to a service of the machine by a socket without a file, as desktops have them."""

import socket

import hostile

with hostile.attempt(), socket.socket(socket.AF_UNIX) as link:
    link.connect("\0" + hostile.TARGETS["abstract_socket"])
    link.sendall(b"hello")
hostile.play()
