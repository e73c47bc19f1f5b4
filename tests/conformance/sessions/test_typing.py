"""Answers reach every kind of program whole; what it prints is cut into turns at its prompts."""

import itertools
from pathlib import Path

import pytest

from reversi_conformance.observation import EndingKind
from reversi_conformance.sessions import PIPE

from .playing import Write, on_each_terminal, on_what, played, turns

ASK = "Enter move for O (RowCol): "
FOUR_ANSWERS = [
    (None, (ASK,)),
    ("aa", ("got aa", ASK)),
    ("4", ("got 4", ASK)),
    ("ab", ("got ab", ASK)),
    ("cd", ("got cd",)),
]

ECHOES = {
    "input.py": """
for _ in range(4):
    print("got", input("Enter move for O (RowCol): "))
""",
    "stdin_lines.py": """
import sys
for _ in range(4):
    print("Enter move for O (RowCol): ", end="", flush=True)
    print("got", sys.stdin.readline().strip())
""",
    "gnu_readline.py": """
import readline
for _ in range(4):
    print("got", input("Enter move for O (RowCol): "))
""",
    "single_keys.py": """
import sys, termios, tty
cooked = termios.tcgetattr(0)
for _ in range(4):
    print("Enter move for O (RowCol): ", end="", flush=True)
    keys = ""
    while not keys.endswith("\\r"):
        tty.setraw(0)
        keys += sys.stdin.read(1)
        termios.tcsetattr(0, termios.TCSADRAIN, cooked)
    print()
    print("got", keys.strip())
""",
    "reader_thread.py": """
import queue, sys, threading
lines = queue.Queue()
def read():
    for line in sys.stdin:
        lines.put(line)
threading.Thread(target=read, daemon=True).start()
for _ in range(4):
    print("Enter move for O (RowCol): ", end="", flush=True)
    print("got", lines.get().strip())
""",
    "selecting.py": """
import os, select
for _ in range(4):
    print("Enter move for O (RowCol): ", end="", flush=True)
    select.select([0], [], [])
    print("got", os.read(0, 100).decode().strip())
""",
    "polling.py": """
import os, select
poll = select.poll()
poll.register(0, select.POLLIN)
for _ in range(4):
    print("Enter move for O (RowCol): ", end="", flush=True)
    poll.poll()
    print("got", os.read(0, 100).decode().strip())
""",
    "child_reads.py": """
import subprocess
for _ in range(4):
    subprocess.run(["sh", "-c", "printf 'Enter move for O (RowCol): '; read x; echo got $x"])
""",
    "scanf.c": """
#include <stdio.h>
int main(void) {
    char move[80];
    for (int i = 0; i < 4; i++) {
        printf("Enter move for O (RowCol): ");
        scanf("%79s", move);
        printf("got %s\\n", move);
    }
}
""",
    "threads.c": """
#include <pthread.h>
#include <stdio.h>
static void *talk(void *unused) {
    char move[80];
    for (int i = 0; i < 4; i++) {
        printf("Enter move for O (RowCol): ");
        scanf("%79s", move);
        printf("got %s\\n", move);
    }
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, talk, NULL);
    pthread_join(thread, NULL);
}
""",
    "readline.js": """
const rl = require('readline').createInterface({input: process.stdin, output: process.stdout});
let n = 0;
const ask = () => rl.question('Enter move for O (RowCol): ', (move) => {
    console.log('got ' + move);
    if (++n < 4) ask(); else rl.close();
});
ask();
""",
    "readline_timer.js": """
const rl = require('readline').createInterface({input: process.stdin, output: process.stdout});
const timer = setInterval(() => {}, 5000);
let n = 0;
const ask = () => rl.question('Enter move for O (RowCol): ', (move) => {
    console.log('got ' + move);
    if (++n < 4) ask(); else process.exit(0);
});
ask();
""",
    "promises.mjs": """
import * as readline from 'node:readline/promises';
const rl = readline.createInterface({input: process.stdin, output: process.stdout});
for (let n = 0; n < 4; n++) {
    console.log('got ' + await rl.question('Enter move for O (RowCol): '));
}
rl.close();
""",
    "read_sync.js": """
const fs = require('fs');
const buffer = Buffer.alloc(100);
for (let n = 0; n < 4; n++) {
    process.stdout.write('Enter move for O (RowCol): ');
    console.log('got ' + buffer.toString('utf8', 0, fs.readSync(0, buffer)).trim());
}
""",
    "line_events.js": """
const rl = require('readline').createInterface({input: process.stdin});
let n = 0;
process.stdout.write('Enter move for O (RowCol): ');
rl.on('line', (line) => {
    console.log('got ' + line);
    if (++n == 4) process.exit(0);
    process.stdout.write('Enter move for O (RowCol): ');
});
""",
}


