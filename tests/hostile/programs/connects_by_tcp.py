"""Connects to a port of the machine."""

import socket

import hostile

with hostile.attempt():
    address = ("127.0.0.1", hostile.TARGETS["tcp_port"])
    with socket.create_connection(address, timeout=5) as link:
        link.sendall(b"hello")
hostile.play()
