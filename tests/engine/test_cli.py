"""The program itself, run as a process of its own."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from datetime import datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

import pytest

from reversi_engine import Disc
from reversi_engine.log import parse_row

from .samples import SAMPLE_4, SAMPLE_6, answers, at_a_terminal, through_a_pipe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRAM = [sys.executable, "-m", "reversi_engine.cli"]
IN_PROCESS = "import sys; from reversi_engine.cli import main; sys.exit(main())"
PROMPTS = (b"dimension: ", b"(X/O) : ", b"(RowCol): ")
SECONDS_TO_END = 30

# Unbuffered output, if the tests run with it, would hide a prompt that is not flushed.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


class Run(NamedTuple):
    """What a finished process leaves."""

    status: int
    printed: str
    complaint: str


def run(folder: Path, typed: str | bytes, *options: str) -> Run:
    """Run the program in this folder with all its input in a pipe."""
    done = subprocess.run(
        [*PROGRAM, *options],
        cwd=folder,
        env=ENVIRONMENT,
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=SECONDS_TO_END,
        check=False,
    )
    return Run(done.returncode, done.stdout.decode("ascii"), done.stderr.decode("ascii"))


def play(folder: Path, entries: str, *options: str) -> Run:
    """Run the program with these answers, one per line."""
    return run(folder, "".join(f"{entry}\n" for entry in entries.split()), *options)


class Terminal:
    """The program at a pseudo-terminal, answered when it has asked."""

    def __init__(self, folder: Path) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            PROGRAM,
            cwd=folder,
            env=ENVIRONMENT,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self._shown = b""

    def hear_prompt(self) -> None:
        """Wait until the program has asked again."""
        heard = b""
        while not heard.endswith(PROMPTS):
            heard += os.read(self._ours, 4096)
        self._shown += heard

    def type(self, text: bytes) -> None:
        os.write(self._ours, text)

    def shown(self) -> str:
        """Return all that the terminal has shown, once the program has gone."""
        try:
            while chunk := os.read(self._ours, 4096):
                self._shown += chunk
        except OSError:  # Linux reports the end so
            pass
        return self._shown.decode("ascii").replace("\r\n", "\n")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path)
    yield opened
    opened.close()


@pytest.mark.parametrize("session", [SAMPLE_4, SAMPLE_6], ids=["4", "6"])
def test_the_handout_s_samples_through_a_pipe(tmp_path: Path, session: str) -> None:
    assert play(tmp_path, " ".join(answers(session))) == (0, through_a_pipe(session), "")


@pytest.mark.parametrize("session", [SAMPLE_4, SAMPLE_6], ids=["4", "6"])
def test_the_handout_s_samples_at_a_terminal(terminal: Terminal, session: str) -> None:
    for answer in answers(session):
        terminal.hear_prompt()
        terminal.type(f"{answer}\n".encode())
    assert terminal.shown() == at_a_terminal(session)
    assert terminal.process.wait(SECONDS_TO_END) == 0


def test_the_installed_command_is_this_program(tmp_path: Path) -> None:
    command = os.path.join(os.path.dirname(sys.executable), "reversi-engine")  # noqa: PTH118, PTH120
    done = subprocess.run(
        [command], cwd=tmp_path, input=b"6\nO\ncb\naa\n", capture_output=True, check=True
    )
    assert done.stdout.decode() == through_a_pipe(SAMPLE_6)


@pytest.mark.parametrize(
    ("entries", "ending"),
    [
        ("4 O cd aa ca ac dd dc", "Game over.\nX : O = 8 : 8\nDraw!\n"),
        ("4 X aa ac db cd ca", "Game over.\nX : O = 9 : 7\nX player wins.\n"),
        ("6 X bd bb ce ec", "Game over.\nX : O = 13 : 0\nX player wins.\n"),
        (
            "4 O ab cd ba",
            "Both players have no valid move.\nGame over.\nX : O = 1 : 10\nO player wins.\n",
        ),
    ],
)
def test_the_result_follows_the_last_board(tmp_path: Path, entries: str, ending: str) -> None:
    printed = play(tmp_path, entries).printed
    assert re.search(rf"\n[df]( [.XO])+\n{re.escape(ending)}\Z", printed)


def test_a_pass_of_the_human_stands_before_the_computer_s_line(tmp_path: Path) -> None:
    printed = play(tmp_path, "4 X aa ac db cd ca").printed
    assert "\nd X X X .\nO player has no valid move.\nComputer places X at dd.\n" in printed


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        (
            "4 X aa ac ca dc cd",
            "\nX player has no valid move. Enter move for O (RowCol):   a b c d\n",
        ),
        ("4 X aa ac db cd ca", "\nO player has no valid move. Computer places X at dd.\n"),
    ],
)
def test_a_pass_and_what_follows_share_a_line_if_told_so(
    tmp_path: Path, entries: str, line: str
) -> None:
    assert line in play(tmp_path, entries, "--pass-on-same-line").printed


@pytest.mark.parametrize("size", ["", "3", "5", "2", "28", "-4", "0", "four", "4.0", "4 4", "४"])
def test_a_bad_size_is_asked_for_again(tmp_path: Path, size: str) -> None:
    done = run(tmp_path, f"{size}\n6\nO\ncb\naa\n")
    complaint = f"The board dimension is an even number from 4 to 26, not {size!a}.\n"
    prompt, rest = through_a_pipe(SAMPLE_6).split(": ", 1)
    assert done == (0, f"{prompt}: {complaint}{prompt}: {rest}", "")


@pytest.mark.parametrize("colour", ["", "black", "0", "XO", "human"])
def test_a_bad_colour_is_asked_for_again(tmp_path: Path, colour: str) -> None:
    done = run(tmp_path, f"6\n{colour}\nO\ncb\naa\n")
    complaint = f"The computer plays X or O, not {colour!a}.\n"
    prompts, rest = through_a_pipe(SAMPLE_6).split(") : ", 1)
    prompt = "Computer plays (X/O) : "
    assert done == (0, f"{prompts}) : {complaint}{prompt}{rest}", "")


def test_lower_case_colours_and_blanks_around_an_answer_are_taken(tmp_path: Path) -> None:
    typed = " 6\no \n\tcb\r\naa\n"
    assert run(tmp_path, typed) == (0, through_a_pipe(SAMPLE_6), "")
    assert run(tmp_path, "4\nx\nzz\n").printed.endswith("Game over.\nX player wins.\n")


@pytest.mark.parametrize("entry", ["", "a", "aaa", "CB", "11", "gg", "dd", "cc", "bb", "资", "é1"])
def test_whatever_is_no_legal_move_is_invalid_and_ends_the_game(tmp_path: Path, entry: str) -> None:
    done = run(tmp_path, f"6\nO\n{entry}\n")
    assert done.status == 0
    ending = "Enter move for X (RowCol): Invalid move.\nGame over.\nO player wins.\n"
    assert done.printed.endswith(ending)
    assert done.complaint == ""


def test_bytes_that_are_no_text_are_a_wrong_answer(tmp_path: Path) -> None:
    done = run(tmp_path, b"\xff\n4\n\xb9\xfe\nX\n\x00\xfe\n")
    assert "not '\\ufffd'.\n" in done.printed
    assert done.printed.endswith("Invalid move.\nGame over.\nX player wins.\n")
    assert (done.status, done.complaint) == (0, "")


@pytest.mark.parametrize("typed", ["", "4\n", "5\n", "4\nX\n", "4\nX\naa\n"])
def test_input_that_ends_too_early_is_said_and_nothing_is_recorded(
    tmp_path: Path, typed: str
) -> None:
    done = run(tmp_path, typed)
    assert done.status == 1
    assert done.printed.encode().endswith(tuple(prompt + b"\n" for prompt in PROMPTS))
    complaint = "reversi-engine: the input ended before the game; nothing is recorded\n"
    assert done.complaint == complaint
    assert list(tmp_path.iterdir()) == []


def test_input_that_was_never_open_is_said(tmp_path: Path) -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stdout == b"Enter the board dimension: \n"
    assert done.stderr == b"reversi-engine: the input ended before the game; nothing is recorded\n"


def test_a_last_answer_without_a_line_break_counts(tmp_path: Path) -> None:
    assert run(tmp_path, "6\nO\ncb\naa") == (0, through_a_pipe(SAMPLE_6), "")


@pytest.mark.parametrize("entries", [[], ["4"], ["4", "X"], ["4", "X", "aa"]])
def test_ctrl_c_ends_the_program_and_nothing_is_recorded(
    terminal: Terminal, tmp_path: Path, entries: list[str]
) -> None:
    for entry in entries:
        terminal.hear_prompt()
        terminal.type(f"{entry}\n".encode())
    terminal.hear_prompt()
    terminal.process.send_signal(signal.SIGINT)
    said = "\nreversi-engine: interrupted; nothing is recorded\n"
    assert terminal.shown().endswith(said)
    assert terminal.process.wait(SECONDS_TO_END) == 130
    assert list(tmp_path.iterdir()) == []


def test_ctrl_d_ends_the_program_and_nothing_is_recorded(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.hear_prompt()
    terminal.type(b"\x04")
    assert terminal.shown().endswith(
        "\nreversi-engine: the input ended before the game; nothing is recorded\n"
    )
    assert terminal.process.wait(SECONDS_TO_END) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_has_gone_ends_the_program_without_a_word(tmp_path: Path) -> None:
    process = subprocess.Popen(
        PROGRAM,
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    process.stdout.close()
    process.stdout = None
    _, complaint = process.communicate(b"4\nX\n", timeout=SECONDS_TO_END)
    assert (process.returncode, complaint) == (1, b"")
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_logged_in_the_working_directory(tmp_path: Path) -> None:
    before = datetime.now().replace(microsecond=0)
    play(tmp_path, "4 X aa ac ca dc cd")
    play(tmp_path, "6 O cb aa")
    after = datetime.now()
    assert [path.name for path in tmp_path.iterdir()] == ["reversi.csv"]
    won, lost = map(parse_row, (tmp_path / "reversi.csv").read_text().splitlines())
    assert (won.size, won.computer, won.discs) == (4, Disc.BLACK, (2, 11))
    assert (lost.size, lost.computer, lost.discs) == (6, Disc.WHITE, None)
    assert before <= won.started <= lost.started <= after
    assert 0 <= won.seconds <= (after - before).total_seconds()


def test_the_log_is_written_where_it_is_told(tmp_path: Path) -> None:
    play(tmp_path, "4 X zz", "--log", "mine.csv")
    assert (tmp_path / "mine.csv").read_text().endswith(",4*4,computer,human,Human gave up.\n")


def test_a_log_that_cannot_be_written_is_told_after_the_result(tmp_path: Path) -> None:
    (tmp_path / "reversi.csv").mkdir()
    status, printed, complaint = play(tmp_path, "6 O cb aa")
    assert printed == through_a_pipe(SAMPLE_6)
    assert complaint == (
        "reversi-engine: cannot write the log 'reversi.csv': Is a directory; "
        "the game is not recorded\n"
    )
    assert status == 1


def test_a_log_in_a_folder_that_does_not_exist_creates_none(tmp_path: Path) -> None:
    status, printed, complaint = play(tmp_path, "6 O cb aa", "--log", "data/reversi.csv")
    assert printed == through_a_pipe(SAMPLE_6)
    assert "cannot write the log 'data/reversi.csv': No such file or directory" in complaint
    assert status == 1
    assert list(tmp_path.iterdir()) == []


def test_a_row_that_finds_no_room_is_not_half_written(tmp_path: Path) -> None:
    log = tmp_path / "reversi.csv"
    log.write_text(990 * "-" + "\n")
    before = log.read_bytes()
    program = f"import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (1000, 1000)); {IN_PROCESS}"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        input=b"6\nO\ncb\naa\n",
        capture_output=True,
        check=False,
    )
    assert b"cannot write the log 'reversi.csv': No space left on device" in done.stderr
    assert done.returncode == 1
    assert log.read_bytes() == before


def test_larger_boards_are_refused_beyond_the_limit(tmp_path: Path) -> None:
    printed = play(tmp_path, "12 10 O aa", "--max-size", "10").printed
    assert "an even number from 4 to 10, not '12'.\n" in printed
    assert ":   a b c d e f g h i j\n" in printed


@pytest.mark.parametrize("limit", ["2", "5", "28", "many"])
def test_a_limit_that_is_no_size_is_refused(tmp_path: Path, limit: str) -> None:
    done = run(tmp_path, "", "--max-size", limit)
    assert (done.status, done.printed) == (2, "")
    assert "reversi-engine: error: argument --max-size: invalid" in done.complaint


def test_the_largest_board_is_played_from_a_to_z(tmp_path: Path) -> None:
    printed = play(tmp_path, "26 X zz").printed
    assert "\nComputer places X at lm.\n" in printed
    assert printed.endswith("Invalid move.\nGame over.\nX player wins.\n")


def test_the_version_is_the_package_s(tmp_path: Path) -> None:
    expected = f"reversi-engine {version('reversi-conformance')}\n"
    assert run(tmp_path, "", "--version") == (0, expected, "")


def test_help_names_every_option(tmp_path: Path) -> None:
    printed = run(tmp_path, "", "--help").printed
    for option in ("--max-size N", "--pass-on-same-line", "--log PATH", "--version", "--help"):
        assert option in printed
