"""Brings files named like modules that the harness imports, for whoever marks in its folder."""

import hostile

hostile.say("brought csv.py, conftest.py, msgspec.py and reversi_engine.py")
hostile.play()
