"""A program that is started without a shell: what it finds, and what it is held to."""

import os
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from reversi_conformance.sandboxes import KINDS, Direct, Request
from reversi_conformance.sandboxes.limits import data_bytes
from reversi_conformance.sessions import errand, spawning
from reversi_conformance.sessions.processes import strays

from .playing import GENEROUS

WHAT_IT_FINDS = """
import os, resource, sys
while resource.getrlimit(resource.RLIMIT_DATA)[0] != int(sys.argv[1]):
    pass  # it may be quicker than whoever sets its limits, the last of which this is
print(sorted(os.environ.items()))
print(os.getcwd(), os.getsid(0) == os.getpid(), oct(os.umask(0)), os.listdir('/dev/fd'))
print([line for line in open('/proc/self/status') if line.startswith('Sig')])
for name in ('CPU', 'CORE', 'FSIZE', 'DATA', 'NOFILE', 'NPROC', 'STACK', 'AS'):
    print(name, resource.getrlimit(getattr(resource, 'RLIMIT_' + name)))
"""
SMALL = {"RLIMIT_FSIZE": (4096, 8192), "RLIMIT_CORE": (0, 0)}


def printed(folder: Path, *argv: str, by_shell: bool) -> str:
    start = KINDS["limits"].confine(Request(argv, {}, folder, None, GENEROUS))
    assert start.direct is not None
    start = start._replace(direct=None) if by_shell else start
    return errand.run(start, folder, GENEROUS, threading.Event()).printed.decode()


def test_a_program_finds_what_a_shell_would_have_set_up_for_it(tmp_path: Path) -> None:
    data = str(data_bytes(GENEROUS))
    argv = (sys.executable, "-I", "-S", "-c", WHAT_IT_FINDS, data)
    found = printed(tmp_path, *argv, by_shell=False)
    assert f"\n{tmp_path} True " in found
    assert f"('PWD', '{tmp_path}')" in found
    assert f"FSIZE ({GENEROUS.file_bytes}, {GENEROUS.file_bytes})" in found
    assert found == printed(tmp_path, *argv, by_shell=True)


@pytest.mark.parametrize("mode", [0o755, 0o644], ids=["says no interpreter", "not executable"])
def test_what_cannot_be_started_so_is_left_to_the_shell(tmp_path: Path, mode: int) -> None:
    program = tmp_path / "reversi"
    program.write_text("echo size: $0\n", encoding="utf-8")
    program.chmod(mode)
    found = printed(tmp_path, str(program), by_shell=False)
    assert found == printed(tmp_path, str(program), by_shell=True)
    assert "size: " in found if mode == 0o755 else "denied" in found


def test_what_a_program_started_before_it_was_held_is_held_as_well(tmp_path: Path) -> None:
    script = "sleep 600 & setsid sleep 600 & (setsid sleep 600 &) ; echo; wait"
    with subprocess.Popen(
        ("/bin/sh", "-c", script),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        others = strays(program.pid, tmp_path)
        assert len(others) == 3
        try:
            spawning.hold(program.pid, Direct((), tmp_path, SMALL))
            for pid in (program.pid, *others):
                assert resource.prlimit(pid, resource.RLIMIT_FSIZE) == SMALL["RLIMIT_FSIZE"]
                assert resource.prlimit(pid, resource.RLIMIT_CORE) == SMALL["RLIMIT_CORE"]
        finally:
            for pid in (*others, program.pid):
                os.kill(pid, signal.SIGKILL)


def test_a_program_that_may_not_be_held_does_not_run(tmp_path: Path) -> None:
    beyond = {"RLIMIT_NOFILE": (2**40, 2**40)}
    with pytest.raises(OSError, match=r"[Pp]ermitted|Invalid"):
        spawning.spawn(Direct(("/bin/sleep", "600"), tmp_path, beyond), {}, (), ())
    assert strays(os.getpid(), tmp_path) == []


def test_a_text_with_a_null_byte_starts_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="null"):
        spawning.spawn(Direct(("/bin/echo", "a\0b"), tmp_path, {}), {}, (), ())
