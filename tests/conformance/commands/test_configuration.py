"""Options from a file: where it is looked for, what may stand in it, and who may not write it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reversi_conformance.cli import main

PROGRAMS = Path(__file__).parents[2] / "programs"
RIGHT = (PROGRAMS / "plain.py").read_text(encoding="utf-8")
FILE = "reversi-conformance.toml"
CASE = ("--case", "ts-4-X-sample")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a student's program, in which somebody works."""
    folder = tmp_path / "repository" / "game"
    folder.mkdir(parents=True)
    (folder / "reversi.py").write_text(RIGHT, encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.delenv("REVERSI_CONFORMANCE_CONFIG", raising=False)
    return folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="reversi-conformance")


def judged_by(*arguments: str) -> str:
    """The assignment by which a program is judged."""
    done = run(*arguments, "check", "--format", "json", "--case", "ts-4-X-sample")
    if "did you mean" in done.stderr:
        return "python"
    assert done.exit_code == 0, done.output
    return str(json.loads(done.stdout)["assignment"])


def write(path: Path, text: str = 'assignment = "typescript"\n') -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_options_are_taken_from_the_current_folder(home: Path) -> None:
    assert judged_by() == "python"
    write(home / FILE)
    assert judged_by() == "typescript"
    assert judged_by("--no-config") == "python"


def test_a_pyproject_has_a_table_of_its_own(home: Path) -> None:
    write(home / "pyproject.toml", '[tool.reversi-conformance]\nassignment = "typescript"\n')
    assert judged_by() == "typescript"
    write(home / FILE, 'assignment = "python"\n')
    assert judged_by() == "python"


def test_a_pyproject_of_other_tools_is_passed_over(home: Path) -> None:
    (home.parent / ".git").mkdir()
    write(home / "pyproject.toml", '[project]\nname = "reversi"\n')
    write(home.parent / FILE)
    assert judged_by() == "typescript"


def test_the_nearest_file_up_to_the_top_of_the_repository_counts(home: Path) -> None:
    write(home.parent / FILE)
    (home.parent / ".git").mkdir()
    assert judged_by() == "typescript"
    (home / ".git").mkdir()
    assert judged_by() == "python"


def test_outside_of_a_repository_the_current_folder_alone_counts(home: Path) -> None:
    if any((folder / ".git").exists() for folder in home.parents):
        pytest.skip("temporary folders lie in a repository here")
    write(home.parent / FILE)
    assert judged_by() == "python"


def test_a_file_may_be_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = write(home.parent / "mine.toml")
    assert judged_by("--config", str(other)) == "typescript"
    monkeypatch.setenv("REVERSI_CONFORMANCE_CONFIG", str(other))
    assert judged_by() == "typescript"
    assert judged_by("--no-config") == "python"


def test_a_command_has_a_table_of_its_own(home: Path) -> None:
    write(home / FILE, 'assignment = "python"\n\n[check]\nassignment = "typescript"\n')
    assert judged_by() == "typescript"
    assert "py-4-X-sample" in run("show").stdout


def test_what_is_typed_comes_before_what_stands_in_a_file(home: Path) -> None:
    write(home / FILE, '[check]\nformat = "html"\n')
    assert run("check", "--case", "py-4-X-sample").stdout.startswith("<!DOCTYPE html>")
    shown = run("check", "--format", "text", "--case", "py-4-X-sample").stdout
    assert shown.startswith("reversi.py — ")


def test_what_shows_a_finding_again_needs_no_file(home: Path) -> None:
    write(home / FILE)
    write(home / "reversi.py", RIGHT.replace("Game over", "Game Over!"))
    done = run("check", *CASE)
    again = "reversi-conformance check --assignment typescript --case ts-4-X-sample -- ."
    assert again in done.stdout


def test_paths_go_out_from_the_file(home: Path) -> None:
    course = home.parent / "course"
    course.mkdir()
    recipe = '[rev]\ntitle = "Rev"\nsuffixes = [".rev"]\nrun = ["python3", "{entry}"]\n'
    write(course / "recipes.toml", recipe)
    write(course / "course.toml", '[check]\nrecipes = "recipes.toml"\n')
    (home / "reversi.py").rename(home / "reversi.rev")
    done = run("--config", "../course/course.toml", "check", "--case", "py-4-X-sample")
    assert done.exit_code == 0, done.output
    assert "Played: reversi.rev (the only Rev file)" in done.stdout


