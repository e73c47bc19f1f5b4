"""What whole processes use: time on the clock, processor time and memory, from start to end.

Knows nothing of what it measures. A process starts in a folder that it is given, with an
environment of its own and its output thrown away.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

TOP = Path(__file__).parents[1]
INTERPRETER = os.path.realpath(sys.executable)
"""The interpreter alone, for programs that are measured: it looks for no installed packages."""
HARNESS = (sys.executable, "-m", "reversi_conformance")
MADE = ("benchmarks/results/*.json", "docs/speed.md", "docs/speed")
"""What benchmarks write themselves."""
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
MOST_SAID = 2000
"""Characters of standard error that are shown of a command that failed."""


class Usage(NamedTuple):
    """What one process used, from its start to its end."""

    seconds: float
    own_cpu: float
    """Seconds of all its threads, without the processes that it waited for."""
    others_cpu: float
    """Seconds of the processes that it waited for."""
    peak_bytes: int
    """The most of its own or of one that it waited for, each by itself; not their sum."""

    @property
    def cpu(self) -> float:
        """Seconds of the process and of all that it waited for."""
        return self.own_cpu + self.others_cpu


def measure(
    commands: Mapping[str, Sequence[str]], folder: Path, rounds: int
) -> dict[str, list[Usage]]:
    """Run all commands in turn, once to warm up and then so many times; return what each used."""
    usages: dict[str, list[Usage]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            usage = use(command, folder)
            if number > 0:
                usages[name].append(usage)
    return usages


def use(command: Sequence[str], folder: Path, accepted: Collection[int] = (0,)) -> Usage:
    """Run a command to its end.

    Raises `SystemExit`, with what it said on standard error, where its status is not accepted.
    """
    with tempfile.TemporaryFile() as complaints:
        began = perf_counter()
        child = os.fork()
        if child == 0:
            _become(command, folder, complaints.fileno())
        # Until it is reaped, the kernel tells its own time apart from that of its children.
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        seconds = perf_counter() - began
        fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        own, others = (sum(map(int, fields[at : at + 2])) / TICKS_PER_SECOND for at in (11, 13))
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if code not in accepted:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace")[-MOST_SAID:]
            sys.exit(f"{' '.join(command)[:80]}… ended with {code}\n{said}")
    return Usage(seconds, own, others, usage.ru_maxrss * 1024)


def _become(command: Sequence[str], folder: Path, complaints: int) -> NoReturn:
    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream, target in enumerate((nothing, nothing, complaints)):
        os.dup2(target, stream)
    surroundings = {"PATH": os.defpath, "LANG": "C.UTF-8", "HOME": str(folder)}
    os.execve(command[0], list(command), surroundings)


def machine() -> dict[str, object]:
    return {
        "python": sys.version.split()[0],
        "cores": len(os.sched_getaffinity(0)),
        "load": load(),
    }


def load() -> float:
    """How many processes wanted to run lately, on average."""
    return round(os.getloadavg()[0], 1)


def provenance() -> dict[str, object]:
    """What figures come from: the commit, the machine, and how busy it was when they began."""
    return {
        "commit": commit(),
        "kernel": platform.release().partition("-")[0],
        "processor": processor(),
        **machine(),
    }


def commit() -> str:
    """The commit that is checked out, with "+" where files differ from it that may matter."""
    is_changed = git("status", "--porcelain", "--", ".", *(f":!{each}" for each in MADE))
    return f"{git('rev-parse', '--short=12', 'HEAD') or 'unknown'}{'+' if is_changed else ''}"


def git(*words: str) -> str:
    said = subprocess.run(["git", *words], cwd=TOP, capture_output=True, text=True, check=False)
    return said.stdout.strip()


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
