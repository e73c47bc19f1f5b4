"""Whatever the kind of confinement, the program runs in its folder and on its terminal."""

import resource
import sys
import threading
from pathlib import Path

import pytest

from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.sandboxes import KINDS, Request
from reversi_conformance.sandboxes.limits import FILE_BYTES
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.pty import play

from .playing import GENEROUS, Write, answering


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def confined(kind: str, program: Path, *answers: str) -> Observation:
    return play(
        Command((sys.executable, str(program), "a  b", "$HOME", ""), program.name, None),
        answering(*answers),
        GENEROUS,
        earlier_row="an earlier game",
        log_name="reversi.csv",
        cancelled=threading.Event(),
        sandbox=kind,
    )


def test_the_program_plays_and_its_arguments_arrive_unchanged(kind: str, write: Write) -> None:
    seen = confined(kind, write("ask.py", "import sys; print(sys.argv[1:], input('> '))"), "aa")
    assert seen.transcript.turns[0].printed == ("> ",)
    assert seen.transcript.turns[1].printed == ("['a  b', '$HOME', ''] aa",)


def test_its_ending_is_its_own(kind: str, write: Write) -> None:
    seen = confined(kind, write("exit.py", "raise SystemExit(7)"))
    assert (seen.ending.kind, seen.ending.status) == (EndingKind.EXITED, 7)


def test_it_writes_its_log_where_it_runs(kind: str, write: Write) -> None:
    seen = confined(kind, write("log.py", "open('reversi.csv', 'a').write('a new game\\n')"))
    assert seen.logs[0].after == b"an earlier game\na new game\n"


def test_the_terminal_is_its_own(kind: str, write: Write) -> None:
    seen = confined(kind, write("tty.py", "print(open('/dev/tty').isatty())"))
    assert seen.transcript.turns[0].printed == ("True",)


def test_limits_are_in_force(kind: str, write: Write) -> None:
    program = write(
        "limits.py",
        """
import resource as r
print(r.getrlimit(r.RLIMIT_CPU), r.getrlimit(r.RLIMIT_CORE), r.getrlimit(r.RLIMIT_FSIZE))
""",
    )
    seen = confined(kind, program)
    cpu = GENEROUS.cpu_seconds
    limits = ((cpu, cpu + 1), (0, 0), (FILE_BYTES, FILE_BYTES))
    assert seen.transcript.turns[0].printed == (" ".join(map(str, limits)),)


def test_a_hard_limit_of_the_caller_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1, 1))
    request = Request(("true",), {}, Path("/"), None, GENEROUS)
    _, _, script, *_ = KINDS["limits"].confine(request).argv
    assert "ulimit -S -t 1; ulimit -H -t 1;" in script