WRONG = {
    "an unknown option": (
        "asignment = 1",
        "asignment: no option is called so; did you mean 'assig",
    ),
    "an unknown command": ("[chek]", "chek: no command is called so; did you mean 'check'?"),
    "another command's option": (
        '[check]\nroster = "a.csv"',
        "check.roster: no option is called so; there are assignment, ",
    ),
    "an option like none": ("zzz = 1", "zzz: no option is called so; there are anonymous, "),
    "a number in words": ('jobs = "two"', "jobs: a number is wanted, not 'two'"),
    "a switch in words": ('[check]\nwatch = "yes"', "watch: true or false is wanted, not 'yes'"),
    "a number for a word": ("[check]\nformat = 1", "format: a text is wanted, not 1"),
    "an unknown word": ('[check]\nformat = "htm"', "format: 'htm' is not one of"),
    "too few": ("jobs = 0", "jobs: 0 is not in the range"),
    "no list": ('[check]\ncase = "x"', "case: a list of texts is wanted, not 'x'"),
    "no TOML": ("assignment", "no TOML: "),
    "a deep one": ("a = " + "[" * 100_000, "no TOML: "),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_in_a_file_is_one_line(text: str, message: str, home: Path) -> None:
    path = write(home / FILE, f"{text}\n")
    told = run("check")
    assert told.exit_code == 2
    assert told.stdout == ""
    assert told.stderr.startswith(f"reversi-conformance: {path}: {message}")
    assert told.stderr.count("\n") == 1
    assert run("check", "--help").exit_code == 0
    assert run("--no-config", "show").exit_code == 0


def test_a_file_that_is_no_text_is_told(home: Path) -> None:
    (home / FILE).write_bytes(b"\xff\xfe")
    assert f"{FILE}: no TOML: " in run("check").stderr


def test_a_named_file_must_say_something(home: Path) -> None:
    path = write(home / "pyproject.toml", "")
    told = run("--config", str(path), "check")
    assert told.exit_code == 2
    assert "there is no table [tool.reversi-conformance]" in told.stderr


HARMFUL = {
    "the weakest kind": ('sandbox = "limits"', "may not open the confinement"),
    "a weaker kind": ('[check]\nsandbox = "landlock"', "may not open the confinement"),
    "no kind": ("[grade]\nrequire-sandbox = false", "may not open the confinement"),
    "an assignment of its own": ('assignment = "mine.toml"', "may not decide about this"),
    "the case that is right": ('[check]\ncase = ["py-4-X-sample"]', "may not decide about this"),
    "recipes": ('[check]\nrecipes = "mine.toml"', "may not decide about this"),
    "packages": ('[check]\nnode-modules = "."', "may not decide about this"),
    "hidden games": ('[check]\nhidden = "."', "may not decide about this"),
    "what is told of them": ('[check]\nfeedback = "full"', "may not decide about this"),
    "a file to write": ('[check]\noutput = "../bashrc"', "may not decide about this"),
}


@pytest.mark.parametrize(("text", "message"), HARMFUL.values(), ids=HARMFUL)
def test_what_is_judged_does_not_say_how(text: str, message: str, home: Path) -> None:
    path = write(home / FILE, f"{text}\n")
    command = ("grade", "game", "-o", "results") if "grade" in text else ("check",)
    (home / "game").mkdir()
    told = run(*command)
    assert told.exit_code == 2
    assert f"{path}: " in told.stderr
    assert f"a file that was merely found {message}" in told.stderr
    assert "name it: reversi-conformance --config FILE" in told.stderr
    assert not (home.parent / "bashrc").exists()


def test_a_file_that_was_named_is_trusted(home: Path) -> None:
    path = write(home / "mine.toml", '[check]\nsandbox = "limits"\ncase = ["py-4-X-sample"]\n')
    done = run("--config", str(path), "check", "--format", "json")
    assert json.loads(done.stdout)["sandbox"]["kind"] == "limits"
    assert len(json.loads(done.stdout)["cases"]) == 1


def test_a_confinement_may_be_closed_by_any_file(home: Path) -> None:
    write(home / FILE, 'sandbox = "auto"\n[check]\nrequire-sandbox = true\n')
    told = run("check", "--sandbox", "limits", "--case", "py-4-X-sample")
    assert told.exit_code == 3
    assert "nothing was run" in told.stderr


def test_what_is_graded_configures_nothing(home: Path) -> None:
    """A class is graded from within, and a student has handed in a file of configuration."""
    (home.parent / ".git").mkdir()
    write(home / FILE, 'nonsense = "of a student"\n')
    write(home.parent / FILE, '[grade]\nroster = "class.csv"\n')
    write(home.parent / "class.csv", "nothing\n")
    told = run("grade", ".", "-o", "../results")
    assert "nonsense" not in told.stderr
    assert "handed in nothing: nothing" in told.stderr
    told = run("--config", FILE, "grade", ".", "-o", "../results")
    assert told.exit_code == 2
    assert f"--config: {FILE} lies in what is graded, which may not say how" in told.stderr


def test_the_files_of_a_class_s_folders_are_never_looked_for(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home / FILE, 'nonsense = "of a student"\n')
    monkeypatch.chdir(home.parent)
    told = run("grade", "game", "-o", "game/results")
    assert "nonsense" not in told.stderr
    assert "lies in the submissions" in told.stderr


def test_a_required_option_may_stand_in_a_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home.parent)
    write(home.parent / FILE, '[grade]\noutput = "game/results"\n')
    assert "'game/results' lies in the submissions" in run("grade", "game").stderr


def test_completion_knows_the_assignment_of_the_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {
        "_REVERSI_CONFORMANCE_COMPLETE": "bash_complete",
        "COMP_WORDS": "reversi-conformance check --case ts-4-X-sam",
        "COMP_CWORD": "3",
    }
    write(home / FILE)
    done = CliRunner().invoke(main, prog_name="reversi-conformance", env=environment)
    assert done.stdout == "plain,ts-4-X-sample\n"
    write(home / FILE, "broken")
    done = CliRunner().invoke(main, prog_name="reversi-conformance", env=environment)
    assert done.stderr == ""
