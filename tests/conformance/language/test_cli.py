"""Which language the program speaks, and that it is the same one from help to refusals."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from reversi_conformance.audit import catalogue as mistakes
from reversi_conformance.cli import main
from reversi_conformance.language import in_force, of_environment

CHINESE = "评测一个程序"
ENGLISH = "Judge one program"
WIDEST = 80


def run(*arguments: str, **environment: str | None) -> Result:
    nothing = dict.fromkeys(("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"))
    return CliRunner().invoke(main, arguments, env={**nothing, **environment})


def is_chinese(result: Result) -> bool:
    assert (CHINESE in result.output) != (ENGLISH in result.output), result.output
    return CHINESE in result.output


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW"}, "zh"),
        ({"LANG": "zh-Hans"}, "zh"),
        ({"LANG": "ZH_cn"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "zh_CN:en"}, "zh"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr:zh"}, "zh"),
        ({"LANG": "C", "LANGUAGE": "zh_CN"}, "en"),
        ({"LANG": "", "LC_ALL": "", "LANGUAGE": "zh_CN"}, "en"),
        ({"LC_CTYPE": "zh_CN.UTF-8"}, "en"),
    ],
)
def test_the_locale_says_which_language_is_spoken(
    environment: Mapping[str, str], spoken: str
) -> None:
    assert of_environment(environment) == spoken
    assert is_chinese(run("check", "--help", **environment)) == (spoken == "zh")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--language", "zh", "check", "--help"),
        ("check", "--language", "zh", "--help"),
        ("check", "--help", "--language", "zh"),
        ("check", "--language=zh", "-h"),
        ("--language", "en", "check", "--language", "zh", "--help"),
    ],
)
def test_the_option_may_stand_anywhere_before_the_program(arguments: tuple[str, ...]) -> None:
    assert is_chinese(run(*arguments))
    assert not is_chinese(run(*arguments[:1], "--help") if arguments[0] == "check" else run("-h"))


def test_what_stands_behind_the_program_is_the_program_s(tmp_path: Path) -> None:
    result = run("check", str(tmp_path / "none.py"), "--language", "zh")
    assert "there is no program" in result.output


def test_the_option_goes_before_the_variable_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('language = "zh"\n', encoding="utf-8")
    named = ("--config", str(file), "check", "--help")
    variable = "REVERSI_CONFORMANCE_LANGUAGE"
    assert is_chinese(run(*named))
    assert not is_chinese(run(*named, **{variable: "en"}))
    assert is_chinese(run("check", "--help", **{variable: "zh"}))
    assert not is_chinese(run("check", "--language", "en", "--help", **{variable: "zh"}))
    assert not is_chinese(run("--language", "en", "check", "--help", **{variable: "zh"}))


def test_a_file_that_was_merely_found_may_say_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "reversi-conformance.toml").write_text('language = "zh"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert is_chinese(run("check", "--help"))


def test_a_language_that_is_not_spoken_is_refused() -> None:
    result = run("check", "--language", "fr", "reversi.py")
    assert result.exit_code == 2
    assert "'fr'" in result.output


def test_refusals_are_in_chinese_as_a_whole() -> None:
    for arguments in (
        ("chek",),
        ("check", "--bogus"),
        ("check", "--format", "fo"),
        ("check", "--jobs", "0"),
        ("show", "no-such-case"),
        ("explain", "rules.flip"),
        ("check", "/no/such/program"),
        ("compare", "/no/such/file"),
    ):
        result = run("--language", "zh", *arguments)
        assert result.exit_code == 2, result.output
        [line] = result.stderr.splitlines()
        assert not {"is", "the", "no", "see", "did", "there", "Invalid"} & {*line.split()}, line
        assert "。 " not in line
        assert "， " not in line


def test_a_program_leaves_no_language_behind() -> None:
    assert is_chinese(run("check", "--language", "zh", "--help"))
    assert in_force() == "en"
    assert "LANGUAGE" not in os.environ
    assert not is_chinese(run("check", "--help"))
    assert "No such option" in run("check", "--bogus").output


@pytest.mark.parametrize("command", ["", *main.commands])
def test_help_is_in_chinese_and_no_wider_than_a_terminal(command: str) -> None:
    words = [command] if command else []
    result = run(*words, "--help", LANG="zh_CN.UTF-8")
    assert result.exit_code == 0
    assert "Show this message" not in result.output
    own = [line for line in result.output.splitlines() if "reversi-conformance" not in line]
    assert [line for line in own if cell_len(line) > WIDEST] == []


def test_help_names_every_format_that_there_is() -> None:
    """The list stands there as a message, and is not made of the table."""
    from reversi_conformance.reports import FORMATS  # noqa: PLC0415 - as the test says

    for spoken in ("en", "zh"):
        shown = run("check", "--language", spoken, "--help").output
        assert [name for name in FORMATS if name not in shown] == []


def test_a_program_is_judged_and_its_report_shown_in_either_language(tmp_path: Path) -> None:
    [mistake] = [each for each in mistakes.load(mistakes.home()) if each.id == "flips-miss-west"]
    program = mistakes.write(mistake, tmp_path)
    record = tmp_path / "report.json"

    def call(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "reversi_conformance", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=300,
            cwd=tmp_path,
        )
        assert done.returncode in {0, 1}, done.stderr
        return done.stdout

    case = ("--case", "py-4-X-sample", "--format", "json", "-o", str(record))
    call("check", "--language", "zh", *case, str(program))
    assert json.loads(record.read_text(encoding="utf-8"))["language"] == "zh"
    assert "还应翻转" in call("show", str(record), "--format", "text", "--language", "zh")
    english = call("show", str(record), "--format", "text")
    assert "should also turn" in english
    assert "还应翻转" not in english
    call("check", *case, str(program))
    assert "language" not in json.loads(record.read_text(encoding="utf-8"))
    assert "还应翻转" in call("show", str(record), "--format", "text", "--language", "zh")
