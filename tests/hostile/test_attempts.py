"""Hostile programs, judged through the command line under every kind of confinement.

Each one must come to what `attempts.toml` says: the canaries around it tell what it reached, and
the report what was seen. Nothing that it started or wrote may be left, whatever it did. A kind of
confinement that does not hold on this machine is skipped, and why it does not is shown.
"""

import json
import subprocess
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from reversi_conformance.confinement import probe
from reversi_conformance.reports import json as json_report
from reversi_conformance.reports import text
from reversi_conformance.sandboxes import KINDS

from .attempts import Attempt, Outcome, load, source
from .surroundings import HARNESS, Surroundings

ATTEMPTS = load()
GUARD_SECONDS = 300
"""Far more than any attempt takes, so that a harness that hangs fails its test."""


class Checked(NamedTuple):
    """What the harness said."""

    status: int
    stdout: str
    stderr: str

    @property
    def report(self) -> dict[str, Any]:
        """The report, read."""
        found: dict[str, Any] = json.loads(self.stdout)
        return found


def check(kind: str, program: Path, attempt: Attempt, around: Surroundings) -> Checked:
    """Judge a program in its own folder, as whoever marks might."""
    cases = [word for case in attempt.cases for word in ("--case", case)]
    options = ["--sandbox", kind, "--assignment", str(around.assignment), *cases]
    with around.open_secret() as secret:
        done = subprocess.run(
            [HARNESS, "check", "--format", "json", "--jobs", "1", *options, "--", program],
            cwd=program.parent,
            env=around.environment(),
            pass_fds=[secret],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=GUARD_SECONDS,
        )
    return Checked(done.returncode, done.stdout, done.stderr)


@cache
def why_not(kind: str) -> str:
    """Why a kind of confinement does not hold on this machine; empty where it does."""
    lack = probe(kind).lack
    return "" if lack is None else f"{kind} does not hold here: {lack.reason}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ATTEMPTS)
def test_it_comes_to_what_the_table_says(name: str, kind: str, tmp_path: Path) -> None:
    attempt = ATTEMPTS[name]
    if reason := why_not(kind):
        pytest.skip(reason)
    with Surroundings(tmp_path) as around:
        done = check(kind, around.place(name, attempt), attempt, around)
        reached = around.reached(done.stdout)
        left = around.left_files(), around.left_processes()
    assert done.stderr == ""
    assert done.report["sandbox"]["kind"] == kind
    assert seen(done) == expected(attempt, kind)
    assert reached_by(done, reached, attempt, kind) == through(attempt, kind)
    sightings = {each["code"] for each in done.report["seen"]}
    assert sightings - {*attempt.seen_in_time} == set(attempt.seen.get(kind, ()))
    assert left == ([], [])
    assert is_safe_to_show(done.stdout)
    assert is_safe_to_show(text.render(json_report.read(done.stdout)))


def seen(done: Checked) -> tuple[int, bool, set[str], set[str]]:
    """Exit status, whether every case was judged, how the sessions ended, and the faults."""
    cases = done.report["cases"]
    codes = {each["code"] for case in cases for each in case["findings"] if each["kind"] == "fault"}
    return done.status, done.report["complete"], {case["ending"] for case in cases}, codes


def expected(attempt: Attempt, kind: str) -> tuple[int, bool, set[str], set[str]]:
    shown = attempt.shown_here(kind)
    return int(bool(shown.findings)), True, {shown.ending}, set(shown.findings)


def reached_by(done: Checked, reached: set[str], attempt: Attempt, kind: str) -> set[str]:
    """What an attempt reached of what it aims at, and all that it reached besides."""
    found = set(reached)
    is_telling = attempt.reaches == "word" and attempt.outcome_here(kind) is not Outcome.HARMLESS
    if is_telling and "attempt: succeeded" in done.stdout:
        found.add("word")
    if attempt.reaches == "conforms" and done.status == 0:
        found.add("conforms")
    return found


def through(attempt: Attempt, kind: str) -> set[str]:
    return {attempt.reaches} if attempt.outcome_here(kind).is_through else set()


def is_safe_to_show(shown: str) -> bool:
    """Whether no terminal or editor obeys anything in a text."""
    return all(
        character == "\n" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")
        for character in shown
    )


def test_who_knows_the_sample_by_heart_wins_no_other_game(tmp_path: Path) -> None:
    name = "answers_from_a_table"
    whole_suite = msgspec.structs.replace(ATTEMPTS[name], cases=())
    with Surroundings(tmp_path) as around:
        report = check("limits", around.place(name, whole_suite), whole_suite, around).report
    assert {case["id"] for case in report["cases"] if case["conforms"]} == {"py-4-X-sample"}
    # One of 64 games is its own; the notes on what it prints right elsewhere are worth nothing.
    assert report["total"]["earned"] < 5
    reasons = {check["reason"] for row in report["criteria"] for check in row["checks"]}
    assert "it prints the same whatever is typed: only games that conform are its own" in reasons


def test_every_program_stands_in_the_table_and_no_other_one() -> None:
    others = {"hostile", "intruder"}
    assert {path.stem for path in source("x").parent.glob("*.py")} - others == set(ATTEMPTS)


def test_every_attempt_has_an_outcome_under_every_kind() -> None:
    assert all(attempt.outcome.keys() >= KINDS.keys() for attempt in ATTEMPTS.values())


def test_a_hostile_program_does_nothing_outside_of_the_tests() -> None:
    done = subprocess.run(
        ["python3", source("forks_without_end")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "it runs in the tests alone" in done.stderr
