"""`grade`: a whole class, from what its students handed in to a gradebook and a page for each."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import contextlib
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from reversi_conformance.commands import inputs, output
from reversi_conformance.commands.class_display import ClassDisplay, result
from reversi_conformance.escaping import harmless
from reversi_conformance.language import listed, mark, say

if TYPE_CHECKING:
    from reversi_conformance.assignment import Assignment
    from reversi_conformance.classroom.finishing import Forms
    from reversi_conformance.classroom.grading import Job, Setting
    from reversi_conformance.classroom.hand_ins import HandIn
    from reversi_conformance.classroom.results import Results
    from reversi_conformance.classroom.running import Share
    from reversi_conformance.classroom.students import Student
    from reversi_conformance.observation import Confinement
    from reversi_conformance.report import Report

JUDGED: Final = 0
NOT_ALL_JUDGED: Final = 3
_FILE: Final = click.Path(path_type=Path, exists=True, dir_okay=False)


def _pattern(_context: object, _option: object, value: str | None) -> re.Pattern[str] | None:
    """Compile what tells students apart. Raises `click.BadParameter`."""
    if value is None:
        return None
    try:
        pattern = re.compile(value)
    except re.error as error:
        problem = say("{value!r} is no regular expression: {error}", value=value, error=error)
        raise click.BadParameter(problem) from None
    if "student" not in pattern.groupindex:
        raise click.BadParameter(say("{value!r} has no group (?P<student>…)", value=value))
    return pattern


@click.command()
@click.argument("submissions", type=click.Path(path_type=Path, exists=True))
@click.option(
    "-o",
    "--output",
    "root",
    metavar="RESULTS",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of results. Run again with the same folder to go on.",
)
@inputs.ASSIGNMENT
@click.option(
    "--roster",
    metavar="FILE.csv",
    type=_FILE,
    help="Who is in the class, to tell who is missing and who is unknown.",
)
@click.option(
    "--pattern",
    metavar="REGEX",
    callback=_pattern,
    help="How the names of files and folders tell the students apart: with a group"
    " (?P<student>…), and if they do, (?P<name>…) and (?P<late>…).",
)
@inputs.RECIPES
@click.option(
    "--run",
    metavar="FILE|COMMAND",
    help="What to run instead of what would be found: a file's name, a pattern of names, or a"
    " command with {folder} for the submission's folder.",
)
@inputs.NODE_MODULES
@inputs.HIDDEN
@inputs.feedback(mark("What the students' pages tell of hidden games.  [default: check-names]"))
@click.option(
    "--canvas",
    "canvas_file",
    metavar="FILE.csv",
    type=_FILE,
    help="The gradebook that Canvas exported, to be filled in.",
)
@click.option(
    "--moodle",
    "moodle_file",
    metavar="FILE.csv",
    type=_FILE,
    help="The grading worksheet that Moodle exported, to be filled in.",
)
@click.option(
    "--anonymous",
    "key_file",
    metavar="KEY.csv",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Grade without names: each student has a pseudonym, and KEY.csv, which is made or added"
    " to, says whose it is.",
)
@click.option("--force", "is_forced", is_flag=True, help="Grade again what has not changed.")
@inputs.PROGRAMS
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Grade on a Dask cluster, whose scheduler is at this address (tcp://host:8786).",
)
@inputs.SANDBOX
@click.option(
    "--require-sandbox/--no-require-sandbox",
    "is_sandbox_required",
    default=True,
    show_default=True,
    help="Run nothing unless a confinement holds that was tried out on the machine.",
)
def grade(
    *,
    submissions: Path,
    root: Path,
    assignment: str,
    roster: Path | None,
    pattern: re.Pattern[str] | None,
    recipe_file: Path | None,
    run: str | None,
    packages: Path | None,
    hidden_folder: Path | None,
    feedback: str | None,
    canvas_file: Path | None,
    moodle_file: Path | None,
    key_file: Path | None,
    is_forced: bool,
    jobs: int | None,
    scheduler: str | None,
    sandbox: str,
    is_sandbox_required: bool,
) -> int:
    """Grade a class: pages, a gradebook, marks by hand.

    SUBMISSIONS holds a folder, an archive or a file for each student, or is what Canvas or Moodle
    packed. Each submission is unpacked, built and played confined, some side by side. What is done
    is not done again: after Ctrl-C, a new submission or a changed one, run the same command again.

    \b
    reversi-conformance grade submissions/ -o results/
    reversi-conformance grade download.zip -o results/ --roster class.csv --hidden hidden/

    \b
    RESULTS/gradebook.csv, .xlsx   the points of all, with the marks by hand
    RESULTS/marks.csv              to be filled in by hand, and read by the next run
    RESULTS/class.html             the class at a glance
    RESULTS/students/NAME.html     what a student may see
    RESULTS/reports/NAME.json      the whole record of a student
    RESULTS/events.log             what was done when, and why

    The exit status is 0 where every submission was judged, whatever it earned, 2 for a wrong option
    or marks that cannot be read, 3 where some could not be judged, and 130 after Ctrl-C.
    """
    from reversi_conformance.classroom.finishing import Forms
    from reversi_conformance.classroom.results import InUseError, Results

    chosen = inputs.assignment(assignment)
    told = inputs.told(feedback, hidden_folder)
    _refuse_inside(root, submissions)
    if key_file is not None and key_file.resolve().is_relative_to(root.resolve()):
        raise click.UsageError(say("--anonymous: keep the key outside of the results"))
    wanted = Wanted(sandbox, is_sandbox_required, scheduler, jobs or inputs.all_cores())
    setting = _setting(chosen, hidden_folder, recipe_file, _confinement(wanted))
    setting = setting._replace(run=run, packages=packages and packages.absolute())
    share = _share(wanted)
    try:
        with _opened(submissions, wanted) as folder, Results(root) as results:
            course = _course(folder, pattern, roster)
            course, behind = _hidden(course, key_file) if key_file else (course, {})
            _check_marks(results, course, chosen)
            _grade(course, setting, results, share, is_forced=is_forced)
            forms = Forms(canvas_file, moodle_file, behind)
            return _finish(course, chosen, results, told, forms, wanted)
    except InUseError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise inputs.CouldNotJudgeError(f"{error.filename or root}: {error.strerror}") from None


class Wanted(NamedTuple):
    """Where and how programs are to run."""

    sandbox: str
    is_sandbox_required: bool
    scheduler: str | None
    processes: int


class Course(NamedTuple):
    """Who is of the class, and who handed in what."""

    hand_ins: "tuple[HandIn, ...]"
    absent: "tuple[Student, ...]"

    @property
    def handed_in(self) -> "tuple[Student, ...]":
        """Return who handed in something."""
        from reversi_conformance.classroom.students import Student

        return tuple(Student(each.student, each.name) for each in self.hand_ins)


def _refuse_inside(root: Path, submissions: Path) -> None:
    if root.resolve().is_relative_to(submissions.resolve()):
        raise click.UsageError(
            say(
                "{folder!r} lies in the submissions: name another folder for the results",
                folder=str(root),
            )
        )


@contextlib.contextmanager
def _opened(submissions: Path, wanted: Wanted) -> Iterator[Path]:
    """The folder of the submissions, unpacked where they are one archive."""
    from reversi_conformance.classroom.grading import temporary_folder
    from reversi_conformance.classroom.unpacking import unpack_class

    if submissions.is_dir():
        yield submissions
        return
    # Here, also where the rest is done on other machines.
    confinement = _confinement(wanted._replace(scheduler=None))
    with temporary_folder("reversi-class-") as folder:
        for problem in unpack_class(submissions, folder, sandbox=confinement.kind):
            _tell(f"{submissions.name}: {problem.message}")
        yield folder


def _confinement(wanted: Wanted) -> "Confinement":
    if wanted.scheduler is not None:
        from reversi_conformance.observation import Confinement

        # Each machine of the cluster finds out for itself.
        return Confinement(wanted.sandbox, verified=False)
    try:
        return inputs.confinement(wanted.sandbox, is_required=wanted.is_sandbox_required)
    except inputs.CouldNotJudgeError as error:
        if not wanted.is_sandbox_required:
            raise
        overruled = say(
            "{problem}; --no-require-sandbox runs strangers' programs all the same",
            problem=error.format_message(),
        )
        raise inputs.CouldNotJudgeError(overruled) from None


def _setting(
    chosen: "Assignment",
    hidden_folder: Path | None,
    recipe_file: Path | None,
    confinement: "Confinement",
) -> "Setting":
    from reversi_conformance.classroom.grading import Setting

    cases = inputs.cases(chosen, ())
    hidden = inputs.hidden_cases(chosen, hidden_folder, cases)
    return Setting(
        assignment=chosen,
        cases=(*cases, *hidden),
        hidden=frozenset(case.id for case in hidden),
        confinement=confinement,
        recipes=inputs.recipes(recipe_file),
    )


def _share(wanted: Wanted) -> "Share":
    if wanted.scheduler is None:
        from reversi_conformance.classroom.running import on_this_machine

        return on_this_machine(wanted.processes)
    from reversi_conformance.classroom.cluster import ClusterError, on_cluster

    try:
        return on_cluster(
            wanted.scheduler, wanted.sandbox, is_sandbox_required=wanted.is_sandbox_required
        )
    except ClusterError as error:
        raise inputs.CouldNotJudgeError(str(error)) from None


def _course(folder: Path, pattern: re.Pattern[str] | None, roster_file: Path | None) -> Course:
    """Find out who is of the class; what is in nobody's hand-in is told."""
    from reversi_conformance.classroom import hand_ins, roster
    from reversi_conformance.classroom.students import Student

    found = hand_ins.find(folder, pattern)
    for each in found.left_out:
        _tell(_left_out(each.path.name, each.student, each.reason))
    if roster_file is None:
        if not found.hand_ins:
            raise click.UsageError(say("{folder!r} holds no submission", folder=str(folder)))
        return Course(found.hand_ins, ())
    try:
        matched = roster.match(found.hand_ins, roster.read(roster_file))
    except roster.RosterError as error:
        raise click.UsageError(str(error)) from None
    for unknown in matched.unknown:
        _tell(
            say(
                "not on the roster: {student}: {reason}",
                student=unknown.student,
                reason=unknown.reason,
            )
        )
    for twice in matched.twice:
        _tell(
            say("handed in twice: {student}: {reason}", student=twice.student, reason=twice.reason)
        )
    missing = tuple(Student(each.id, each.name) for each in matched.missing)
    if missing:
        _tell(say("handed in nothing: {students}", students=listed(each.id for each in missing)))
    return Course(matched.hand_ins, missing)


