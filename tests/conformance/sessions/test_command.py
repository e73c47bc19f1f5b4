"""What a person types becomes a command that runs anywhere, or one line that says what to do."""

import platform
import shutil
import stat
import sys
from pathlib import Path

import pytest

from reversi_conformance.sessions import CannotStartError
from reversi_conformance.sessions.command import Command, resolve
from reversi_conformance.sessions.programs import INTERPRETERS, REAL_PLACE, TO_BUILD, real_program

from .playing import played


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it but stand-ins for the interpreters."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in {command[0] for command in INTERPRETERS.values()} | {"npx"}:
        put_program(folder / name)
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder in which the person types."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def put_program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def put(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def refusal(folder: Path, *arguments: str) -> str:
    with pytest.raises(CannotStartError) as caught:
        resolve(arguments, folder)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("name", "argv"),
    [
        ("reversi.py", ("python3", "reversi.py")),
        ("reversi.js", ("node", "reversi.js")),
        ("reversi.mjs", ("node", "reversi.mjs")),
        ("reversi.cjs", ("node", "reversi.cjs")),
        ("Reversi.jar", ("java", "-jar", "Reversi.jar")),
        ("Reversi.java", ("java", "Reversi.java")),
    ],
)
def test_a_file_is_run_by_its_interpreter(
    name: str, argv: tuple[str, ...], tools: Path, home: Path
) -> None:
    put(home, name)
    tool, *middle, file = argv
    expected = (str(tools / tool), *middle, str(home / file))
    assert resolve([name], home) == Command(expected, name, home)


def test_a_class_is_run_from_its_folder(tools: Path, home: Path) -> None:
    put(home, "build/Reversi.class")
    argv = (str(tools / "java"), "-cp", str(home / "build"), "Reversi")
    assert resolve(["build/Reversi.class"], home).argv == argv


def test_an_executable_is_run_as_it_is(home: Path) -> None:
    program = put_program(home / "a.out")
    assert resolve(["./a.out"], home) == Command((str(program),), "./a.out", home)


def test_a_script_is_run_by_what_its_first_line_names(tools: Path, home: Path) -> None:
    script = put_program(home / "game", "#!/usr/bin/env python3\n")
    assert resolve(["./game"], home).argv == (str(tools / "python3"), str(script))


