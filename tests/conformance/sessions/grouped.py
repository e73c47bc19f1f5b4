"""Programs held by the kernel: run where cgroup v2 is delegated, prints as JSON what came of them.

The bounds do not look: whatever ends a program here but its own end is the kernel.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from reversi_conformance.assignment import Limits
from reversi_conformance.sandboxes import KINDS, Request
from reversi_conformance.sessions import PTY, Pilot, bounds, cgroups, errand
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.playing import play, repeated
from reversi_conformance.transcript import Turn
from reversi_conformance.workers import share_out

MIB = 1024 * 1024
LIMITS = Limits(memory_bytes=32 * MIB, folder_bytes=MIB, processes=20, seconds_per_session=30.0)
OWN = "/proc/self/cgroup"

HOG = f"""
import os, time
for _ in range(6):
    if not os.fork():
        held = b"x" * {30 * MIB}
        time.sleep(999)
# However slow the machine is, this is no wait for input.
while True:
    print("at work", flush=True)
    time.sleep(0.1)
"""
DAEMON = """
import os, time
if not os.fork():
    os.setsid()
    if not os.fork():
        os.chdir("/")
        os.execve("/bin/sleep", ["sleep", "999"], {})
    os._exit(0)
os.wait()
"""
BOMB = """
import os, time
started = 0
try:
    while started < 200:
        if not os.fork():
            time.sleep(999)
        started += 1
except OSError:
    pass
print(started)
"""
ENDLESS = 'printf "> "; read line; sleep 999'
GAME = 'printf "size: "; read size; cat /proc/self/cgroup; echo "size $size"'


def run(*argv: str) -> errand.Errand:
    """Run a program, confined by limits alone."""
    with tempfile.TemporaryDirectory() as folder:
        request = Request(argv, {}, Path(folder), None, LIMITS)
        start = KINDS["limits"].confine(request)
        return errand.run(start, Path(folder), LIMITS, threading.Event())


def python(text: str) -> errand.Errand:
    return run(sys.executable, "-I", "-S", "-c", text)


def type_a_size(turn: Turn, *, unflushed: bool) -> str | None:
    return "4" if turn.typed is None else None


def interrupt(turn: Turn, *, unflushed: bool) -> str | None:
    raise KeyboardInterrupt


def played(
    sandbox: str, *argv: str, pilot: Pilot = type_a_size, shares: bool = False
) -> tuple[str, list[str]]:
    """Play a program in a sandbox of its own or in one that many sessions share."""
    command = Command(argv or ("/bin/sh", "-c", GAME), "a game", None, terminal=PTY)
    with repeated(command, sandbox if shares else "limits") as ready:
        seen = play(
            ready,
            pilot,
            LIMITS,
            earlier_row="",
            log_name="reversi.csv",
            cancelled=threading.Event(),
            sandbox=sandbox,
        )
    return seen.ending.kind.value, [*seen.transcript.turns[-1].printed]


def group_of(number: int) -> str:
    """The group of a session that a process at work has started."""
    return run("/bin/cat", OWN).printed.decode()


def sleeping() -> int:
    """How many processes of the daemon's name are alive: the dead may be yet to be buried."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            found.append(stat.read_text().split()[1:3])
        except OSError:
            continue
    return sum(name == "(sleep)" and state not in "ZX" for name, state in found)


def limits_alone() -> dict[str, object]:
    """What comes of programs that take too much, or leave something, and of a right one."""
    facts: dict[str, object] = {}
    hog = python(HOG).ending
    facts["hog"] = [hog.kind.value, hog.limit, hog.used]
    asleep = sleeping()
    facts["daemon"] = [python(DAEMON).ending.kind.value, sleeping() - asleep]
    bomb = python(BOMB)
    facts["bomb"] = [bomb.ending.kind.value, bomb.ending.limit, bomb.printed.decode()]
    facts["right"] = played("limits")
    return facts


def whole() -> dict[str, object]:
    """The same, and what comes of sandboxes, and of processes that share the work."""
    facts = limits_alone()
    if KINDS["bubblewrap"].lack() is None:
        facts["sandboxed"] = played("bubblewrap", shares=True)
        hog = (os.path.realpath(sys.executable), "-I", "-S", "-c", HOG)
        facts["sandboxed hogs"] = [
            played("bubblewrap", *hog, shares=shares)[0] for shares in (False, True)
        ]
    groups: dict[int, str] = {}
    share_out(group_of, range(2), processes=2, on_result=groups.__setitem__)
    facts["shared"] = [groups[0], groups[1]]
    return facts


def interrupted() -> None:
    """Be interrupted while a program is played, as by Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt):
        played("limits", "/bin/sh", "-c", ENDLESS, pilot=interrupt)


def nothing() -> None:
    """Only find out what is delegated."""


def killed() -> None:
    """Die and leave the group of a session behind."""
    child = subprocess.Popen(["/bin/true"])
    cgroups.hold(child.pid, LIMITS)
    child.wait()
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    vars(bounds)["_INTERVAL"] = 1000.0
    lack = cgroups.lack()
    facts: dict[str, object] = {"lack": lack and lack.reason, "group": Path(OWN).read_text()}
    if lack is None:
        facts.update(globals()[sys.argv[1]]() or {})
    sys.stdout.write(json.dumps(facts))
