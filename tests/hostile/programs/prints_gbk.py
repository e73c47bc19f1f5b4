"""Prints Chinese in GBK."""

import sys

import hostile

sys.stdout.buffer.write("attempt: 黑白棋游戏\n".encode("gbk"))
sys.stdout.flush()
hostile.play()
