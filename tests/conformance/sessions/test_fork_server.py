"""A program that is started from a process which has loaded it behaves as if started by itself."""

import os
import py_compile
import sys
import threading
from pathlib import Path

import pytest

from reversi_conformance.assignment import Limits
from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.sessions import CannotStartError
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.fork_server import ForkServer
from reversi_conformance.sessions.playing import play

from .playing import EARLIER_ROW, GENEROUS, answering, turns

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")

PROGRAMS = {
    "it asks and prints": "name = input('Name: ')\nprint('Hello', name)",
    "its streams are a terminal": """
import sys
print([each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr)])
print(sys.stdout.line_buffering, sys.stdout.encoding, sys.stdin.encoding, sys.stdout.errors)
""",
    "its terminal has a name": "open('/dev/tty', 'w').write(open('/dev/tty').readline())",
    "it is the main module": """
import sys
print(__name__, __file__[-11:], [each[-11:] for each in sys.argv])
""",
    "it finds itself by its name": "x = 5\nimport __main__\nprint(__main__.x)",
    "it raises": "def move(square):\n    return {}[square]\n\nmove('aa')",
    "it goes too deep": """
def deep():
    deep()

try:
    deep()
except RecursionError:
    print('deep')
""",
    "it gives a status": "import sys\nprint('bye')\nsys.exit(3)",
    "it complains as it goes": "import sys\nsys.exit('no such board')",
    "it is killed": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
    "it is interrupted": "import os, signal\nos.kill(os.getpid(), signal.SIGINT)",
    "it never closes its log": "log = open('reversi.csv', 'a')\nprint('a,b', file=log)",
    "its log is held by a ring": """
class Log:
    def __init__(self):
        self.ring, self.file = self, open('reversi.csv', 'a')
        print('a,b', file=self.file)
Log()
""",
    "it works at its end": "import atexit\natexit.register(print, 'the end')",
    "its thread is waited for": """
import threading, time
threading.Thread(target=lambda: (time.sleep(0.05), print('late'))).start()
print('early')
""",
    "it knows nothing of the last session": """
import builtins, os
print(hasattr(builtins, 'seen'), 'SEEN' in os.environ, os.path.exists('seen'))
builtins.seen = os.environ['SEEN'] = 'yes'
open('seen', 'w').close()
""",
    "its environment": """
import os
print(sorted(each for each in os.environ if each not in ('PATH', 'PWD')))
""",
    "its modules lie beside it": """
import os, sys
print(os.path.basename(sys.path[0]) != 'sessions')
""",
    "nothing is open but its terminal": """
import os
print([each for each in os.listdir('/dev/fd') if os.path.exists('/dev/fd/' + each)])
""",
    "it leads its session": "import os\nprint(os.getpid() == os.getsid(0) == os.tcgetpgrp(0))",
}


@pytest.mark.parametrize("source", PROGRAMS.values(), ids=PROGRAMS)
def test_it_is_seen_as_if_it_had_been_started(source: str, tmp_path: Path) -> None:
    program = compiled(source, tmp_path)
    expected = play_once(program, None, "X", "ab")
    with ForkServer(program) as server:
        first = play_once(program, server, "X", "ab")
        second = play_once(program, server, "X", "ab")
    for seen in (first, second):
        assert turns(seen) == turns(expected)
        assert how(seen) == how(expected)
        assert seen.logs == expected.logs


def test_the_limit_of_processor_time_holds_for_one_session(tmp_path: Path) -> None:
    program = compiled("if input() == 'on':\n    while True:\n        pass", tmp_path)
    limits = Limits(cpu_seconds=1, seconds_to_first_prompt=60, seconds_per_reply=60)
    with ForkServer(program) as server:
        kinds = [
            play_once(program, server, answer, limits=limits).ending.kind
            for answer in ("on", "off", "on")
        ]
    assert kinds == [EndingKind.OUT_OF_CPU, EndingKind.EXITED, EndingKind.OUT_OF_CPU]


def test_sessions_run_side_by_side(tmp_path: Path) -> None:
    program = compiled("print('Hello', input('Name: '))", tmp_path)
    seen: dict[str, Observation] = {}
    with ForkServer(program) as server:

        def greet(name: str) -> None:
            seen[name] = play_once(program, server, name)

        threads = [threading.Thread(target=greet, args=(name,)) for name in "abcdefgh"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert {name: turns(each)[-1][1] for name, each in seen.items()} == {
        name: (f"Hello {name}",) for name in "abcdefgh"
    }


def test_no_session_is_started_once_the_interpreter_is_gone(tmp_path: Path) -> None:
    program = compiled("import os\nos.kill(int(input()), 9)", tmp_path)
    with ForkServer(program) as server:
        play_once(program, server, str(server.pid))
        with pytest.raises(CannotStartError, match="the interpreter that had loaded it is gone"):
            play_once(program, server, "0")


def test_nothing_is_left_of_it(tmp_path: Path) -> None:
    program = compiled("input()", tmp_path)
    with ForkServer(program) as server:
        play_once(program, server, "x")
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)


def how(seen: Observation) -> tuple[object, ...]:
    return seen.ending.kind, seen.ending.status, seen.ending.signal, seen.left_processes


def compiled(source: str, folder: Path) -> Path:
    program = folder / "reversi.py"
    program.write_text(source, encoding="utf-8")
    py_compile.compile(str(program), str(folder / "reversi.pyc"), doraise=True)
    return folder / "reversi.pyc"


def play_once(
    program: Path, server: ForkServer | None, *answers: str, limits: Limits = GENEROUS
) -> Observation:
    return play(
        Command((sys.executable, "-S", "-E", str(program)), "reversi", None, starter=server),
        answering(*answers),
        limits,
        earlier_row=EARLIER_ROW,
        log_name="reversi.csv",
        cancelled=threading.Event(),
    )
