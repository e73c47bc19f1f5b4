"""The program `reversi-engine`: one game of the assignment at a terminal.

The only module of this package that asks and prints. Creates or extends one file, the log:
`reversi.csv` in the working directory unless another is named.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from datetime import datetime
from typing import TYPE_CHECKING

from reversi_engine.board import LARGEST_SIZE, SMALLEST_SIZE, Disc
from reversi_engine.game import Game
from reversi_engine.log import FILE_NAME, Row, append_row
from reversi_engine.wording import COMPUTER_PROMPT, SIZE_PROMPT, move_prompt, tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reversi_engine.game import Event

NOT_FINISHED = 1
NOT_RECORDED = 1
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one game and return the exit status.

    0 when the game was played to an end and recorded; 1 when the input ended before the game, or
    the game was played but not recorded; 2 for wrong options; 130 after Ctrl-C.
    """
    options = _parse_options(arguments)
    if options.version:
        _say(f"reversi-engine {_version()}\n")
        return 0
    try:
        return _run(options)
    except BrokenPipeError:
        return _fall_silent()


def _run(options: argparse.Namespace) -> int:
    """Play and record; return the exit status."""
    try:
        row = _play(options.max_size, " " if options.pass_on_same_line else "\n")
    except EOFError:
        return _stop("the input ended before the game", NOT_FINISHED)
    except KeyboardInterrupt:
        return _stop("interrupted", INTERRUPTED)
    return _record(options.log, row)


def _parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="reversi-engine",
        description="Play one game of Reversi against the computer, as the assignment has it.",
    )
    parser.add_argument(
        "--max-size",
        type=int,
        choices=range(SMALLEST_SIZE, LARGEST_SIZE + 1, 2),
        default=LARGEST_SIZE,
        metavar="N",
        help="the largest board that may be asked for (default: %(default)s)",
    )
    parser.add_argument(
        "--pass-on-same-line",
        action="store_true",
        help="let a pass and what follows it share a line, as the handout for TypeScript does",
    )
    parser.add_argument(
        "--log",
        default=FILE_NAME,
        metavar="PATH",
        help="the file that gets a row for this game (default: %(default)s)",
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    return parser.parse_args(arguments)


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415 - slow, and seldom asked for

    return version("reversi-conformance")


def _play(max_size: int, after_pass: str) -> Row:
    """Play a game to its end.

    Raises EOFError when the input ends before the game.
    """
    _let_any_bytes_in()
    size = _ask_size(max_size)
    computer = _ask_computer()
    started, began = datetime.now(), time.monotonic()

    def show(events: Iterable[Event]) -> None:
        _say("".join(tell(event, computer, after_pass) for event in events))

    game, events = Game.start(size, computer)
    show(events)
    while game.to_move:
        game, events = game.submit(_ask(move_prompt(game.to_move)))
        show(events)
    return Row.of(game, started, seconds=int(time.monotonic() - began))


def _ask_size(max_size: int) -> int:
    sizes = {str(size): size for size in range(SMALLEST_SIZE, max_size + 1, 2)}
    while (answer := _ask(SIZE_PROMPT)) not in sizes:
        _say(f"The board dimension is an even number from 4 to {max_size}, not {answer!a}.\n")
    return sizes[answer]


def _ask_computer() -> Disc:
    while (answer := _ask(COMPUTER_PROMPT)) not in {"X", "O", "x", "o"}:
        _say(f"The computer plays X or O, not {answer!a}.\n")
    return Disc(answer.upper())


def _ask(prompt: str) -> str:
    """Return the answer without blanks around it.

    Not `input`, which prompts on standard error when both ends are a terminal.

    Raises EOFError at the end of the input.
    """
    _say(prompt)
    line = sys.stdin.readline() if sys.stdin else ""  # None when it was closed from the start
    if not line:
        raise EOFError
    return line.strip()


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _complain(message: str) -> None:
    sys.stderr.write(f"reversi-engine: {message}\n")


def _stop(reason: str, status: int) -> int:
    _say("\n")  # ends the line of the prompt
    _complain(f"{reason}; nothing is recorded")
    return status


def _let_any_bytes_in() -> None:
    """Make bytes that are no text a wrong answer instead of a crash."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _fall_silent() -> int:
    """Keep the interpreter from flushing, at its exit, to a reader that has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NOT_FINISHED


def _record(log: str, row: Row) -> int:
    try:
        append_row(log, row)
    except OSError as error:
        _complain(f"cannot write the log {log!a}: {error.strerror}; the game is not recorded")
        return NOT_RECORDED
    return 0


if __name__ == "__main__":
    sys.exit(main())