def _left_out(name: str, student: str, reason: str) -> str:
    if student:
        return say(
            "left out: {name} of {student}: {reason}", name=name, student=student, reason=reason
        )
    return say("left out: {name}: {reason}", name=name, reason=reason)


def _hidden(course: Course, key_file: Path) -> "tuple[Course, dict[str, Student]]":
    """Return the class by its pseudonyms, and who stands behind them."""
    from reversi_conformance.classroom.pseudonyms import KeyFileError, make_key

    students = (*course.handed_in, *course.absent)
    try:
        key = make_key(key_file, students)
    except KeyFileError as error:
        raise click.UsageError(f"--anonymous: {error}") from None
    hand_ins = sorted(map(key.hide_hand_in, course.hand_ins), key=lambda each: each.student)
    hidden = Course(tuple(hand_ins), tuple(sorted(map(key.hide, course.absent))))
    return hidden, key.students(students)


def _check_marks(results: "Results", course: Course, chosen: "Assignment") -> None:
    """Read the marks by hand before any work is done, so that a mistake in them costs no time."""
    from reversi_conformance.classroom.finishing import check_marks
    from reversi_conformance.classroom.marks import MarksError

    try:
        for note in check_marks(results, (*course.handed_in, *course.absent), chosen):
            _tell(note)
    except MarksError as error:
        raise Refused(error.problems) from None


