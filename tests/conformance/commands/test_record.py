"""`record`: golden transcripts, written anew."""

import errno
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reversi_conformance import corpus
from reversi_conformance.cli import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="reversi-conformance")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """Copy one golden transcript into a folder of its own."""
    shutil.copy(corpus.home() / "python" / "py-4-X-sample.txt", tmp_path)
    return tmp_path / "py-4-X-sample.txt"


@pytest.mark.parametrize("assignment", ["python", "typescript"])
def test_the_shipped_transcripts_are_up_to_date(assignment: str) -> None:
    done = run("record", "--check", "--assignment", assignment)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"{corpus.home() / assignment}: nothing would change\n"


def test_what_would_change_is_named_and_left_alone(sample: Path) -> None:
    right = sample.read_text(encoding="utf-8")
    wrong = right.replace("Game over.", "Game over!")
    sample.write_text(wrong, encoding="utf-8")
    done = run("record", "--check", str(sample.parent))
    assert (done.exit_code, done.stdout) == (1, f"{sample}: would change\n")
    assert sample.read_text(encoding="utf-8") == wrong


def test_what_is_outdated_is_written_anew(sample: Path) -> None:
    right = sample.read_text(encoding="utf-8")
    sample.write_text(right.replace("Game over.", "Game over!"), encoding="utf-8")
    assert run("record", str(sample.parent)).stdout == f"{sample}: changed\n"
    assert sample.read_text(encoding="utf-8") == right
    done = run("record", str(sample.parent))
    assert (done.exit_code, done.stdout) == (0, f"{sample.parent}: nothing changed\n")


def test_other_line_ends_are_outdated(sample: Path) -> None:
    right = sample.read_bytes()
    sample.write_bytes(right.replace(b"\n", b"\r\n"))
    assert run("record", "--check", str(sample.parent)).exit_code == 1
    assert run("record", str(sample.parent)).exit_code == 0
    assert sample.read_bytes() == right


def test_a_header_alone_becomes_a_transcript(sample: Path) -> None:
    right = sample.read_text(encoding="utf-8")
    header = "".join(f"{part}+++\n" for part in right.split("+++\n")[:2])
    sample.write_text(header, encoding="utf-8")
    assert run("record", str(sample.parent)).exit_code == 0
    assert sample.read_text(encoding="utf-8") == right


def test_moves_that_were_changed_are_played_anew(sample: Path) -> None:
    right = sample.read_text(encoding="utf-8")
    shorter = right.replace(', "ca", "dc", "cd"]', ', "zz"]').replace(
        '"no-moves"', '"illegal-move"'
    )
    sample.write_text(shorter, encoding="utf-8")
    assert run("record", str(sample.parent)).exit_code == 0
    assert sample.read_text(encoding="utf-8").endswith(
        "«zz»\n  Invalid move.\n  Game over.\n  X player wins.\n"
    )


def test_moves_that_lead_elsewhere_change_nothing(sample: Path) -> None:
    wrong = sample.read_text(encoding="utf-8").replace('ends = "no-moves"', 'ends = "wipe-out"')
    sample.write_text(wrong, encoding="utf-8")
    done = run("record", str(sample.parent))
    assert (done.exit_code, done.stdout) == (3, "")
    assert "py-4-X-sample: the moves lead to no-moves, not to 'wipe-out'" in done.stderr
    assert sample.read_text(encoding="utf-8") == wrong


def test_a_transcript_that_cannot_be_written_stays_and_is_named(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    wrong = sample.read_text(encoding="utf-8").replace("Game over.", "Game over!")
    sample.write_text(wrong, encoding="utf-8")
    monkeypatch.setattr(os, "fsync", fail)
    done = run("record", str(sample.parent))
    assert done.exit_code == 3
    assert done.stderr == f"reversi-conformance: {sample}: No space left on device\n"
    assert sample.read_text(encoding="utf-8") == wrong
    assert list(sample.parent.iterdir()) == [sample]
