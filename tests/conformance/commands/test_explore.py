"""`explore`: real programs, searched through the command line."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reversi_conformance.audit import catalogue
from reversi_conformance.cli import main

TESTS = Path(__file__).parents[2]
PLAIN = str(TESTS / "programs" / "plain.py")
A_MOMENT = ("--minutes", "0.01")


def run(command: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, [command, *arguments], prog_name="reversi-conformance")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with a program that is wrong on 14x14 alone."""
    [mistake] = [
        each
        for each in catalogue.load(TESTS / "elusive", catalogue.home())
        if each.id == "last-of-the-best-on-14x14"
    ]
    folder = tmp_path / "my program"
    folder.mkdir()
    catalogue.write(mistake, folder)
    return folder


def test_a_difference_is_one_sentence_a_transcript_and_the_command_that_plays_it_again(
    program: Path, tmp_path: Path
) -> None:
    found = tmp_path / "found"
    done = run("explore", "--board", "14", *A_MOMENT, "-o", str(found), str(program))
    assert done.exit_code == 1, done.output
    assert done.stdout.startswith("14x14, computer ")
    assert "none of the 64 golden games shows this" in " ".join(done.stdout.split())
    [transcript] = found.iterdir()
    [again] = [line.split("again")[1] for line in done.stdout.split("\n") if "again  " in line]
    name, command, *words = shlex.split(again)
    assert (name, command) == ("reversi-conformance", "check")
    assert words == ["--case", str(transcript), "--", str(program)]
    assert run("check", *words).exit_code == 1
    assert run("check", "--case", str(transcript), PLAIN).exit_code == 0


def test_where_nothing_is_found_it_says_what_was_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("explore", "--board", "6", *A_MOMENT, "--seed", "5", PLAIN)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("No difference was found.\n")
    said = " ".join(done.stdout.split())
    assert "(seed 5). This is a search, and no proof." in said
    assert "boards 6 (" in said
    assert list(tmp_path.iterdir()) == []


WRONG = {
    "an odd size": (("--board", "7", PLAIN), "--board 7: the sizes of python are 4, 6, 8,"),
    "a size of another assignment": (
        ("--assignment", "typescript", "--board", "14", PLAIN),
        "--board 14: the sizes of typescript are 4, 6, 8, 10",
    ),
    "no time": (("--minutes", "0", PLAIN), "0.0 is not in the range x>0"),
    "no such program": (("gone.py",), "'gone.py'"),
    "recipes for a command": (
        ("--node-modules", ".", "--", sys.executable, PLAIN),
        "--recipes and --node-modules are for a folder, not for a command",
    ),
    "a folder without a program": ((str(TESTS / "payloads"),), "reversi-conformance explore "),
}


@pytest.mark.parametrize(("arguments", "message"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_searched_is_refused(arguments: tuple[str, ...], message: str) -> None:
    done = run("explore", *arguments)
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_without_hypothesis_it_says_how_to_install_it() -> None:
    # In a process of its own: in this one all that needs it is loaded already.
    program = (
        "import sys; sys.modules['hypothesis'] = None; import reversi_conformance.__main__ as main;"
        " main.run()"
    )
    words = [sys.executable, "-c", program, "explore", PLAIN]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "pip install 'reversi-conformance[search]'" in done.stderr


def test_ctrl_c_says_what_was_looked_at_by_then(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    program = tmp_path / "reversi.py"
    source = Path(PLAIN).read_text(encoding="utf-8")
    program.write_text(f"open({str(begun)!r}, 'a').close()\n{source}", encoding="utf-8")
    os.mkfifo(begun)
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "reversi_conformance", "explore", "--sandbox", "limits"),
            *("--jobs", "1", "--minutes", "60", str(program)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as process:
        # It opens the pipe when the first game begins.
        begun.open().close()
        process.send_signal(signal.SIGINT)
        printed, complained = process.communicate()
    assert process.returncode == 130
    assert printed.startswith("No difference was found.\nInterrupted: ")
    assert complained == ""
