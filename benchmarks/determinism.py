"""Whether a busy machine changes a verdict: the same programs checked quietly and among neighbours.

Every correct program that this machine can build, and some of the deliberate mistakes, go through
the whole suite twice: once with nothing else started, and once beside processes that only compute.
Points, endings and findings of the two reports are compared; times are not. A mistake that plays at
random differs from itself, so that none is chosen.

    python -m benchmarks.determinism [--mistakes N] [--seed N] [--neighbours N] [--jobs N] [NAME…]

With names, only those of the programs and mistakes are checked, to look closer at what differed.
Creates a temporary folder, and removes it. Fails when a verdict differs.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from tests.conformance import programs

from reversi_conformance.audit import catalogue
from reversi_conformance.reports import json as json_report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reversi_conformance.report import Report, ReportedCase

HARNESS = (sys.executable, "-m", "reversi_conformance", "check", "--format", "json")
NEIGHBOUR = (sys.executable, "-S", "-c", "while True: pass")


class Candidate(NamedTuple):
    """A program that is ready to be checked."""

    name: str
    assignment: str
    command: Sequence[str]


class Checked(NamedTuple):
    """One check of a candidate."""

    report: Report
    seconds: float


def main() -> int:
    options = parsed()
    with tempfile.TemporaryDirectory() as name:
        candidates = [
            *correct_programs(Path(name), options.names),
            *chosen_mistakes(Path(name), options),
        ]
        if unknown := set(options.names) - {each.name for each in candidates}:
            sys.exit(f"not among the programs and mistakes: {', '.join(sorted(unknown))}")
        print(f"{len(candidates)} programs, {facts(options)}")
        print(f"{'':48}  quiet   busy   quiet    busy")
        differing = [each.name for each in candidates if differs(each, options, Path(name))]
    print(f"verdicts that differ: {', '.join(differing) or 'none'}")
    print(f"at the end, {facts(options)}")
    return 1 if differing else 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.determinism")
    parser.add_argument("--mistakes", type=int, default=30, help="how many (default: 30)")
    parser.add_argument("--seed", type=int, default=1, help="chooses them (default: 1)")
    parser.add_argument("--neighbours", type=int, default=4, help="busy processes (default: 4)")
    parser.add_argument("--jobs", type=int, help="sessions at a time (default: one a core)")
    parser.add_argument("names", metavar="NAME", nargs="*", help="check only these")
    return parser.parse_args()


def correct_programs(folder: Path, names: Sequence[str]) -> Iterator[Candidate]:
    for name, program in programs.TABLE.items():
        if names and name not in names:
            continue
        if missing := programs.missing(name):
            print(f"left out: {name}, since {', '.join(missing)} is not installed")
            continue
        place = folder / name
        place.mkdir()
        yield Candidate(name, program["assignment"], programs.build(name, place))


def chosen_mistakes(folder: Path, options: argparse.Namespace) -> Iterator[Candidate]:
    mistakes = catalogue.load(catalogue.home())
    if options.names:
        chosen = [mistake for mistake in mistakes if mistake.id in options.names]
    else:
        steady = [mistake for mistake in mistakes if "import random" not in mistake.source]
        chosen = random.Random(options.seed).sample(steady, min(options.mistakes, len(steady)))
    for mistake in chosen:
        place = folder / mistake.id
        place.mkdir()
        program = catalogue.write(mistake, place)
        yield Candidate(mistake.id, "python", (sys.executable, "-S", "-E", str(program)))


def facts(options: argparse.Namespace) -> str:
    load = os.getloadavg()[0]
    cores = len(os.sched_getaffinity(0))
    return (
        f"seed: {options.seed}, neighbours: {options.neighbours}, cores: {cores}, load: {load:.1f}"
    )


def differs(candidate: Candidate, options: argparse.Namespace, folder: Path) -> bool:
    """Check a candidate twice, and print how both went."""
    quiet = checked(candidate, options.jobs, folder)
    with neighbours(options.neighbours):
        busy = checked(candidate, options.jobs, folder)
    found = list(differences(quiet.report, busy.report))
    points = "  ".join(f"{each.report.total.earned:5g}" for each in (quiet, busy))
    seconds = " ".join(f"{each.seconds:5.1f} s" for each in (quiet, busy))
    print(f"{candidate.name:48}  {points}  {seconds}", *found, sep="\n    ", flush=True)
    return bool(found)


@contextmanager
def neighbours(count: int) -> Iterator[None]:
    """Keep so many processes computing meanwhile."""
    running = [subprocess.Popen(NEIGHBOUR) for _ in range(count)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def checked(candidate: Candidate, jobs: int | None, folder: Path) -> Checked:
    options = ["--assignment", candidate.assignment, *(["--jobs", str(jobs)] if jobs else [])]
    began = perf_counter()
    done = subprocess.run(
        [*HARNESS, *options, "--", *candidate.command],
        cwd=folder,
        stdout=subprocess.PIPE,
        check=False,
    )
    seconds = perf_counter() - began
    if done.returncode not in {0, 1}:
        sys.exit(f"{candidate.name}: the check ended with {done.returncode}")
    return Checked(json_report.read(done.stdout), seconds)


def differences(quiet: Report, busy: Report) -> Iterator[str]:
    """What the second report says otherwise than the first, a sentence for each."""
    for before, after in zip(_points(quiet), _points(busy), strict=True):
        if before != after:
            yield f"points: quiet {before}, busy {after}"
    cases = {case.id: case for case in busy.cases}
    for case in quiet.cases:
        one, other = _verdict(case), _verdict(cases.pop(case.id, None))
        if one != other:
            yield f"{case.id}: quiet {sorted(one - other)}, busy {sorted(other - one)}"
    for name in cases:
        yield f"{name}: only judged when busy"
    for report, when in ((quiet, "quiet"), (busy, "busy")):
        for variation in report.variations:
            yield f"{variation.case}: played once more when {when}, it was otherwise"


def _points(report: Report) -> list[str]:
    return [
        f"{check.id} {check.earned} of {check.possible}, {check.passed} of {check.assessed} cases"
        for criterion in report.criteria
        for check in criterion.checks
    ]


def _verdict(case: ReportedCase | None) -> set[str]:
    """What a session came to, without the times in it."""
    if case is None:
        return {"not judged"}
    findings = {
        f"{finding.kind} {finding.check} {finding.code} in turn {finding.turn}, {finding.times} ×"
        for finding in case.findings
    }
    return {f"{case.ending} with {case.status}", f"{case.soft_waits} soft waits", *findings}


if __name__ == "__main__":
    sys.exit(main())
