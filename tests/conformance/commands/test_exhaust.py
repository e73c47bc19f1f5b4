"""`exhaust`: real programs, which play every game of the smallest board."""

import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reversi_conformance import corpus
from reversi_conformance.audit import catalogue
from reversi_conformance.cli import main

from .. import programs
from ..terminals import Terminal

PLAIN = programs.FOLDER / "plain.py"
ONE_SIDE = ("--computer", "X", "--sandbox", "limits")
WRITER = Callable[[str], Path]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(
        main, ["exhaust", *map(str, arguments)], prog_name="reversi-conformance"
    )


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def mistake(tmp_path: Path) -> WRITER:
    """Write the program of a deliberate mistake."""

    def write(name: str) -> Path:
        [found] = [each for each in catalogue.load(catalogue.home()) if each.id == name]
        return catalogue.write(found, tmp_path)

    return write


def compiled(tmp_path: Path, old: str = "", new: str = "") -> Path:
    """The right program in C, or one that differs from it in one place."""
    if missing := programs.missing("c"):
        pytest.skip(f"needs {', '.join(missing)}")
    source = (programs.FOLDER / "reversi.c").read_text(encoding="utf-8")
    assert old in source
    path = tmp_path / "reversi.c"
    path.write_text(source.replace(old, new), encoding="utf-8")
    subprocess.run(["gcc", "-o", tmp_path / "reversi", path], check=True)
    return tmp_path / "reversi"


def test_a_right_program_is_shown_to_be_right_and_on_what_that_rests(tmp_path: Path) -> None:
    done = run(*ONE_SIDE, compiled(tmp_path))

    assert done.exit_code == 0, done.output
    text = " ".join(done.stdout.split())
    assert "✓ 336 games, 103 positions in which the human is to move: all as the" in text
    assert "66 games are all that legal moves make." in text
    assert "What counted: printing, rules, strategy, ends." in text
    assert "· the program answers the same entries in the same way every time" in text
    assert not [*tmp_path.glob("*.txt")]


@pytest.mark.parametrize(
    ("name", "moves", "said"),
    [
        ("a-neighbour-is-enough", "ad", "ad is illegal (it outflanks nothing)"),
        ("score-misses-south-east", "ab bb", "ac and aa turn 1 alike"),
        ("any-pass-ends-the-game", "ab cd ba", "X has to pass, and the program ends the game"),
    ],
)
def test_of_a_wrong_program_the_shortest_game_is_told_and_written(
    name: str, moves: str, said: str, mistake: WRITER, tmp_path: Path
) -> None:
    program = mistake(name)
    out = tmp_path / "found"

    done = run("-o", out, program)

    assert done.exit_code == 1, done.output
    assert "This is the shortest game that goes wrong." in done.stdout
    assert said in " ".join(done.stdout.split())
    [path] = out.iterdir()
    assert corpus.load_file(path).header.moves == tuple(moves.split())
    assert f"again     reversi-conformance check --case {path} -- {program}" in done.stdout


def test_the_game_goes_wrong_again_when_it_is_checked(mistake: WRITER, tmp_path: Path) -> None:
    program = mistake("a-neighbour-is-enough")
    run(program)
    [path] = tmp_path.glob("*.txt")

    checked = CliRunner().invoke(main, ["check", "--case", path.name, "--", str(program)])

    assert checked.exit_code == 1, checked.output
    assert "ad is illegal (it outflanks nothing)" in checked.stdout


def test_the_number_of_sessions_at_a_time_does_not_show(mistake: WRITER) -> None:
    program = mistake("a-neighbour-is-enough")
    one, three = (run("--jobs", jobs, program) for jobs in ("1", "3"))
    assert one.stdout == three.stdout


def test_what_does_not_count_is_no_mistake(tmp_path: Path) -> None:
    program = compiled(tmp_path, "Game over.", "The game is over.")
    assert "the message is worded otherwise" in run(*ONE_SIDE, program).stdout

    done = run(*ONE_SIDE, "--only", "rules", "--only", "strategy", program)

    assert done.exit_code == 0, done.output
    assert "What counted: rules, strategy." in done.stdout


def test_a_program_is_found_and_built_as_check_does(tmp_path: Path) -> None:
    compiled(tmp_path, "Invalid move.", "Wrong move.")
    (tmp_path / "reversi").unlink()

    done = run()

    assert done.exit_code == 1, done.output
    assert done.stdout.startswith(". — every game on a board of size 4")


def test_a_program_that_cannot_be_built_is_not_judged(tmp_path: Path) -> None:
    if missing := programs.missing("c"):
        pytest.skip(f"needs {', '.join(missing)}")
    (tmp_path / "reversi.c").write_text("int main(void) { return }\n", encoding="utf-8")
    done = run(tmp_path)
    assert done.exit_code == 3
    assert "gcc could not build it" in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--computer", "B"), "no side is called 'B'; did you mean X, O?"),
        (("--only", "rule"), "no criterion is called 'rule'; did you mean rules, strategy?"),
        (("--recipes", "reversi.toml"), "File 'reversi.toml' does not exist"),
    ],
)
def test_what_cannot_be_is_refused(options: tuple[str, ...], said: str) -> None:
    done = run(*options, PLAIN)
    assert done.exit_code == 2
    assert said in done.stderr


def test_an_assignment_with_signs_of_its_own_names_the_sides_by_them(mistake: WRITER) -> None:
    program = mistake("a-neighbour-is-enough")
    done = run("--assignment", "bw", "--computer", "B", program)
    assert done.exit_code == 1, done.output
    said = " ".join(done.stdout.partition("typed")[0].split())
    assert "the computer playing B" in said
    assert "playing X" not in said


def test_ctrl_c_tells_how_far_it_came(tmp_path: Path) -> None:
    terminal = Terminal("exhaust", *ONE_SIDE, "--jobs", "1", str(compiled(tmp_path)))
    terminal.read_until(b"24 of 336 games played")
    terminal.process.send_signal(signal.SIGINT)
    printed = " ".join(terminal.finish().split())
    assert terminal.process.returncode == 130
    assert "of 336 games were played, all as the handout demands." in printed
    assert b"Traceback" not in terminal.shown


def test_the_page_shows_what_comes_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    root = programs.FOLDER.parents[1]
    page = (root / "docs" / "exhaust.md").read_text(encoding="utf-8")
    _, _, shown = page.partition("```text\n$ reversi-conformance exhaust ")
    typed, _, expected = shown.partition("\n")
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "examples").mkdir()
    example = (root / "examples" / "reversi.py").read_text(encoding="utf-8")
    (tmp_path / "examples" / "reversi.py").write_text(example, encoding="utf-8")

    done = run(*typed.split())

    assert done.stdout == expected.partition("```")[0]
