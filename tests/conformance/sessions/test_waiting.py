"""Only a program that waits for input is taken to wait, by the kernel's word or else by silence."""

import os
import platform
from pathlib import Path

import pytest

from reversi_conformance.assignment import Limits
from reversi_conformance.observation import EndingKind
from reversi_conformance.sessions import waiting
from reversi_conformance.sessions.syscalls import CALLS, Interpreter
from reversi_conformance.sessions.waiting import SilenceWatch, Wait

from .playing import Write, played, turns

needs_kernel = pytest.mark.skipif(
    waiting.ways() != "kernel", reason="this kernel does not tell what a program waits for"
)

BUSY_BETWEEN = {
    "computes.py": """
import time
def think():
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        pass
""",
    "sleeps.py": """
import time
def think():
    time.sleep(0.3)
""",
    "sleeps_by_select.py": """
import select
def think():
    select.select([], [], [], 0.3)
""",
    "threads.py": """
import threading, time
def work():
    end = time.monotonic() + 0.1
    while time.monotonic() < end:
        pass
def think():
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
""",
    "child.py": """
import subprocess, sys
def think():
    subprocess.run([sys.executable, "-c", "for i in range(3_000_000): pass"])
""",
    "child_of_a_shell.py": """
import os, shlex, sys
def think():
    os.system(shlex.join([sys.executable, "-c", "import time; time.sleep(0.3)"]))
""",
    "reads_a_file.py": """
def think():
    for _ in range(300):
        open("/proc/self/status").read()
""",
    "drains_a_pipe.py": """
import os, threading, time
def think():
    read, written = os.pipe()
    threading.Timer(0.2, os.write, (written, b"x")).start()
    os.read(read, 1)
""",
}
"""Ways of being busy after an unfinished line, which silence alone takes for a prompt."""

GAME = """
for n in range(3):
    print("thinking: ", end="", flush=True)
    think()
    print("done")
    print("got", input("> "))
"""


@needs_kernel
@pytest.mark.parametrize("name", BUSY_BETWEEN)
def test_a_program_at_work_is_not_taken_to_wait(name: str, write: Write) -> None:
    seen = played(write(name, BUSY_BETWEEN[name] + GAME), "a", "b", "c")
    assert turns(seen) == [
        (None, ("thinking: done", "> ")),
        ("a", ("got a", "thinking: done", "> ")),
        ("b", ("got b", "thinking: done", "> ")),
        ("c", ("got c",)),
    ]
    assert seen.soft_waits == 0


POLLING = {
    "by_select.py": """
import select, sys, time
def ask():
    while not select.select([sys.stdin], [], [], 0)[0]:
        time.sleep(0.02)
    return sys.stdin.readline().strip()
""",
    "without_blocking.py": """
import os, time
os.set_blocking(0, False)
def ask():
    while True:
        try:
            return os.read(0, 100).decode().strip()
        except BlockingIOError:
            time.sleep(0.02)
""",
    "single_keys.py": """
import select, sys, termios, time, tty
tty.setcbreak(0)
def ask():
    keys = ""
    while not keys.endswith("\\n"):
        while not select.select([0], [], [], 0)[0]:
            time.sleep(0.01)
        keys += sys.stdin.read(1).replace("\\r", "\\n")
    return keys.strip()
""",
}
"""Ways to look for input again and again, as kbhit() is imitated."""

ASKING = """
for n in range(3):
    print("> ", end="", flush=True)
    print("got", ask())
"""


@needs_kernel
@pytest.mark.parametrize("name", POLLING)
def test_a_program_that_looks_for_input_and_naps_between_waits(name: str, write: Write) -> None:
    seen = played(write(name, POLLING[name] + ASKING), "a", "bc", "d")
    assert [turn.typed for turn in seen.transcript.turns] == [None, "a", "bc", "d"]
    assert [turn.printed[-1] for turn in seen.transcript.turns] == ["> ", "> ", "> ", "got d"]
    assert seen.soft_waits == 3
    assert seen.ending.kind is EndingKind.EXITED


@needs_kernel
def test_a_thread_that_counts_seconds_does_not_hide_a_wait(write: Write) -> None:
    ticking = """
import threading, time
def tick():
    while True:
        time.sleep(1)
threading.Thread(target=tick, daemon=True).start()
for n in range(3):
    print("got", input("> "))
"""
    seen = played(write("ticking.py", ticking), "a", "b", "c")
    assert [turn.printed[-1] for turn in seen.transcript.turns] == ["> ", "> ", "> ", "got c"]
    assert seen.soft_waits == 3


@needs_kernel
def test_a_nap_beside_the_reading_thread_counts_as_work(write: Write) -> None:
    program = write(
        "animation.py",
        """
import sys, threading, time
threading.Thread(target=sys.stdin.readline, daemon=True).start()
for n in range(5):
    time.sleep(0.05)
    print(n)
print("> ", end="", flush=True)
threading.Event().wait()
""",
    )
    limits = Limits(seconds_to_first_prompt=60, seconds_per_reply=0.3)
    seen = played(program, "a", limits=limits)
    assert seen.transcript.turns[0].printed == (*"01234", "> ")
    assert seen.ending.kind is EndingKind.SILENT


