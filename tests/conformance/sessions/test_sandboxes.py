"""Whatever the kind of confinement, the program runs in its folder and on its terminal."""

import functools
import resource
import signal
import sys
import threading
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from reversi_conformance.confinement import probe
from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.sandboxes import KINDS, Request, shown
from reversi_conformance.sandboxes.limits import data_bytes
from reversi_conformance.sandboxes.sight import secrets
from reversi_conformance.sessions import CannotStartError
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.playing import play, repeated
from reversi_conformance.sessions.waiting import ways

from .playing import GENEROUS, Write, answering


class Way(NamedTuple):
    """How a program is confined."""

    kind: str
    stands: bool = False
    """Whether the sandbox is made for many sessions."""


WAYS: Final = {
    **{name: Way(name) for name in KINDS},
    **{f"standing {name}": Way(name, True) for name, kind in KINDS.items() if kind.standing},
}


@functools.cache
def missing(name: str) -> str | None:
    """Why a kind does not hold on this machine."""
    lack = probe(name).lack
    return None if lack is None else f"{name}: {lack.reason}"


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Way:
    return held(request)


@pytest.fixture(params=[name for name, way in WAYS.items() if KINDS[way.kind].promises])
def strong(request: pytest.FixtureRequest) -> Way:
    """One that promises more than bounds."""
    return held(request)


def held(request: pytest.FixtureRequest) -> Way:
    way = WAYS[str(request.param)]
    if reason := missing(way.kind):
        pytest.skip(reason)
    return way


def confined(way: Way, program: Path, *answers: str) -> Observation:
    argv = (sys.executable, str(program), "a  b", "$HOME", "")
    return run(way, Command(argv, program.name, None), *answers)


def run(way: Way, command: Command, *answers: str) -> Observation:
    if not way.stands:
        return play_once(way, command, *answers)
    with repeated(command, way.kind) as standing:
        assert standing.starter is not None
        return play_once(way, standing, *answers)


def play_once(way: Way, command: Command, *answers: str) -> Observation:
    return play(
        command,
        answering(*answers),
        GENEROUS,
        earlier_row="an earlier game",
        log_name="reversi.csv",
        cancelled=threading.Event(),
        sandbox=way.kind,
    )


def test_the_program_plays_and_its_arguments_arrive_unchanged(way: Way, write: Write) -> None:
    seen = confined(way, write("ask.py", "import sys; print(sys.argv[1:], input('> '))"), "aa")
    assert seen.transcript.turns[0].printed == ("> ",)
    assert seen.transcript.turns[1].printed == ("['a  b', '$HOME', ''] aa",)


def test_its_ending_is_its_own(way: Way, write: Write) -> None:
    seen = confined(way, write("exit.py", "raise SystemExit(7)"))
    assert (seen.ending.kind, seen.ending.status) == (EndingKind.EXITED, 7)


def test_it_writes_its_log_where_it_runs(way: Way, write: Write) -> None:
    seen = confined(way, write("log.py", "open('reversi.csv', 'a').write('a new game\\n')"))
    assert seen.logs[0].after == b"an earlier game\na new game\n"


def test_the_terminal_is_its_own(way: Way, write: Write) -> None:
    seen = confined(way, write("tty.py", "print(open('/dev/tty').isatty())"))
    assert seen.transcript.turns[0].printed == ("True",)


def test_limits_are_in_force(way: Way, write: Write) -> None:
    program = write(
        "limits.py",
        """
import resource as r
for kind in (r.RLIMIT_CPU, r.RLIMIT_CORE, r.RLIMIT_FSIZE, r.RLIMIT_DATA):
    print(r.getrlimit(kind))
""",
    )
    seen = confined(way, program)
    cpu = GENEROUS.cpu_seconds
    longest = GENEROUS.file_bytes
    data = data_bytes(GENEROUS)
    limits = ((cpu, cpu + 1), (0, 0), (longest, longest), (data, data))
    assert seen.transcript.turns[0].printed == tuple(map(str, limits))


def test_a_signal_that_ends_it_is_told(way: Way, write: Write) -> None:
    seen = confined(way, write("abort.py", "import os; os.abort()"))
    assert (seen.ending.kind, seen.ending.signal) == (EndingKind.SIGNALLED, signal.SIGABRT)


def test_its_use_of_the_processor_is_counted(way: Way, write: Write) -> None:
    program = write(
        "busy.py",
        """
import time
while time.process_time() < 0.3:
    pass
""",
    )
    assert 0.3 <= confined(way, program).ending.cpu_seconds < 3


