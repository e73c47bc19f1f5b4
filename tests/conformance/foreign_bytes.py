"""The readers of bytes that strangers decide, each with what must hold whatever it is given.

Each takes any bytes and fails where they bring about anything else than a value that holds together
or the error that the reader documents. The properties of `test_foreign_bytes` and the fuzzer of
`benchmarks.fuzz` are the same functions. Nothing here opens a file or starts a process.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from reversi_conformance import corpus
from reversi_conformance.assignment import Assignment, AssignmentError, load, parse, shipped
from reversi_conformance.captures import CaptureError, decoding
from reversi_conformance.captures.session import judge as judge_capture
from reversi_conformance.captures.session import session_of
from reversi_conformance.escaping import harmless
from reversi_conformance.observation import Confinement, Ending, EndingKind, LogFile, Observation
from reversi_conformance.reader import Reader
from reversi_conformance.referee.umpire import Umpire
from reversi_conformance.report import Report, make_report
from reversi_conformance.reports import FORMATS, renderer
from reversi_conformance.reports.json import ReportError, read
from reversi_conformance.reports.json import render as as_json
from reversi_conformance.run import Run
from reversi_conformance.sessions.screen import Screen
from reversi_conformance.transcript import (
    Case,
    Transcript,
    TranscriptError,
    Turn,
    format_case,
    format_transcript,
    parse_case,
    parse_transcript,
)
from reversi_engine import Disc

from .captures import forms
from .reports.safety import SAFE, unsafe_text

PYTHON: Final = load("python")
CASES: Final = tuple(
    case
    for case in corpus.load_suite(PYTHON)
    if case.id in ("py-4-X-sample", "py-6-O-sample", "py-4-X-human-must-pass")
)
NEXT: Final = b"\xff"
"""Stands between the pieces of bytes that make up a session; no UTF-8 has it."""
ENDINGS: Final = tuple(EndingKind)
_ROOM_FOR_A_TAB: Final = 8
_UNCONFINED: Final = Confinement("none", verified=False)
_STARTED: Final = 1715000000.0


def read_screen(data: bytes) -> None:
    """A terminal's output in pieces, between which something is typed."""
    screen = Screen()
    *pieces, last = data.split(NEXT)
    for piece in pieces:
        screen.feed(piece)
        refuse_controls(screen.printed())
        screen.type(piece[:3].decode("latin-1"))
    screen.feed_cut(last)
    refuse_controls(screen.printed_at_last())


def refuse_controls(lines: tuple[str, ...]) -> None:
    """Fail where a line holds what should have taken effect on the page."""
    for line in lines:
        assert not [
            sign for sign in line if unicodedata.category(sign) == "Cc" and sign not in "\t\0"
        ]


def read_lines(data: bytes) -> None:
    """The lines of a turn, read as statements."""
    lines = data.decode(errors="replace").split("\n")
    for size, side in ((4, Disc.BLACK), (26, Disc.WHITE)):
        reader = Reader(size, side)
        for late_prompts in (False, True):
            starts = [each.line for each in reader.read(lines, late_prompts=late_prompts)]
            assert starts == sorted(starts)
            reader.exchange_sides()
    assert reader.other_size(lines) != reader.size


def read_transcript(data: bytes) -> None:
    """A golden transcript, and lines without its header, as a report has them."""
    text = data.decode(errors="replace")
    try:
        case = parse_case(text, "case.txt")
    except TranscriptError as error:
        refuse_unprintable(error)
    else:
        assert parse_case(format_case(case), "again") == case
    try:
        transcript = parse_transcript(text, "case.txt")
    except TranscriptError as error:
        refuse_unprintable(error)
    else:
        assert parse_transcript(format_transcript(transcript), "again") == transcript


def read_assignment(data: bytes) -> None:
    """A teaching assistant's file; where it is one, a report in its words is safe to show."""
    try:
        assignment = parse(data.decode(errors="replace"), "my.toml")
    except AssignmentError as error:
        refuse_unprintable(error)
        return
    refuse_unsafe(judged(CASES[0], assignment, [b"x"], EndingKind.EXITED, b"\n"))


def read_capture(data: bytes) -> None:
    """A captured session, judged and reported."""
    case, data = (None, *CASES)[data[0] % (1 + len(CASES))] if data else None, data[1:]
    try:
        page = decoding.read(data)
        session = session_of(page, case, PYTHON)
    except CaptureError as error:
        refuse_unprintable(error)
        return
    run = judge_capture(session, PYTHON)
    refuse_unsafe(report_on(run, PYTHON))


