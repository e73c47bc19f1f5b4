"""Judges the log: one row about the game, appended to what was there.

"把每次人机对弈的信息作为一行写入文件reversi.csv中，这些信息包括：游戏开始的时间、单次游戏使用的时间、棋盘大小、
黑棋玩家、白棋玩家、游戏比分，信息之间使用逗号字符分隔。"
"""

import csv
import re
from collections.abc import Callable
from typing import Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.observation import LogFile, Observation
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.moments import moments
from reversi_conformance.referee.play import Play
from reversi_conformance.transcript import Header
from reversi_engine import Disc

_CHECK: Final = "printing.log"
_SLACK_SECONDS: Final = 2.0
_QUARTER_HOUR: Final = 900.0
_GAVE_UP: Final = re.compile(
    r"\bg(?:a|i)ves? ?up|giv(?:en|ing) up|surrender|resign|放弃|认输|投降", re.IGNORECASE
)
_SCORE: Final = re.compile(r"\s*(\d+)\s*to\s*(\d+)\s*", re.IGNORECASE)
_SIZE: Final = re.compile(r"\s*(\d+)\s*\*\s*(\d+)\s*")
_HANDOUT_TIME: Final = re.compile(r"\d{8} \d\d:\d\d:\d\d")
_LONGEST_TIME: Final = 100
_SPELLINGS: Final = ("reversi.csv", "Reversi.csv")


def judge_log(
    observation: Observation, header: Header, play: Play, assignment: Assignment, ledger: Ledger
) -> None:
    """Enter what is wrong with the row about a game that came to its end."""
    ledger.assess(_CHECK)
    changed = [log for log in observation.logs if log.after not in (None, log.before)]
    named = [log for log in changed if _base(log).casefold() == assignment.log.name.casefold()]
    if not named:
        _fault_missing(changed, observation, assignment, ledger)
        return
    log = named[0]
    if log.path not in _SPELLINGS:
        ledger.tolerate(assignment.latitude.log_name, _CHECK, "log.place", path=log.path)
    row = _appended_row(log, ledger)
    if row is not None:
        _judge_row(row, observation, header, play, assignment, ledger)


def _fault_missing(
    changed: list[LogFile], observation: Observation, assignment: Assignment, ledger: Ledger
) -> None:
    turns = observation.transcript.turns
    crash = [
        line.strip() for line in turns[-1].printed if re.search(r"(?:Error|Exception)\b", line)
    ]
    if crash:
        ledger.fault(_CHECK, "log.crash", line=crash[-1])
    elif changed:
        ledger.fault(_CHECK, "log.name", path=changed[0].path, name=assignment.log.name)
    else:
        ledger.fault(_CHECK, "log.missing", name=assignment.log.name)


def _base(log: LogFile) -> str:
    return log.path.rpartition("/")[2]


def _appended_row(log: LogFile, ledger: Ledger) -> str | None:
    """The one row that came to a log; None where it is not one."""
    before, after = log.before or b"", log.after or b""
    if not after.startswith(before):
        ledger.fault(_CHECK, "log.overwritten", path=log.path)
        before = b""
    text = _decode(after[len(before) :])
    if not text.startswith(("\n", "\r\n")) and not text.endswith("\n"):
        ledger.fault(_CHECK, "log.one-line", observed=(text.strip(),))
    rows = [row for row in text.split("\n") if row.strip()]
    if len(rows) > 1 and not any(sign.isdigit() for sign in rows[0]):
        ledger.fault(_CHECK, "log.header", observed=(rows[0].rstrip("\r"),))
        rows = rows[1:]
    if len(rows) != 1:
        ledger.fault(_CHECK, "log.rows", observed=tuple(rows[:4]), count=len(rows))
        return None
    return rows[0].rstrip("\r")


def _decode(content: bytes) -> str:
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("utf-8", errors="replace")


