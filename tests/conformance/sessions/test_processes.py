"""The processes that a program started are found, however briefly each of them lives."""

import contextlib
import subprocess
import sys
from pathlib import Path

from reversi_conformance.sessions import orphans, processes

RESPAWNS = """
import os, sys, time
if os.fork() == 0:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if os.fork():
            os._exit(0)
    os._exit(0)
print(flush=True)
sys.stdin.read()
"""


def test_who_lives_on_in_copies_that_live_for_a_moment_is_found_at_each_look(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-I", "-S", "-c", RESPAWNS]
    with contextlib.ExitStack() as stack:
        stack.enter_context(orphans.killed())
        leader = stack.enter_context(
            subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        )
        assert leader.stdout is not None
        leader.stdout.readline()
        for _ in range(40):
            other = stack.enter_context(subprocess.Popen(["sleep", "600"]))
            stack.callback(other.kill)
        found = [processes.strays(leader.pid, tmp_path) for _ in range(50)]
        leader.kill()
    assert all(found)
