"""Sessions that share a sandbox see nothing of each other, and leave nothing behind."""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from reversi_conformance import sandboxes
from reversi_conformance.confinement import probe
from reversi_conformance.observation import Observation
from reversi_conformance.sandboxes import KINDS, Request, Standing, Start, shown
from reversi_conformance.sessions import CannotStartError, proc, processes
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.playing import play, repeated
from reversi_conformance.sessions.standing import StandingSandbox

from .playing import GENEROUS, Write, answering

KIND = "bubblewrap"
SECONDS = 20

TRACES = """
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
IPC_CREAT, IPC_EXCL = 0o1000, 0o2000
FOLDERS = "/game", "/tmp", "/dev/shm"
found = [folder for folder in FOLDERS if os.path.exists(f"{folder}/left")]
found += os.listdir("/sessions")
if libc.shmget(4711, 4096, IPC_CREAT | IPC_EXCL | 0o600) < 0:
    found.append("shared memory")
server = socket.socket(socket.AF_UNIX)
try:
    server.bind("\\0reversi")
except OSError:
    found.append("socket")
port = socket.socket()
try:
    port.bind(("127.0.0.1", 4711))
    port.listen()
except OSError:
    found.append("port")
found += [name for name in os.listdir("/proc") if name.isdigit() and int(name) > 2]
print(*found or ["nothing"])
for folder in FOLDERS:
    open(f"{folder}/left", "w").close()
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    while True:
        server.listen()
        libc.pause()
input("ready? ")
"""


@pytest.fixture(autouse=True)
def _needs_the_kind() -> None:
    if lack := probe(KIND).lack:
        pytest.skip(f"{KIND}: {lack.reason}")


@pytest.fixture
def traces(write: Write) -> Iterator[Command]:
    """A program that tells what it finds of others, and leaves all that it can, in a sandbox."""
    program = write("traces.py", TRACES)
    command = Command((sys.executable, str(program)), "traces.py", program.parent)
    with (
        shown(KIND, command.argv, command.submission) as copies,
        repeated(command._replace(copies=copies), KIND) as standing,
    ):
        assert isinstance(standing.starter, StandingSandbox)
        yield standing


def session(command: Command, *answers: str) -> Observation:
    return play(
        command,
        answering(*answers),
        GENEROUS,
        earlier_row="",
        log_name="reversi.csv",
        cancelled=threading.Event(),
        sandbox=KIND,
    )


def test_a_session_finds_nothing_of_the_one_before(traces: Command) -> None:
    for _ in range(2):
        seen = session(traces, "yes")
        assert seen.transcript.turns[0].printed == ("nothing", "ready? ")
        assert seen.left_files == ("left",)


def test_a_session_finds_nothing_of_one_beside_it(traces: Command) -> None:
    inner: list[Observation] = []

    def meanwhile(*_: object, **__: object) -> None:
        inner.append(session(traces))

    outer = play(
        traces,
        meanwhile,
        GENEROUS,
        earlier_row="",
        log_name="reversi.csv",
        cancelled=threading.Event(),
        sandbox=KIND,
    )
    for seen in (outer, *inner):
        assert seen.transcript.turns[0].printed == ("nothing", "ready? ")


def test_the_folder_of_its_sessions_is_gone_with_it(traces: Command) -> None:
    assert isinstance(traces.starter, StandingSandbox)
    folder = traces.starter.folder
    session(traces, "yes")
    assert list(folder.iterdir()) == []
    traces.starter.__exit__(None, None, None)
    assert not folder.exists()


def test_where_none_comes_to_stand_each_session_has_its_own(
    monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    def fall(request: Request) -> Start:
        return KINDS["limits"].confine(request._replace(argv=("/bin/false",)))

    bwrap = KINDS[KIND]
    assert bwrap.standing is not None
    broken = type(bwrap)(
        bwrap.confine,
        bwrap.promises,
        drops_root=bwrap.drops_root,
        lack=bwrap.lack,
        forbidden=bwrap.forbidden,
        standing=Standing(fall, bwrap.standing.step),
    )
    monkeypatch.setattr(sandboxes, "KINDS", {**KINDS, KIND: broken})
    program = write("hello.py", "print('hello')")
    with repeated(Command((sys.executable, str(program)), "hello.py", None), KIND) as command:
        assert command.starter is None
        assert session(command).transcript.turns[0].printed == ("hello",)


def test_a_sandbox_that_is_gone_is_no_fault_of_the_program(traces: Command) -> None:
    for each in processes.children(os.getpid()):
        if name_of(each) == "sandbox":
            os.kill(each, signal.SIGKILL)
    with pytest.raises(CannotStartError, match="what starts sessions in the sandbox is gone"):
        session(traces)


def test_nothing_outlives_a_harness_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "waits.py").write_text(
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\nwhile True: input('> ')",
        encoding="utf-8",
    )
    words = ["--no-config", "check", "--sandbox", KIND, "--", sys.executable, "waits.py"]
    with subprocess.Popen(
        [sys.executable, "-m", "reversi_conformance", *words],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as harness:
        while not (found := playing_now(harness)):
            assert harness.poll() is None, "it ended too early"
        harness.kill()
        for descriptor in found:
            poller = select.poll()
            poller.register(descriptor, select.POLLIN)
            assert poller.poll(SECONDS * 1000), "a process is left"
            os.close(descriptor)


def playing_now(harness: "subprocess.Popen[bytes]") -> list[int]:
    """Descriptors of all that a harness has started, once a program waits for an answer."""
    below = processes.descendants(harness.pid)
    try:
        if any(b"waits.py" in proc.read(f"/proc/{each}/cmdline") for each in below):
            return [os.pidfd_open(each) for each in below]
    except OSError:
        pass  # one of them has ended since
    return []


def name_of(process: int) -> str:
    return Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
