"""What the shells complete: by bash itself, and as zsh and fish ask for it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reversi_conformance import corpus, handbook
from reversi_conformance.assignment import load

SHELLS = ("bash", "zsh", "fish")
PROGRAM = Path(sys.executable).with_name("reversi-conformance")
SCRIPTS = {
    "bash": "complete -o nosort -F",
    "zsh": "#compdef reversi-conformance",
    "fish": "complete --no-files --command reversi-conformance",
}


def ask(instruction: str, **environment: str) -> str:
    """Return what the program answers to a shell."""
    done = subprocess.run(
        [str(PROGRAM)],
        env={**os.environ, "_REVERSI_CONFORMANCE_COMPLETE": instruction, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def completed(shell: str, *words: str) -> list[str]:
    """The words that a shell is offered for the last of these."""
    *_, last = words
    answer = ask(
        f"{shell}_complete",
        COMP_WORDS=" ".join(("reversi-conformance", *words)),
        COMP_CWORD=last if shell == "fish" else str(len(words)),
    )
    if shell == "zsh":
        return answer.splitlines()[1::3]
    return [line.partition(",")[2].partition("\t")[0] for line in answer.splitlines() if line]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str) -> None:
    assert SCRIPTS[shell] in ask(f"{shell}_source")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_that_is_there_takes_the_script(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "completion"
    script.write_text(ask(f"{shell}_source"), encoding="utf-8")
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("shell", SHELLS)
def test_cases_checks_and_assignments_are_completed(shell: str) -> None:
    cases = [case.id for case in corpus.load_suite(load("python"))]
    assert completed(shell, "check", "--case", "py-4-X-") == [
        case for case in cases if case.startswith("py-4-X-")
    ]
    assert completed(shell, "show", "py-4-X-samp") == ["py-4-X-sample"]
    assert completed(shell, "check", "--assignment", "type") == ["typescript"]
    assert completed(shell, "explain", "rules.") == [
        page.check for page in handbook.load() if page.check.startswith("rules.")
    ]


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_options_and_words_are_completed(shell: str) -> None:
    assert completed(shell, "che") == ["check"]
    assert completed(shell, "check", "--wat") == ["--watch"]
    assert completed(shell, "check", "--format", "h") == ["html"]


def test_the_cases_are_those_of_the_assignment() -> None:
    words = ("check", "--assignment", "typescript", "--case", "ts-4-X-samp")
    assert completed("bash", *words) == ["ts-4-X-sample"]
    assert completed("bash", "check", "--assignment", "none.toml", "--case", "py") == ["py"]


def test_a_case_may_be_a_file() -> None:
    words = ("check", "--case", "my-game")
    answer = ask(
        "bash_complete", COMP_WORDS=" ".join(("reversi-conformance", *words)), COMP_CWORD="3"
    )
    assert answer == "file,my-game\n"


def test_programs_and_reports_are_completed_by_the_shell() -> None:
    for words in (("check", "rev"), ("show", "rep"), ("check", "--assignment", "my")):
        answer = ask(
            "bash_complete",
            COMP_WORDS=" ".join(("reversi-conformance", *words)),
            COMP_CWORD=str(len(words)),
        )
        assert answer == f"file,{words[-1]}\n"


def test_bash_completes_as_the_documentation_says() -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    page = Path(__file__).parents[3] / "docs" / "commands.md"
    [row] = [line for line in page.read_text(encoding="utf-8").split("\n") if "~/.bashrc" in line]
    line = row.split("`")[3]
    script = f"""{line}
        COMP_WORDS=(reversi-conformance check --case py-4-X-samp)
        COMP_CWORD=3
        _reversi_conformance_completion reversi-conformance
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={**os.environ, "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("py-4-X-sample\n", "")
