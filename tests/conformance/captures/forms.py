"""Golden sessions in the forms in which people hand them in."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from reversi_conformance import corpus
from reversi_conformance.assignment import Assignment, load
from reversi_conformance.captures import decoding
from reversi_conformance.captures.session import Session, judge, session_of
from reversi_conformance.findings import Judgement
from reversi_conformance.transcript import Case

PYTHON: Final = load("python")
TYPESCRIPT: Final = load("typescript")
SUITES: Final = tuple(
    (assignment, case)
    for assignment in (PYTHON, TYPESCRIPT)
    for case in corpus.load_suite(assignment)
)
"""Every golden case of both suites, with its assignment."""
CASES: Final = {case.id: case for _, case in SUITES}
SAMPLE: Final = CASES["py-4-X-sample"]
HUMAN_PASSES: Final = CASES["py-4-X-human-must-pass"]


def seen(case: Case) -> str:
    """A case as it stands on a terminal, answers behind their questions."""
    return "\n".join(_lines(case)) + "\n"


def _lines(case: Case) -> Iterator[str]:
    turns = case.transcript.turns
    for turn, following in zip(turns, (*turns[1:], None), strict=True):
        *lines, last = turn.required
        yield from lines
        yield last if following is None else f"{last}{following.typed}"


def redirected(case: Case) -> str:
    """A case whose input came from a file: nothing is echoed, and questions run on."""
    return "".join("\n".join(turn.required) for turn in case.transcript.turns) + "\n"


def events(text: str) -> list[tuple[float, str]]:
    """What a recorder sees: pieces of any length, with the line ends of a terminal."""
    sent = text.replace("\n", "\r\n")
    return [(start / 100, sent[start : start + 37]) for start in range(0, len(sent), 37)]


def plain(text: str) -> bytes:
    return text.encode()


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


def gbk(text: str) -> bytes:
    chinese = f"C:\\作业\\黑白棋>python reversi.py\n{text}\nC:\\作业\\黑白棋>\n"
    return chinese.replace("\n", "\r\n").encode("gbk")


def utf_16(text: str) -> bytes:
    return f"PS C:\\作业> python reversi.py\n{text}".replace("\n", "\r\n").encode("utf-16")


def marked_utf_8(text: str) -> bytes:
    return text.encode("utf-8-sig")


def in_a_shell(text: str) -> bytes:
    return f"\n$ python3 reversi.py\n{text}me@host:~/reversi$ exit\nexit\n".encode()


def in_colour(text: str) -> bytes:
    """A shell with bracketed paste and a coloured prompt; the program prints none of it."""
    prompt = "\x1b[?2004h\x1b[01;32mme@host\x1b[00m:\x1b[01;34m~\x1b[00m$ "
    sent = text.replace("\n", "\r\n")
    return f"{prompt}./reversi\r\n\x1b[?2004l\r{sent}{prompt}exit\r\n".encode()


def typed_with_slips(text: str) -> bytes:
    """The size is mistyped and taken back before Enter."""
    return text.replace("\n", "\r\n").replace("\r\n", "9\b \b\r\n", 1).encode()


def cast_v1(text: str) -> bytes:
    recording = {"version": 1, "width": 80, "height": 24, "duration": 9.0, "stdout": events(text)}
    return json.dumps(recording, indent=1).encode()


def cast_v2(text: str) -> bytes:
    header = {"version": 2, "width": 80, "height": 24, "timestamp": 1504467315}
    return _cast(header, [[time, "o", piece] for time, piece in events(text)])


def cast_v3(text: str) -> bytes:
    header = {"version": 3, "term": {"cols": 80, "rows": 24, "type": "xterm-256color"}}
    output = [[0.01, "o", piece] for _, piece in events(text)]
    others = [[0.1, "r", "100x50"], [0.1, "i", "9"], [0.1, "m", "here"]]
    return _cast(header, [*others, *output, [0.2, "x", "0"]]) + b"# the end\n"


def _cast(header: object, rows: Sequence[object]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in (header, *rows))


Form = Callable[[str], bytes]
FORMS: Final[tuple[Form, ...]] = (
    plain,
    crlf,
    gbk,
    utf_16,
    marked_utf_8,
    in_a_shell,
    in_colour,
    typed_with_slips,
    cast_v1,
    cast_v2,
    cast_v3,
)


def compared(
    data: bytes | str,
    case: Case | None = None,
    assignment: Assignment = PYTHON,
    game: int = 1,
) -> tuple[Session, Judgement]:
    """A capture, judged."""
    data = data.encode() if isinstance(data, str) else data
    session = session_of(decoding.read(data), case, assignment, game)
    return session, judge(session, assignment).judgement


def faults(judgement: Judgement) -> list[tuple[str, str]]:
    """Check and code of what costs."""
    return sorted((fault.check, fault.code) for fault in judgement.faults)


def remarks(session: Session) -> list[str]:
    """The codes of what is said of a capture, but for what is said of each."""
    return [each.code for each in session.remarks if each.code != "capture.unseen"]
