"""What a program may take of the machine: more ends the session, and what was measured is told."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest

from reversi_conformance.assignment import Limits
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.sandboxes import KINDS

from .playing import GENEROUS, Write, played, turns

MIB = 1024 * 1024
ENDLESSLY = "while True: time.sleep(999)\n"


def limited(**limits: int) -> Limits:
    return msgspec.structs.replace(GENEROUS, **limits)


def figures(ending: Ending) -> tuple[EndingKind, float | None]:
    return ending.kind, ending.limit


def assert_broken(seen: Observation, kind: EndingKind, limit: int) -> None:
    assert figures(seen.ending) == (kind, limit)
    assert seen.ending.used is not None
    assert seen.ending.used > limit


BEYOND = {
    EndingKind.OUT_OF_MEMORY: (
        {"memory_bytes": 100 * MIB},
        f"""
for _ in range(4):
    if not os.fork():
        held = b"x" * {40 * MIB}
        time.sleep(999)
time.sleep(999)
""",
    ),
    EndingKind.TOO_MANY_PROCESSES: (
        {"processes": 40},
        "for _ in range(60): os.fork() or time.sleep(999)\ntime.sleep(999)",
    ),
    EndingKind.TOO_MANY_FILES: (
        {"files": 100},
        "for n in range(200): open(str(n), 'w').close()\ntime.sleep(999)",
    ),
    EndingKind.FOLDER_TOO_LARGE: (
        {"folder_bytes": 5 * MIB},
        f"for n in range(10): open(str(n), 'w').write('x' * {MIB})\ntime.sleep(999)",
    ),
    EndingKind.FILE_TOO_LARGE: (
        {"file_bytes": MIB},
        "log = open('log', 'w')\nwhile True: log.write('again\\n')",
    ),
}


@pytest.mark.parametrize("broken", BEYOND, ids=[broken.value for broken in BEYOND])
@pytest.mark.parametrize("sandbox", KINDS)
def test_every_bound_holds_however_the_program_is_confined(
    sandbox: str, broken: EndingKind, write: Write
) -> None:
    if lack := KINDS[sandbox].lack():
        pytest.skip(lack.reason)
    limits, text = BEYOND[broken]
    program = write("beyond.py", f"import os, time\nprint('kept', flush=True)\n{text}")
    seen = played(program, limits=limited(**limits), sandbox=sandbox)
    assert figures(seen.ending) == (broken, *limits.values())
    assert seen.transcript.turns[0].printed[0] == "kept"


def test_memory_of_one_process(write: Write) -> None:
    program = write("hog.py", f"import time\nheld = b'x' * {200 * MIB}\n{ENDLESSLY}")
    seen = played(program, limits=limited(memory_bytes=100 * MIB))
    assert_broken(seen, EndingKind.OUT_OF_MEMORY, 100 * MIB)


def test_memory_that_processes_share_counts_once(write: Write) -> None:
    program = write(
        "forks.py",
        f"""
import os, time
held = b'x' * {50 * MIB}
for _ in range(4):
    if not os.fork():
        time.sleep(999)
