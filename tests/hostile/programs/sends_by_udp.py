"""Sends a datagram to a port of the machine."""

import socket

import hostile

with hostile.attempt(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
    link.sendto(b"hello", ("127.0.0.1", hostile.TARGETS["udp_port"]))
hostile.play()
