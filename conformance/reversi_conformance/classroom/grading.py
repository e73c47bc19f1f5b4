"""Grades one submission: unpacks it, makes a program of it, has that judged.

Creates a temporary folder and removes it. Whatever becomes of the submission, there is a report: a
student's fault earns what it earns, and what this harness or the machine lacks costs nothing.
"""

import contextlib
import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from reversi_conformance import __version__
from reversi_conformance.assignment import Assignment
from reversi_conformance.classroom import unpacking
from reversi_conformance.classroom.builds import Built, build
from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.classroom.recipes import Program, Recipe, recognise
from reversi_conformance.classroom.traits import find_traits
from reversi_conformance.escaping import as_text
from reversi_conformance.judging import judge_program
from reversi_conformance.observation import Confinement
from reversi_conformance.removal import remove_tree
from reversi_conformance.report import Report, make_report
from reversi_conformance.sessions import USUAL_TERMINAL, CannotStartError
from reversi_conformance.sessions.command import Command
from reversi_conformance.sessions.waiting import ways
from reversi_conformance.submission import Problem, Submission, Trait
from reversi_conformance.transcript import Case

_SESSIONS: Final = 2
"""Of one program at a time: while one of them waits, the other keeps the core busy."""
_SHOWN_PLACE: Final = b"/submission"
_SHORT: Final = 16
"""Hexadecimal digits that tell two contents apart."""


class Job(NamedTuple):
    """One submission that is to be graded."""

    hand_in: HandIn
    fingerprint: str
    """What `fingerprint` says of it."""
    reason: str
    """Why it is to be graded, in one clause."""


class Setting(NamedTuple):
    """With what and how a submission is graded."""

    assignment: Assignment
    cases: tuple[Case, ...]
    hidden: frozenset[str]
    """The ids of the cases that are of a hidden suite."""
    confinement: Confinement
    recipes: tuple[Recipe, ...]
    run: str | None = None
    """What is run instead of what would be found; None where it is to be found."""
    packages: Path | None = None
    """A folder `node_modules` of which programs for Node may take what they do not bring."""
    terminal: str = USUAL_TERMINAL
    """On what the program is played: one of `sessions.TERMINALS`."""

    def fingerprints(self) -> dict[str, str]:
        """Return by what it is about what stays the same while nothing changes that counts."""
        return {
            "suite": _digest((self.cases, sorted(self.hidden))),
            "assignment": _digest(self.assignment),
            "recipes": _digest((self.recipes, self.run, str(self.packages))),
            "version": __version__,
        }


def fingerprint(hand_in: HandIn, setting: Setting) -> str:
    """Return what stays the same while nothing changes on which the report depends."""
    parts = {"submission": unpacking.fingerprint(hand_in)[:_SHORT], **setting.fingerprints()}
    return " ".join(f"{name}:{value}" for name, value in parts.items())


def what_changed(before: str, after: str) -> str:
    """Say in one clause in what two fingerprints differ."""
    old, new = (dict(part.split(":", 1) for part in each.split()) for each in (before, after))
    names = [name for name in new if old.get(name) != new[name]]
    return f"{' and '.join(names)} changed"


def grade(job: Job, setting: Setting) -> Report:
    """Return the report about one submission.

    After Ctrl-C it is incomplete. Starts processes, all of them confined, and leaves none behind.
    """
    facts = submission(job)
    with temporary_folder("reversi-grade-") as folder:
        try:
            return _grade(job.hand_in, folder, facts, setting)
        except CannotStartError as error:
            problem = Problem("program.not-started", {}, str(error), is_ours=True)
            return unplayed(_with(facts, problem), setting)


def submission(job: Job, *problems: Problem) -> Submission:
    """Return what is known of a submission before anybody looked into it, or without looking."""
    return Submission(
        student=job.hand_in.student,
        name=job.hand_in.name,
        sources=tuple(map(as_text, job.hand_in.called)),
        is_late=job.hand_in.is_late,
        problems=problems,
        fingerprint=job.fingerprint,
    )


def unplayed(facts: Submission, setting: Setting) -> Report:
    """Return the report about a submission of which nothing could be played."""
    return make_report(
        ", ".join(facts.sources),
        setting.assignment,
        setting.cases,
        (),
        sandbox=setting.confinement,
        waiting=ways(),
        submission=facts,
        terminal=setting.terminal,
    )


class Prepared(NamedTuple):
    """What a hand-in has become."""

    facts: Submission
    built: Built | None
    """The program that it holds; None where there is none that can be played."""


def prepare(hand_in: HandIn, folder: Path, facts: Submission, setting: Setting) -> Prepared:
    """Copy or unpack a hand-in into an empty folder, find its program there and build it.

    Whoever asks for it, for one program or for a class, finds the same one.
    """
    kind = setting.confinement.kind
    facts = _with(facts, *unpacking.unpack(hand_in, folder, sandbox=kind))
    if not any(folder.iterdir()):
        return Prepared(facts, None)
    found = recognise(folder, setting.recipes, run=setting.run)
    if isinstance(found, Problem):
        return Prepared(_with(facts, found), None)
    facts = _recognised(facts, found, folder, setting)
    built = build(found, folder, sandbox=kind, packages=setting.packages)
    facts = _with(msgspec.structs.replace(facts, build=built.build), *built.problems)
    return Prepared(facts, built if built.argv else None)


def _grade(hand_in: HandIn, folder: Path, facts: Submission, setting: Setting) -> Report:
    facts, built = prepare(hand_in, folder, facts, setting)
    if built is None:
        return unplayed(facts, setting)
    return _judge(built, folder, facts, setting)


def _recognised(facts: Submission, program: Program, folder: Path, setting: Setting) -> Submission:
    return msgspec.structs.replace(
        facts,
        language=program.recipe.id,
        entry=as_text(program.entry),
        choice=program.choice,
        traits=_traits(folder, setting),
    )


def _traits(folder: Path, setting: Setting) -> tuple[Trait, ...]:
    if not setting.assignment.style_evidence:
        return ()
    return find_traits(folder, sorted(path for path in folder.rglob("*") if path.is_file()))


def _judge(built: Built, folder: Path, facts: Submission, setting: Setting) -> Report:
    report = judge_program(
        Command(built.argv, built.shown, folder, terminal=setting.terminal),
        setting.cases,
        setting.assignment,
        confinement=setting.confinement,
        jobs=_SESSIONS,
        on_run=lambda _: None,
        shown=built.shown,
        hidden=setting.hidden,
        submission=facts,
    )
    return at_a_fixed_place(report, folder)


def at_a_fixed_place(report: Report, folder: Path) -> Report:
    """Return the report with one name for the folder of the submission, which has another in each
    run.
    """
    text = msgspec.json.encode(report).replace(bytes(folder), _SHOWN_PLACE)
    return msgspec.json.decode(text, type=Report)


def _with(facts: Submission, *problems: Problem) -> Submission:
    return msgspec.structs.replace(facts, problems=(*facts.problems, *problems))


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """A folder that is gone afterwards, whatever it holds."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        remove_tree(folder)


def _digest(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:_SHORT]