def _judge_row(
    row: str,
    observation: Observation,
    header: Header,
    play: Play,
    assignment: Assignment,
    ledger: Ledger,
) -> None:
    fields = _fields(row)
    if len(fields) != 6:
        ledger.fault(_CHECK, "log.fields", observed=(row,), count=len(fields))
        return
    black, white = ("computer", "human") if play.computer is Disc.BLACK else ("human", "computer")
    checks: tuple[tuple[str, Callable[[], bool | None]], ...] = (
        ("time", lambda: _is_time_of_game(fields[0], observation)),
        ("duration", lambda: _is_duration(fields[1], observation)),
        ("size", lambda: _is_size(fields[2], header.board)),
        ("players", lambda: _are_players(fields[3:5], (black, white))),
        ("result", lambda: _is_result(fields[5], play)),
    )
    for name, is_right in checks:
        verdict = is_right()
        if verdict is False:
            expected = _expected(name, header, play, (black, white))
            ledger.fault(_CHECK, f"log.{name}", observed=(row,), expected=expected)
        elif verdict is None:
            ledger.tolerate(assignment.latitude.log_form, _CHECK, "log.form", observed=(row,))


def _fields(row: str) -> list[str]:
    try:
        return next(csv.reader([row.replace("\0", "\ufffd")]))
    except csv.Error:
        return row.split(",")


def _expected(name: str, header: Header, play: Play, players: tuple[str, str]) -> tuple[str, ...]:
    """What a field should hold, where that can be said."""
    if name == "size":
        return (f"{header.board}*{header.board}",)
    if name == "players":
        return (",".join(players),)
    if name == "result":
        if play.illegal is not None:
            return ("Human gave up.",)
        return (f"{play.board.count(Disc.BLACK)} to {play.board.count(Disc.WHITE)}",)
    return ()


# Each answer below: True as in the handout, None inside the latitude, False wrong.


def _is_time_of_game(field: str, observation: Observation) -> bool | None:
    readings = []
    start, end = observation.started_at, observation.ended_at
    for moment, precision in moments(field.strip()[:_LONGEST_TIME]):
        readings.append((moment, precision))
        if start - _SLACK_SECONDS - precision <= moment <= end + _SLACK_SECONDS:
            return True if _HANDOUT_TIME.fullmatch(field) else None
    # Another time zone than the harness's shifts by quarters of an hour.
    for moment, precision in readings:
        off = (moment - start) % _QUARTER_HOUR
        slack = _SLACK_SECONDS + precision + (end - start)
        if abs(moment - start) < 15 * 3600 and min(off, _QUARTER_HOUR - off) <= slack:
            return None
    return False


def _is_duration(field: str, observation: Observation) -> bool | None:
    if not re.fullmatch(r"\s*\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*", field):
        return False
    longest = observation.ended_at - observation.started_at + _SLACK_SECONDS
    if float(field) > longest:
        return False
    return True if field.isdigit() else None


def _is_size(field: str, size: int) -> bool | None:
    found = _SIZE.fullmatch(field)
    if not found or {int(found[1]), int(found[2])} != {size}:
        return False
    return True if field == f"{size}*{size}" else None


def _are_players(fields: list[str], players: tuple[str, str]) -> bool | None:
    if tuple(field.strip().casefold() for field in fields) != players:
        return False
    return True if tuple(fields) == players else None


def _is_result(field: str, play: Play) -> bool | None:
    # A game that was told as one given up has been paid for there.
    if play.illegal is not None or (play.result.tells_giving_up and _GAVE_UP.search(field)):
        if not _GAVE_UP.search(field):
            return False
        return True if field == "Human gave up." else None
    found = _SCORE.fullmatch(field)
    if not found:
        return False
    score = (int(found[1]), int(found[2]))
    right = (play.board.count(Disc.BLACK), play.board.count(Disc.WHITE))
    # A wrong count that was shown as the result has been paid for there.
    if score not in (right, play.result.score):
        return False
    return True if field == f"{score[0]} to {score[1]}" else None