def _grade(
    course: Course, setting: "Setting", results: "Results", share: "Share", *, is_forced: bool
) -> None:
    from reversi_conformance.classroom.cluster import ClusterError
    from reversi_conformance.classroom.running import grade_all, jobs
    from reversi_conformance.classroom.traits import missing

    due = [*jobs(course.hand_ins, setting, results, is_forced=is_forced)]
    kept = len(course.hand_ins) - len(due)
    if kept:
        _tell(say("{n} to grade, {kept} unchanged", n=len(due), kept=kept))
    else:
        _tell(say("{n} to grade", n=len(due)))
    if setting.assignment.style_evidence and (why := missing()):
        _tell(why)
    with results.events() as events, ClassDisplay(len(due)) as display:
        events.tell(f"{len(due)} to grade, {kept} unchanged")

        def on_start(job: "Job") -> None:
            display.start(job.hand_in.student)
            events.tell(f"{job.hand_in.student}: begun ({job.reason})")

        def on_report(job: "Job", report: "Report") -> None:
            results.write_report(job.hand_in.student, report)
            display.done(job.hand_in.student, report)
            events.tell(f"{job.hand_in.student}: {result(report)}")

        try:
            grade_all(due, setting, share=share, on_start=on_start, on_report=on_report)
        except KeyboardInterrupt:
            events.tell("interrupted")
            display.hide()
            _tell(say("what is done is kept: the same command goes on from there"))
            raise
        except ClusterError as error:
            raise inputs.CouldNotJudgeError(str(error)) from None


def _finish(
    course: Course,
    chosen: "Assignment",
    results: "Results",
    feedback: str,
    forms: "Forms",
    wanted: Wanted,
) -> int:
    from reversi_conformance.classroom import finishing, summary_text
    from reversi_conformance.classroom.books.filling import FillingError
    from reversi_conformance.classroom.marks import MarksError

    try:
        finished = finishing.finish(
            results,
            course.handed_in,
            course.absent,
            chosen,
            feedback=feedback,
            forms=forms,
            processes=wanted.processes,
        )
    except MarksError as error:
        raise Refused(error.problems) from None
    except FillingError as error:
        raise click.UsageError(str(error)) from None
    for note in finished.notes:
        _tell(note)
    text = summary_text.render(
        finished.summary,
        lambda student: str(results.report_file(student)),
        str(results.root / "class.html"),
        width=shutil.get_terminal_size().columns if sys.stdout.isatty() else 80,
        coloured=output.colours(),
    )
    output.say(text)
    return NOT_ALL_JUDGED if finished.is_lacking else JUDGED


class Refused(click.UsageError):
    """Marks or forms that cannot be taken as they are: all that is wrong, a line for each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))


def _tell(text: str) -> None:
    click.echo(harmless(text), err=True)