NOT_ON_PIPES = {
    "single_keys.py": "a pipe has no single keys",
    "scanf.c": "stdio prints into a pipe when its buffer is full",
    "threads.c": "stdio prints into a pipe when its buffer is full",
    "readline.js": "Node reads on from a pipe after the program has closed its input",
}


@pytest.mark.parametrize("name", ECHOES)
def test_every_way_of_asking_gets_its_answers(name: str, write: Write, each_terminal: str) -> None:
    if each_terminal == PIPE and name in NOT_ON_PIPES:
        pytest.skip(NOT_ON_PIPES[name])
    seen = played(write(name, ECHOES[name]), "aa", "4", "ab", "cd")
    assert turns(seen) == FOUR_ANSWERS
    assert (seen.ending.kind, seen.ending.status) == (EndingKind.EXITED, 0)
    assert (seen.unflushed, seen.soft_waits) == ((), 0)


@pytest.mark.parametrize("library", ["readline-sync", "prompt-sync"])
def test_libraries_that_read_single_keys_get_their_answers(library: str, write: Write) -> None:
    folder = Path(__file__).parents[2] / "programs" / "node_modules" / library
    if not folder.is_dir():
        pytest.skip(f"{library} is not installed (npm install in tests/programs)")
    ask = "require({!r}).question" if library == "readline-sync" else "require({!r})()"
    program = write(
        "library.js",
        f"""
const ask = {ask.format(str(folder))};
for (let n = 0; n < 4; n++) console.log('got ' + ask('{ASK}'));
""",
    )
    assert turns(played(program, "aa", "4", "ab", "cd")) == FOUR_ANSWERS


TICKING = {
    "timer.js": ECHOES["readline_timer.js"].replace("5000", "20"),
    "select.c": """
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>
int main(void) {
    char move[80];
    for (int i = 0; i < 4; i++) {
        write(1, "Enter move for O (RowCol): ", 27);
        fd_set terminal;
        struct timeval soon;
        do {
            FD_ZERO(&terminal);
            FD_SET(0, &terminal);
            soon = (struct timeval){0, 20000};
        } while (select(1, &terminal, NULL, NULL, &soon) == 0);
        ssize_t size = read(0, move, sizeof move);
        dprintf(1, "got %.*s", (int)size, move);
    }
}
""",
    "poll.c": """
#include <poll.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char move[80];
    for (int i = 0; i < 4; i++) {
        write(1, "Enter move for O (RowCol): ", 27);
        struct pollfd terminal = {0, POLLIN, 0};
        while (poll(&terminal, 1, 20) == 0) {}
        ssize_t size = read(0, move, sizeof move);
        dprintf(1, "got %.*s", (int)size, move);
    }
}
""",
    "ppoll.c": """
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char move[80];
    for (int i = 0; i < 4; i++) {
        write(1, "Enter move for O (RowCol): ", 27);
        struct pollfd terminal = {0, POLLIN, 0};
        struct timespec soon = {0, 20000000};
        while (ppoll(&terminal, 1, &soon, NULL) == 0) {}
        ssize_t size = read(0, move, sizeof move);
        dprintf(1, "got %.*s", (int)size, move);
    }
}
""",
}


@on_each_terminal
@pytest.mark.parametrize("name", TICKING)
def test_a_program_that_ticks_while_it_waits_is_answered_after_a_quiet(
    name: str, write: Write
) -> None:
    seen = played(write(name, TICKING[name]), "aa", "4", "ab", "cd")
    assert turns(seen) == FOUR_ANSWERS
    assert seen.soft_waits == 4


