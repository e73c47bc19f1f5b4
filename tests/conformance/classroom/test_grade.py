"""`grade` from the outside: a folder of submissions, one command, and what it leaves."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reversi_conformance.audit import catalogue

TOP = Path(__file__).parents[3]
ASSIGNMENTS = TOP / "conformance" / "reversi_conformance" / "assignments"
PROGRAMS = Path(__file__).parents[2] / "programs"
RIGHT = (PROGRAMS / "plain.py").read_text(encoding="utf-8")
SMALL = 4
"""Games on this size alone, which are quickly played."""


class Done(NamedTuple):
    status: int
    stdout: str
    stderr: str


class Classroom:
    """A folder of submissions, and the results of grading them."""

    def __init__(self, folder: Path, assignment: str = "python") -> None:
        self.submissions = folder / "submissions"
        self.submissions.mkdir()
        self.results = folder / "results"
        self._assignment = folder / "small.toml"
        shipped = ASSIGNMENTS / f"{assignment}.toml"
        text = re.sub("maximum = .*", f"maximum = {SMALL}", shipped.read_text(encoding="utf-8"))
        self._assignment.write_text(text, encoding="utf-8")

    def hand_in(self, student: str, source: str = RIGHT, name: str = "reversi.py") -> Path:
        folder = self.submissions / student
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(source, encoding="utf-8")
        return folder

    def hand_in_mistake(self, student: str, mistake: str) -> None:
        [found] = [each for each in catalogue.load(catalogue.home()) if each.id == mistake]
        self.hand_in(student, found.source)

    def command(self, *options: str) -> list[str]:
        fixed = ("--assignment", str(self._assignment), "--sandbox", "limits")
        words = ("grade", str(self.submissions), "-o", str(self.results), *fixed)
        command = [sys.executable, "-m", "reversi_conformance", *words, "--no-require-sandbox"]
        return [*command, "--jobs", "2", *options]

    def grade(self, *options: str) -> Done:
        done = subprocess.run(
            self.command(*options), capture_output=True, text=True, check=False, timeout=100
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def report(self, student: str) -> Any:
        return json.loads((self.results / "reports" / f"{student}.json").read_bytes())

    def gradebook(self) -> dict[str, dict[str, str]]:
        with (self.results / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
            return {row["student"]: row for row in csv.DictReader(file)}

    def books(self) -> dict[str, bytes]:
        """What must be the same however often and with whatever interruptions it is made."""
        names = ("gradebook.csv", "gradebook.xlsx", "marks.csv")
        return {name: (self.results / name).read_bytes() for name in names}

    def events(self) -> str:
        return (self.results / "events.log").read_text(encoding="utf-8")


@pytest.fixture
def classroom(tmp_path: Path) -> Classroom:
    return Classroom(tmp_path)


def test_everybody_gets_a_report_a_page_and_a_row(classroom: Classroom) -> None:
    classroom.hand_in("li")
    classroom.hand_in_mistake("wang", "flips-miss-west")
    with zipfile.ZipFile(classroom.submissions / "张三.zip", "w") as archive:
        archive.writestr("作业/reversi.py", RIGHT)
    done = classroom.grade()
    assert done.status == 0, done.stderr
    rows = classroom.gradebook()
    assert [*rows] == ["li", "wang", "张三"]
    assert classroom.report("li")["total"] == classroom.report("张三")["total"]
    assert classroom.report("li")["total"]["earned"] == classroom.report("li")["total"]["possible"]
    assert classroom.report("wang")["causes"][0]["ids"] == ["flips.misses-west"]
    assert classroom.report("张三")["submission"]["entry"] == "reversi.py"
    for student in rows:
        page = classroom.results / "students" / f"{student}.html"
        assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "students/wang.html" in (classroom.results / "class.html").read_text(encoding="utf-8")
    assert "[3/3]" in done.stderr


def test_nothing_that_is_handed_in_ends_the_run(classroom: Classroom) -> None:
    classroom.hand_in("a-right")
    (classroom.submissions / "b-broken.zip").write_bytes(b"PK\x03\x04 and no more")
    (classroom.submissions / "c-empty").mkdir()
    classroom.hand_in("d-notes", "nothing here", "notes.txt")
    classroom.hand_in("e-syntax", "print(", "reversi.py")
    classroom.hand_in("f-silent", "import time; time.sleep(0)", "reversi.py")
    done = classroom.grade()
    assert done.status == 0, done.stderr
    codes = {
        student: [
            problem["code"] for problem in classroom.report(student)["submission"]["problems"]
        ]
        for student in classroom.gradebook()
    }
    assert codes == {
        "a-right": [],
        "b-broken": ["archive.broken"],
        "c-empty": ["archive.empty"],
        "d-notes": ["program.none"],
        "e-syntax": [],
        "f-silent": [],
    }
    for student in ("b-broken", "c-empty", "d-notes", "e-syntax", "f-silent"):
        assert classroom.report(student)["total"]["earned"] == 0
        assert classroom.gradebook()[student]["automatic"] == "0"


def test_what_is_not_there_to_judge_with_costs_nobody_a_point(classroom: Classroom) -> None:
    classroom.hand_in("li", "int main(void) { return 0; }", "main.weird")
    recipes = classroom.submissions.parent / "weird.toml"
    shipped = Path(__file__).parents[3] / "conformance/reversi_conformance/classroom/recipes"
    text = (shipped / "c.toml").read_text(encoding="utf-8")
    recipes.write_text(text.replace("gcc", "no-such-compiler").replace(".c", ".weird"), "utf-8")
    done = classroom.grade("--recipes", str(recipes))
    assert done.status == 3
    assert "could not be judged" in done.stderr
    assert classroom.gradebook()["li"]["automatic"] == ""


def test_what_has_not_changed_is_not_graded_again(classroom: Classroom) -> None:
    classroom.hand_in("li")
    classroom.hand_in_mistake("wang", "flips-miss-west")
    assert "2 to grade" in classroom.grade().stderr
    before = classroom.books()
    assert "0 to grade, 2 unchanged" in classroom.grade().stderr
    assert classroom.books() == before
    classroom.hand_in("wang", f"{RIGHT}\n# better\n")
    assert "1 to grade, 1 unchanged" in classroom.grade().stderr
    assert "wang: begun (submission changed)" in classroom.events()
    assert "2 to grade" in classroom.grade("--force").stderr
    assert "li: begun (forced)" in classroom.events()


def test_marks_by_hand_are_kept_and_make_the_final_points(tmp_path: Path) -> None:
    classroom = Classroom(tmp_path, "typescript")
    classroom.hand_in("li")
    classroom.grade()
    assert classroom.gradebook()["li"]["final"] == ""
    marks = classroom.results / "marks.csv"
    with marks.open(encoding="utf-8-sig", newline="") as file:
        [header, row] = csv.reader(file)
    row[header.index("style")] = "25"
    with marks.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([header, row])
    filled = marks.read_bytes()
    done = classroom.grade()
    assert (done.status, marks.read_bytes()) == (0, filled), done.stderr
    earned = classroom.report("li")["total"]["earned"]
    assert float(classroom.gradebook()["li"]["final"]) == earned + 25


def test_impossible_marks_are_refused_before_anything_is_done(tmp_path: Path) -> None:
    classroom = Classroom(tmp_path, "typescript")
    classroom.hand_in("li")
    classroom.grade()
    marks = classroom.results / "marks.csv"
    text = marks.read_text(encoding="utf-8-sig").replace("li,,", "li,,99", 1)
    marks.write_text(text, encoding="utf-8-sig")
    before = classroom.books()
    done = classroom.grade("--force")
    assert done.status == 2
    assert "99" in done.stderr
    assert classroom.books() == before


def test_a_roster_tells_who_is_missing_and_who_is_unknown(classroom: Classroom) -> None:
    classroom.hand_in("20230001")
    classroom.hand_in("stranger")
    roster = classroom.submissions.parent / "roster.csv"
    roster.write_text("学号,姓名\n20230001,李雷\n20230002,韩梅梅\n", encoding="gbk")
    done = classroom.grade("--roster", str(roster))
    rows = classroom.gradebook()
    assert rows["20230001"]["name"] == "李雷"
    assert rows["20230002"]["status"] == "not handed in"
    assert "stranger" in rows
    assert "stranger" in done.stderr


def test_hidden_games_count_and_are_not_told_to_students(classroom: Classroom) -> None:
    classroom.hand_in_mistake("wang", "flips-miss-west")
    hidden = classroom.submissions.parent / "hidden"
    hidden.mkdir()
    source = TOP / "transcripts" / "python" / "py-4-X-sample.txt"
    text = source.read_text(encoding="utf-8").replace("py-4-X-sample", "secret-game")
    (hidden / "secret-game.txt").write_text(text, encoding="utf-8")
    assert classroom.grade("--hidden", str(hidden)).status == 0
    pages = [classroom.results / where / "wang.html" for where in ("students", "staff")]
    told, known = (page.read_text(encoding="utf-8") for page in pages)
    assert "secret-game" not in told
    assert "secret-game" in known
    assert "staff/wang.html" in (classroom.results / "class.html").read_text(encoding="utf-8")


def test_graded_anonymously_nothing_in_the_results_tells_a_name(
    classroom: Classroom, tmp_path: Path
) -> None:
    classroom.hand_in("zhangsan")
    (classroom.submissions / "lisi.py").write_text(RIGHT, encoding="utf-8")
    (classroom.submissions / "wangwu.zip").write_bytes(b"PK\x03\x04 and no more")
    key = tmp_path / "key.csv"
    assert classroom.grade("--anonymous", str(key)).status == 0
    names = ("zhangsan", "lisi", "wangwu")
    for path in classroom.results.rglob("*"):
        assert not any(name in path.name for name in names)
        if path.is_file() and path.suffix != ".xlsx":
            assert not any(name.encode() in path.read_bytes() for name in names), path
    with key.open(encoding="utf-8-sig", newline="") as file:
        behind = {row["pseudonym"]: row["student"] for row in csv.DictReader(file)}
    assert sorted(behind.values()) == sorted(names)
    assert [*classroom.gradebook()] == sorted(behind)
    classroom.hand_in("zhaoliu")
    assert "1 to grade, 3 unchanged" in classroom.grade("--anonymous", str(key)).stderr


def test_where_a_program_lies_is_called_the_same_in_every_run(classroom: Classroom) -> None:
    classroom.hand_in("li", "print(__file__)\nraise ValueError(__file__)")
    assert classroom.grade().status == 0
    [*_, case] = classroom.report("li")["cases"]
    assert "  /submission/reversi.py" in case["transcript"]
    assert "reversi-grade" not in (classroom.results / "reports" / "li.json").read_text("utf-8")


def test_results_among_the_submissions_are_refused(classroom: Classroom) -> None:
    classroom.hand_in("li")
    classroom.results = classroom.submissions / "results"
    assert classroom.grade().status == 2
    assert not classroom.results.exists()


def test_an_empty_folder_is_an_error(classroom: Classroom) -> None:
    done = classroom.grade()
    assert (done.status, done.stdout) == (2, "")
    assert "holds no submission" in done.stderr


def test_two_runs_do_not_write_to_the_same_results(classroom: Classroom) -> None:
    classroom.hand_in("li", "input()\n" * 3)
    with Held(classroom.results):
        done = classroom.grade()
    assert done.status == 2
    assert "another run" in done.stderr


class Held:
    """A folder of results that a run is writing to."""

    def __init__(self, results: Path) -> None:
        source = (
            "import pathlib, sys; from reversi_conformance.classroom.results import Results\n"
            "with Results(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()\n"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", source, str(results)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> None:
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "held\n"

    def __exit__(self, *_: object) -> None:
        self._process.communicate("")


@pytest.mark.parametrize(
    ("number", "reports"), [(signal.SIGKILL, 0), (signal.SIGKILL, 2), (signal.SIGINT, 1)]
)
def test_after_an_end_at_any_moment_the_same_command_gives_the_undisturbed_results(
    number: signal.Signals, reports: int, classroom: Classroom
) -> None:
    for student in ("a", "b", "c"):
        classroom.hand_in(student)
    classroom.hand_in_mistake("d", "flips-miss-west")
    with subprocess.Popen(
        classroom.command(), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stderr is not None
        for line in running.stderr:
            # Each line comes when something has been done: the moment is chosen by what was.
            if line.startswith(f"[{reports}/") or (not reports and "to grade" in line):
                running.send_signal(number)
                break
        running.communicate()
    assert running.returncode in {-number, 130}
    done = classroom.grade()
    assert done.status == 0, done.stderr
    kept = int(done.stderr.partition(" unchanged")[0].rpartition(" ")[2]) if reports else 0
    assert kept >= reports
    resumed = classroom.books()
    shutil.rmtree(classroom.results)
    classroom.grade()
    assert classroom.books() == resumed


def test_no_process_and_no_folder_is_left(classroom: Classroom, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    classroom.hand_in("li", "import subprocess; subprocess.Popen(['sleep', '1234.5'])")
    environment = {**os.environ, "TMPDIR": str(temporary)}
    subprocess.run(classroom.command(), env=environment, capture_output=True, check=True)
    assert [*temporary.iterdir()] == []
    assert not any(b"1234.5" in each for each in command_lines())


def command_lines() -> Iterator[bytes]:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield path.read_bytes()
