"""A class on a real cluster: a scheduler and two workers, one of which is killed at work."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from reversi_conformance.classroom import cluster
from reversi_conformance.classroom.grading import Job
from reversi_conformance.classroom.hand_ins import HandIn

from .test_grade import RIGHT, Classroom

pytest.importorskip("distributed", reason="the extra [cluster] is not installed")

DASK = (sys.executable, "-m", "dask")
WAITING_ONCE = """\
import os, pathlib
begun = pathlib.Path({begun!r})
if not begun.exists():
    os.mkfifo(begun)
    begun.open("w").write(str(os.getppid()))
    os.kill(os.getpid(), 19)
"""
"""The first time it says who plays it, and stops there."""


class Cluster:
    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self._stack = stack
        self._file = folder / "scheduler.json"
        self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard")
        while not self._is_there():
            os.sched_yield()
        for _ in range(2):
            self._start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")

    @property
    def address(self) -> str:
        return str(json.loads(self._file.read_bytes())["address"])

    def _is_there(self) -> bool:
        with contextlib.suppress(OSError, ValueError):
            return bool(self.address)
        return False

    def _start(self, what: str, *options: str) -> None:
        # In the folder of the test: workers keep files where they are started.
        process = subprocess.Popen(
            [*DASK, what, *options, "--scheduler-file", str(self._file)],
            cwd=self._file.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Cluster]:
    with contextlib.ExitStack() as stack:
        yield Cluster(tmp_path, stack)


@pytest.fixture
def classroom(tmp_path: Path) -> Classroom:
    return Classroom(tmp_path)


def test_a_worker_that_dies_costs_no_student_and_the_books_are_those_of_one_machine(
    running: Cluster, classroom: Classroom, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    for student in ("a", "c"):
        classroom.hand_in(student)
    classroom.hand_in("b", WAITING_ONCE.format(begun=str(begun)) + RIGHT)
    classroom.hand_in_mistake("d", "flips-miss-west")
    command = classroom.command("--scheduler", running.address)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as grading:
        while not begun.exists():
            assert grading.poll() is None, grading.communicate()[1]
            os.sched_yield()
        os.kill(int(begun.read_text()), signal.SIGKILL)
        said = grading.communicate()[1]
    assert grading.returncode == 0, said
    books = classroom.books()
    assert {row["status"] for row in classroom.gradebook().values()} == {"judged"}
    assert "0 to grade, 4 unchanged" in classroom.grade().stderr
    assert "4 to grade" in classroom.grade("--force").stderr
    assert classroom.books() == books


def test_where_no_scheduler_answers_that_is_said(classroom: Classroom) -> None:
    classroom.hand_in("li")
    done = classroom.grade("--scheduler", "tcp://127.0.0.1:9")
    assert done.status == 3
    assert "no scheduler answers at 'tcp://127.0.0.1:9'" in done.stderr


def test_a_submission_arrives_as_it_was_sent(tmp_path: Path) -> None:
    folder = tmp_path / "张三"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "game.py").write_text("print()", encoding="utf-8")
    (folder / "link").symlink_to("/etc/passwd")
    (folder / "node_modules").mkdir()
    os.mkfifo(folder / "pipe")
    (tmp_path / "more.zip").write_bytes(b"PK")
    paths = (folder, tmp_path / "more.zip")
    parcel = cluster.pack(Job(HandIn("s1", "张三", paths, is_late=False), "f", "new"))
    arrived = cluster.unpack_parcel(parcel, tmp_path / "there")
    assert [path.name for path in arrived.paths] == ["张三", "more.zip"]
    assert (arrived.paths[0] / "src" / "game.py").read_text(encoding="utf-8") == "print()"
    assert (arrived.paths[0] / "link").readlink() == Path("/etc/passwd")
    assert (arrived.paths[0] / "pipe").is_fifo()
    assert not (arrived.paths[0] / "node_modules").exists()
    assert arrived.paths[1].read_bytes() == b"PK"


def test_a_class_in_one_archive_is_unpacked_here_and_graded_there(
    running: Cluster, classroom: Classroom
) -> None:
    with zipfile.ZipFile(classroom.submissions.parent / "class.zip", "w") as archive:
        archive.writestr("li/reversi.py", RIGHT)
        archive.writestr("wang/reversi.py", RIGHT)
    classroom.submissions = classroom.submissions.parent / "class.zip"
    done = classroom.grade("--scheduler", running.address, "--sandbox", "auto")
    assert done.status == 0, done.stderr
    assert {*classroom.gradebook()} == {"li", "wang"}
    assert "0 to grade, 2 unchanged" in classroom.grade().stderr
