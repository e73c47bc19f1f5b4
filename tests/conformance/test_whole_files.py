"""A file that is written is, at any moment, the old one or the new one, and never a part of it.

Real processes rewrite it (`rewriting`) and are killed; real limits and permissions stop them.
"""

import ast
import errno
import fcntl
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import reversi_conformance
from reversi_conformance import whole_files

from . import rewriting

PACKAGE = Path(reversi_conformance.__file__).parent
WRITES_BY_ITSELF = {
    "whole_files.py",
    # A program of the catalogue, in a folder that is gone after it was played.
    "audit/catalogue.py",
    # A submission, in a folder that is gone after it was played.
    "classroom/builds.py",
    "classroom/node_modules.py",
    "classroom/opening.py",
    "classroom/unpacker.py",
    # The log of events, a line at a time.
    "classroom/results.py",
    # What a confinement must hide, in a folder that is gone after it was tried out.
    "confinement.py",
    # Settings of the kernel, for one session.
    "sandboxes/step_inside.py",
}


def rewrite(task: str, path: Path, *numbers: int) -> Any:
    """Have a process do this to a file; returns what it saw."""
    done = subprocess.run(
        [sys.executable, rewriting.__file__, task, str(path), *map(str, numbers)],
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A file that is there already."""
    path = tmp_path / "page.txt"
    path.write_text(rewriting.content(1), encoding="utf-8")
    return path


def test_a_writer_killed_at_any_moment_leaves_a_whole_file(page: Path) -> None:
    seen = rewrite("kill", page, 120, 7)
    assert seen["kills"] == 120
    assert seen["lost"] == 0
    assert seen["amid a write"] > 0
    assert seen["most left behind"] == 1


def test_a_writer_killed_at_any_step_leaves_the_old_file_or_the_new_one(page: Path) -> None:
    seen = rewrite("step", page)
    assert seen["old"] >= 20
    assert seen["new"] >= 5
    assert seen["old"] + seen["new"] == seen["steps"]


def test_what_killed_writers_leave_behind_is_removed_by_the_next_one(page: Path) -> None:
    rewrite("step", page)
    whole_files.write(page, "new\n")
    assert list(page.parent.iterdir()) == [page]


def test_writers_of_one_file_do_not_disturb_each_other(page: Path) -> None:
    assert rewrite("race", page, 25) == {"statuses": [0, 0, 0]}
    rewriting.number_of(page.read_text(encoding="utf-8"))
    assert list(page.parent.iterdir()) == [page]


def test_what_another_process_is_writing_stays(page: Path) -> None:
    partial = page.with_name(".page.txt.0badcafe.partial")
    with partial.open("w", encoding="utf-8") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        whole_files.write(page, "new\n")
        assert partial.exists()
    whole_files.write(page, "newer\n")
    assert not partial.exists()


def test_what_only_looks_alike_stays(page: Path) -> None:
    others = {
        page.with_name(name): b""
        for name in (".page.txt2.0badcafe.partial", "page.txt.0badcafe.partial", ".page.txt.partly")
    }
    for other in others:
        other.write_bytes(b"")
    folder = page.with_name(".page.txt.0badcafe.partial")
    folder.mkdir()
    whole_files.write(page, "new\n")
    assert set(page.parent.iterdir()) == {page, folder, *others}


def test_the_content_is_on_the_disk_before_its_name_and_the_name_before_the_end(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def note_sync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        steps.append("sync folder" if is_folder else "sync file")
        fsync(descriptor)

    def note_replace(path: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_replace)
    whole_files.write(page, "new\n")
    assert steps == ["sync file", "rename", "sync folder"]


def test_a_folder_that_cannot_be_synced_by_itself_is_no_failure(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", fail)
    whole_files.write(page, "new\n")
    assert page.read_text(encoding="utf-8") == "new\n"


@pytest.mark.parametrize("call", ["fsync", "write", "fchmod"])
def test_a_disk_that_fails_leaves_the_old_file(
    page: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match=r"Input/output error: '.*page\.txt'"):
        whole_files.write(page, "new\n")
    assert rewriting.number_of(page.read_text(encoding="utf-8")) == 1
    assert list(page.parent.iterdir()) == [page]


def test_a_limit_on_the_size_of_files_leaves_the_old_file(page: Path) -> None:
    script = (
        "import resource, sys; from pathlib import Path;"
        "from reversi_conformance import whole_files;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
        "whole_files.write(Path(sys.argv[1]), 'x' * 10_000)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(page)], capture_output=True, text=True, check=False
    )
    assert f"File too large: '{page}'" in done.stderr
    assert rewriting.number_of(page.read_text(encoding="utf-8")) == 1
    assert list(page.parent.iterdir()) == [page]


def test_a_folder_in_which_nothing_may_be_written_leaves_the_old_file(page: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    page.parent.chmod(0o500)
    with pytest.raises(PermissionError, match=r"page\.txt"):
        whole_files.write(page, "new\n")
    page.parent.chmod(0o700)
    assert rewriting.number_of(page.read_text(encoding="utf-8")) == 1


def test_a_file_keeps_its_permissions(page: Path) -> None:
    page.chmod(0o600)
    whole_files.write(page, "new\n")
    assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_a_new_file_has_the_permissions_of_any_other_one(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_bytes(b"")
    whole_files.write(tmp_path / "page.txt", "new\n")
    assert (tmp_path / "page.txt").stat().st_mode == (tmp_path / "other.txt").stat().st_mode


@pytest.mark.parametrize("name", ["x" * 255, "黑" * 85, "*?[a]", "a\nb", "\udcff.txt"])
def test_any_name_that_a_file_can_have_can_be_written(tmp_path: Path, name: str) -> None:
    for text in ("old\n", "new\n"):
        whole_files.write(tmp_path / name, text)
    assert (tmp_path / name).read_text(encoding="utf-8") == "new\n"
    assert list(tmp_path.iterdir()) == [tmp_path / name]


def test_a_link_to_nothing_yet_leads_to_the_new_file(tmp_path: Path) -> None:
    link, page = tmp_path / "link.txt", tmp_path / "page.txt"
    link.symlink_to(page)
    whole_files.write(link, "new\n")
    assert link.is_symlink()
    assert page.read_text(encoding="utf-8") == "new\n"


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    whole_files.put(tmp_path / "book.xlsx", b"PK\r\n\xff\x00")
    assert (tmp_path / "book.xlsx").read_bytes() == b"PK\r\n\xff\x00"


def test_no_other_module_writes_files_that_stay() -> None:
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        # Where the package is installed, the programs of the catalogue lie in it.
        if "mistakes" not in path.relative_to(PACKAGE).parts
        and any(map(writes, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert found == WRITES_BY_ITSELF


def writes(node: ast.AST) -> bool:
    """Whether this is a call that writes a file by its path."""
    if not isinstance(node, ast.Call):
        return False
    call = ast.unparse(node.func)
    modes = (each.value for each in node.args if isinstance(each, ast.Constant))
    if call.startswith("super()."):
        return False  # what is written so is no file of this project's own
    opens = call.endswith("open") and any(str(mode)[:1] in ("w", "a", "x") for mode in modes)
    return opens or call.endswith((".write_text", ".write_bytes"))