time.sleep(0.3)
""",
    )
    seen = played(program, limits=limited(memory_bytes=100 * MIB))
    assert (seen.ending.kind, seen.ending.status) == (EndingKind.EXITED, 0)


def test_more_memory_than_the_machine_gives_at_once_is_a_crash(write: Write) -> None:
    seen = played(write("huge.py", "held = bytearray(2 ** 50)"))
    assert seen.transcript.turns[0].printed[-1] == "MemoryError"
    assert (seen.ending.kind, seen.ending.memory_limit) == (
        EndingKind.EXITED,
        GENEROUS.memory_bytes,
    )


@pytest.mark.parametrize(
    "start",
    [
        pytest.param("os.fork() or time.sleep(999)", id="children"),
        pytest.param("threading.Thread(target=time.sleep, args=(999,)).start()", id="threads"),
        pytest.param(
            "os.fork() or (os.setsid(), os.fork() and os._exit(0), time.sleep(999))", id="daemons"
        ),
    ],
)
def test_processes_and_threads_are_counted(start: str, write: Write) -> None:
    text = f"import os, threading, time\nfor _ in range(30): {start}\n{ENDLESSLY}"
    seen = played(write("many.py", text), limits=limited(processes=20))
    assert_broken(seen, EndingKind.TOO_MANY_PROCESSES, 20)


@pytest.mark.parametrize(
    "away",
    ["", "os.fork() and wait()\nos.setsid()\nos.fork() and os._exit(0)"],
    ids=["own", "daemon's"],
)
def test_each_thread_counts_once(away: str, write: Write) -> None:
    program = write(
        "threads.py",
        f"""
import os, threading, time
def wait():
    time.sleep(1)
    os._exit(0)
{away}
for _ in range(15): threading.Thread(target=time.sleep, args=(1,)).start()
""",
    )
    seen = played(program, limits=limited(processes=20))
    assert (seen.ending.kind, seen.ending.status) == (EndingKind.EXITED, 0)


def test_as_many_processes_as_the_limit_are_none_too_many(write: Write) -> None:
    text = "import os, time\nfor _ in range(19): os.fork() or time.sleep(999)\ntime.sleep(0.3)"
    seen = played(write("some.py", text), limits=limited(processes=20))
    assert seen.ending.kind is EndingKind.EXITED


def test_processor_time_of_all_processes_adds_up(write: Write) -> None:
    text = (
        f"import os, time\nfor _ in range(4):\n if not os.fork():\n  while True: pass\n{ENDLESSLY}"
    )
    seen = played(write("busy.py", text), limits=limited(cpu_seconds=1))
    assert_broken(seen, EndingKind.OUT_OF_CPU, 1)


@pytest.mark.parametrize("sandbox", KINDS)
def test_processor_time_is_told_of_a_program_that_was_ended(sandbox: str, write: Write) -> None:
    if lack := KINDS[sandbox].lack():
        pytest.skip(lack.reason)
    program = write("loop.py", "while True: pass")
    limits = msgspec.structs.replace(GENEROUS, seconds_to_first_prompt=0.5)
    seen = played(program, limits=limits, sandbox=sandbox)
    assert seen.ending.kind is EndingKind.SILENT
    assert seen.ending.cpu_seconds > 0.1


@pytest.mark.parametrize("end", [ENDLESSLY, ""], ids=["runs on", "exits"])
def test_files_are_counted_in_all_folders(end: str, write: Write) -> None:
    program = write(
        "files.py",
        f"""
import os, time
print("ready", flush=True)
os.makedirs("a/b")
for n in range(200): open(f"a/b/{{n}}", "w").close()
{end}""",
    )
    seen = played(program, limits=limited(files=100))
    assert_broken(seen, EndingKind.TOO_MANY_FILES, 100)
    assert turns(seen) == [(None, ("ready",))]


@pytest.mark.parametrize("end", [ENDLESSLY, ""], ids=["runs on", "exits"])
def test_what_all_files_take_is_limited(end: str, write: Write) -> None:
    program = write(
        "files.py",
        f"""
