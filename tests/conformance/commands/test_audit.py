"""`audit`, with programs that are really played."""

import json
import shutil
from pathlib import Path

from click.testing import CliRunner, Result

from reversi_conformance import corpus
from reversi_conformance.audit import catalogue
from reversi_conformance.cli import main

CASES = ("--case", "py-4-X-sample", "--case", "py-6-O-sample")
MISTAKE = """\
sentence = "The sign for an empty square is another one."
base = "plain"
costs = {costs}
may_touch = []

[[change]]
old = 'board.append(["."] * n)'
new = 'board.append(["."] * n); "{sign}"'
"""


def audit(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["audit", *map(str, arguments)])


def own_catalogue(folder: Path, costs: str) -> Path:
    """One mistake that is none: it must lose these checks, and loses nothing."""
    home = folder / "catalogue"
    (home / "harmless").mkdir(parents=True)
    shutil.copytree(catalogue.home() / "bases", home / "bases")
    text = MISTAKE.format(costs=costs, sign=".")
    (home / "harmless" / "mistake.toml").write_text(text, encoding="utf-8")
    return home


def test_a_mistake_that_is_found_and_a_manner_that_is_let_pass_are_sound() -> None:
    result = audit(*CASES, "invalid-misspelt", "tabs-between-cells")
    assert result.exit_code == 0, result.output
    assert "2 cases, 1 mistakes: 1 (100.0 %) detected, 1 (100.0 %) attributed" in result.output
    assert "1 manners: 0 false alarms; 1 mistakes caught by fewer than 2 cases" in result.output
    assert "  invalid-misspelt: py-6-O-sample\n" in result.output


def test_a_mistake_that_no_case_shows_is_told_by_the_exit_status() -> None:
    result = audit("--case", "py-4-X-sample", "invalid-misspelt")
    assert result.exit_code == 1
    assert "Not detected: 1\n  invalid-misspelt: printing.messages\n" in result.output


def test_a_catalogue_of_ones_own_is_played(tmp_path: Path) -> None:
    folder = own_catalogue(tmp_path, '["printing.board"]')
    result = audit("--catalogue", folder, *CASES)
    assert result.exit_code == 1
    assert "Not detected: 1\n  harmless: printing.board\n" in result.output


def test_a_mistake_in_what_the_assignment_does_not_check_is_left_out(tmp_path: Path) -> None:
    folder = own_catalogue(tmp_path, '["style.names"]')
    result = audit("--catalogue", folder, *CASES)
    assert result.exit_code == 0
    assert "2 cases, 0 mistakes" in result.output


def test_a_suite_in_a_folder_is_played_and_written_as_json(tmp_path: Path) -> None:
    suite = tmp_path / "hidden"
    suite.mkdir()
    shutil.copy(corpus.home() / "python" / "py-6-O-sample.txt", suite)
    path = tmp_path / "matrix.json"
    result = audit("--suite", suite, "--format", "json", "-o", path, "invalid-misspelt")
    assert (result.exit_code, result.output) == (0, "")
    record = json.loads(path.read_text(encoding="utf-8"))
    assert [case["id"] for case in record["cases"]] == ["py-6-O-sample"]
    assert record["mistakes"][0]["caught_by"] == ["py-6-O-sample"]


def test_a_mistake_that_there_is_not_is_a_wrong_option() -> None:
    result = audit("flips-miss-wset")
    assert result.exit_code == 2
    assert "no mistake is called 'flips-miss-wset'; did you mean flips-miss-west" in result.output


def test_a_folder_without_mistakes_is_said(tmp_path: Path) -> None:
    result = audit("--catalogue", tmp_path)
    assert result.exit_code == 3
    assert "no mistake.toml" in result.output


def test_a_pair_must_lose_what_each_of_the_two_must() -> None:
    result = audit("--pairs", "3", *CASES, "invalid-misspelt", "zeros-for-white-on-the-board")
    assert result.exit_code == 0, result.output
    line = next(line for line in result.output.splitlines() if line.startswith("invalid"))
    assert line.startswith("invalid-misspelt + zeros-for-white-on-the-board ")
    assert line.count("x") == 2
    assert "2 cases, 1 mistakes: 1 (100.0 %) detected" in result.output
