"""`check --watch`: real files that change while it waits, on a terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from reversi_conformance.cli import main
from reversi_conformance.commands.watching import wait_for_change
from reversi_conformance.sessions.folder import state

PROGRAMS = Path(__file__).parents[2] / "programs"
RIGHT = (PROGRAMS / "plain.py").read_text(encoding="utf-8")
WRONG = RIGHT.replace("Game over", "Game Over!")
CASE = ("--case", "py-4-X-sample")
WAITS = "save a file to check again"
HANGS = "import time\nwhile True:\n    time.sleep(60)\n"


class Watching:
    """`check --watch` in a folder, on a terminal."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._terminal = pexpect.spawn(
            sys.executable,
            ["-m", "reversi_conformance", "check", "--watch", *CASE, *arguments],
            cwd=str(folder),
            encoding="utf-8",
            timeout=60,
            dimensions=(50, 120),
            env={**os.environ, "TERM": "dumb", "LANG": "C.UTF-8"},
        )

    def shown_until(self, text: str = WAITS) -> str:
        self._terminal.expect_exact(text)
        return str(self._terminal.before)

    def interrupt(self) -> int:
        self._terminal.sendintr()
        self._terminal.expect(pexpect.EOF)
        self._terminal.close()
        return int(self._terminal.exitstatus)

    def close(self) -> None:
        self._terminal.close(force=True)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "reversi.py"
    path.write_text(RIGHT, encoding="utf-8")
    return path


@pytest.fixture
def watching(program: Path) -> Iterator[Watching]:
    watching = Watching(program.parent)
    yield watching
    watching.close()


def test_what_got_worse_and_better_is_shown_when_a_file_is_saved(
    program: Path, watching: Watching
) -> None:
    assert "Everything conforms" in watching.shown_until()

    program.write_text(WRONG, encoding="utf-8")
    worse = watching.shown_until()
    assert "Since the last time: 43 → 40 of 43 points" in worse
    assert "▼ printing.messages: 3/3 → 0/3 in 0/1 cases" in worse
    assert "▼ no longer conform: py-4-X-sample" in worse

    # As editors do that write a file beside it and put that in its place.
    other = program.with_name("reversi.py.tmp")
    other.write_text(RIGHT, encoding="utf-8")
    other.replace(program)
    better = watching.shown_until()
    assert "Since the last time: 40 → 43 of 43 points" in better
    assert "▲ conform now: py-4-X-sample" in better
    assert watching.interrupt() == 0


def test_what_changes_nothing_is_said_to(program: Path, watching: Watching) -> None:
    watching.shown_until()
    program.write_text(f"{RIGHT}\n# the end\n", encoding="utf-8")
    assert "No better and no worse than the last time: 43 of 43 points." in watching.shown_until()


def test_a_program_that_is_gone_is_waited_for(program: Path, watching: Watching) -> None:
    watching.shown_until()
    program.unlink()
    assert "there is no file in what was handed in" in watching.shown_until()
    program.write_text(WRONG, encoding="utf-8")
    assert "Since the last time: 43 → 40" in watching.shown_until()
    assert watching.interrupt() == 1


def test_a_file_that_is_named_is_watched(program: Path) -> None:
    watching = Watching(program.parent, "reversi.py")
    watching.shown_until()
    program.write_text(WRONG, encoding="utf-8")
    assert "no longer conform: py-4-X-sample" in watching.shown_until()
    program.unlink()
    assert "'reversi.py' is no file in" in watching.shown_until()
    assert watching.interrupt() == 2


def test_a_page_is_written_anew(program: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    page = tmp_path_factory.mktemp("out") / "sheet.html"
    watching = Watching(program.parent, "--format", "html", "-o", str(page))
    watching.shown_until()
    before = page.read_text(encoding="utf-8")
    program.write_text(WRONG, encoding="utf-8")
    assert "Since the last time" in watching.shown_until()
    assert page.read_text(encoding="utf-8") != before
    assert watching.interrupt() == 1


def test_ctrl_c_before_anything_was_judged_is_an_interruption(program: Path) -> None:
    program.write_text(HANGS, encoding="utf-8")
    watching = Watching(program.parent)
    watching.shown_until("0 of 1 cases judged")
    assert watching.interrupt() == 130


def test_ctrl_c_within_a_later_check_ends_with_the_status_of_the_last_whole_one(
    program: Path,
) -> None:
    watching = Watching(program.parent)
    watching.shown_until()
    program.write_text(HANGS, encoding="utf-8")
    watching.shown_until("0 of 1 cases judged")
    assert watching.interrupt() == 0


def test_a_file_that_is_written_in_pieces_is_waited_for(program: Path) -> None:
    def truncate() -> None:
        program.write_text("", encoding="utf-8")

    def write_half() -> None:
        program.write_text(RIGHT[:100], encoding="utf-8")

    def write_all() -> None:
        program.write_text(RIGHT, encoding="utf-8")

    def rest() -> None:
        pass

    def edit() -> None:
        next(edits)()

    edits: Iterator[Callable[[], None]] = iter((rest, truncate, write_half, write_all, rest))
    wait_for_change(program.parent, state(program.parent), edit)
    assert program.read_text(encoding="utf-8") == RIGHT
    assert list(edits) == []


def test_what_was_changed_while_it_was_judged_is_no_secret(program: Path) -> None:
    before = state(program.parent)
    program.write_text(WRONG, encoding="utf-8")
    looks: list[None] = []
    wait_for_change(program.parent, before, lambda: looks.append(None))
    assert len(looks) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--format", "json"), "--watch: with --format json name a file, with -o FILE"),
        (("--", "true"), "--watch: the command names no file or folder"),
        (("reversi.pi",), "'reversi.pi' is no file in"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_cannot_be_watched_is_refused_at_once(
    arguments: tuple[str, ...], message: str, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(program.parent)
    told = CliRunner().invoke(main, ["check", "--watch", *arguments])
    assert told.exit_code == 2
    assert message in told.stderr