import time
for n in range(30):
    with open(str(n), "wb") as file: file.write(b"x" * {MIB})
{end}""",
    )
    seen = played(program, limits=limited(folder_bytes=20 * MIB))
    assert_broken(seen, EndingKind.FOLDER_TOO_LARGE, 20 * MIB)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(
            "os.open('file', os.O_CREAT | os.O_RDWR); os.unlink('file')", id="on the disk"
        ),
        pytest.param("os.memfd_create('file')", id="in memory"),
    ],
)
def test_files_without_a_name_take_their_space_all_the_same(make: str, write: Write) -> None:
    text = f"import os, time\nfile = {make}\nos.write(file, b'x' * {10 * MIB})\n{ENDLESSLY}"
    seen = played(write("nameless.py", text), limits=limited(folder_bytes=5 * MIB))
    assert_broken(seen, EndingKind.FOLDER_TOO_LARGE, 5 * MIB)


def test_a_file_with_holes_takes_what_it_holds(write: Write) -> None:
    text = f"with open('holes', 'wb') as file: file.seek({10 * MIB}); file.write(b'x')"
    seen = played(write("holes.py", text), limits=limited(folder_bytes=5 * MIB))
    assert (seen.ending.kind, seen.ending.status) == (EndingKind.EXITED, 0)


def test_a_file_that_grows_too_long_ends_the_program(write: Write) -> None:
    program = write(
        "endless.c",
        """
#include <stdio.h>
int main(void) { FILE *log = fopen("reversi.csv", "a"); for (;;) fputs("again\\n", log); }
""",
    )
    seen = played(program, limits=limited(file_bytes=MIB))
    assert figures(seen.ending) == (EndingKind.FILE_TOO_LARGE, MIB)
    assert seen.ending.signal is None


def test_a_failure_to_write_on_counts_as_a_file_too_long(write: Write) -> None:
    text = "log = open('reversi.csv', 'a')\nwhile True: log.write('again\\n')"
    seen = played(write("endless.py", text), limits=limited(file_bytes=MIB))
    assert figures(seen.ending) == (EndingKind.FILE_TOO_LARGE, MIB)


def test_the_longest_file_is_not_too_long(write: Write) -> None:
    text = f"open('file', 'w').write('x' * {MIB})\nopen('other', 'w').write('x' * 1000)"
    seen = played(write("long.py", text), limits=limited(file_bytes=MIB))
    assert (seen.ending.kind, seen.ending.status) == (EndingKind.EXITED, 0)


def test_a_crash_beside_a_file_of_some_length_is_a_crash(write: Write) -> None:
    text = "import os\nopen('file', 'w').write('x' * 1000)\nos.abort()"
    seen = played(write("crash.py", text))
    assert (seen.ending.kind, seen.ending.signal) == (EndingKind.SIGNALLED, signal.SIGABRT)


@pytest.fixture
def neighbours() -> Iterator[int]:
    """A processor that six others keep busy."""
    processor = min(os.sched_getaffinity(0))
    busy = f"import os\nos.sched_setaffinity(0, [{processor}])\nwhile True: pass"
    argv = [sys.executable, "-S", "-c", busy]
    # The kernel may share the processor out among sessions.
    others = [subprocess.Popen(argv, start_new_session=True) for _ in range(6)]
    yield processor
    for other in others:
        other.kill()
        other.wait()


def test_time_in_which_others_have_the_processor_does_not_count(
    neighbours: int, write: Write
) -> None:
    program = write(
        "slow.py",
        f"""
import os, time
os.sched_setaffinity(0, [{neighbours}])
while time.process_time() < 0.4: pass
input("> ")
""",
    )
    limits = msgspec.structs.replace(GENEROUS, seconds_to_first_prompt=1.0)
    seen = played(program, limits=limits)
    assert (seen.ending.kind, turns(seen)) == (EndingKind.WAITED, [(None, ("> ",))])
    assert seen.ending.starved_seconds > 0


def test_time_that_a_program_sleeps_counts_beside_busy_neighbours(
    neighbours: int, write: Write
) -> None:
    text = f"import os, time\nos.sched_setaffinity(0, [{neighbours}])\n{ENDLESSLY}"
    limits = msgspec.structs.replace(GENEROUS, seconds_to_first_prompt=1.0)
    seen = played(write("idle.py", text), limits=limits)
    assert figures(seen.ending) == (EndingKind.SILENT, 1.0)
    assert seen.ending.used is not None
    assert 1.0 <= seen.ending.used < 10.0
