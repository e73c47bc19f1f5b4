"""How long a class takes to grade, beside what its programs take with no harness at all.

The class is drawn from the catalogue of mistakes (Python) and from the correct programs in C and
JavaScript with a word changed here and there; one in twenty is one of the hostile programs. Graded
twice, it must give the same gradebook to the byte; the mean of both times counts. "Bare" is a shell
loop that pipes the answers of every case into each program, one after the other, after building it;
a hostile program, which nobody runs bare, counts with the seconds that its sessions took here.

    python -m benchmarks.classroom [--students N] [--seed N] [--jobs N]

Creates a temporary folder and removes it. Fails when a promise is not kept.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from pathlib import Path
from time import perf_counter

from benchmarks.measuring import INTERPRETER, machine

from reversi_conformance import assignment, corpus
from reversi_conformance.audit import catalogue

TESTS = Path(__file__).parents[1] / "tests"
PROGRAMS = TESTS / "programs"
HOSTILE = TESTS / "hostile" / "programs"
ATTEMPTS = (
    "answers_from_a_table",
    "forks_without_end",
    "leaves_a_daemon",
    "leaves_many_files",
    "prints_html",
    "prints_terminal_commands",
    "prints_without_end",
    "says_nothing",
    "takes_much_memory",
    "works_for_ever",
)
WORDS = (("Game over.", "Game Over!"), ("Draw!", "Draw."), ("Invalid move.", "Illegal move."))
PROMISES = {"ratio": 1.15, "peak_mib": 300.0}
LOOP = 'for answers in *.txt; do timeout 1 "$@" <"$answers" >/dev/null 2>&1; done'
MIB = 1024 * 1024


def main() -> int:
    options = parsed()
    with tempfile.TemporaryDirectory(prefix="reversi-class-") as name:
        folder = Path(name)
        (folder / "class").mkdir()
        hostile = write_class(folder / "class", options.students, random.Random(options.seed))
        # Bare in between: as a machine gets slower or faster, so do the two beside it.
        first, peak = grade(folder, "first", options.jobs)
        bare = sum(bare_seconds(folder, student, hostile) for student in students(folder))
        second, _ = grade(folder, "second", options.jobs)
        seconds = (first + second) / 2
        same = all(
            (folder / "first" / each).read_bytes() == (folder / "second" / each).read_bytes()
            for each in ("gradebook.csv", "gradebook.xlsx")
        )
    figures = {
        "students": options.students,
        "class_seconds": [first, second],
        "bare_seconds": bare,
        "ratio": seconds / (bare / options.jobs),
        "peak_mib": peak / MIB,
        "same_gradebook": same,
    }
    print(json.dumps({**machine(), **figures, "promises": PROMISES}, indent=2))
    return 0 if same and all(figures[each] <= most for each, most in PROMISES.items()) else 1


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom")
    parser.add_argument("--students", type=int, default=200, help="in the class (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="another number, another class")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    return parser.parse_args()


def write_class(folder: Path, count: int, draw: random.Random) -> set[str]:
    """Write submissions, some as folders and some as archives; return the hostile ones."""
    mistakes = catalogue.load(catalogue.home())
    sources = [path for suffix in ("c", "js") for path in sorted(PROGRAMS.glob(f"*.{suffix}"))]
    # Packages are not a part of what is handed in.
    sources = [path for path in sources if "-sync'" not in path.read_text(encoding="utf-8")]
    hostile = set()
    for number in range(count):
        student = f"s{number:04}"
        home = folder / student
        home.mkdir()
        if number % 20 == 7:
            hostile.add(student)
            shutil.copy(HOSTILE / f"{draw.choice(ATTEMPTS)}.py", home / "reversi.py")
            shutil.copy(HOSTILE / "hostile.py", home)
            # Without it they refuse to do anything.
            (home / "targets.json").write_text("{}", encoding="utf-8")
        elif number % 3:
            catalogue.write(draw.choice(mistakes), home)
        else:
            source = draw.choice(sources)
            text = source.read_text(encoding="utf-8").replace(*draw.choice(WORDS))
            (home / f"reversi{source.suffix}").write_text(text, encoding="utf-8")
        if number % 2:
            with zipfile.ZipFile(folder / f"{student}.zip", "w") as archive:
                for path in home.iterdir():
                    archive.write(path, path.name)
            shutil.rmtree(home)
    return hostile


def grade(folder: Path, results: str, jobs: int) -> tuple[float, int]:
    """Grade the class; return the seconds it took and the most memory of the harness in bytes."""
    words = ["grade", str(folder / "class"), "-o", str(folder / results), "--jobs", str(jobs)]
    begun = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "reversi_conformance", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PATH": f"{interpreter(folder)}{os.pathsep}{os.environ['PATH']}"},
    ) as process:
        peak = Peak(process.pid)
        process.wait()
        return perf_counter() - begun, peak.stop()


def interpreter(folder: Path) -> Path:
    """Return a folder in which "python3" is the interpreter that plays without a harness, too."""
    path = folder / "bin" / "python3"
    if not path.is_symlink():
        path.parent.mkdir()
        path.symlink_to(INTERPRETER)
    return path.parent


class Peak:
    """The most memory that the processes of the harness have at one time, looked at ten a second.

    What is shared is counted once for each; programs that they play are not the harness.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._most = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def stop(self) -> int:
        self._over.set()
        self._thread.join()
        return self._most

    def _watch(self) -> None:
        while not self._over.wait(0.1):
            self._most = max(self._most, sum(map(resident, self._harness())))

    def _harness(self) -> list[int]:
        try:
            children = Path(f"/proc/{self._root}/task/{self._root}/children").read_text().split()
        except OSError:
            return []
        commands = {int(each): command(int(each)) for each in children}
        workers = [each for each, line in commands.items() if b"multiprocessing" in line]
        return [self._root, *workers]


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def students(folder: Path) -> list[str]:
    with (folder / "first" / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        return [row["student"] for row in csv.DictReader(file)]


def bare_seconds(folder: Path, student: str, hostile: set[str]) -> float:
    """Build and play one submission without a harness."""
    report = json.loads((folder / "first" / "reports" / f"{student}.json").read_bytes())
    if student in hostile:
        return float(sum(case["seconds"] for case in report["cases"]))
    with tempfile.TemporaryDirectory(prefix="reversi-bare-") as name:
        home = Path(name)
        packed = folder / "class" / f"{student}.zip"
        if packed.exists():
            with zipfile.ZipFile(packed) as archive:
                archive.extractall(home)
        else:
            shutil.copytree(folder / "class" / student, home, dirs_exist_ok=True)
        for case in corpus.load_suite(assignment.load("python")):
            answers = "".join(f"{answer}\n" for answer in case.transcript.answers)
            (home / f"{case.id}.txt").write_text(answers, encoding="utf-8")
        begun = perf_counter()
        # As clean as a session's: Node reads a hundred certificates where a variable names them.
        surroundings = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": name}
        loop = ["sh", "-c", LOOP, "sh", *built(home)]
        subprocess.run(loop, cwd=home, env=surroundings, check=False)
        return perf_counter() - begun


def built(home: Path) -> list[str]:
    if (home / "reversi.c").exists():
        subprocess.run(
            ["gcc", "-O1", "-w", "-o", "reversi", "reversi.c", "-lm"], cwd=home, check=True
        )
        return ["./reversi"]
    if (home / "reversi.js").exists():
        return ["node", "reversi.js"]
    return [INTERPRETER, "reversi.py"]


if __name__ == "__main__":
    sys.exit(main())
