"""How `check` compares with no harness at all: a shell loop that pipes the same answers in.

Both let one correct Python program play every case of the suite, with the same interpreter. The
loop plays them one after the other, does not wait for any question and looks at nothing; `check`
plays as many at a time as there are cores, on terminals, and judges them. Whole processes are
timed, in turn and after one round to warm up; each figure is the median of its rounds.

    python -m benchmarks.check [--rounds N] [--json]

Both run without confinement; what bubblewrap costs is measured with one session at a time, and the
time of its probe is shared out among the cases.

The harness's own processor time is that of its process alone, without the programs that it starts.
Creates a temporary folder, and removes it. Fails when a promise is not kept.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.measuring import HARNESS, INTERPRETER, Usage, machine, measure

from reversi_conformance import assignment, corpus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROGRAM = Path(__file__).parents[1] / "tests" / "programs" / "plain.py"
LOOP = 'program=$1; shift; for answers in "$@"; do "$0" "$program" <"$answers" || exit 1; done'

CONFINED = "bubblewrap"

PROMISES = {
    "ratio": 1.0,
    "own_cpu_ms_per_case": 6.0,
    "confined_ms_more_per_case": 12.0,
    "peak_mib": 80.0,
    "help_ms": 150.0,
}
UNITS = {
    "check_seconds": ("check, wall", "s"),
    "loop_seconds": ("bare loop, wall", "s"),
    "ratio": ("check ÷ bare loop", ""),
    "own_cpu_ms_per_case": ("check, own CPU a case", "ms"),
    "program_cpu_ms_per_case": ("check, the programs' CPU a case", "ms"),
    "loop_cpu_ms_per_case": ("bare loop, CPU a case", "ms"),
    "confined_ms_more_per_case": ("confined, more a case, one job", "ms"),
    "peak_mib": ("check, peak memory", "MiB"),
    "help_ms": ("--help, wall", "ms"),
}


def main() -> int:
    options = parsed()
    cases = corpus.load_suite(assignment.load("python"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answers = [folder / f"{case.id}.txt" for case in cases]
        for path, case in zip(answers, cases, strict=True):
            path.write_text("".join(f"{answer}\n" for answer in case.transcript.answers))
        commands = {
            "check": check("limits"),
            "one_job": check("limits", "--jobs", "1"),
            "one_job_confined": check(CONFINED, "--jobs", "1"),
            "loop": ("/bin/sh", "-c", LOOP, INTERPRETER, str(PROGRAM), *map(str, answers)),
            "help": (*HARNESS, "--help"),
        }
        usages = measure(commands, folder, options.rounds)
    figures = summed_up(usages, len(cases))
    facts = {"cases": len(cases), "rounds": options.rounds, **machine()}
    if options.json:
        print(json.dumps({**facts, **figures, "promises": PROMISES}, indent=2))
    else:
        print_table(figures, usages, facts)
    return 0 if all(figures[name] <= most for name, most in PROMISES.items()) else 1


def check(sandbox: str, *options: str) -> tuple[str, ...]:
    judged = ("-o", "sheet.txt", "--sandbox", sandbox, *options)
    return (*HARNESS, "check", *judged, "--", INTERPRETER, str(PROGRAM))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.check")
    parser.add_argument("--rounds", type=int, default=7, help="timed rounds (default: 7)")
    parser.add_argument("--json", action="store_true", help="print figures for a program")
    return parser.parse_args()


def summed_up(usages: Mapping[str, Sequence[Usage]], cases: int) -> dict[str, float]:
    check, loop = usages["check"], usages["loop"]
    check_seconds = median(usage.seconds for usage in check)
    loop_seconds = median(usage.seconds for usage in loop)
    return {
        "check_seconds": check_seconds,
        "loop_seconds": loop_seconds,
        "ratio": check_seconds / loop_seconds,
        "own_cpu_ms_per_case": median(usage.own_cpu for usage in check) / cases * 1000,
        "program_cpu_ms_per_case": median(usage.others_cpu for usage in check) / cases * 1000,
        "loop_cpu_ms_per_case": median(usage.others_cpu for usage in loop) / cases * 1000,
        "confined_ms_more_per_case": (
            median(usage.seconds for usage in usages["one_job_confined"])
            - median(usage.seconds for usage in usages["one_job"])
        )
        / cases
        * 1000,
        "peak_mib": max(usage.peak_bytes for usage in check) / 2**20,
        "help_ms": median(usage.seconds for usage in usages["help"]) * 1000,
    }


def print_table(
    figures: Mapping[str, float],
    usages: Mapping[str, Sequence[Usage]],
    facts: Mapping[str, object],
) -> None:
    print(", ".join(f"{name}: {value}" for name, value in facts.items()))
    for name, value in figures.items():
        title, unit = UNITS[name]
        promise = f"  at most {PROMISES[name]:g}" if name in PROMISES else ""
        print(f"{title:32} {value:8.2f} {unit:3}{promise}".rstrip())
    pairs = zip(usages["check"], usages["loop"], strict=True)
    print_rounds("check ÷ bare loop", [check.seconds / loop.seconds for check, loop in pairs])
    print_rounds("check, own CPU, ms", [usage.own_cpu * 1000 for usage in usages["check"]])


def print_rounds(title: str, values: Sequence[float]) -> None:
    print(f"{title}, the rounds sorted: {', '.join(f'{value:.3g}' for value in sorted(values))}")


if __name__ == "__main__":
    sys.exit(main())
