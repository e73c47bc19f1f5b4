"""Each session has a fresh folder; what a program leaves in it is read without being trusted."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from reversi_conformance.observation import EndingKind, LogFile
from reversi_conformance.sessions import folder as folder_module
from reversi_conformance.sessions.folder import LOG_BYTES, WorkingFolder, in_memory

from .playing import Write, played

ROW = b"an earlier game\n"


def collected(leave: Callable[[Path], object], submission: Path | None = None) -> list[LogFile]:
    """What is found after a program has left this."""
    earlier = ROW.decode().rstrip()
    with WorkingFolder(submission, earlier_row=earlier, log_name="reversi.csv") as folder:
        leave(folder.path)
        logs = list(folder.collect())
    assert not folder.path.exists()
    return logs


def untouched(*names: str) -> list[LogFile]:
    return [LogFile(name, ROW, ROW) for name in names]


def append(name: str) -> Callable[[Path], object]:
    def leave(path: Path) -> None:
        with (path / name).open("ab") as file:
            file.write(b"a new game\n")

    return leave


def test_both_spellings_of_the_log_are_there_before() -> None:
    assert collected(lambda path: None) == untouched("Reversi.csv", "reversi.csv")


@pytest.mark.parametrize("name", ["reversi.csv", "Reversi.csv"])
def test_what_was_appended_comes_first(name: str) -> None:
    other = "Reversi.csv" if name == "reversi.csv" else "reversi.csv"
    logs = collected(append(name))
    assert logs == [LogFile(name, ROW, ROW + b"a new game\n"), *untouched(other)]


@pytest.mark.parametrize("name", ["REVERSI.CSV", "Othello.csv", "log.CSV"])
def test_other_spellings_and_other_csv_files_are_found(name: str) -> None:
    logs = collected(append(name))
    assert logs[0] == LogFile(name, None, b"a new game\n")


def test_other_files_are_no_logs() -> None:
    assert len(collected(append("reversi.txt"))) == 2


def test_a_log_in_a_folder_of_the_submission_is_found(tmp_path: Path) -> None:
    (tmp_path / "data" / "deep").mkdir(parents=True)
    (tmp_path / "data" / "deep" / "old.csv").write_bytes(b"not copied")
    logs = collected(append("data/deep/Reversi.csv"), tmp_path)
    assert logs[0] == LogFile("data/deep/Reversi.csv", None, b"a new game\n")
    assert len(logs) == 3


def test_only_folders_of_its_own_are_made_again(tmp_path: Path) -> None:
    for name in ("src", "data", ".git", "node_modules", "__pycache__", "my-venv/lib"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "my-venv" / "pyvenv.cfg").touch()
    (tmp_path / "link").symlink_to("src")
    with WorkingFolder(tmp_path, earlier_row="x", log_name="reversi.csv") as folder:
        made = sorted(path.name for path in folder.path.iterdir() if path.is_dir())
    assert made == ["data", "src"]


def test_not_more_folders_are_made_than_a_few(tmp_path: Path) -> None:
    for n in range(200):
        (tmp_path / f"{n}").mkdir()
    (tmp_path / "a/b/c/d/e/f/g/h/i/j/k").mkdir(parents=True)
    with WorkingFolder(tmp_path, earlier_row="x", log_name="reversi.csv") as folder:
        made = [path for path in folder.path.rglob("*") if path.is_dir()]
    assert len(made) <= 64


def test_without_an_earlier_row_there_is_no_log() -> None:
    with WorkingFolder(None, earlier_row="", log_name="reversi.csv") as folder:
        assert folder.collect() == ()


def test_a_log_that_is_gone_says_so() -> None:
    logs = collected(lambda path: (path / "reversi.csv").unlink())
    assert logs == [LogFile("reversi.csv", ROW, None), *untouched("Reversi.csv")]


def test_a_long_log_is_cut() -> None:
    [log, _] = collected(lambda path: (path / "reversi.csv").write_bytes(b"x" * (LOG_BYTES + 9)))
    assert log.after == b"x" * LOG_BYTES


def _symlink(path: Path) -> None:
    path.symlink_to("/etc/passwd")


def _dangling(path: Path) -> None:
    path.symlink_to("/nowhere")


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _hard_link(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"a secret")
    path.hardlink_to(other)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.fspath(path))


@pytest.mark.parametrize(
    "make", [_symlink, _dangling, _loop, _hard_link, _socket, os.mkfifo, Path.mkdir]
)
def test_what_is_no_regular_file_is_not_read(make: Callable[[Path], object]) -> None:
    def leave(path: Path) -> None:
        (path / "reversi.csv").unlink()
        make(path / "reversi.csv")

    assert collected(leave)[0] == LogFile("reversi.csv", ROW, None)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_bytes(b"a secret")
    logs = collected(lambda path: (path / "away").symlink_to(tmp_path))
    assert logs == untouched("Reversi.csv", "reversi.csv")


def test_a_name_that_is_no_text_can_be_shown() -> None:
    logs = collected(lambda path: Path(os.fsdecode(os.fsencode(path) + b"/\xff.csv")).touch())
    assert logs[0] == LogFile("\N{REPLACEMENT CHARACTER}.csv", None, b"")


def test_thousands_of_logs_are_not_all_read() -> None:
    def leave(path: Path) -> None:
        for n in range(1000):
            (path / f"{n}.csv").touch()

    assert len(collected(leave)) <= 66


def test_a_tree_of_thousands_of_levels_is_removed(write: Write) -> None:
    program = write(
        "deep.py",
        """
