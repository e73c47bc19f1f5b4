"""What lies around a hostile program: canaries that tell when they are reached.

Starts one process and some listeners and writes into one folder; at the end all of them are gone.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final, Self

from reversi_conformance import corpus

from .attempts import PROGRAMS, Attempt, source

PLAYER: Final = PROGRAMS.parents[1] / "programs" / "plain.py"
HARNESS: Final = Path(sys.executable).with_name("reversi-conformance")
ENGINE: Final = Path(sys.executable).with_name("reversi-engine")
_SHARED: Final = (Path("/tmp"), Path("/dev/shm"))
_GENEROUS: Final = {
    "seconds_to_first_prompt": 60,
    "seconds_per_reply": 60,
    "seconds_per_session": 300,
    "output_bytes": 100_000,
}


class Surroundings:
    """A machine to be attacked; a context manager that leaves nothing behind."""

    def __init__(self, root: Path) -> None:
        """Lay everything out in an empty folder."""
        self.submission = _folder(root / "submission")
        self.temporary = _folder(root / "temporary")
        self.assignment = root / "assignment.toml"
        self.mark = f"reversi-mark-{secrets.token_hex(8)}"
        self._secrets = {name: secrets.token_hex(16) for name in ("secret file", "environment")}
        self._number = f"{secrets.randbelow(10**15):015}"
        self._root = root
        self._marker = _folder(root / "marker")
        (self._marker / "secret.txt").write_text(self._secrets["secret file"], encoding="utf-8")
        (self._marker / "marks.csv").write_text("you,0\n", encoding="utf-8")
        self._open = contextlib.ExitStack()
        self._listeners = dict(self._listen())
        self._process = self._open.enter_context(_sleeper())
        self._before = self._contents()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
        for folder in _SHARED:
            (folder / self.mark).unlink(missing_ok=True)

    def place(self, name: str, attempt: Attempt) -> Path:
        """Lay a hostile program out as a submission, and return it."""
        program = self.submission / attempt.called
        shutil.copy(source(name), program)
        shutil.copy(PROGRAMS / "hostile.py", self.submission)
        shutil.copy(PLAYER, self.submission / "player.py")
        for brought in attempt.brings:
            shutil.copy(PROGRAMS / "intruder.py", self.submission / brought)
        self._write("targets.json", json.dumps(self._targets()))
        self.assignment.write_text(_assignment(attempt), encoding="utf-8")
        self._before = self._contents()
        return program

    def environment(self) -> dict[str, str]:
        """The environment for the harness, with a secret in it."""
        ours = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        venv = f"{Path(sys.executable).parent}{os.pathsep}{ours.get('PATH', os.defpath)}"
        secret = {self._variable: self._secrets["environment"]}
        return {**ours, "PATH": venv, "TMPDIR": str(self.temporary), **secret}

    def reached(self, report: str) -> set[str]:
        """The names of all canaries that were reached."""
        found = {name for name, secret in self._secrets.items() if secret in report}
        found |= {name for name, listener in self._listeners.items() if _was_reached(listener)}
        found |= {name for name, now in self._contents().items() if now != self._before[name]}
        if any((folder / self.mark).exists() for folder in _SHARED):
            found.add("shared folder")
        if _state(self._process.pid) != "S":
            found.add("process")
        return found

    @contextlib.contextmanager
    def open_secret(self) -> Iterator[int]:
        """A descriptor of the secret file, to be handed on to the harness."""
        descriptor = os.open(self._marker / "secret.txt", os.O_RDONLY)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def left_files(self) -> list[str]:
        """What is left in the folder for temporary files."""
        return sorted(path.name for path in self.temporary.iterdir())

    def left_processes(self) -> list[str]:
        """The command lines of all processes that have to do with this root."""
        known = (os.getpid(), self._process.pid)
        words = (str(self._root), self._number)
        return [line for pid, line in _processes_about(words) if pid not in known]

    @property
    def _variable(self) -> str:
        return f"SECRET_{self.mark[-16:]}"

    def _targets(self) -> dict[str, object]:
        transcript = corpus.home() / "python" / "py-4-X-sample.txt"
        case = corpus.load_file(transcript)
        return {
            "folder": str(self._marker),
            "secret_file": str(self._marker / "secret.txt"),
            "variable": f"{self._variable}=",
            "tcp_port": self._listeners["tcp"].getsockname()[1],
            "udp_port": self._listeners["udp"].getsockname()[1],
            "abstract_socket": self.mark,
            "process": self._process.pid,
            "harness": str(self.assignment),
            "mark": self.mark,
            "number": self._number,
            "transcript": str(transcript),
            "engine": str(ENGINE),
            "packages": [str(path) for path in _packages()],
            "sample": [turn.required for turn in case.transcript.turns],
        }

    def _write(self, name: str, text: str) -> None:
        (self.submission / name).write_text(text, encoding="utf-8")

    def _listen(self) -> Iterator[tuple[str, socket.socket]]:
        tcp = self._open.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = self._open.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        unix = self._open.enter_context(socket.socket(socket.AF_UNIX))
        folder = os.open(self._marker, os.O_PATH)
        # Names of sockets are short, and the folder's may not be.
        unix.bind(f"/proc/self/fd/{folder}/service")
        os.close(folder)
        abstract = self._open.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0{self.mark}")
        for listener in (unix, abstract):
            listener.listen()
        yield from {"tcp": tcp, "udp": udp, "unix": unix, "abstract": abstract}.items()

    def _contents(self) -> dict[str, dict[str, bytes]]:
        return {"folder": _contents(self._marker), "submission": _contents(self.submission)}


def _assignment(attempt: Attempt) -> str:
    """The assignment for Python, with limits as the attempt needs them."""
    text = (files("reversi_conformance") / "assignments" / "python.toml").read_text("utf-8")
    head, _, rest = text.partition("[limits]\n")
    lines = (f"{name} = {value}\n" for name, value in {**_GENEROUS, **attempt.limits}.items())
    log = rest[rest.index("[log]\n") :]
    return f"{head}[limits]\n{''.join(lines)}\n{log}"


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _packages() -> tuple[Path, ...]:
    """Where the engine can be imported from."""
    return (Path(str(files("reversi_engine"))).parent,)


@contextlib.contextmanager
def _sleeper() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGKILL)


def _was_reached(listener: socket.socket) -> bool:
    listener.setblocking(False)
    try:
        if listener.type == socket.SOCK_DGRAM:
            listener.recv(1)
        else:
            listener.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def _contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder with what they hold, without what Python itself keeps there."""
    return {
        path.name: path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.iterdir())
        if path.name != "__pycache__"
    }


def _state(pid: int) -> str:
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    return stat.rpartition(")")[2].split()[0]


def _processes_about(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            line = (folder / "cmdline").read_bytes()
            about = (
                line,
                (folder / "environ").read_bytes(),
                os.fsencode((folder / "cwd").readlink()),
            )
            if any(word.encode() in each for word in words for each in about):
                yield int(folder.name), line.replace(b"\0", b" ").decode(errors="replace")
