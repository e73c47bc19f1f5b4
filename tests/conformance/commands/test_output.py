"""A file of output is whole or not there at all."""

from pathlib import Path

import click
import pytest

from reversi_conformance.commands import output
from reversi_conformance.commands.inputs import CouldNotJudgeError


def test_a_file_that_cannot_be_replaced_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    sheet = tmp_path / "sheet.txt"
    sheet.write_text("old", encoding="utf-8")
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(CouldNotJudgeError, match="was not written: No space left on device"):
        output.write("new\n", sheet)
    assert sheet.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [sheet]


def test_a_full_disk_is_told_in_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with pytest.raises(CouldNotJudgeError) as told:
        output.write("new\n", Path("/dev/full"))
    assert str(told.value) == "'/dev/full' was not written: No space left on device"


def test_a_device_is_written_to_and_not_replaced() -> None:
    output.write("new\n", Path("/dev/null"))
    assert Path("/dev/null").is_char_device()


def test_what_a_link_points_to_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    sheet, link = tmp_path / "sheet.txt", tmp_path / "link.txt"
    sheet.write_text("old", encoding="utf-8")
    link.symlink_to(sheet)
    output.write("new\n", link)
    assert link.is_symlink()
    assert sheet.read_text(encoding="utf-8") == "new\n"


def test_line_ends_are_the_same_everywhere(tmp_path: Path) -> None:
    output.write("黑\n白\n", tmp_path / "sheet.txt")
    assert (tmp_path / "sheet.txt").read_bytes() == "黑\n白\n".encode()


def test_what_is_impossible_is_refused_before_any_work(tmp_path: Path) -> None:
    output.refuse_impossible(None)
    output.refuse_impossible(tmp_path / "sheet.txt")
    for path in (tmp_path, tmp_path / "no" / "sheet.txt"):
        with pytest.raises(click.UsageError):
            output.refuse_impossible(path)
