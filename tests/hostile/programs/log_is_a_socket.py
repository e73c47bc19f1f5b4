"""Makes the log a socket."""

import socket

import hostile

hostile.play()
hostile.replace_log(lambda name: socket.socket(socket.AF_UNIX).bind(name))