@pytest.mark.parametrize(
    ("arguments", "argv"),
    [
        (("python3", "game.py"), ("bin/python3", "home/game.py")),
        (("python3", "game.py", "4", "X"), ("bin/python3", "home/game.py", "4", "X")),
        (("node", "--no-warnings", "game.js"), ("bin/node", "--no-warnings", "home/game.js")),
        (("java", "-cp", "build", "Reversi"), ("bin/java", "-cp", "home/build", "Reversi")),
        (("java", "-cp", "build:none", "build"), ("bin/java", "-cp", "home/build:none", "build")),
        (("java", "-Dlog=game.py", "-jar", "game.jar"),
         ("bin/java", "-Dlog=home/game.py", "-jar", "home/game.jar")),
        (("./a.out", "build"), ("home/a.out", "home/build")),
        (("game.py", "4"), ("bin/python3", "home/game.py", "4")),
        (("npx", "tsx", "game.js"), ("home/node_modules/.bin/tsx", "home/game.js")),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_command_keeps_its_arguments_and_files_become_absolute(
    arguments: tuple[str, ...], argv: tuple[str, ...], tools: Path, home: Path
) -> None:
    put(home, "game.py", "game.js", "game.jar", "build/Reversi.class")
    put_program(home / "a.out")
    put_program(home / "node_modules" / ".bin" / "tsx")
    command = resolve(arguments, home)
    root = f"{home.parent}/"
    whole = [
        part.replace("bin/", f"{root}bin/", 1) if part.startswith("bin/") else part for part in argv
    ]
    assert command.argv == tuple(part.replace("home/", f"{root}home/", 1) for part in whole)
    assert command.submission == home


def test_code_longer_than_any_file_name_is_an_argument(tools: Path, home: Path) -> None:
    code = "print('a board')\n" * 400
    command = resolve(["python3", "-c", code], home)
    assert command.argv == (str(tools / "python3"), "-c", code)
    with pytest.raises(CannotStartError, match="check the name"):
        resolve([code.replace("/", "")], home)


def test_the_command_is_shown_as_it_was_typed(tools: Path, home: Path) -> None:
    put(home, "my game.py")
    assert resolve(["python3", "my game.py"], home).shown == "python3 'my game.py'"


def test_a_program_without_files_has_no_submission(tools: Path, home: Path) -> None:
    put_program(tools / "reversi-engine")
    assert resolve(["reversi-engine", "-q"], home).submission is None


def test_a_program_elsewhere_is_at_home_there(tools: Path, home: Path) -> None:
    put(home.parent, "else/game.py")
    command = resolve(["python3", str(home.parent / "else" / "game.py")], home)
    assert command.submission == home.parent / "else"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no program was given: name a command, a file or a folder"),
        (("",), "no program was given: name a command, a file or a folder"),
        (("./none",), "there is no program './none' in '{home}': check the path"),
        (("none",), "'none' is no file in '{home}' and not on PATH: check the name"),
        (("a\nb",), "'a\\nb' is no file in '{home}' and not on PATH: check the name"),
        (("a\0b",), "'a\\x00b' holds a NUL, which no file name may: rename it"),
        (("notes.txt",), "'{home}/notes.txt' is not executable: chmod +x it, or name what runs it "
         "before it"),
        (("game.c",), "'{home}/game.c' must be built first, for example with "
         "'gcc -o reversi game.c -lm'"),
        (("game.ts",), "'{home}/game.ts' must be built first, for example with 'tsc game.ts'"),
        (("folder",), "'{home}/folder' is a folder: name a file in it, or a command"),
        (("mac",), "'{home}/mac' was built for another system, not {machine}: build it here"),
        (("arm",), "'{home}/arm' was built for another system, not {machine}: build it here"),
        (("perlish",), "'{home}/perlish' needs 'perl6', which is not on PATH: install it"),
        (("npm", "start"), "'npm' works in its project's folder only: give the command it runs"),
        (("python3", "-m", "game"), "'-m game' finds the module in its own folder only: "
         "give its file instead"),
    ],
    ids=lambda value: repr(value)[:30],
)  # fmt: skip
def test_what_cannot_be_started_is_told_in_one_line(
    arguments: tuple[str, ...], message: str, tools: Path, home: Path
) -> None:
    put(home, "notes.txt", "game.c", "game.ts", "folder/a.py", "game.py")
    put_program(home / "mac").write_bytes(b"\xcf\xfa\xed\xfe\x07\0\0\x01")
    put_program(home / "arm").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(11) + b"\x28\0")
    put_program(home / "perlish", "#!/usr/bin/env perl6\n")
    expected = message.format(home=home, machine=platform.machine())
    if arguments in (("mac",), ("arm",)) and sys.platform != "linux":
        pytest.skip("what other systems can run is not known")
    assert refusal(home, *arguments) == expected


def test_a_missing_interpreter_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(home, "game.js")
    monkeypatch.setenv("PATH", str(home))
    message = f"'{home}/game.js' needs 'node', which is not on PATH: install it"
    assert refusal(home, "game.js") == message


def test_no_suffix_is_both_run_and_built() -> None:
    assert INTERPRETERS.keys().isdisjoint(TO_BUILD)


def test_names_with_newlines_and_blanks_run(home: Path) -> None:
    program = home / "my\ngame.py"
    program.write_text("print('got', input('> '))")
    argv = resolve([program.name], home).argv
    assert argv[-1] == str(program)
    assert played(program, "a").transcript.turns[1].printed == ("got a",)


@pytest.mark.parametrize("name", REAL_PLACE)
def test_a_version_managers_stand_in_is_seen_through(name: str, tmp_path: Path) -> None:
    real = shutil.which("python3" if name == "python" else name)
    if real is None:
        pytest.skip(f"{name} is not installed")
    shim = put_program(tmp_path / "shims" / name, f'#!/bin/sh\nexec {real} "$@"\n')
    found = Path(real_program(shim))
    assert found != shim
    assert found.stat().st_mode & stat.S_IXUSR


def test_a_stand_in_that_fails_is_kept(tmp_path: Path) -> None:
    shim = put_program(tmp_path / "shims" / "python3", "#!/bin/sh\nexit 1\n")
    assert real_program(shim) == str(shim)


def test_an_unknown_stand_in_is_kept(tmp_path: Path) -> None:
    shim = put_program(tmp_path / "shims" / "tool")
    assert real_program(shim) == str(shim)
