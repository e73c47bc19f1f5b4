"""`check --case FILE.txt`: a game of one's own, named by its transcript."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.audit import catalogue
from reversi_conformance.cli import main
from reversi_conformance.search.counterexample import case_of
from reversi_engine import Disc

PYTHON = load("python")
PLAIN = str(Path(__file__).parents[2] / "programs" / "plain.py")
WRONG_MOVES = ("bb", "zz")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments], prog_name="reversi-conformance")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A transcript of 6x6 in a folder with a blank in its name."""
    return corpus.write_case(tmp_path / "my games", case_of(6, Disc.BLACK, WRONG_MOVES, PYTHON))


@pytest.fixture
def program(tmp_path: Path) -> str:
    """It never turns discs to the north-west."""
    [mistake] = [
        each for each in catalogue.load(catalogue.home()) if each.id == "flips-miss-south-east"
    ]
    return str(catalogue.write(mistake, tmp_path))


def test_a_transcript_is_played_like_a_case(game: Path) -> None:
    done = run("--case", str(game), PLAIN)
    assert done.exit_code == 0, done.output
    assert "Everything conforms in 1 case." in done.stdout


def test_the_command_that_shows_it_again_names_the_file(game: Path, program: str) -> None:
    first = run("--case", str(game), program)
    assert first.exit_code == 1, first.output
    again = {line.split("again")[1] for line in first.stdout.split("\n") if "again  " in line}
    [words] = map(shlex.split, again)
    assert words[:4] == ["reversi-conformance", "check", "--case", str(game)]
    assert run(*words[2:]).stdout == first.stdout


def test_the_report_tells_the_file_of_a_case_and_none_for_a_golden_one(game: Path) -> None:
    done = run("--format", "json", "--case", str(game), "--case", "py-4-X-sample", PLAIN)
    cases = [(case["id"], case["file"]) for case in json.loads(done.stdout)["cases"]]
    assert cases == [("py-4-X-sample", ""), ("found-6-X-bb-zz", str(game))]


def test_it_is_recorded_anew_in_the_words_of_the_assignment(game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("Invalid move.", "Not like that!"), encoding="utf-8")
    assert run("--case", str(game), PLAIN).exit_code == 0


WRONG = {
    "a file that is not there": ("", "gone.txt: cannot be read: No such file or directory"),
    "no header": ("a game", "a transcript begins with a TOML header between two lines +++"),
    "another name": ('id = "other"', "the file must be called other.txt, like its id"),
    "no end": ('moves = ["bb"]', "the moves lead to no end, not to 'illegal-move'"),
    "a move too many": ('moves = ["zz", "bb"]', "'bb' comes too late"),
    "an odd size": ("board = 7", "a board's size is even"),
    "a size that there is not": ("board = 28", "the sizes go from 4 to 26, not 28"),
}


@pytest.mark.parametrize(("change", "message"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_played_is_refused(game: Path, change: str, message: str) -> None:
    key = change.partition(" ")[0]
    lines = game.read_text(encoding="utf-8").split("\n")
    lines = [change if line.startswith(f"{key} =") else line for line in lines]
    game.write_text("\n".join(lines) if "=" in change else change, encoding="utf-8")
    named = game if change else game.with_name("gone.txt")
    done = run("--case", str(named), PLAIN)
    assert done.exit_code == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_one_game_is_not_named_twice(game: Path, tmp_path: Path) -> None:
    copy = tmp_path / game.name
    copy.write_bytes(game.read_bytes())
    done = run("--case", str(game), "--case", str(copy), PLAIN)
    assert done.exit_code == 2
    assert "found-6-X-bb-zz, which was named already" in done.stderr
    assert run("--case", str(game), "--case", str(game), PLAIN).exit_code == 0
