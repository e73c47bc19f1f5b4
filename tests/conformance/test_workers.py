"""Work shared out among processes: results, errors, and that nothing is left behind."""

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from reversi_conformance.workers import Kept, share_out


@pytest.fixture(autouse=True)
def _workers_find_this_file(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """They import it by its name, and search where this process does."""
    monkeypatch.syspath_prepend(request.config.rootpath)


def double(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def refuse(number: int) -> int:
    if number == 1:
        raise ValueError("one is refused")
    return number


def die(number: int) -> int:
    if number in (2, 4):
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def hold(number: int, folder: Path) -> None:
    """Hold a file, say so, and wait; whoever is interrupted gives the file back."""
    held = folder / f"held-{number}"
    with contextlib.ExitStack() as stack:
        held.touch()
        stack.callback(held.unlink)
        os.mkfifo(folder / f"begun-{number}")
        with (folder / f"begun-{number}").open("w") as told:
            told.write(str(os.getpid()))
        threading.Event().wait()


def miss_one_signal(number: int, folder: Path) -> None:
    """Be deaf for the first signal, as who begins to wait when it comes."""
    usual = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, lambda *_: signal.signal(signal.SIGTERM, usual))
    hold(number, folder)


def be_told_twice(number: int, folder: Path) -> None:
    """Be told to stop again while what is held is given back."""
    kept = folder / f"kept-{number}"
    kept.touch()
    try:
        hold(number, folder)
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
        kept.unlink()


@contextlib.contextmanager
def notebook(folder: Path) -> Iterator[Callable[[int], str]]:
    """What is written in it tells in which order it was opened, used and closed."""
    path = folder / f"{os.getpid()}.txt"

    def note(number: int) -> str:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{number} ")
        if number < 0:
            hold(number, folder)
        return path.name

    path.write_text("opened ", encoding="utf-8")
    try:
        yield note
    finally:
        path.write_text(f"{path.read_text(encoding='utf-8')}closed", encoding="utf-8")


def begun(folder: Path, *numbers: int) -> list[int]:
    """Wait until these are at work; return their processes."""
    return [int(read_when_there(folder / f"begun-{number}")) for number in numbers]


def read_when_there(fifo: Path) -> str:
    # The pipe's own opening waits for the other end; only its making has to be seen.
    while not fifo.exists():
        os.sched_yield()
    return fifo.read_text()


def test_each_result_comes_with_the_number_of_its_item_from_a_process_of_its_own() -> None:
    found: dict[int, tuple[int, int]] = {}
    share_out(double, [3, 5, 8], processes=2, on_result=found.__setitem__)
    assert {number: result for number, (result, _) in found.items()} == {0: 6, 1: 10, 2: 16}
    assert os.getpid() not in {process for _, process in found.values()}


def test_what_work_keeps_is_opened_once_in_a_process_and_closed_at_its_end(tmp_path: Path) -> None:
    notes: list[str] = []
    work = Kept(partial(notebook, tmp_path))
    share_out(work, [1, 2, 3], processes=1, on_result=lambda _, note: notes.append(note))
    [name] = {*notes}
    assert (tmp_path / name).read_text(encoding="utf-8") == "opened 1 2 3 closed"


def test_ctrl_c_closes_what_work_keeps(tmp_path: Path) -> None:
    def stop(_number: int) -> None:
        begun(tmp_path, -1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        share_out(
            Kept(partial(notebook, tmp_path)),
            [-1],
            processes=1,
            on_result=lambda *_: None,
            on_start=stop,
        )
    [book] = tmp_path.glob("*.txt")
    assert book.read_text(encoding="utf-8") == "opened -1 closed"


def test_nothing_to_do_starts_nothing() -> None:
    share_out(double, [], processes=2, on_result=lambda *_: pytest.fail("there was no item"))


def test_what_the_work_raises_is_raised() -> None:
    with pytest.raises(ValueError, match="one is refused"):
        share_out(refuse, [0, 1, 2], processes=1, on_result=lambda *_: None)


def test_what_is_given_to_a_process_is_told_and_no_more_than_there_are_processes() -> None:
    told: list[str] = []
    share_out(
        double,
        [3, 5, 8, 2],
        processes=2,
        on_start=lambda number: told.append(f"begin {number}"),
        on_result=lambda number, _: told.append("end"),
    )
    at_hand = [sum(1 if "begin" in each else -1 for each in told[:count]) for count in range(9)]
    assert max(at_hand) == 2
    assert [each for each in told if each != "end"] == [f"begin {number}" for number in range(4)]


def test_who_kills_the_process_that_works_on_it_is_told_and_all_others_are_done() -> None:
    found: dict[int, int] = {}
    lost: list[int] = []
    share_out(
        die,
        range(7),
        processes=2,
        on_result=found.__setitem__,
        on_lost=lost.append,
    )
    assert sorted(lost) == [2, 4]
    assert sorted(found) == [0, 1, 3, 5, 6]


def test_a_process_that_dies_is_an_error_where_nobody_asks_for_what_is_lost() -> None:
    with pytest.raises(BrokenProcessPool):
        share_out(die, [2, 3], processes=1, on_result=lambda *_: None)


@pytest.mark.parametrize("work", [hold, miss_one_signal, be_told_twice])
def test_ctrl_c_gives_back_what_the_work_holds(work: Callable[..., None], tmp_path: Path) -> None:
    workers: list[int] = []

    def interrupt() -> None:
        workers.extend(begun(tmp_path, 0, 1))
        os.kill(os.getpid(), signal.SIGINT)

    other = threading.Thread(target=interrupt)
    other.start()
    with pytest.raises(KeyboardInterrupt):
        share_out(partial(work, folder=tmp_path), range(9), processes=2, on_result=lambda *_: None)
    other.join()
    assert [path.name for path in tmp_path.iterdir() if not path.is_fifo()] == []
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_what_is_done_with_a_result_is_done_to_the_end_before_ctrl_c_is_heeded() -> None:
    done: list[int] = []

    def take(number: int, _result: object) -> None:
        signal.raise_signal(signal.SIGINT)
        done.append(number)

    with pytest.raises(KeyboardInterrupt):
        share_out(double, range(9), processes=1, on_result=take)
    assert done == [0]


INTERRUPTED = """
import sys
from reversi_conformance.workers import share_out

def arm(number, result):
    # By then both processes have begun.
    if number > 200:
        sys.settrace(interrupt)

def interrupt(frame, event, argument):
    if frame.f_code.co_name == "put" and frame.f_back.f_code.co_name == "submit":
        sys.settrace(None)
        raise KeyboardInterrupt

if __name__ == "__main__":
    try:
        share_out(abs, range(999), processes=2, on_result=arm)
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_ctrl_c_ends_it_where_work_was_noted_and_not_yet_put_in_line(tmp_path: Path) -> None:
    script = tmp_path / "shares.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "interrupted\n"), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="waits for processes that are not children")
@pytest.mark.parametrize("work", ["hold", "miss_one_signal", "be_told_twice"])
def test_workers_end_where_who_shares_out_is_killed(work: str, tmp_path: Path) -> None:
    held = tmp_path / "held"
    held.mkdir()
    source = (
        "import functools, pathlib, sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        f"from test_workers import {work}\n"
        "from reversi_conformance.workers import share_out\n"
        "if __name__ == '__main__':\n"
        f"    work = functools.partial({work}, folder=pathlib.Path({str(held)!r}))\n"
        "    share_out(work, range(9), processes=2, on_result=print)\n"
    )
    program = tmp_path / "share.py"
    program.write_text(source, encoding="utf-8")
    with subprocess.Popen([sys.executable, program], stderr=subprocess.DEVNULL) as sharing:
        workers = [os.pidfd_open(each) for each in begun(held, 0, 1)]
        sharing.kill()
    for worker in workers:
        select.select([worker], [], [])
        os.close(worker)
    assert [path.name for path in held.iterdir() if not path.is_fifo()] == []
