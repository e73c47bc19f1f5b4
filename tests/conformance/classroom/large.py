"""Large classes, as they come: drawn by a generator that always draws the same."""

import random
from collections.abc import Iterator
from typing import Final

import msgspec

from reversi_conformance.assignment import load
from reversi_conformance.classroom.figures import ClassSummary
from reversi_conformance.classroom.statistics import summarise
from reversi_conformance.classroom.students import Student
from reversi_conformance.repetition import Variation
from reversi_conformance.report import Report, ReportedCase
from reversi_conformance.rubric import CriterionScore
from reversi_conformance.submission import Problem, Submission

from ..reports import samples
from .classes import TIES_LAST, ended
from .test_similarity import OWN_WORDS, wordings

_FAMILY: Final = (
    "王",
    "李",
    "张",
    "刘",
    "陈",
    "杨",
    "黄",
    "赵",
    "O'Brien",
    "Müller",
    "García",
    "Ng",
)
_GIVEN: Final = ("伟", "芳", "娜", "敏", "静", "丽", "强", "磊", "Anna", "Max", "Li", "Sofía")
_LANGUAGES: Final = ("python", "java", "javascript", "c++")
_CASES: Final = 64
_VARYING: Final = 37
"""One in so many programs does something else when it is played twice."""
_CRASH: Final = samples.finding(
    "ends.illegal-move",
    "stopped.crash",
    "the program crashes after 'zz' was typed: IndexError: list index out of range",
)
_SILENT: Final = samples.finding("ends.no-moves", "stopped.silent", "no output for 10 s after 'ab'")
_UNBUILT: Final = Problem(
    "build.failed",
    {},
    "javac could not build it",
    ("Reversi.java:12: error: ';' expected", "        int n = 4"),
)
_NO_JAVA: Final = Problem("build.tool", {}, "there is no javac on this machine", is_ours=True)


def large_class(count: int, most_skill: float = 1.0) -> ClassSummary:
    """So many students, three of whom handed in nothing; with no skill they fail every check."""
    absent = [Student(f"{20260000 + index}", "钱学") for index in range(count - 3, count)]
    chance = random.Random(20181105)
    return summarise((_report(index, chance, most_skill) for index in range(count - 3)), absent)


def _report(index: int, chance: random.Random, most_skill: float) -> Report:
    problems: tuple[Problem, ...] = ()
    if index % 29 == 7:
        problems = (_UNBUILT,)
    elif index % 61 == 11:
        problems = (_NO_JAVA,)
    submission = Submission(
        student=str(20260000 + index),
        name=f"{chance.choice(_FAMILY)} {chance.choice(_GIVEN)}",
        sources=("reversi.py",),
        is_late=chance.random() < 0.08,
        language=chance.choice(_LANGUAGES),
        problems=problems,
    )
    skill = min(most_skill, chance.betavariate(3, 1.2) + 0.1)
    cases = [] if problems else _cases(index, chance, skill)
    report = samples.report(
        *cases,
        criteria=tuple(_criteria(chance, 0.0 if problems else skill)),
        causes=[TIES_LAST] if cases and chance.random() < 0.15 else [],
        chosen=_CASES,
        complete=True,
        submission=submission,
    )
    varying = (
        (Variation("py-4-X-sample", 3, "aa", "bb"),) if index % _VARYING == 5 and cases else ()
    )
    return msgspec.structs.replace(report, variations=varying)


def _criteria(chance: random.Random, skill: float) -> Iterator[CriterionScore]:
    for criterion in load("python").criteria:
        checks = []
        for check in criterion.checks:
            assessed = chance.randint(6, _CASES)
            is_right = chance.random() < skill
            passed = assessed if is_right else int(assessed * chance.random() * skill)
            earned = check.points if is_right else round(check.points * passed / assessed / 2, 2)
            checks.append(
                samples.check(
                    check.id, check.title, earned, check.points, passed=passed, assessed=assessed
                )
            )
        yield samples.criterion(criterion.id, criterion.title, *checks)


def _cases(index: int, chance: random.Random, skill: float) -> list[ReportedCase]:
    if index in {13, 14, 41}:
        return wordings(OWN_WORDS)
    wrong = [samples.finding()] if index % _VARYING == 5 else []
    cases = [samples.case("py-4-X-sample", *wrong)]
    if chance.random() > skill:
        cases.append(samples.case("py-6-O-row-off", _CRASH))
    if index % 43 == 3:
        silent = samples.case("py-4-O-no-moves", _SILENT)
        cases.append(ended(silent, "silent", 10.4))
    return cases
