"""`check` finds the program of a folder as `grade` does, and says how."""

import json
import shutil
import zipfile
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from reversi_conformance.classroom import recipes
from reversi_conformance.cli import main
from reversi_conformance.reports import json as json_report
from reversi_conformance.submission import Problem

PROGRAMS = Path(__file__).parents[2] / "programs"
RIGHT = (PROGRAMS / "plain.py").read_text(encoding="utf-8")
CASE = ("--case", "py-4-X-sample")
ASKS = """\
#include <stdio.h>
int main(void) { puts("Enter the board dimension: "); return 0; }
"""
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the student types."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments], prog_name="reversi-conformance")


def test_without_a_name_the_program_of_the_current_folder_is_played(home: Path) -> None:
    write(home, board__py="SIZE = 4\n", game__py=f"import board\n{RIGHT}")
    done = run(*CASE)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("game.py — assignment python — 43 of 43 points\n")
    assert "\nPlayed: game.py (no other file imports it)\n" in done.stdout


@pytest.mark.parametrize("name", [".", "../home", "{home}"])
def test_a_folder_is_the_same_whatever_it_is_called(name: str, home: Path) -> None:
    write(home, game__py=RIGHT)
    done = run(*CASE, name.format(home=home))
    assert done.exit_code == 0
    assert "Played: game.py (the only Python file)" in done.stdout


def test_the_report_says_what_was_found_and_how(home: Path) -> None:
    write(home, game__py=RIGHT)
    done = run(*CASE, "--format", "json")
    report = json.loads(done.stdout)
    schema = Path(json_report.__file__).with_name("report-v1.schema.json")
    jsonschema.validate(report, json.loads(schema.read_text(encoding="utf-8")))
    found = report["submission"]
    assert (found["student"], found["language"], found["entry"]) == ("", "python", "game.py")
    assert found["choice"] == "the only Python file"
    page = run(*CASE, "--format", "html").stdout
    assert "<code>game.py</code>: the only Python file" in page


@needs_gcc
def test_a_program_is_built_in_a_copy(home: Path) -> None:
    write(home, game__c=ASKS)
    done = run(*CASE)
    assert done.exit_code == 1
    assert "Built with: gcc " in done.stdout
    assert "a question only shows after" not in done.stdout
    assert [path.name for path in home.iterdir()] == ["game.c"]


@needs_gcc
def test_a_source_file_that_is_named_is_built(home: Path) -> None:
    write(home, game__c=ASKS, other__c=ASKS)
    done = run(*CASE, "game.c")
    assert done.exit_code == 1
    assert "Played: game.c (it was named)" in done.stdout


@needs_gcc
def test_what_the_compiler_says_of_a_program_that_cannot_be_built_is_on_the_sheet(
    home: Path,
) -> None:
    write(home, game__c="int main(void) { return reversi; }\n")
    done = run(*CASE)
    assert done.exit_code == 1
    assert "gcc could not build it." in done.stdout
    assert "game.c:1:25: error:" in done.stdout
    assert "Everything conforms" not in done.stdout


def test_an_archive_is_checked_as_it_would_be_handed_in(home: Path) -> None:
    with zipfile.ZipFile(home / "mine.zip", "w") as archive:
        archive.writestr("reversi/game.py", RIGHT)
    done = run(*CASE, "mine.zip")
    assert done.exit_code == 0, done.output
    assert "Played: game.py (the only Python file)" in done.stdout


def test_of_several_programs_one_is_to_be_named(home: Path) -> None:
    write(home, a__py=RIGHT, b__py=RIGHT)
    files = "any of several files may be the program: 'a.py', 'b.py'; name it"
    for arguments, named in {(): "a.py", ("../home",): "../home/a.py"}.items():
        told = run(*arguments)
        assert told.exit_code == 2
        assert f"{files}: reversi-conformance check {named} (see" in told.stderr
        assert run(*CASE, named).exit_code == 0


