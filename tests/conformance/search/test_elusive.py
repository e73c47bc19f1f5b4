"""Mistakes that get full marks from the golden games, and that a search finds."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.audit import catalogue
from reversi_conformance.audit.catalogue import Mistake
from reversi_conformance.audit.playing import judge, ready
from reversi_conformance.run import Run
from reversi_conformance.runner import Runs, run_cases
from reversi_conformance.search.explore import Task, explore
from reversi_conformance.transcript import Case

FOLDER = Path(__file__).parents[2] / "elusive"
ELUSIVE = {each.id: each for each in catalogue.load(FOLDER, catalogue.home())}
PYTHON = load("python")
SUITE = corpus.load_suite(PYTHON)
MINUTES = 10
"""Longer than any of these takes, on the busiest machine."""


def test_there_are_ten() -> None:
    assert len(ELUSIVE) == 10


@pytest.mark.parametrize("mistake", ELUSIVE.values(), ids=ELUSIVE)
def test_the_golden_games_miss_it(mistake: Mistake) -> None:
    report = judge(mistake, SUITE, PYTHON, sessions=4)
    assert report.conforms
    assert report.total.earned == report.total.possible == 70


FOUND = {
    "last-of-the-best-on-14x14": ([10, 14], 1),
    "wiped-out-on-a-large-board-and-a-draw": ([10], 12),
    "columns-beyond-p-refused": ([18], 16),
}
"""By mistake the boards that are searched, and the entries that the shortest game may have."""


@pytest.mark.parametrize(("name", "boards", "most"), [(key, *row) for key, row in FOUND.items()])
def test_a_search_finds_it_and_makes_it_short(name: str, boards: list[int], most: int) -> None:
    mistake = ELUSIVE[name]
    with ready(mistake) as command:

        def play(cases: Sequence[Case], on_run: Callable[[Run], None]) -> Runs:
            jobs = len(os.sched_getaffinity(0))
            return run_cases(command, cases, PYTHON, jobs=jobs, on_run=on_run)

        task = Task(PYTHON, boards, boards, SUITE, 0, MINUTES * 60, 2)
        outcome = explore(play, task, lambda _words: None)
    difference = outcome.difference
    assert difference
    assert difference.is_steady
    assert difference.golden == ()
    assert difference.counterexample.finding.check in mistake.costs
    assert len(difference.counterexample.case.header.moves) <= most
