"""How the cost of the harness grows, whole processes, one quantity at a time.

Games in a suite, moves in a game, squares of a board, findings in a report, megabytes printed,
submissions in a class. The program is always one in C, which costs next to nothing itself; what is
shown is the processor time of the harness alone, and in a class that of all processes.

    python -m benchmarks.growth [--rounds N] [--series NAME …]

Each point is the quickest of its rounds, which are run in turn. Writes
`benchmarks/results/growth.json`; `python -m benchmarks.page` makes the page in the docs from it.
With `--series` nothing is written. Needs gcc. Creates a temporary folder, and removes it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from itertools import count, cycle, islice
from math import isqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from benchmarks import fitting, games, results
from benchmarks.measuring import HARNESS, TOP, Usage, load, provenance, use

from reversi_conformance import assignment, corpus
from reversi_conformance.reference import perform
from reversi_conformance.transcript import Header
from reversi_engine import Disc, Game, format_square

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from reversi_conformance.transcript import Case

MIB = 1024 * 1024
PYTHON = assignment.load(games.ASSIGNMENT)
SHIPPED = TOP / "conformance" / "reversi_conformance" / "assignments" / f"{PYTHON.id}.toml"
SQUARES = tuple(board**2 for board in (4, 6, 8, 10, 12, 16, 20, 26))
UNCONFINED = ("--sandbox", "limits")
SHIPPED_LIMIT = "output_bytes = 400_000"
LIFTED = "output_bytes = 100_000_000"
FLOOD = """\
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int count, char **words)
{
    long line;
    for (line = 0; line < atol(words[1]) * 1024; line++)
        printf("%01023d\\n", 0);
    fflush(stdout);
    execv(words[2], words + 2);
    return 1;
}
"""
"""Prints so many megabytes, and then is another program."""


class Series(NamedTuple):
    """One quantity that grows."""

    id: str
    quantity: str
    sizes: tuple[int, ...]
    prepare: Callable[[Path, int], Sequence[str]]
    """Set up one size in an empty folder; return the command line to be measured there."""
    cost: Callable[[Usage], float]
    costs_whose: str


def main() -> int:
    options = parsed()
    facts = provenance()
    series = [each for each in SERIES if each.id in options.series]
    with tempfile.TemporaryDirectory(prefix="reversi-growth-") as name:
        found = {each.id: measured(each, Path(name) / each.id, options.rounds) for each in series}
    if len(series) < len(SERIES):
        print("not written: this is but a part")
        return 0
    path = results.write("growth", {"facts": {**facts, "load_after": load()}, "series": found})
    print(f"written: {path.relative_to(TOP)}")
    return 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    parser.add_argument("--rounds", type=int, default=3, help="timed rounds (default: 3)")
    parser.add_argument("--series", nargs="+", choices=IDS, default=IDS)
    return parser.parse_args()


def measured(series: Series, folder: Path, rounds: int) -> list[dict[str, float]]:
    commands = {}
    for size in series.sizes:
        home = folder / str(size)
        home.mkdir(parents=True)
        commands[size] = (home, series.prepare(home, size))
    usages: dict[int, list[Usage]] = {size: [] for size in series.sizes}
    # A class is graded once: a second run would find that nothing is left to do.
    for _ in range(1 if series is SUBMISSIONS else rounds):
        for size, (home, command) in commands.items():
            usages[size].append(use(command, home, (0, 1)))
    points = [point(series, size, each) for size, each in usages.items()]
    print(f"{series.quantity}: exponent {fitting.growth(costs(points))}")
    for each in points:
        print("  ", ", ".join(f"{name} {value:.4g}" for name, value in each.items()), flush=True)
    return points


def costs(points: Sequence[Mapping[str, float]]) -> list[tuple[float, float]]:
    """Sizes and costs alone."""
    return [(each["size"], each["cost"]) for each in points]


def point(series: Series, size: int, usages: Sequence[Usage]) -> dict[str, float]:
    return {
        "size": size,
        "cost": min(series.cost(usage) for usage in usages),
        "seconds": min(usage.seconds for usage in usages),
        "peak_mib": max(usage.peak_bytes for usage in usages) / MIB,
    }


def checked(folder: Path, cases: Iterable[Case], *options: str, wrong: bool = False) -> list[str]:
    """A check of the program in C with these cases as the whole suite."""
    course = write_course(folder, cases, LIFTED)
    program = games.build(games.LANGUAGES["C"], folder / "program", wrong=wrong)
    return [*check(course, *options), *program]


def check(course: Path, *options: str) -> list[str]:
    written = ("-o", "sheet", "--assignment", str(course))
    return [*HARNESS, "check", *written, *UNCONFINED, *options, "--"]


def write_course(folder: Path, cases: Iterable[Case], limit: str = SHIPPED_LIMIT) -> Path:
    """An assignment like the shipped one, with a suite of its own and other limits."""
    suite = folder / "suite"
    for case in cases:
        corpus.write_case(suite, case)
    text = SHIPPED.read_text(encoding="utf-8").replace(SHIPPED_LIMIT, limit)
    course = folder / "course.toml"
    course.write_text(f"transcripts = {json.dumps(str(suite))}\n{text}", encoding="utf-8")
    return course


def repeated(cases: Iterable[Case], times: int) -> list[Case]:
    """The cases over and over, each time under ids of its own."""
    return [
        msgspec.structs.replace(
            case, header=msgspec.structs.replace(case.header, id=f"{case.id}-{number:04}")
        )
        for number, case in enumerate(islice(cycle(cases), times))
    ]


def small_games() -> list[Case]:
    return [case for case in corpus.load_suite(PYTHON) if case.header.board <= 6]


def lost_games() -> list[Case]:
    return [case for case in small_games() if case.header.ends == games.WRONG_END]


def given_up(board: int, moves: int) -> Case:
    """A game against the computer that is given up after so many moves at random."""
    entries = next(filter(None, (entered(board, moves, Random(seed)) for seed in count())))
    header = Header("game", board, Disc.WHITE, entries, games.WRONG_END)
    return perform(header, PYTHON)


def entered(board: int, moves: int, random: Random) -> tuple[str, ...]:
    """So many moves, and an occupied square; nothing where the game is over before."""
    game, _ = Game.start(board, Disc.WHITE)
    entries = []
    for _ in range(moves):
        if game.ended:
            return ()
        entries.append(format_square(random.choice(game.board.legal_moves(Disc.BLACK))))
        game, _ = game.submit(entries[-1])
    if game.ended:
        return ()
    return (*entries, format_square(game.board.squares(Disc.BLACK)[0]))


def more_games(folder: Path, size: int) -> list[str]:
    return checked(folder, repeated(small_games(), size))


def more_moves(folder: Path, size: int) -> list[str]:
    return checked(folder, repeated([given_up(26, size)], 4))


def more_squares(folder: Path, squares: int) -> list[str]:
    return checked(folder, repeated([given_up(isqrt(squares), 4)], 100))


def more_findings(folder: Path, size: int, kind: str) -> list[str]:
    return checked(folder, repeated(lost_games(), size), "--format", kind, wrong=True)


def more_output(folder: Path, size: int, limit: str) -> list[str]:
    course = write_course(folder, repeated(small_games(), 1), limit)
    (folder / "flood.c").write_text(FLOOD, encoding="utf-8")
    subprocess.run(["gcc", "-O1", "-w", "-o", "flood", "flood.c"], cwd=folder, check=True)
    program = games.build(games.LANGUAGES["C"], folder / "program")
    return [*check(course), str(folder / "flood"), str(size), *program]


def more_submissions(folder: Path, size: int) -> list[str]:
    """A class in which half make a mistake, each in a program with a comment of its own."""
    course = write_course(folder, repeated(lost_games(), 2))
    for number in range(size):
        home = folder / "class" / f"s{number:04}"
        games.write(games.LANGUAGES["C"], home, wrong=number % 2 == 1)
        with (home / "reversi.c").open("a", encoding="utf-8") as source:
            source.write(f"/* by student {number} */\n")
    words = ("class", "-o", "results", "--assignment", str(course), "--no-require-sandbox")
    return [*HARNESS, "grade", *words, *UNCONFINED]


def harness_alone(usage: Usage) -> float:
    return usage.own_cpu


def everything(usage: Usage) -> float:
    return usage.cpu


def of_check(
    name: str, quantity: str, sizes: tuple[int, ...], prepare: Callable[[Path, int], Sequence[str]]
) -> Series:
    return Series(name, quantity, sizes, prepare, harness_alone, "the harness alone")


SUBMISSIONS = Series(
    "submissions",
    "submissions in a class, two games each",
    (10, 50, 200, 1000),
    more_submissions,
    everything,
    "the harness, compilers and programs",
)
SERIES = (
    of_check("games", "games in a suite", (10, 32, 100, 316, 1000), more_games),
    of_check("moves", "moves in a game on 26×26, four games", (10, 32, 100, 300), more_moves),
    of_check("squares", "squares of a board, 100 games", SQUARES, more_squares),
    of_check(
        "findings-text",
        "games with a finding, as text",
        (10, 32, 100, 316, 1000),
        lambda folder, size: more_findings(folder, size, "text"),
    ),
    of_check(
        "findings-html",
        "games with a finding, as a page",
        (10, 32, 100, 316, 1000),
        lambda folder, size: more_findings(folder, size, "html"),
    ),
    of_check(
        "output-kept",
        "MiB printed, the limit lifted",
        (1, 2, 4, 8, 16, 32),
        lambda folder, size: more_output(folder, size, LIFTED),
    ),
    of_check(
        "output",
        "MiB printed, the limit as shipped",
        (1, 2, 4, 8, 16, 32),
        lambda folder, size: more_output(folder, size, SHIPPED_LIMIT),
    ),
    SUBMISSIONS,
)
IDS = tuple(series.id for series in SERIES)


if __name__ == "__main__":
    sys.exit(main())
