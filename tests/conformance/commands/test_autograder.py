"""`autograder`: folders for other systems, whose scripts run for real."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from reversi_conformance import corpus
from reversi_conformance.cli import main

from ..reports.contracts import GRADESCOPE
from ..reports.safety import unsafe_commands

TOOLS = Path(sys.executable).parent
SYSTEMS = ("gradescope", "docker")
CRASH = "print('::error::x')\nraise SystemExit(1)\n"


def make(system: str, folder: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["autograder", system, "-o", str(folder), *options])


def linted(tool: str, *files: Path | str) -> str:
    done = subprocess.run([TOOLS / tool, *files], capture_output=True, text=True, check=False)
    return done.stdout


@pytest.mark.parametrize("system", SYSTEMS)
def test_shellcheck_and_hadolint_find_nothing(system: str, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    assert make(system, folder).exit_code == 0
    scripts = [path for path in folder.iterdir() if path.name != "Dockerfile"]
    assert linted("shellcheck", "-x", "-P", "SCRIPTDIR", *scripts) == ""
    for path in set(folder.iterdir()) - set(scripts):
        assert linted("hadolint", path) == ""


@pytest.mark.parametrize(
    ("system", "names"),
    [
        ("gradescope", {"settings.sh", "setup.sh", "judge", "run_autograder"}),
        ("docker", {"settings.sh", "setup.sh", "judge", "Dockerfile"}),
    ],
)
def test_the_folder_holds_what_the_system_takes(
    system: str, names: set[str], tmp_path: Path
) -> None:
    assert make(system, tmp_path / "a" / "b").output == ""
    made = {path.name: path for path in (tmp_path / "a" / "b").iterdir()}
    assert set(made) == names
    assert os.access(made["judge"], os.X_OK)


def test_students_are_told_in_the_language_in_which_the_folder_was_made(tmp_path: Path) -> None:
    make("docker", tmp_path / "chinese", "--language", "zh")
    make("docker", tmp_path / "english")
    line = "export REVERSI_CONFORMANCE_LANGUAGE=zh\n"
    assert line in (tmp_path / "chinese" / "settings.sh").read_text(encoding="utf-8")
    assert "LANGUAGE" not in (tmp_path / "english" / "settings.sh").read_text(encoding="utf-8")


def values(folder: Path, name: str) -> list[str]:
    """What bash reads of a setting."""
    done = subprocess.run(
        ["bash", "-c", f'. "$0"; printf "%s\\0" "${{{name}[@]}}"', folder / "settings.sh"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split("\0")[:-1]


def test_what_is_typed_is_no_shell(tmp_path: Path) -> None:
    hostile = "a'b; $(touch x) `y`"
    assert make("docker", tmp_path / "x", "--package", hostile, "--debian", hostile).exit_code == 0
    assert values(tmp_path / "x", "package") == [hostile]
    assert values(tmp_path / "x", "packages") == [hostile]


def test_a_file_a_suite_and_a_wheel_are_copied(tmp_path: Path) -> None:
    own = tmp_path / "course.toml"
    hidden = tmp_path / "mine"
    hidden.mkdir()
    source = (corpus.home() / "python" / "py-4-X-sample.txt").read_text(encoding="utf-8")
    (hidden / "py-secret.txt").write_text(
        source.replace("py-4-X-sample", "py-secret"), encoding="utf-8"
    )
    shutil.copyfile(corpus.__file__.replace("corpus.py", "assignments/python.toml"), own)
    wheel = tmp_path / "it-1-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    options = ("--assignment", str(own), "--hidden", str(hidden), "--package", str(wheel))
    made = tmp_path / "made"
    assert make("docker", made, *options).output == ""
    assert values(made, "options") == ["--assignment", "assignment.toml", "--hidden", "hidden"]
    assert values(made, "package") == ["./it-1-py3-none-any.whl"]
    assert (made / "assignment.toml").read_bytes() == own.read_bytes()
    assert (made / "hidden" / "py-secret.txt").is_file()
    assert (made / wheel.name).read_bytes() == b"wheel"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--assignment", "perl"], "perl"),
        (["--feedback", "full"], "--feedback is about the games of --hidden"),
        (["--package", "nothing.whl"], "not written: No such file"),
    ],
)
def test_what_cannot_be_is_told(options: list[str], message: str, tmp_path: Path) -> None:
    told = make("docker", tmp_path / "made", *options)
    assert told.exit_code in {2, 3}
    assert message in told.stderr


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    told = make("docker", tmp_path)
    assert told.exit_code == 2
    assert "is not empty" in told.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


class Gradescope:
    """Its folders, and what it runs for a submission."""

    def __init__(self, home: Path, *options: str) -> None:
        self.home = home
        assert make("gradescope", home / "source", *options).exit_code == 0
        with (home / "source" / "settings.sh").open("a", encoding="utf-8") as settings:
            settings.write("options+=(--no-require-sandbox)\n")
        for name in ("submission", "results"):
            (home / name).mkdir()

    def run(self, tool: Path = TOOLS / "reversi-conformance") -> tuple[str, dict[str, object]]:
        done = subprocess.run(
            ["bash", self.home / "source" / "run_autograder"],
            env={**os.environ, "AUTOGRADER_HOME": str(self.home), "REVERSI_TOOL": str(tool)},
            capture_output=True,
            text=True,
            check=True,
        )
        results = json.loads((self.home / "results" / "results.json").read_text(encoding="utf-8"))
        return done.stdout + done.stderr, results


def test_gradescope_gets_results_of_a_submission(tmp_path: Path) -> None:
    gradescope = Gradescope(tmp_path)
    (gradescope.home / "submission" / "reversi.py").write_text(CRASH, encoding="utf-8")
    log, results = gradescope.run()
    jsonschema.Draft202012Validator(GRADESCOPE).validate(results)
    assert results["score"] == 0
    assert "the program" in str(results["output"])
    assert list(unsafe_commands(log)) == []


def test_gradescope_gets_no_score_where_nothing_was_judged(tmp_path: Path) -> None:
    gradescope = Gradescope(tmp_path)
    _, results = gradescope.run(Path("/bin/false"))
    assert results == {"output": "It could not be judged; no mark follows.", "tests": []}


def test_setup_installs_what_the_settings_say(tmp_path: Path) -> None:
    """Packages are installed by stand-ins that write down what they are told."""
    made = tmp_path / "made"
    make("docker", made, "--package", "a package", "--debian", "golang-go")
    setup = (made / "setup.sh").read_text(encoding="utf-8")
    stubs = tmp_path / "stubs"
    stubs.mkdir()
    for name in ("apt-get", "python3", "pip"):
        (stubs / name).write_text(f'#!/bin/bash\necho "{name} $*" >>"$CALLS"\n', encoding="utf-8")
        (stubs / name).chmod(0o755)
    (made / "setup.sh").write_text(setup.replace("/opt/reversi/bin", str(stubs)), encoding="utf-8")
    calls = tmp_path / "calls"
    subprocess.run(
        ["bash", made / "setup.sh"],
        env={"PATH": f"{stubs}:/usr/bin:/bin", "CALLS": str(calls)},
        check=True,
    )
    lines = calls.read_text(encoding="utf-8").splitlines()
    assert lines[1].endswith("python3 python3-venv bubblewrap git golang-go")
    assert lines[-1].endswith("--no-cache-dir a package")
