"""What a confined program may see: itself, what runs it, and nothing else."""

import os
from pathlib import Path

import pytest

import reversi_engine
from reversi_conformance.sandboxes import TooMuchError, loan, sight


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of whoever checks."""
    folder = tmp_path / "ada"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


def made(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_submission_is_seen_and_nothing_beside_it(home: Path) -> None:
    program = made(home / "homework" / "reversi.py")
    assert sight.readable(("/usr/bin/python3", str(program)), program.parent) == (program.parent,)


def test_of_a_home_folder_only_the_files_in_it_are_seen(home: Path) -> None:
    program, other = made(home / "reversi.py"), made(home / "board.py")
    made(home / ".netrc")
    made(home / "Documents" / "marks.csv")
    assert sight.readable(("/usr/bin/python3", str(program)), home) == (other, program)


def test_an_interpreter_is_seen_with_its_libraries(home: Path) -> None:
    python = made(home / ".pyenv" / "versions" / "3.12" / "bin" / "python3")
    (python.parents[1] / "lib").mkdir()
    assert sight.readable((str(python),), None) == (python.parents[1],)


def test_a_virtual_environment_is_seen_with_the_interpreter_that_it_is_of(home: Path) -> None:
    base = made(home / "python" / "bin" / "python3.12")
    (base.parents[1] / "lib").mkdir()
    environment = home / "venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "lib").mkdir()
    (environment / "bin" / "python").symlink_to("python3")
    (environment / "bin" / "python3").symlink_to(base)
    seen = sight.readable((str(environment / "bin" / "python"),), None)
    assert seen == (base.parents[1], environment)


def test_a_copied_interpreter_of_an_environment_tells_where_it_comes_from(home: Path) -> None:
    base = made(home / "python" / "bin" / "python3.12")
    (base.parents[1] / "lib").mkdir()
    environment = home / "venv"
    made(environment / "bin" / "python")
    made(environment / "pyvenv.cfg", f"home = {base.parent}\n")
    (environment / "lib").mkdir()
    assert base.parents[1] in sight.readable((str(environment / "bin" / "python"),), None)


def test_what_is_installed_for_one_user_is_seen_alone(home: Path) -> None:
    """`~/.local` has a `lib`, too, and holds much else."""
    tool = made(home / ".local" / "bin" / "tool")
    (home / ".local" / "lib").mkdir()
    assert sight.readable((str(tool),), None) == (tool.parent,)


def test_the_interpreter_of_a_script_is_seen(home: Path) -> None:
    python = made(home / "python" / "bin" / "python3")
    (python.parents[1] / "lib").mkdir()
    script = made(home / "homework" / "reversi", f"#!{python}\nprint()\n")
    assert sight.readable((str(script),), script.parent) == (script.parent, python.parents[1])


def test_what_the_command_names_is_seen(home: Path) -> None:
    classes, library = home / "out", made(home / "lib" / "board.jar")
    classes.mkdir()
    argv = ("/usr/bin/java", "-cp", f"{classes}{os.pathsep}{library}", "Reversi")
    assert set(sight.readable(argv, None)) == {library, classes}


def test_the_path_holds_what_is_seen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{home}/node/bin{os.pathsep}{home}/other{os.pathsep}/usr/bin")
    assert sight.search_path([home / "node"]) == f"{home}/node/bin:/usr/bin:/usr/local/bin:/bin"


def test_the_engine_is_a_secret_but_where_it_is_the_program() -> None:
    engine = Path(reversi_engine.__file__).parent
    assert engine in sight.secrets(("/usr/bin/python3", "/home/ada/reversi.py"))
    argv = ("/usr/bin/python3", "-m", "reversi_engine.cli")
    assert engine not in sight.secrets(argv)
    assert engine in sight.readable(argv, None)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's programs run as somebody else")
def test_what_is_closed_is_copied_and_what_is_open_is_not(tmp_path: Path) -> None:
    closed, opened = tmp_path / "closed", tmp_path / "opened"
    for folder in (closed, opened):
        folder.mkdir(mode=0o755)
        made(folder / "reversi.py", "print('x')\n").chmod(0o644)
    secret = made(closed / "words.txt", "hello")
    secret.chmod(0o600)
    (closed / "link").symlink_to("words.txt")
    os.mkfifo(closed / "pipe")
    argv = ("/usr/bin/python3", str(closed / "reversi.py"), str(opened))
    with loan.lent(argv, closed) as copies:
        assert list(copies) == [closed]
        copy = copies[closed]
        assert sorted(each.name for each in copy.iterdir()) == ["link", "reversi.py", "words.txt"]
        assert (copy / "words.txt").read_text(encoding="utf-8") == "hello"
        assert (copy / "words.txt").stat().st_mode & 0o777 == 0o644
        assert secret.stat().st_mode & 0o777 == 0o600
    assert not copy.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's programs run as somebody else")
def test_what_no_submission_is_as_large_as_is_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loan, "_MOST_BYTES", 10)
    closed = tmp_path / "closed"
    made(closed / "reversi.py", "print('much')\n").chmod(0o600)
    with (
        pytest.raises(TooMuchError, match="holds more than a submission may"),
        loan.lent(("/usr/bin/python3",), closed),
    ):
        pytest.fail("it was copied")