import os
print(os.getcwd())
for _ in range(1200):
    os.mkdir("a folder")
    os.chdir("a folder")
""",
    )
    assert not Path(played(program).transcript.turns[0].printed[0]).exists()


def test_a_tree_without_permissions_is_removed() -> None:
    def leave(path: Path) -> None:
        (path / "locked" / "inner").mkdir(parents=True)
        (path / "locked").chmod(0)

    collected(leave)


def test_a_folder_that_is_gone_is_no_harm() -> None:
    def leave(path: Path) -> None:
        for file in path.iterdir():
            file.unlink()
        path.rmdir()

    logs = collected(leave)
    assert logs == [LogFile("Reversi.csv", ROW, None), LogFile("reversi.csv", ROW, None)]


def test_a_program_finds_its_submissions_folders(tmp_path: Path, write: Write) -> None:
    (tmp_path / "data").mkdir()
    program = write("log.py", "open('data/reversi.csv', 'a').write('a new game\\n')")
    seen = played(program, submission=tmp_path)
    assert seen.logs[0] == LogFile("data/reversi.csv", None, b"a new game\n")


def test_an_endless_file_is_stopped(write: Write) -> None:
    program = write(
        "fill.c",
        """
#include <stdio.h>
int main(void) {
    FILE *log = fopen("reversi.csv", "w");
    for (;;) fputs("x", log);
}
""",
    )
    seen = played(program)
    assert seen.ending.kind is EndingKind.FILE_TOO_LARGE
    assert seen.logs[0].after == b"x" * LOG_BYTES


def test_a_removal_that_ctrl_c_cuts_short_is_made_good(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_path: Path) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(folder_module, "remove_tree", interrupted)
    folder = WorkingFolder(None, earlier_row="x", log_name="reversi.csv")
    (folder.path / "left").mkdir()
    with pytest.raises(KeyboardInterrupt), folder:
        folder.remove()
    assert not folder.path.exists()


def test_who_names_a_place_for_temporary_files_gets_no_folders_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert in_memory() is None


def test_a_place_in_memory_takes_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMPDIR", raising=False)
    if (place := in_memory()) is None:
        pytest.skip("no /dev/shm with a GiB to spare")
    with WorkingFolder(None, earlier_row="", log_name="reversi.csv", parent=place) as folder:
        assert folder.path.parent == place
    assert not folder.path.exists()
