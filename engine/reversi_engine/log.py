"""The log of games: one row per game in `reversi.csv`, without a header.

Knows the row's six fields and how one is appended. Writes the file that it is given, and creates
it where there is none; creates no folder.
"""

from __future__ import annotations

import errno
import os
import re
from datetime import datetime
from typing import NamedTuple

from reversi_engine.board import Disc
from reversi_engine.game import EndReason, Game

FILE_NAME = "reversi.csv"
GAVE_UP = "Human gave up."

_TIME_FORMAT = "%Y%m%d %H:%M:%S"
_ROW = re.compile(
    r"(?P<started>\d{8} \d\d:\d\d:\d\d),(?P<seconds>\d+),(?P<size>\d+)\*(?P=size),"
    r"(?P<players>computer,human|human,computer),"
    r"(?:(?P<black>\d+) to (?P<white>\d+)|Human gave up\.)",
    re.ASCII,
)


class Row(NamedTuple):
    """What is kept of a game."""

    started: datetime
    """Local time, to the second."""
    seconds: int
    """How long the game took, in whole seconds."""
    size: int
    computer: Disc
    """The computer's side; the human plays the other."""
    discs: tuple[int, int] | None
    """Black and white discs at the end; None if the human gave up by an illegal move."""

    @classmethod
    def of(cls, game: Game, started: datetime, seconds: int) -> Row:
        """Return the row of a game that is over; raises ValueError for one that is not."""
        if game.ended is None:
            msg = f"a game is logged when it is over; {game.human.value} is still to move"
            raise ValueError(msg)
        reason, _, black, white = game.ended
        discs = None if reason is EndReason.ILLEGAL_MOVE else (black, white)
        return cls(started, seconds, game.board.size, game.computer, discs)


def format_row(row: Row) -> str:
    """Return the row of a game, without a line break.

    >>> format_row(Row(datetime(2018, 11, 5, 23, 24, 46), 125, 4, Disc.BLACK, (1, 15)))
    '20181105 23:24:46,125,4*4,computer,human,1 to 15'
    """
    black, white = ("computer", "human") if row.computer is Disc.BLACK else ("human", "computer")
    result = "{} to {}".format(*row.discs) if row.discs else GAVE_UP
    started = row.started.strftime(_TIME_FORMAT)
    return f"{started},{row.seconds},{row.size}*{row.size},{black},{white},{result}"


def parse_row(text: str) -> Row:
    """Return the game of a row that `format_row` writes.

    Raises ValueError for any other text, or for a day that no calendar has. Whether such a game
    can be is not checked.

    >>> parse_row("20181110 14:23:18,21,4*4,computer,human,Human gave up.").discs is None
    True
    """
    fields = _ROW.fullmatch(text)
    if not fields:
        msg = (
            "a row of the log reads like "
            f"'20181105 23:24:46,125,4*4,computer,human,1 to 15', not {text!r}"
        )
        raise ValueError(msg)
    return Row(
        started=datetime.strptime(fields["started"], _TIME_FORMAT),
        seconds=int(fields["seconds"]),
        size=int(fields["size"]),
        computer=Disc.BLACK if fields["players"] == "computer,human" else Disc.WHITE,
        discs=(int(fields["black"]), int(fields["white"])) if fields["black"] else None,
    )


def append_row(path: str | os.PathLike[str], row: Row) -> None:
    """Add the row of a game to the end of the file.

    The line goes out in a single write, so that neither an interruption nor a second program
    that logs to the same file can tear it; where only a part of it finds room, that is taken back.

    Raises OSError when the file cannot be written.
    """
    line = f"{format_row(row)}\n".encode("ascii")
    log = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        written = os.write(log, line)
        if written < len(line):
            os.ftruncate(log, os.lseek(log, 0, os.SEEK_CUR) - written)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), os.fspath(path))
    finally:
        os.close(log)