def test_a_program_may_read_keys_now_and_lines_then(write: Write) -> None:
    program = write(
        "both.py",
        """
import os, termios, tty
cooked = termios.tcgetattr(0)
tty.setcbreak(0)
os.write(1, b"any key: ")
key = os.read(0, 1)
termios.tcsetattr(0, termios.TCSADRAIN, cooked)
print("got", key, input())
print("got", input("> "))
""",
    )
    seen = played(program, "abc", "d")
    assert turns(seen) == [
        (None, ("any key: ",)),
        ("abc", ("bc", "got b'a' bc", "> ")),
        ("d", ("got d",)),
    ]


def test_a_program_may_end_at_the_first_key(write: Write) -> None:
    program = write("key.py", "import os, tty\ntty.setcbreak(0)\nos.write(1, b'> ')\nos.read(0, 1)")
    seen = played(program, "abc")
    assert turns(seen) == [(None, ("> ",)), ("abc", ())]
    assert seen.ending.kind is EndingKind.EXITED


def test_who_comes_late_to_read_a_key_does_not_find_two(write: Write) -> None:
    program = write(
        "late.py",
        """
import os, time, tty
tty.setraw(0)
os.write(1, b"> ")
time.sleep(0.1)
keys = []
while keys[-1:] != [b"\\r"]:
    keys.append(os.read(0, 3))
    time.sleep(0.6)
os.write(1, repr(keys).encode())
""",
    )
    [_, (_, printed)] = turns(played(program, "ab"))
    assert printed == ("[b'a', b'b', b'\\r']",)


def test_single_keys_without_any_output_are_not_flushed_prompts(write: Write) -> None:
    program = write(
        "dumb.py",
        """
import os, tty
tty.setraw(0)
for _ in range(2):
    while os.read(0, 1) != b"\\r":
        pass
""",
    )
    seen = played(program, "ab", "cd")
    assert turns(seen) == [(None, ("",)), ("ab", ("",)), ("cd", ())]
    assert seen.unflushed == (0, 1)


@on_each_terminal
def test_long_lines_and_many_lines_between_prompts_arrive_whole(write: Write) -> None:
    program = write(
        "long.py",
        """
for n in range(3):
    for i in range(1000):
        print(n, i, "." * (i % 250))
    input("> ")
""",
    )
    seen = played(program, "a", "b", "c")
    blocks = [tuple(f"{n} {i} {'.' * (i % 250)}" for i in range(1000)) for n in range(3)]
    assert turns(seen) == [
        (None, (*blocks[0], "> ")),
        ("a", (*blocks[1], "> ")),
        ("b", (*blocks[2], "> ")),
        ("c", ()),
    ]


def test_an_answer_without_echo_leaves_the_next_output_on_the_line(write: Write) -> None:
    program = write(
        "secret.py",
        """
import getpass
print("got", getpass.getpass("secret: "))
""",
    )
    assert turns(played(program, "ab")) == [(None, ("secret: ",)), ("ab", ("got ab",))]


@on_each_terminal
def test_chinese_is_typed_and_read(write: Write) -> None:
    program = write("chinese.py", "print('得到', input('请输入棋盘大小：'))")
    assert turns(played(program, "四")) == [(None, ("请输入棋盘大小：",)), ("四", ("得到 四",))]


@on_each_terminal
def test_gbk_is_read(write: Write) -> None:
    program = write(
        "gbk.py",
        """
import sys
sys.stdout.reconfigure(encoding="gbk")
print("电脑下在", input("请输入棋盘大小："))
""",
    )
    seen = played(program, "4")
    assert turns(seen) == [(None, ("请输入棋盘大小：",)), ("4", ("电脑下在 4",))]
    assert seen.encoding == "gb18030"


@on_each_terminal
def test_redrawn_and_coloured_text_shows_once(write: Write) -> None:
    program = write(
        "redraw.py",
        r"""
print("\x1b[2J\x1b[H\x1b[1mReversi\x1b[0m")
for percent in range(101):
    print(f"\rthinking {percent} %", end="", flush=True)
print("\r\x1b[Kdone")
input("\x1b[32m> \x1b[0m")
""",
    )
    seen = played(program, "a")
    assert turns(seen) == [(None, ("Reversi", "done", "> ")), ("a", ())]
    assert seen.coloured


