"""Opens a socket for packets of its own making."""

import socket

import hostile

with hostile.attempt():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
hostile.play()