def test_the_key_for_an_interrupt_reaches_the_program_alone(way: Way, write: Write) -> None:
    program = write(
        "interrupt.py",
        """
import sys
try:
    input("> ")
except KeyboardInterrupt:
    print("interrupted", input("again> "))
""",
    )
    seen = confined(way, program, "\x03", "aa")
    assert "interrupted aa" in seen.transcript.turns[-1].printed
    assert seen.ending.status == 0


def test_its_environment_is_its_own(
    way: Way, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKEN", "secret")
    seen = confined(way, write("environment.py", "import os; print(*sorted(os.environ))"))
    [names] = seen.transcript.turns[0].printed
    assert {"HOME", "LANG", "NO_COLOR", "PATH", "TERM"} <= set(names.split())
    assert set(names.split()) <= {
        "HOME",
        "LANG",
        "LC_CTYPE",
        "NO_COLOR",
        "PATH",
        "PWD",
        "TERM",
        "TMPDIR",
    }


def test_nothing_is_open_but_its_terminal(way: Way, write: Write) -> None:
    program = write(
        "open.py",
        """
import os
found = []
for number in range(3, 99):
    try:
        os.fstat(number)
        found.append(number)
    except OSError:
        pass
print(found)
""",
    )
    assert confined(way, program).transcript.turns[0].printed == ("[]",)


def test_waits_are_seen_through_it(way: Way, write: Write) -> None:
    seen = confined(way, write("twice.py", "input('one'); input('two')"), "a", "b")
    assert [turn.printed for turn in seen.transcript.turns] == [("one",), ("two",), ()]
    assert seen.soft_waits == 0 or ways() == "silence"


def test_what_runtimes_read_of_the_system_can_be_read(strong: Way, write: Write) -> None:
    text = """
for setting in ("/etc/ssl/openssl.cnf", "/etc/nsswitch.conf"):
    try:
        open(setting)
    except FileNotFoundError:
        pass
"""
    assert confined(strong, write("settings.py", text)).transcript.turns[0].printed == ()


def test_a_file_beside_the_submission_is_hidden(
    strong: Way, write: Write, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("home") / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    text = f"open({str(secret)!r}).read()"
    seen = confined(strong, write("read.py", text))
    assert seen.transcript.turns[0].printed[-1].startswith(("PermissionError", "FileNotFoundError"))


def test_the_submission_is_read_only(strong: Way, write: Write) -> None:
    program = write("change.py", "open(__file__, 'a')")
    seen = confined(strong, program)
    assert seen.transcript.turns[0].printed[-1].startswith(("PermissionError", "OSError"))


def test_the_answers_are_hidden(strong: Way, write: Write) -> None:
    package, *others = map(str, secrets())
    program = write(
        "answers.py",
        f"""
import os
for folder in {[package, *others]}:
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                open(os.path.join(place, name)).read()
                print("read", name)
            except OSError:
                pass
""",
    )
    assert confined(strong, program).transcript.turns[0].printed == ()


def test_a_submission_that_is_closed_to_others_is_shown_all_the_same(
    strong: Way, tmp_path: Path
) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    (folder / "words.py").write_text("HELLO = 'hello'", encoding="utf-8")
    (folder / "reversi.py").write_text("import words; print(words.HELLO)", encoding="utf-8")
    for each in folder.iterdir():
        each.chmod(0o600)
    command = Command((sys.executable, str(folder / "reversi.py")), "reversi.py", folder)
    with shown(strong.kind, command.argv, folder) as copies:
        seen = run(strong, command._replace(copies=copies))
    assert seen.transcript.turns[0].printed == ("hello",)
    assert not any(copy.exists() for copy in copies.values())


def test_a_program_that_cannot_be_started_there_is_no_fault_of_the_program(
    strong: Way, tmp_path: Path
) -> None:
    program = tmp_path / "reversi"
    program.write_text("#!/nowhere/python\n", encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(CannotStartError, match="could not be started where it is confined"):
        run(strong, Command((str(program),), "reversi", tmp_path))


def test_a_hard_limit_of_the_caller_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1, 1))
    request = Request(("true",), {}, Path("/"), None, GENEROUS)
    _, _, script, *_ = KINDS["limits"].confine(request).argv
    assert "ulimit -S -t 1; ulimit -H -t 1;" in script
