"""`check --hidden`: games that nobody has seen count; what is told of them, the TA says."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.audit import catalogue
from reversi_conformance.cli import main
from reversi_conformance.feedback import CHECK_NAMES, conceal
from reversi_conformance.reference import perform
from reversi_conformance.report import ReportedCause

from ..reports import samples

PYTHON = load("python")
PUBLIC = ("--case", "py-4-X-sample")
SECRET = "py-4-O-full-board-draw-human-last"
"""A golden case that plays the hidden one here."""


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    """A folder with one hidden game."""
    [case] = corpus.choose_cases(corpus.load_suite(PYTHON), [SECRET])
    header = replace(case.header, id="secret-game")
    corpus.write_case(tmp_path / "hidden", perform(header, PYTHON))
    return tmp_path / "hidden"


@pytest.fixture
def program(tmp_path: Path) -> str:
    """It calls every draw a win of black, which the public game does not show."""
    [mistake] = [
        each for each in catalogue.load(catalogue.home()) if each.id == "draw-goes-to-black"
    ]
    return str(catalogue.write(mistake, tmp_path))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments], prog_name="reversi-conformance")


def report(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("--format", "json", *PUBLIC, *arguments).stdout)
    return found


def test_hidden_games_cost_points_that_public_ones_do_not(hidden: Path, program: str) -> None:
    assert run(*PUBLIC, program).exit_code == 0
    done = run(*PUBLIC, "--hidden", str(hidden), program)
    assert done.exit_code == 1
    assert "1 of 2 cases conform." in done.stdout


@pytest.mark.parametrize("feedback", ["first-difference", "check-names"])
def test_neither_name_nor_moves_of_a_hidden_game_are_told(
    hidden: Path, program: str, feedback: str
) -> None:
    options = ("--hidden", str(hidden), "--feedback", feedback)
    [_, case] = report(*options, program)["cases"]
    assert case["id"] == "hidden-1"
    assert case["is_concealed"]
    assert case["transcript"] == case["expected"] == ""
    assert [finding["answers"] for finding in case["findings"]] == [[]]
    sheet = run(*PUBLIC, *options, program).stdout
    assert "secret-game" not in sheet
    assert "typed" not in sheet
    assert "again" not in sheet


def test_the_names_of_the_checks_are_all_that_is_told_by_default(
    hidden: Path, program: str
) -> None:
    [_, case] = report("--hidden", str(hidden), program)["cases"]
    [finding] = case["findings"]
    assert (finding["check"], finding["code"]) == ("ends.full-board", "hidden.lost")
    assert finding["expected"] == finding["observed"] == []
    assert finding["params"] == {}
    sheet = run(*PUBLIC, "--hidden", str(hidden), program).stdout
    assert "• a hidden game loses this check (1 case)" in sheet


def test_nothing_may_be_told_but_that_a_game_does_not_conform(hidden: Path, program: str) -> None:
    options = ("--hidden", str(hidden), "--feedback", "nothing")
    [_, case] = report(*options, program)["cases"]
    assert (case["id"], case["conforms"], case["findings"]) == ("hidden-1", False, [])
    done = run(*PUBLIC, *options, program)
    assert done.exit_code == 1
    assert "1 of 2 cases conform." in done.stdout


def test_the_first_difference_is_told_without_the_moves(hidden: Path, program: str) -> None:
    options = ("--hidden", str(hidden), "--feedback", "first-difference")
    sheet = run(*PUBLIC, *options, program).stdout
    assert "• X is said to win; it is a draw (1 case)" in sheet


def test_full_feedback_shows_a_hidden_game_like_a_public_one(hidden: Path, program: str) -> None:
    options = ("--hidden", str(hidden), "--feedback", "full")
    sheet = run(*PUBLIC, *options, program).stdout
    assert "case      secret-game" in sheet
    assert "typed     4 O" in sheet
    [public, secret] = report(*options, program)["cases"]
    assert public["expected"] == ""
    assert secret["expected"] == (hidden / "secret-game.txt").read_text().split("+++\n")[2]


@pytest.mark.parametrize("feedback", ["first-difference", "check-names"])
def test_the_points_are_the_same_whatever_is_told(
    hidden: Path, program: str, feedback: str
) -> None:
    options = ("--hidden", str(hidden), "--feedback")
    full, less = (report(*options, each, program) for each in ("full", feedback))
    assert full["total"] == less["total"]
    assert full["criteria"] == less["criteria"]


def test_causes_that_hidden_games_alone_give_away_are_concealed(hidden: Path, program: str) -> None:
    others = ("py-4-O-full-board-draw-computer-last", "py-6-X-no-moves-draw")
    for game in corpus.choose_cases(corpus.load_suite(PYTHON), others):
        header = replace(game.header, id=game.id.replace("py-", "secret-"))
        corpus.write_case(hidden, perform(header, PYTHON))
    options = ("--hidden", str(hidden), "--feedback")
    assert report(*options, "full", program)["causes"][0]["ids"] == ["ends.draw-to-black"]
    assert report(*options, "check-names", program)["causes"] == []


def test_a_public_finding_does_not_name_the_concealed_cause_that_it_follows_from() -> None:
    follower = samples.finding(
        "rules.turns", "turns.skipped", kind="note", follows="legality.misses-west"
    )
    cause = ReportedCause(("legality.misses-west",), "…", "rules.placement", ("turns.skipped",), 2)
    secret = replace(samples.case("secret"), is_hidden=True)
    cases = (samples.case("py-1", follower), secret)
    told = conceal(samples.report(*cases, causes=[replace(cause, is_public=False)]), CHECK_NAMES)
    assert told.cases[0].findings[0].follows == "hidden"
    told = conceal(samples.report(*cases, causes=[cause]), CHECK_NAMES)
    assert told.cases[0].findings[0].follows == "legality.misses-west"


def test_feedback_is_about_hidden_games(program: str) -> None:
    done = run("--feedback", "full", program)
    assert done.exit_code == 2
    assert "--feedback is about the games of --hidden DIR" in done.stderr


def test_a_folder_without_games_is_an_error(tmp_path: Path, program: str) -> None:
    (tmp_path / "empty").mkdir()
    done = run("--hidden", str(tmp_path / "empty"), program)
    assert done.exit_code == 2
    assert "no golden transcripts (*.txt) are there" in done.stderr


def test_a_hidden_game_may_not_bear_the_name_of_a_public_one(tmp_path: Path, program: str) -> None:
    [case] = corpus.choose_cases(corpus.load_suite(PYTHON), [SECRET])
    corpus.write_case(tmp_path / "hidden", case)
    done = run("--hidden", str(tmp_path / "hidden"), program)
    assert done.exit_code == 2
    assert f"holds the public case {SECRET}" in done.stderr
