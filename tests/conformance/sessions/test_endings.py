"""However a program ends or will not end: what is reported, and that nothing is left of it."""

import os
import signal
import threading
from pathlib import Path
from typing import NoReturn

import pytest

from reversi_conformance.assignment import Limits
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.sandboxes import Start
from reversi_conformance.sessions import CannotStartError, link, processes
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.playing import play
from reversi_conformance.sessions.terminal import Terminal
from reversi_conformance.transcript import Turn

from .playing import GENEROUS, Write, answering, on_each_terminal, played, run_by, turns

pytestmark = on_each_terminal


def kind_and_code(seen: Observation) -> tuple[EndingKind, int | None, int | None]:
    return seen.ending.kind, seen.ending.status, seen.ending.signal


def is_gone(pid: int) -> bool:
    """Whether a process is gone or dead and only not yet buried by its new parent."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] in "ZX"


def test_the_status_and_the_last_words_without_newline_are_kept(write: Write) -> None:
    program = write("bye.py", "import sys; sys.stdout.write('good\\nbye'); sys.exit(3)")
    seen = played(program)
    assert turns(seen) == [(None, ("good", "bye"))]
    assert kind_and_code(seen) == (EndingKind.EXITED, 3, None)
    assert seen.ending.cpu_seconds > 0
    assert seen.ended_at - seen.started_at == pytest.approx(seen.ending.seconds, abs=0.01)


def test_a_traceback_belongs_to_the_turn(write: Write) -> None:
    seen = played(write("crash.py", "input('> ')\n[][5]"), "zz")
    assert seen.transcript.turns[1].printed[-1] == "IndexError: list index out of range"
    assert kind_and_code(seen) == (EndingKind.EXITED, 1, None)


def test_a_signal_of_its_own_is_told(write: Write) -> None:
    seen = played(write("abort.c", "#include <stdlib.h>\nint main(void) { abort(); }"))
    assert kind_and_code(seen) == (EndingKind.SIGNALLED, None, signal.SIGABRT)


def test_it_gets_end_of_input_when_there_is_nothing_left_to_type(write: Write) -> None:
    program = write(
        "asks_on.py",
        """
print("got", input("> "))
try:
    input("again? ")
except EOFError:
    open("reversi.csv", "a").write("end of input\\n")
""",
    )
    seen = played(program, "a")
    assert turns(seen) == [(None, ("> ",)), ("a", ("got a", "again? "))]
    assert kind_and_code(seen) == (EndingKind.WAITED, None, None)
    assert seen.logs[0].after == b"an earlier game\nend of input\n"


def test_what_it_prints_after_end_of_input_is_not_in_the_transcript(write: Write) -> None:
    assert turns(played(write("eof.py", "print('one')\ninput('> ')"))) == [(None, ("one", "> "))]


def test_a_program_that_asks_for_ever_is_ended(write: Write) -> None:
    program = write(
        "for_ever.py",
        """
while True:
    try:
        input("again? ")
    except EOFError:
        print("no")
""",
    )
    seen = played(program, "a", "b")
    assert turns(seen) == [(None, ("again? ",)), ("a", ("again? ",)), ("b", ("again? ",))]
    assert seen.ending.kind is EndingKind.WAITED


def test_not_more_answers_are_typed_than_the_limit(write: Write) -> None:
    program = write("for_ever.py", "while True: input('> ')")
    limits = Limits(seconds_to_first_prompt=60, seconds_per_reply=60, answers=5)
    seen = played(program, *"abcdefgh", limits=limits)
    assert seen.transcript.answers == tuple("abcde")
    assert seen.ending.kind is EndingKind.WAITED


def test_silence_before_the_first_prompt(write: Write) -> None:
    limits = Limits(seconds_to_first_prompt=0.3, seconds_per_reply=60)
    seen = played(
        write("idle.py", "import time; print('wait', end='', flush=True); time.sleep(999)"),
        limits=limits,
    )
    assert turns(seen) == [(None, ("wait",))]
    assert (seen.ending.kind, seen.ending.limit) == (EndingKind.SILENT, 0.3)


def test_silence_after_an_answer(write: Write) -> None:
    limits = Limits(seconds_to_first_prompt=60, seconds_per_reply=0.3)
    seen = played(write("stuck.py", "print(input('> '))\nwhile True: pass"), "a", limits=limits)
    assert turns(seen) == [(None, ("> ",)), ("a", ("a",))]
    assert (seen.ending.kind, seen.ending.limit) == (EndingKind.SILENT, 0.3)


def test_the_whole_session_has_an_end(write: Write) -> None:
    program = write(
        "slow.py",
        """