def read_report(data: bytes) -> None:
    """A record that somebody hands in; where it is one, it comes back as it was."""
    try:
        report = read(data)
    except ReportError as error:
        refuse_unprintable(error)
        return
    assert read(as_json(report)) == report


def read_session(data: bytes) -> None:
    """A whole session: which case, how it ends, what is printed in each turn, the log's row."""
    which, how, *_ = (*data[:2], 0, 0)
    *pieces, row = data[2:].split(NEXT)
    refuse_unsafe(
        judged(CASES[which % len(CASES)], PYTHON, pieces, ENDINGS[how % len(ENDINGS)], row)
    )


def judged(
    case: Case, assignment: Assignment, pieces: list[bytes], how: EndingKind, row: bytes
) -> Report:
    """The report on a program that prints these pieces, one a turn, and appends this to its log."""
    umpire, screen = Umpire(case, assignment), Screen()
    *waits, last = pieces or [b""]
    typed, turns = None, list[Turn]()
    for piece in waits:
        screen.feed(piece)
        turns.append(Turn(typed, screen.printed()))
        typed = umpire.hear(turns[-1], unflushed=not piece)
        if typed is None:
            how = EndingKind.WAITED
            break
        screen.type(typed)
    else:
        screen.feed_cut(last)
        turns.append(Turn(typed, screen.printed_at_last()))
        how = EndingKind.EXITED if how is EndingKind.WAITED else how
    earlier = f"{assignment.log.earlier_row}\n".encode()
    status = len(row) % 2 if how is EndingKind.EXITED else None
    number = 11 if how is EndingKind.SIGNALLED else None
    seen = Observation(
        Transcript(tuple(turns)),
        Ending(how, 3.0, 0.1, status=status, signal=number, limit=5.0, used=7.0),
        logs=(
            LogFile(row[:9].decode("latin-1") + ".csv", None, row),
            LogFile("reversi.csv", earlier, earlier + row),
        ),
        started_at=_STARTED,
        ended_at=_STARTED + 3,
        coloured=screen.coloured,
        encoding=screen.encoding,
    )
    return report_on(Run(case, seen, umpire.finish(seen)), assignment)


def report_on(run: Run, assignment: Assignment) -> Report:
    """The report on one session."""
    return make_report(
        "reversi.py", assignment, [run.case], [run], sandbox=_UNCONFINED, waiting="kernel"
    )


def refuse_unprintable(error: ValueError) -> None:
    """Fail where a message, as it is shown, is empty or holds what is obeyed."""
    shown = harmless(" ".join(str(error).split()))
    assert shown
    assert list(unsafe_text(shown)) == []


def refuse_unsafe(report: Report) -> None:
    """Fail where a report is unsafe to show in any of its formats."""
    for form in FORMATS:
        assert not tuple(SAFE[form](renderer(form)(report)))


READERS: Final[Mapping[str, Callable[[bytes], None]]] = MappingProxyType(
    {
        "screen": read_screen,
        "lines": read_lines,
        "session": read_session,
        "capture": read_capture,
        "transcript": read_transcript,
        "assignment": read_assignment,
        "report": read_report,
    }
)
"""By what they read."""


@cache
def examples(reader: str) -> tuple[bytes, ...]:
    """Bytes that a reader understands, to begin with."""
    return tuple(_examples(reader))


def _examples(reader: str) -> Iterator[bytes]:
    for number, case in enumerate(CASES):
        turns = ["\r\n".join(turn.required).encode() for turn in case.transcript.turns]
        match reader:
            case "screen":
                yield NEXT.join(turns)
            case "lines":
                yield b"\n".join(turns)
            case "session":
                yield bytes((number, 0)) + NEXT.join(
                    [*turns, b"20240506 20:53:20,1,4*4,a,b,2 to 11"]
                )
            case "capture":
                for form in forms.FORMS:
                    yield bytes((number,)) + form(forms.seen(case))
            case "transcript":
                yield format_case(case).encode()
            case "report":
                yield as_json(judged(case, PYTHON, turns, EndingKind.EXITED, b"x")).encode()
    if reader == "assignment":
        for name in shipped():
            yield _shipped(name)


def _shipped(name: str) -> bytes:
    return (resources.files("reversi_conformance") / "assignments" / f"{name}.toml").read_bytes()
