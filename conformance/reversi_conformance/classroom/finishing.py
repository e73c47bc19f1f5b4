"""From the records of a class to what a teaching assistant reads: pages, books and figures.

Everything is made anew from the records, so that it is the same whether a class was graded at once
or with interruptions. Writes the files below RESULTS that are named in `results`.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from reversi_conformance import whole_files
from reversi_conformance.assignment import Assignment
from reversi_conformance.classroom import class_page, marks
from reversi_conformance.classroom.books import canvas, csv, moodle, xlsx
from reversi_conformance.classroom.figures import ClassSummary, Standing
from reversi_conformance.classroom.gradebook import Gradebook, Row, make_gradebook
from reversi_conformance.classroom.results import Results
from reversi_conformance.classroom.statistics import summarise
from reversi_conformance.classroom.students import Student
from reversi_conformance.feedback import conceal
from reversi_conformance.language import in_force, speaking
from reversi_conformance.reports import html
from reversi_conformance.workers import share_out


class Forms(NamedTuple):
    """What a course's web site exported, to be filled in."""

    canvas: Path | None = None
    moodle: Path | None = None
    behind: Mapping[str, Student] = {}
    """By pseudonym, if there are any, who it is: the site knows students by their names."""


class Finished(NamedTuple):
    """What was made of a class."""

    summary: ClassSummary
    notes: tuple[str, ...]
    """What is to be known of marks and forms, one sentence each."""

    @property
    def is_lacking(self) -> bool:
        """Whether something of the harness or the machine kept anybody from being judged."""
        return bool(self.summary.standing(Standing.NOT_JUDGED))


def check_marks(
    results: Results, students: Sequence[Student], assignment: Assignment
) -> tuple[str, ...]:
    """Return what is to be known of the marks by hand, before anything is done with them.

    Raises `marks.MarksError` where they cannot be taken as they are.
    """
    return marks.load(results.root, assignment, students, results.former(students)).notes


def finish(
    results: Results,
    handed_in: Sequence[Student],
    absent: Sequence[Student],
    assignment: Assignment,
    *,
    feedback: str,
    forms: Forms,
    processes: int,
) -> Finished:
    """Write all pages and books. Raises `marks.MarksError`, `FormError`, `OSError`."""
    students = (*handed_in, *absent)
    former = results.former(students)
    marks.add_students(results.root, assignment, students, former)
    book = make_gradebook(
        results.reports(handed_in),
        assignment,
        marks.load(results.root, assignment, students, former),
        absent,
    )
    _write_pages(results, handed_in, feedback, processes)
    summary = summarise(results.reports(handed_in), absent)
    page = class_page.render(summary, results.page_from_class)
    whole_files.write(results.root / "class.html", page)
    whole_files.write(results.root / "gradebook.csv", csv.render(book))
    whole_files.put(results.root / "gradebook.xlsx", xlsx.render(book))
    return Finished(summary, tuple(_fill_in(forms, book, results)))


def _write_pages(
    results: Results, students: Sequence[Student], feedback: str, processes: int
) -> None:
    """Write the pages of all students, side by side."""
    share_out(
        functools.partial(write_pages, root=results.root, feedback=feedback, spoken=in_force()),
        [student.id for student in students],
        processes=processes,
        on_result=lambda _number, _nothing: None,
    )


def write_pages(student: str, root: Path, feedback: str, spoken: str) -> None:
    """Write what a student may see, and where that is not all, what the staff sees.

    Both are in the language that is `spoken`: whoever does it in another process speaks English.
    """
    with speaking(spoken):
        _write_pages_of(student, root, feedback)


def _write_pages_of(student: str, root: Path, feedback: str) -> None:
    results = Results(root)
    report = results.read_report(student)
    if report is None:
        return
    told = conceal(report, feedback)
    whole_files.write(results.student_page(student), html.render(told))
    staff_page = results.staff_page(student)
    if told is report:
        staff_page.unlink(missing_ok=True)
        return
    staff_page.parent.mkdir(exist_ok=True)
    whole_files.write(staff_page, html.render(report))


def _fill_in(forms: Forms, book: Gradebook, results: Results) -> Iterator[str]:
    """Write the forms that were given beside the other books, and yield what is to be known."""
    book, pages = _named(forms, book, results)
    if forms.canvas is not None:
        filled = canvas.fill(book, forms.canvas.read_bytes())
        whole_files.put(results.root / "canvas.csv", filled.content)
        yield from filled.notes
    if forms.moodle is not None:
        worksheet = forms.moodle.read_bytes()
        filled = moodle.fill(book, worksheet)
        whole_files.put(results.root / "moodle.csv", filled.content)
        yield from filled.notes
        zipped = moodle.feedback(book, worksheet, pages)
        whole_files.put(results.root / "feedback.zip", zipped.content)
        yield from zipped.notes


def _named(forms: Forms, book: Gradebook, results: Results) -> tuple[Gradebook, dict[str, bytes]]:
    """The book and the pages of the students, as the web site knows them."""
    rows: list[Row] = []
    pages: dict[str, bytes] = {}
    for row in book.rows:
        who = forms.behind.get(row.student, Student(row.student, row.name))
        page = results.student_page(row.student)
        if forms.moodle is not None and page.exists():
            pages[who.id] = page.read_bytes()
        rows.append(msgspec.structs.replace(row, student=who.id, name=who.name))
    return msgspec.structs.replace(book, rows=tuple(rows)), pages