import time
while True:
    print("thinking")
    time.sleep(0.01)
""",
    )
    limits = Limits(seconds_per_session=0.5)
    seen = played(program, limits=limits)
    assert (seen.ending.kind, seen.ending.limit) == (EndingKind.OUT_OF_TIME, 0.5)
    assert "thinking" in seen.transcript.turns[0].printed


def test_processor_time_is_limited(write: Write) -> None:
    limits = Limits(seconds_to_first_prompt=60, cpu_seconds=1)
    seen = played(write("busy.py", "while True: pass"), limits=limits)
    assert (seen.ending.kind, seen.ending.limit) == (EndingKind.OUT_OF_CPU, 1)
    assert seen.ending.cpu_seconds >= 0.5


def test_processor_time_of_a_child_counts(write: Write) -> None:
    program = write("busy.py", "import os\nos._exit(128 + os.system('while true; do true; done'))")
    seen = played(program, limits=Limits(seconds_to_first_prompt=60, cpu_seconds=1))
    assert seen.ending.kind is EndingKind.OUT_OF_CPU


@pytest.mark.parametrize("piece", ["'line\\n'", "'no end '", "'\\a'"])
def test_a_flood_is_cut(piece: str, write: Write) -> None:
    limits = Limits(seconds_to_first_prompt=60, output_bytes=100_000)
    program = write("flood.py", f"import sys\nwhile True: sys.stdout.write({piece})")
    seen = played(program, limits=limits)
    assert (seen.ending.kind, seen.ending.limit) == (EndingKind.FLOODED, 100_000)
    assert sum(map(len, seen.transcript.turns[0].printed)) <= 100_000


def test_a_flood_of_chinese_stays_utf_8(write: Write) -> None:
    limits = Limits(seconds_to_first_prompt=60, output_bytes=100_000)
    seen = played(write("flood.py", "while True: print('黑白棋', end='')"), limits=limits)
    assert seen.encoding == "utf-8"


def test_megabytes_before_an_exit_arrive_whole(write: Write) -> None:
    program = write("much.py", "for n in range(100_000): print(n)")
    assert turns(played(program)) == [(None, tuple(map(str, range(100_000))))]


def test_the_person_in_front_can_end_it(write: Write) -> None:
    cancelled = threading.Event()

    def pilot(turn: Turn, *, unflushed: bool) -> str:
        cancelled.set()
        return "a"

    program = write("stuck.py", "print(input('> '), flush=True)\nwhile True: pass")
    seen = played(program, pilot=pilot, cancelled=cancelled)
    assert seen.ending.kind is EndingKind.INTERRUPTED
    assert seen.transcript.turns[0].printed == ("> ",)


def test_an_answer_that_is_never_read_finds_a_deaf_program(write: Write) -> None:
    program = write(
        "deaf.py",
        """
import os, select
os.write(1, b"> ")
select.select([0], [], [])
select.select([], [], [], 999)
""",
    )
    limits = Limits(seconds_to_first_prompt=60, seconds_per_reply=0.3)
    seen = played(program, "ab", limits=limits)
    assert turns(seen) == [(None, ("> ",)), ("ab", ())]
    assert (seen.ending.kind, seen.ending.limit) == (EndingKind.DEAF, 0.3)


def test_typing_to_a_program_that_takes_nothing_has_an_end(write: Write, tmp_path: Path) -> None:
    text = "import time, tty; tty.setraw(0); print('ready', flush=True); time.sleep(999)"
    argv = run_by(write("deaf.py", text))
    with Terminal(Start(argv, {}), tmp_path) as terminal:
        while not terminal.read():
            terminal.wait(60, for_output=True)
        left = terminal.send(b"x" * 1_000_000, seconds=0.1)
    assert 0 < len(left) < 1_000_000


def test_what_goes_wrong_just_after_the_start_leaves_no_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_master: int) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(link, "Link", interrupted)
    before = processes.children(os.getpid())
    with pytest.raises(KeyboardInterrupt):
        Terminal(Start(("/bin/sleep", "999"), {}), tmp_path)
    assert processes.children(os.getpid()) == before


def test_ignored_signals_help_nobody(write: Write) -> None:
    program = write(
        "stubborn.py",
        """
