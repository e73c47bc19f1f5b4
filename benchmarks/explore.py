"""Whether `explore` finds the mistakes that the golden games miss, and how short it makes them.

The mistakes are those of tests/elusive: each gets full marks from `check`. The whole command is
timed, as it is typed, with its confinement, its shortening and the golden games that it asks at
its end.

    python -m benchmarks.explore [--seed N] [--jobs N] [MISTAKE...]

Creates a temporary folder, and removes it. Fails when a promise is not kept: each is found, and the
command is done in two minutes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from reversi_conformance.audit import catalogue
from reversi_conformance.audit.catalogue import Mistake

MISTAKES = Path(__file__).parents[1] / "tests" / "elusive"
EXPLORE = (sys.executable, "-m", "reversi_conformance", "explore")
MINUTES = 1.4
"""Of search; half a minute more may go to shortening."""
MOST_SECONDS = 120.0
FOUND = 1


class Row(NamedTuple):
    mistake: str
    is_found: bool
    seconds: float
    sentence: str

    @property
    def is_kept(self) -> bool:
        return self.is_found and self.seconds <= MOST_SECONDS


def main() -> int:
    options = parsed()
    known = catalogue.load(MISTAKES, catalogue.home())
    wanted = [each for each in known if not options.mistakes or each.id in options.mistakes]
    print(f"load {os.getloadavg()[0]:.1f} at the start, {options.jobs} sessions at a time")
    rows = []
    for mistake in wanted:
        rows.append(search(mistake, options.seed, options.jobs))
        print(shown(rows[-1]), flush=True)
    kept = sum(row.is_kept for row in rows)
    print(f"{kept} of {len(rows)} found and done within {MOST_SECONDS:g} s")
    print(f"load {os.getloadavg()[0]:.1f} at the end")
    return 0 if kept == len(rows) else 1


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explore")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="sessions at a time (default: 2)")
    parser.add_argument("mistakes", nargs="*", help="some of tests/elusive (default: all)")
    return parser.parse_args()


def search(mistake: Mistake, seed: int, jobs: int) -> Row:
    with tempfile.TemporaryDirectory() as name:
        program = catalogue.write(mistake, Path(name))
        options = ["--seed", str(seed), "--jobs", str(jobs), "--minutes", str(MINUTES)]
        begun = perf_counter()
        done = subprocess.run(
            [*EXPLORE, *options, "-o", name, str(program)],
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = perf_counter() - begun
        transcripts = len([*Path(name).glob("found-*.txt")])
    first, *_ = (done.stdout or done.stderr).split("\n\n")
    # A command that breaks down ends with the same status as one that has found something.
    is_found = done.returncode == FOUND and transcripts == 1
    return Row(mistake.id, is_found, seconds, " ".join(first.split()))


def shown(row: Row) -> str:
    mark = "kept" if row.is_kept else "NOT KEPT"
    return f"{row.mistake:<44} {row.seconds:6.1f} s  {mark}\n    {row.sentence}"


if __name__ == "__main__":
    sys.exit(main())
