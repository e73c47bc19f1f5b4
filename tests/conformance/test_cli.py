"""The program `reversi-conformance` as a whole: its help, its errors, how quickly it is there."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import click
import pexpect
import pytest
from click.testing import CliRunner, Result

from reversi_conformance import corpus, judging
from reversi_conformance.cli import main
from reversi_conformance.sessions import CannotStartError

PROGRAMS = Path(__file__).parents[1] / "programs"
PLAIN = str(PROGRAMS / "plain.py")
COMMANDS = sorted(main.commands)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="reversi-conformance")


def module(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "reversi_conformance", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_module_is_the_program() -> None:
    done = module("--version")
    version = metadata.version("reversi-conformance")
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"reversi-conformance {version}\n",
        "",
    )


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_every_command_has_help_with_examples(option: str) -> None:
    for command in COMMANDS:
        shown = run(command, option)
        assert shown.exit_code == 0
        assert shown.stdout.count(f"\n  reversi-conformance {command}") >= 2, command
        assert "exit status" in shown.stdout, command
    assert run(option).exit_code == 0


def test_without_a_command_the_help_is_shown_and_the_status_is_that_of_wrong_usage() -> None:
    shown = run()
    assert shown.exit_code == 2
    assert shown.stdout == ""
    assert "Commands:" in shown.stderr


def test_nothing_heavy_is_imported_for_help() -> None:
    heavy = "{'msgspec', 'pexpect', 'rich', 'tomllib', 'importlib.metadata', 'jinja2'}"
    script = f"import sys, reversi_conformance.cli; print(sorted({heavy} & set(sys.modules)))"
    # Coverage, where it measures other processes too, imports things of its own.
    environment = {name: value for name, value in os.environ.items() if "COV" not in name}
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("kind", ["command", "executable"])
def test_no_recipe_is_read_to_check_what_is_run_as_it_is(kind: str, tmp_path: Path) -> None:
    program = tmp_path / "reversi"
    source = Path(PLAIN).read_text(encoding="utf-8")
    program.write_text(f"#!{sys.executable}\n{source}", encoding="utf-8")
    program.chmod(0o755)
    run_as = [str(program)] if kind == "executable" else [sys.executable, PLAIN]
    options = ["--case", "py-4-X-sample", "--sandbox", "limits", "-o", str(tmp_path / "sheet")]
    words = ["check", *options, *run_as]
    script = (
        f"import sys\nfrom reversi_conformance.cli import main\n"
        f"try:\n    main({words})\n"
        f"finally:\n    print([each for each in sys.modules if 'recipes' in each])"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


BAD_USAGE = {
    "an unknown command": (["chek", PLAIN], "no command is called 'chek'; did you mean 'check'?"),
    "a command like none": (
        ["qqq"],
        "no command is called 'qqq'; there are check, grade, compare, explain",
    ),
    "a program without its command": (
        ["broken.toml"],
        "to check that program, type 'reversi-conformance check broken.toml'",
    ),
    "an unknown option": (["check", "--fromat", "json", PLAIN], "'--format'?"),
    "an unknown format": (["check", "--format", "jso", PLAIN], "Did you mean 'json'?"),
    "a format like none": (["check", "--format", "x", PLAIN], "'x' is not one of"),
    "an unknown sandbox": (["check", "--sandbox", "bublewrap", PLAIN], "mean 'bubblewrap'?"),
    "no program": (["check"], ".: there is no program; there is 'broken.json'"),
    "no jobs": (["check", "--jobs", "0", PLAIN], "Invalid value for '--jobs'"),
    "jobs in words": (["check", "--jobs", "two", PLAIN], "Invalid value for '--jobs'"),
    "an unknown case": (["check", "--case", "py-4-X-sampel", PLAIN], "did you mean py-4-X-sample"),
    "an unknown assignment": (["check", "--assignment", "pyton", PLAIN], "did you mean 'python'?"),
    "no such assignment": (["check", "--assignment", "my.toml", PLAIN], "my.toml: cannot be read"),
    "broken TOML": (["check", "--assignment", "broken.toml", PLAIN], "broken.toml: no TOML"),
    "half an assignment": (["check", "--assignment", "half.toml", PLAIN], "missing required field"),
    "bytes for an assignment": (["check", "--assignment", "bytes.toml", PLAIN], "is not UTF-8"),
    "a missing program": (["check", "reversi.py"], "'reversi.py' is no file in"),
    "a missing path": (["check", "./reversi.py"], "there is no program './reversi.py'"),
    "an empty program": (["check", ""], "no program was given"),
    "an empty folder": (["check", "empty"], "there is no file in what was handed in: 'empty'"),
    "output to a folder": (["check", "-o", "empty", PLAIN], "'empty' is a folder"),
    "output to nowhere": (["check", "-o", "no/where.txt", PLAIN], "there is no folder 'no'"),
    "an unknown case to show": (["show", "py-4-X"], "did you mean"),
    "an unknown message to explain": (["explain", "flips.wrnog"], "did you mean flips.wrong?"),
    "a missing report": (["show", "report.json"], "report.json: cannot be read"),
    "a broken report": (["show", "broken.json"], "broken.json: no JSON"),
    "another JSON": (["show", "other.json"], "other.json: no report"),
    "a case without a report": (["show", "--case", "py-4-X-sample"], "--case is for a report"),
    "a missing folder to record": (["record", "nowhere"], "does not exist"),
    "nowhere to write": (["generate"], "Missing option '-o'"),
    "a seed in words": (["generate", "--seed", "x", "-o", "out"], "Invalid value for '--seed'"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD_USAGE.values(), ids=BAD_USAGE)
def test_wrong_usage_is_one_line_and_status_2(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.toml").write_text("id = ")
    (tmp_path / "half.toml").write_text('id = "half"\n')
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "other.json").write_text("{}")

    told = run(*arguments)

    assert told.exit_code == 2
    assert is_one_line(told, message)


def is_one_line(told: Result, message: str) -> bool:
    assert told.stdout == ""
    assert told.stderr.startswith("reversi-conformance: ")
    assert told.stderr.count("\n") == 1
    assert message in told.stderr
    return True


def test_a_transcript_that_cannot_be_read_is_no_judgement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "py-1.txt").write_text("+++\n")
    monkeypatch.setattr(corpus, "home", lambda: tmp_path)
    for arguments in (["check", PLAIN], ["show"], ["record"]):
        told = run(*arguments)
        assert told.exit_code == 3
        assert is_one_line(told, "py-1.txt:1: a transcript begins with a TOML header")


def test_a_program_that_cannot_be_started_is_no_judgement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise CannotStartError("reversi could not be started: no memory")

    monkeypatch.setattr(judging, "run_cases", fail)
    told = run("check", PLAIN)
    assert told.exit_code == 3
    assert is_one_line(told, "reversi-conformance: reversi could not be started: no memory")


def break_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("of\nall things")

    monkeypatch.setattr(corpus, "load_suite", fail)


def test_a_mistake_of_ours_is_one_line_that_asks_for_a_report(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    break_the_corpus(monkeypatch)
    told = run("check", PLAIN)
    assert told.exit_code == 3
    assert is_one_line(told, "could not be judged: ZeroDivisionError: of all things; please report")


def test_where_a_mistake_of_ours_happened_is_shown_on_demand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    break_the_corpus(monkeypatch)
    told = run("--debug", "check", PLAIN)
    assert told.exit_code == 3
    assert "Traceback (most recent call last)" in told.stderr
    monkeypatch.setenv("REVERSI_CONFORMANCE_DEBUG", "1")
    assert "Traceback (most recent call last)" in run("check", PLAIN).stderr


def test_ctrl_c_before_anything_was_judged_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(corpus, "load_suite", interrupt)
    told = run("check", PLAIN)
    assert told.exit_code == 130
    assert told.stderr.strip() == "reversi-conformance: interrupted"


def test_ctrl_c_while_it_is_loaded_shows_nothing_of_what_was_loaded(tmp_path: Path) -> None:
    interrupted = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
    (tmp_path / "click.py").write_text(interrupted, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "reversi_conformance", "check", PLAIN],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def help_on_a_terminal(*arguments: str, **environment: str) -> str:
    shown = pexpect.spawn(
        sys.executable,
        ["-m", "reversi_conformance", *arguments, "--help"],
        encoding="utf-8",
        timeout=60,
        dimensions=(100, 80),
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment},
    )
    shown.expect(pexpect.EOF)
    return str(shown.before).replace("\r\n", "\n")


@pytest.mark.parametrize("command", [(), ("check",)], ids=["the program", "a command"])
def test_help_is_coloured_on_a_terminal_that_wants_it(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = help_on_a_terminal(*command)
    assert "\x1b[33m\x1b[1mOptions\x1b[0m:" in coloured
    assert "\x1b[36m-h, --help\x1b[0m" in coloured
    plain = help_on_a_terminal(*command, NO_COLOR="1")
    assert "\x1b" not in plain
    assert click.unstyle(coloured) == plain
    assert module(*command, "--help").stdout == plain


def test_every_option_has_help() -> None:
    for command in main.commands.values():
        for parameter in command.params:
            assert isinstance(parameter, click.Argument) or getattr(parameter, "help", None)