def test_a_folder_without_a_program_is_told_what_is_there(home: Path) -> None:
    write(home, notes__txt="")
    told = run()
    assert told.exit_code == 2
    assert "there is no program; there is 'notes.txt'; name its file, or a command" in told.stderr


def test_an_archive_of_which_nothing_can_be_taken_is_told_why(home: Path) -> None:
    (home / "mine.zip").write_bytes(b"PK\x03\x04 and no more")
    told = run("mine.zip")
    assert told.exit_code == 2
    assert "mine.zip: the archive 'mine.zip' is damaged: " in told.stderr


def test_a_tool_that_the_machine_lacks_is_nobodys_mistake(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, game__rs="fn main() {}\n")
    monkeypatch.setenv("PATH", str(home))
    told = run("--sandbox", "limits")
    assert told.exit_code == 3
    assert "Rust needs rustc, which is not on PATH" in told.stderr


def test_recipes_of_a_course_hold_here_as_well(home: Path) -> None:
    write(home, game__rev=RIGHT)
    recipe = write(home.parent / "course", recipes__toml=(
        '[rev]\ntitle = "Rev"\nsuffixes = [".rev"]\nrun = ["python3", "{entry}"]\n'
    ))  # fmt: skip
    done = run(*CASE, "--recipes", str(recipe / "recipes.toml"))
    assert done.exit_code == 0
    assert "Played: game.rev (the only Rev file)" in done.stdout
    named = run(*CASE, "--recipes", str(recipe / "recipes.toml"), "game.rev")
    assert "Played: game.rev (it was named)" in named.stdout
    refused = run("--recipes", str(recipe / "recipes.toml"), "python3", "game.rev")
    assert refused.exit_code == 2
    assert "--recipes and --node-modules are for a folder" in refused.stderr


def test_the_command_that_shows_a_finding_again_finds_the_same_program(home: Path) -> None:
    write(home, game__py=RIGHT.replace("Game over", "Game Over!"))
    first = run(*CASE)
    assert first.exit_code == 1
    assert f"reversi-conformance check {' '.join(CASE)} -- .\n" in first.stdout
    assert run(*CASE, "--", ".").stdout == first.stdout


LAYOUTS = {
    "one file": ["othello.py"],
    "a name": ["main.py", "players.py"],
    "folders": ["src/reversi.py", "tests/test_reversi.py"],
    "two": ["a.py", "b.py"],
    "two languages": ["reversi.js", "main.py"],
    "sources before what was built of them": ["game.ts", "game.js"],
    "papers": ["report.docx"],
}


@pytest.mark.parametrize("files", LAYOUTS.values(), ids=LAYOUTS)
def test_a_folder_holds_the_program_that_grade_would_take(files: list[str], home: Path) -> None:
    for name in files:
        path = home / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("", encoding="utf-8")
    graded = recipes.recognise(home, recipes.load())
    told = run(*CASE, "--format", "json")
    if isinstance(graded, Problem):
        assert told.exit_code in {2, 3}
        assert graded.message.split(";")[0] in told.stderr
    else:
        submission = json.loads(told.stdout)["submission"]
        assert submission["entry"] == graded.entry
        assert submission["choice"] == graded.choice


@pytest.mark.skipif(shutil.which("javac") is None, reason="javac is not installed")
def test_a_program_of_several_files_is_built_of_all_of_them(home: Path) -> None:
    write(
        home,
        Game__java="public class Game { public static void main(String[] a) { Ui.ask(); } }",
        Ui__java='class Ui { static void ask() { System.out.print("Enter the board: "); } }',
    )
    for arguments, choice in {
        (): "the only file with a main function",
        ("Game.java",): "it was named",
    }.items():
        done = run(*CASE, *arguments)
        assert done.exit_code == 1
        assert f"Played: Game.java ({choice})" in done.stdout
        assert "could not build it" not in done.stdout