import os, signal
for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGXCPU):
    signal.signal(number, signal.SIG_IGN)
print(os.getpid(), flush=True)
while True:
    try:
        input()
    except EOFError:
        pass
""",
    )
    seen = played(program)
    assert seen.ending.kind is EndingKind.WAITED
    assert is_gone(int(seen.transcript.turns[0].printed[0]))


@pytest.mark.parametrize("end", ["input('> ')", "pass"], ids=["waits", "exits"])
@pytest.mark.parametrize(
    "away",
    [
        pytest.param("", id="a child"),
        pytest.param("os.setpgid(0, 0)", id="of another group"),
        pytest.param("os.setsid()", id="of another session"),
        pytest.param("os.setsid(); os.fork() and os._exit(0)", id="a daemon"),
        pytest.param(
            "os.setsid(); os.fork() and os._exit(0); os.chdir('/'); os.closerange(0, 3)",
            id="a daemon without terminal",
        ),
        pytest.param(
            "os.setsid(); os.fork() and os._exit(0)\n"
            "    for _ in range(3): threading.Thread(target=time.sleep, args=(999,)).start()",
            id="a daemon with threads",
        ),
        pytest.param(
            "os.setsid(); os.fork() and os._exit(0); os.chdir('/'); trace(program)",
            id="a daemon that traces it",
        ),
    ],
)
def test_children_die_with_the_program(away: str, end: str, write: Write, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = write(
        "parent.py",
        f"""
import ctypes, os, signal, sys, threading, time

def trace(pid):
    assert ctypes.CDLL(None).ptrace(0x4206, pid, None, None) == 0

signal.signal(signal.SIGHUP, signal.SIG_IGN)
# A signal stops who is traced.
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
program = os.getpid()
read, written = os.pipe()
if not os.fork():
    {away or "pass"}
    open({str(note)!r}, "w").write(str(os.getpid()))
    os.write(written, b"!")
    time.sleep(999)
os.read(read, 1)
{end}
""",
    )
    played(program)
    assert is_gone(int(note.read_text()))


def test_a_child_that_keeps_the_terminal_does_not_keep_the_session(write: Write) -> None:
    seen = played(write("shell.py", "import os; os.system('sleep 999 & echo started')"))
    assert turns(seen) == [(None, ("started",))]
    assert seen.ending.kind is EndingKind.EXITED


def test_a_program_that_stops_itself_is_ended(write: Write) -> None:
    limits = Limits(seconds_to_first_prompt=0.3)
    program = write("stop.py", "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)")
    assert played(program, limits=limits).ending.kind is EndingKind.SILENT


def test_nothing_is_left_open(write: Write) -> None:
    program = write("ask.py", "input('> ')")
    played(program, "a")
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(3):
        played(program, "a")
    assert len(list(Path("/dev/fd").iterdir())) == before


def test_a_pilot_that_fails_leaves_nothing_behind(write: Write) -> None:
    pids = []

    def pilot(turn: Turn, *, unflushed: bool) -> str:
        pids.append(int(turn.printed[0]))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        played(write("pid.py", "import os; print(os.getpid()); input()"), pilot=pilot)
    assert is_gone(pids[0])


def test_a_program_that_cannot_be_started_says_so() -> None:
    with pytest.raises(CannotStartError, match=r"^'a\\x00b' could not be started: .*null"):
        play(
            Command(("/bin/echo", "a\0b"), "'a\\x00b'", None),
            answering(),
            GENEROUS,
            earlier_row="",
            log_name="reversi.csv",
            cancelled=threading.Event(),
        )


def test_many_sessions_run_side_by_side(write: Write) -> None:
    program = write("ask.py", "for n in range(20): print('got', input(f'{n}> '))")
    endings: list[Ending] = []
    seen: list[Observation] = []

    def run(name: int) -> None:
        observation = played(program, *(f"{name}-{n}" for n in range(20)))
        seen.append(observation)
        endings.append(observation.ending)

    threads = [threading.Thread(target=run, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {ending.kind for ending in endings} == {EndingKind.EXITED}
    for observation in seen:
        name = (observation.transcript.turns[1].typed or "").partition("-")[0]
        assert observation.transcript.answers == tuple(f"{name}-{n}" for n in range(20))
        assert observation.transcript.turns[20].printed == (f"got {name}-19",)
