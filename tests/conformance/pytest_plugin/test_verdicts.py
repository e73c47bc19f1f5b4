"""A test fails where the score sheet loses its check, and nowhere else."""

import sys
from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.pytest_plugin.verdicts import Lost, NotSeen, Verdicts, summary
from reversi_conformance.referee.golden import exercised_by
from reversi_conformance.report import Report
from reversi_conformance.rubric import DEAF

from ..submissions import check
from .runs import write_mistake

GAMES = (
    "py-4-O-full-board-draw-computer-last",
    "py-4-X-sample",
    "py-6-O-no-moves-draw",
    "py-6-O-sample",
    "py-6-X-across-the-board",
    "py-6-X-wipe-out-of-computer-middle",
)
PYTHON = load("python")
EXERCISED = {
    case.id: exercised_by(case.header, PYTHON)
    for case in corpus.choose_cases(corpus.load_suite(PYTHON), GAMES)
}
KNOWS_ONE_GAME = "one game by heart"


def write_one_game(folder: Path) -> None:
    """Write a program that prints the sample game whatever is typed."""
    [sample] = corpus.choose_cases(corpus.load_suite(PYTHON), ["py-4-X-sample"])
    *turns, last = ["\n".join(turn.required) for turn in sample.transcript.turns]
    lines = [f"input({text!r})\n" for text in turns]
    (folder / "reversi.py").write_text("".join([*lines, f"print({last!r})\n"]), encoding="utf-8")


def report_on(program: str, folder: Path) -> Report:
    if program == KNOWS_ONE_GAME:
        write_one_game(folder)
    else:
        write_mistake(program, folder)
    return check([sys.executable, "-S", "-E", str(folder / "reversi.py")], folder, "python", *GAMES)


@pytest.mark.parametrize(
    "program",
    [
        "east-forgotten-everywhere",
        "last-legal-square",
        "full-board-waits-for-enter",
        KNOWS_ONE_GAME,
    ],
)
def test_as_many_tests_fail_as_games_lose_the_check_on_the_sheet(
    program: str, tmp_path: Path
) -> None:
    report = report_on(program, tmp_path)
    verdicts = Verdicts(report)
    for row in (row for criterion in report.criteria for row in criterion.checks):
        there_for_it = [game for game in GAMES if row.id in EXERCISED[game]]
        others = [game for game in GAMES if game not in there_for_it]
        lost = [game for game in there_for_it if isinstance(verdicts.of(row.id, game), Lost)]
        lost_in_others = [game for game in others if verdicts.of_others(row.id, [game])]
        if row.assessed:
            assert len(lost) + len(lost_in_others) == row.assessed - row.passed, row.id
        else:
            assert lost == (there_for_it if row.earned == 0 else []), row.id
        assert (verdicts.of_others(row.id, others) is not None) == bool(lost_in_others)


def test_what_follows_from_a_cause_costs_nothing_more_and_names_it(tmp_path: Path) -> None:
    report = report_on("east-forgotten-everywhere", tmp_path)
    verdicts = Verdicts(report)
    told = {verdicts.of("rules.turns", game) for game in GAMES}
    [follower] = [
        each.reason for each in told if isinstance(each, NotSeen) and "cost" in each.reason
    ]
    assert follower.startswith("costs nothing more: ")
    assert follower.endswith("(rules.flips)")
    [cause] = report.causes
    lost = [verdicts.of("rules.flips", game) for game in GAMES]
    texts = [each.text for each in lost if isinstance(each, Lost)]
    assert texts
    for text in texts:
        assert f"cause     likely {cause.message}"[:40] in text
    assert "likely cause: " in summary(report)


def test_what_shows_in_other_games_names_them_all(tmp_path: Path) -> None:
    verdicts = Verdicts(report_on("last-legal-square", tmp_path))
    others = [game for game in GAMES if "strategy.most-discs" not in EXERCISED[game]]
    lost = verdicts.of_others("strategy.most-discs", others)
    assert isinstance(lost, Lost)
    assert lost.text.count("\ntyped ") == 1
    assert lost.text.endswith("\nAlso in py-6-X-wipe-out-of-computer-middle")


def test_what_is_right_by_chance_is_lost(tmp_path: Path) -> None:
    verdicts = Verdicts(report_on(KNOWS_ONE_GAME, tmp_path))
    lost = verdicts.of("rules.placement", "py-4-X-sample")
    assert isinstance(lost, Lost)
    assert " ".join(lost.text.split()) == DEAF
