"""What lies where below RESULTS, and how it is written: each file whole or not at all.

Creates `reports/`, `students/`, `staff/`, the lock and the log of events; the books and pages are
made elsewhere.
"""

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

from reversi_conformance import file_access, whole_files
from reversi_conformance.classroom.hand_ins import file_name
from reversi_conformance.classroom.students import Student
from reversi_conformance.escaping import harmless
from reversi_conformance.report import Report
from reversi_conformance.reports import json

_LOCK: Final = ".lock"
_EVENTS: Final = "events.log"


class InUseError(Exception):
    """Another run is writing to the same folder."""


class Results:
    """The folder of results; a context manager that keeps other runs out."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __enter__(self) -> Self:
        """Make the folders that are missing. Raises `InUseError`, `OSError`."""
        for folder in (self.root, self.root / "reports", self.root / "students"):
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(self.root / _LOCK, file_access.KEEPING, 0o666)
        try:
            file_access.lock(self._lock, waits=False)
        except BlockingIOError:
            os.close(self._lock)
            raise InUseError(f"{str(self.root)!r} is being written by another run") from None
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._lock)

    def report_file(self, student: str) -> Path:
        """Return where the record of a student lies."""
        return self.root / "reports" / f"{file_name(student)}.json"

    def student_page(self, student: str) -> Path:
        """Return where the page lies that a student may see."""
        return self.root / "students" / f"{file_name(student)}.html"

    def staff_page(self, student: str) -> Path:
        """Return where the page lies that tells more than the student may see."""
        return self.root / "staff" / f"{file_name(student)}.html"

    def write_report(self, student: str, report: Report) -> None:
        """Write the record of a student."""
        whole_files.write(self.report_file(student), json.render(report))

    def read_report(self, student: str) -> Report | None:
        """Return the record of a student; None where there is none that can be read."""
        return _read(self.report_file(student))

    def reports(self, students: Iterable[Student]) -> Iterator[Report]:
        """Yield the records of these students, as far as they are there."""
        for student in students:
            report = self.read_report(student.id)
            if report is not None:
                yield report

    def former(self, students: Iterable[Student]) -> list[str]:
        """Return the ids of those who have a record and are none of these students."""
        known = {self.report_file(student.id).name for student in students}
        others = (path for path in (self.root / "reports").glob("*.json") if path.name not in known)
        found = (report.submission for path in others if (report := _read(path)) is not None)
        return sorted(submission.student for submission in found if submission is not None)

    def page_from_class(self, student: str) -> str:
        """Return where the class's page finds all that is told of a student, "/" between."""
        page = self.staff_page(student)
        page = page if page.exists() else self.student_page(student)
        return page.relative_to(self.root).as_posix()

    @contextlib.contextmanager
    def events(self) -> Iterator["Events"]:
        """Append to the log of events."""
        with (self.root / _EVENTS).open("a", encoding="utf-8", buffering=1) as file:
            yield Events(file.write)


def _read(path: Path) -> Report | None:
    try:
        return json.read(path.read_bytes())
    except (OSError, json.ReportError):
        return None


class Events:
    """One line for each thing that happens, with its time."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def tell(self, text: str) -> None:
        """Write one line, or several where the text has them."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        for line in text.splitlines():
            self._write(f"{now} {harmless(line)}\n")