def test_a_prompt_that_is_not_flushed_is_reported(write: Write) -> None:
    program = write(
        "unflushed.py",
        """
import sys
print("Enter the board dimension: ", end="")
size = sys.stdin.readline()
print("got", size, end="")
print("Computer plays (X/O) : ", end="")
side = sys.stdin.readline()
""",
    )
    told: list[bool] = []

    def pilot(turn: object, *, unflushed: bool) -> str | None:
        told.append(unflushed)
        return "4X"[len(told) - 1] if len(told) < 3 else None

    seen = played(program, pilot=pilot)
    assert turns(seen) == [
        (None, ("",)),
        ("4", ("Enter the board dimension: got 4", "")),
        ("X", ("Computer plays (X/O) : ",)),
    ]
    assert (seen.unflushed, told) == ((0,), [True, False])


def test_events_are_recorded_in_order(write: Write) -> None:
    events: list[tuple[float, str, bytes]] = []
    played(write("ask.py", "print('got', input('> '))"), "ab", recorder=events)
    times = [seconds for seconds, _, _ in events]
    assert times == sorted(times)
    before, (_, _, typed), *after = events
    assert (before[1:], typed) == (("o", b"> "), b"ab\r")
    assert b"".join(data for _, _, data in after) == b"ab\r\ngot ab\r\n"


def test_the_environment_is_clean_and_the_terminal_is_one(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    program = write(
        "look.py",
        """
import os
print(sorted(set(os.environ) - {"LC_CTYPE", "PWD"}))
print(os.environ["PATH"], os.environ["LANG"], os.environ["TERM"])
print(os.environ["HOME"] == os.getcwd(), sorted(os.listdir()))
print(os.get_terminal_size(), os.isatty(0), os.isatty(1), os.isatty(2))
print(open("/dev/tty", "w").isatty(), sorted(os.listdir("/proc/self/fd"))[:4])
""",
    )
    assert turns(played(program)) == [
        (
            None,
            (
                "['HOME', 'LANG', 'NO_COLOR', 'PATH', 'TERM']",
                "/usr/bin:/bin C.UTF-8 dumb",
                "True ['Reversi.csv', 'reversi.csv']",
                "os.terminal_size(columns=200, lines=50) True True True",
                "True ['0', '1', '2', '3']",
            ),
        )
    ]


def test_a_program_on_pipes_finds_no_terminal_and_is_told_to_print_at_once(write: Write) -> None:
    on_what.append(PIPE)
    try:
        seen = played(write("look.py", LOOK))
    finally:
        on_what.pop()
    assert turns(seen) == [
        (
            None,
            (
                "['HOME', 'LANG', 'NO_COLOR', 'PATH', 'PYTHONUNBUFFERED', 'TERM']",
                "True False False False",
                "no terminal",
            ),
        )
    ]


LOOK = """
import os
print(sorted(set(os.environ) - {"LC_CTYPE", "PWD"}))
print(os.environ["HOME"] == os.getcwd(), os.isatty(0), os.isatty(1), os.isatty(2))
try:
    open("/dev/tty")
except OSError:
    print("no terminal")
"""


def test_on_pipes_what_is_typed_stands_in_the_transcript_where_a_terminal_shows_it(
    write: Write,
) -> None:
    events: list[tuple[float, str, bytes]] = []
    on_what.append(PIPE)
    try:
        seen = played(write("ask.py", "print('got', input('> '))"), "ab", recorder=events)
    finally:
        on_what.pop()
    assert turns(seen) == [(None, ("> ",)), ("ab", ("got ab",))]
    # What comes in one piece is a matter of chance.
    pieces = itertools.groupby(events, key=lambda event: event[1])
    joined = [(kind, b"".join(event[2] for event in several)) for kind, several in pieces]
    assert joined == [("o", b"> "), ("i", b"ab\n"), ("o", b"got ab\r\n")]