@needs_kernel
def test_an_answer_on_its_way_is_not_taken_for_a_new_wait(write: Write) -> None:
    program = write(
        "quick.c",
        """
#include <stdio.h>
int main(void) {
    char move[80];
    for (int i = 0; i < 300; i++) {
        printf("%d> ", i);
        if (!fgets(move, sizeof move, stdin)) return 1;
    }
}
""",
    )
    seen = played(program, *(str(n) for n in range(300)))
    prompts = [turn.printed for turn in seen.transcript.turns[:-1]]
    assert prompts == [(f"{n}> ",) for n in range(300)]
    assert (seen.ending.status, seen.unflushed) == (0, ())


@pytest.mark.parametrize("name", CALLS)
def test_no_call_means_two_things(name: str) -> None:
    calls = CALLS[name]
    waits = {*calls.reads, calls.poll, calls.ppoll, calls.select, calls.pselect}
    waits |= {*calls.epoll_waits, calls.epoll_wait2}
    assert calls.naps.isdisjoint(calls.idle)
    assert waits.isdisjoint(calls.naps | calls.idle)


def test_an_unknown_architecture_is_left_to_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "vax")
    waiting._probe.cache_clear()
    try:
        assert waiting.ways() == "silence"
    finally:
        monkeypatch.undo()
        waiting._probe.cache_clear()


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "_kernel_tells", lambda: False)


@pytest.mark.usefixtures("silence")
@pytest.mark.parametrize(
    "read", ["input('Move: ')", "(print('Enter a move'), input())[1]"], ids=["prompt", "line"]
)
def test_silence_is_a_way_to_play_too_and_says_so(read: str, write: Write) -> None:
    program = write("ask.py", f"for n in range(3): print('got', {read})")
    seen = played(program, "a", "b", "c")
    assert seen.transcript.answers == ("a", "b", "c")
    assert seen.transcript.turns[-1].printed == ("got c",)
    assert seen.soft_waits == 3


@pytest.mark.usefixtures("silence")
def test_single_keys_are_typed_by_silence_too(write: Write) -> None:
    program = write("keys.py", "import readline\nfor n in range(2): print('got', input('Move: '))")
    seen = played(program, "ab", "cd")
    assert seen.transcript.turns[-1].printed == ("got cd",)


@pytest.mark.parametrize(
    ("quiet", "tail", "wait"),
    [
        (0.01, b"Move: ", Wait.NO),
        (0.06, b"Move: ", Wait.SOFT),
        (0.06, b"Move (RowCol) > ", Wait.SOFT),
        (0.06, "请输入棋盘大小：".encode(), Wait.SOFT),
        (0.06, "请输入棋盘大小：".encode("gbk"), Wait.SOFT),
        (0.06, b"\x1b[1mMove:\x1b[0m ", Wait.SOFT),
        (0.06, b"thinking", Wait.NO),
        (0.06, b"done:\r\n", Wait.NO),
        (0.06, b"", Wait.NO),
        (0.6, b"thinking", Wait.SOFT),
        (0.6, b"", Wait.SOFT),
    ],
)
def test_silence_needs_longer_where_the_text_is_no_prompt(
    quiet: float, tail: bytes, wait: Wait
) -> None:
    assert SilenceWatch(nothing).look(quiet, tail) is wait


def test_silence_is_no_wait_while_something_typed_lies_unread() -> None:
    assert SilenceWatch(lambda: True).look(0.6, b"Move: ") is Wait.NO


def nothing() -> bool:
    return False


@needs_kernel
def test_looking_leaves_nothing_open() -> None:
    before = sorted(Path("/dev/fd").iterdir())
    watch = waiting.watch(os.getpid(), lambda status: False, nothing, nothing)
    watch.look(0, b"")
    watch.close()
    assert sorted(Path("/dev/fd").iterdir()) == before


READ = b"0 0x0 0x55d0 0x400 0x0 0x1 0x0 0x7ffc 0x7f1e\n"


@pytest.mark.parametrize(
    ("call", "is_alike"),
    [
        (READ, True),
        (b"0 0x0 0x66e0 0x1000 0x1000 0x1 0x7 0x7ffd 0x7f1f\n", True),
        (b"0 0x3 0x55d0 0x400 0x0 0x1 0x0 0x7ffc 0x7f1e\n", False),
        (b"0 0x01 0x55d0 0x400 0x0 0x1 0x0 0x7ffc 0x7f1e\n", False),
        (b"7 0x0 0x55d0 0x400 0x0 0x1 0x0 0x7ffc 0x7f1e\n", False),
        (b"-1 0x0 0x7f1e\n", False),
        (b"running\n", False),
        (b"", False),
    ],
)
def test_a_read_is_known_again_by_what_it_reads_from(call: bytes, is_alike: bool) -> None:
    interpreter = Interpreter(CALLS["x86_64"], lambda _: True)
    assert interpreter.is_alike(call, READ) is is_alike


def test_a_poll_is_known_again_by_all_that_it_says() -> None:
    interpreter = Interpreter(CALLS["x86_64"], lambda _: True)
    poll = b"7 0x7ffc 0x1 0xffffffff 0x0 0x1 0x0 0x7ffc 0x7f1e\n"
    assert interpreter.is_alike(poll, poll)
    assert not interpreter.is_alike(poll.replace(b"0xffffffff", b"0x64"), poll)
