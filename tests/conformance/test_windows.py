"""Where Python lacks what it lacks on Windows, programs are judged all the same, on pipes.

`as_on_windows` says what of Windows is simulated, and what is not.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from reversi_conformance.cli import main

from . import programs

AS_ON_WINDOWS = Path(__file__).with_name("as_on_windows.py")
OF_POSIX = {
    "reversi_conformance.sandboxes.step_inside",
    "reversi_conformance.sessions.become",
    "reversi_conformance.sessions.child",
    "reversi_conformance.sessions.fork_server",
    "reversi_conformance.sessions.leader",
    "reversi_conformance.sessions.spawning",
    "reversi_conformance.sessions.standing",
    "reversi_conformance.sessions.terminal",
}
"""What makes terminals, and starts programs on them or in a sandbox that stands."""
PLAIN = str(programs.FOLDER / "plain.py")
SAMPLE = ("--case", "py-4-X-sample")


def run(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(AS_ON_WINDOWS), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=folder,
    )


def judged(*arguments: str, folder: Path | None = None) -> Any:
    answer = run("check", "--format", "json", *arguments, folder=folder)
    assert answer.returncode == 0, answer.stderr + answer.stdout
    return json.loads(answer.stdout)


IMPORTS = """
import importlib, json, pkgutil
import reversi_conformance, reversi_engine
failed = []
for package in (reversi_conformance, reversi_engine):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        try:
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
        except (ImportError, AttributeError):
            failed.append(found.name)
print(json.dumps(failed))
"""


def test_every_module_can_be_imported_but_those_that_make_terminals() -> None:
    answer = run("-c", IMPORTS)
    assert answer.returncode == 0, answer.stderr
    assert {*json.loads(answer.stdout)} == OF_POSIX


HELP = """
from click.testing import CliRunner
from reversi_conformance.cli import main
for name in [None, *main.commands]:
    result = CliRunner().invoke(main, ["--help"] if name is None else [name, "--help"])
    assert result.exit_code == 0 and "Usage:" in result.output, (name, result.output)
    print(name)
"""


def test_every_command_shows_its_help() -> None:
    answer = run("-c", HELP)
    assert answer.stdout.split() == ["None", *main.commands], answer.stderr


def test_a_right_program_gets_full_marks() -> None:
    report = judged(*SAMPLE, "--case", "py-6-O-sample", PLAIN)
    assert report["total"]["earned"] == report["total"]["possible"]
    assert (report["terminal"], report["waiting"]) == ("pipe", "silence")
    assert (report["sandbox"]["kind"], report["sandbox"]["verified"]) == ("limits", False)


def test_so_does_one_that_prints_late(tmp_path: Path) -> None:
    if missing := programs.missing("c"):
        pytest.skip(f"not installed: {', '.join(missing)}")
    report = judged(*SAMPLE, "--", *programs.build("c", tmp_path))
    assert report["total"]["earned"] == report["total"]["possible"]


def test_a_program_is_built_and_found_in_a_folder(tmp_path: Path) -> None:
    if missing := programs.missing("c"):
        pytest.skip(f"not installed: {', '.join(missing)}")
    (tmp_path / "reversi.c").write_bytes((programs.FOLDER / "reversi.c").read_bytes())
    report = judged(*SAMPLE, str(tmp_path))
    assert report["total"]["earned"] == report["total"]["possible"]


LEAVES_A_CHILD = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({told!r}, "w").write(str(child.pid))
exec(open({plain!r}).read())
"""


def test_what_a_program_leaves_is_ended(tmp_path: Path) -> None:
    told = tmp_path / "child.txt"
    program = tmp_path / "leaves.py"
    program.write_text(LEAVES_A_CHILD.format(told=str(told), plain=PLAIN), encoding="utf-8")
    judged(*SAMPLE, str(program))
    assert _is_gone(int(told.read_text()))


HANGS_WITH_A_CHILD = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({told!r}, "w").write(str(child.pid))
print(input("Enter the board dimension: "), flush=True)
while True: pass
"""


def test_a_program_that_never_ends_is_ended_with_its_children(tmp_path: Path) -> None:
    told, program = tmp_path / "child.txt", tmp_path / "hangs.py"
    program.write_text(HANGS_WITH_A_CHILD.format(told=str(told)), encoding="utf-8")
    answer = run("check", *SAMPLE, str(program))
    assert answer.returncode == 1, answer.stderr
    assert _is_gone(int(told.read_text()))


@pytest.mark.parametrize(
    "arguments",
    [("show",), ("show", "py-4-X-sample"), ("explain", "rules.flips"), ("doctor",)],
    ids=" ".join,
)
def test_what_plays_nothing_works(arguments: tuple[str, ...]) -> None:
    answer = run(*arguments)
    assert answer.stdout
    assert answer.stderr == ""


def test_a_captured_session_is_judged(tmp_path: Path) -> None:
    capture = tmp_path / "session.txt"
    session = subprocess.run(
        [sys.executable, PLAIN],
        input="4\nX\naa\nac\nca\ndc\ncd\n",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    capture.write_text(session.stdout, encoding="utf-8")
    answer = run("compare", "py-4-X-sample", str(capture))
    assert answer.returncode == 0, answer.stderr


def test_no_terminal_is_promised() -> None:
    answer = run("check", "--terminal", "pty", *SAMPLE, PLAIN)
    assert answer.returncode == 2
    assert "this system makes no terminals for programs" in answer.stderr


def test_a_report_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_text("old", encoding="utf-8")
    answer = run("check", "--format", "json", "-o", str(target), *SAMPLE, PLAIN)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(target.read_text(encoding="utf-8"))["terminal"] == "pipe"
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


def _is_gone(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
