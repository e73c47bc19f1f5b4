"""A program that rewrites one file over and over, and is killed at it; `test_whole_files` runs it.

    python rewriting.py kill FILE ROUNDS SEED
    python rewriting.py step FILE
    python rewriting.py race FILE WRITES

Prints what it saw, as JSON. Each content carries its number and is as long as the number says, so
that what is cut, mixed or older than it may be can be told from what is whole.
"""

import itertools
import json
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from reversi_conformance import whole_files

LINES = 6000
"""Some 100 KB: many pages, so that a write can be stopped within."""


def content(number: int) -> str:
    """What is written in this turn."""
    return f"content {number}\n" * (LINES + number % 7)


def number_of(text: str) -> int:
    """Which content this is. Raises ValueError where it is none of them, whole."""
    number = int(text.partition("\n")[0].removeprefix("content "))
    if text != content(number):
        raise ValueError(f"content {number} is not whole: {len(text)} characters")
    return number


def kill_over_and_over(path: Path, rounds: int, seed: int) -> dict[str, int]:
    """Kill a writer at moments that chance chooses; count what it leaves behind."""
    chance = random.Random(seed)
    last = number_of(path.read_text(encoding="utf-8"))
    seen = {"kills": 0, "amid a write": 0, "lost": 0, "most left behind": 0}
    for _ in range(rounds):
        writer, said = start(path, last + 1)
        for _ in range(chance.randrange(1, 4)):
            last = int.from_bytes(os.read(said, 8), "big")
        for _ in range(chance.randrange(30_000)):
            pass
        os.kill(writer, signal.SIGKILL)
        os.waitpid(writer, 0)
        os.close(said)
        found = number_of(path.read_text(encoding="utf-8"))
        left_behind = len(list(path.parent.iterdir())) - 1
        seen["kills"] += 1
        seen["amid a write"] += left_behind > 0
        seen["most left behind"] = max(left_behind, seen["most left behind"])
        # What was said to be written may be followed by more, and never by less.
        seen["lost"] += found < last
        last = max(found, last)
    return seen


def kill_at_every_step(path: Path) -> dict[str, int]:
    """Kill a writer at each line that a write goes through; something lies about each time."""
    number = number_of(path.read_text(encoding="utf-8")) + 1
    seen = {"steps": 0, "old": 0, "new": 0}
    while _dies_at(seen["steps"], path, number):
        seen["steps"] += 1
        found = number_of(path.read_text(encoding="utf-8"))
        seen["new" if found == number else "old"] += 1
        number = found + 1
    return seen


def _dies_at(step: int, path: Path, number: int) -> bool:
    """Whether a write has so many steps; it is killed at this one."""
    for left in path.parent.glob(".*"):
        left.unlink()
    path.with_name(f".{path.name}.0badcafe.partial").touch()
    process = os.fork()
    if not process:
        steps = itertools.count()

        def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
            if frame.f_code.co_filename != whole_files.__file__:
                return None
            if event == "line" and next(steps) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return trace

        sys.settrace(trace)
        whole_files.write(path, content(number))
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == -signal.SIGKILL


def start(path: Path, first: int) -> tuple[int, int]:
    """Start a writer; returns its process and where it says which content it has written."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    number = first
    while True:
        whole_files.write(path, content(number))
        os.write(writing, number.to_bytes(8, "big"))
        number += 1


def race(path: Path, writes: int) -> dict[str, list[int]]:
    """Let three processes write the same file at the same time; return how each one ended."""
    writers = list(_writers(path, writes))
    return {"statuses": [os.waitstatus_to_exitcode(os.waitpid(each, 0)[1]) for each in writers]}


def _writers(path: Path, writes: int) -> Iterator[int]:
    for writer in range(3):
        process = os.fork()
        if not process:
            for number in range(writes):
                whole_files.write(path, content(writer * writes + number))
            os._exit(0)
        yield process


def main(task: str, file: str, *numbers: str) -> None:
    """Do what is asked for and print what was seen."""
    tasks: dict[str, Callable[..., object]] = {
        "kill": kill_over_and_over,
        "step": kill_at_every_step,
        "race": race,
    }
    json.dump(tasks[task](Path(file), *map(int, numbers)), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
