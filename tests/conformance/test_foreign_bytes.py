"""Whatever bytes strangers hand in: a value that holds together, or a documented error."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reversi_conformance
import reversi_engine
from reversi_conformance.assignment import load
from reversi_conformance.captures import surroundings
from reversi_conformance.reader.messages import Sides
from reversi_conformance.reader.prompts import PromptFinder
from reversi_engine import Disc

from .foreign_bytes import NEXT, READERS, examples
from .payloads import EVERY_LINE, PAYLOADS

_OURS: Final = tuple(
    str(Path(package.__file__ or "").parent) for package in (reversi_conformance, reversi_engine)
)
PIECES: Final = st.sampled_from([text.encode() for text in PAYLOADS.values()]) | st.binary(
    max_size=20
)


@st.composite
def changed(draw: st.DrawFn, reader: str) -> bytes:
    """Bytes that a reader understands, with a few changes."""
    data = draw(st.sampled_from(examples(reader)))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        data = data[:start] + draw(PIECES) + data[end:]
    return data


@pytest.mark.parametrize("reader", READERS)
@settings(deadline=None)
@given(st.data())
def test_any_bytes_are_read_or_refused(reader: str, data: st.DataObject) -> None:
    READERS[reader](data.draw(st.binary(max_size=400)))


@pytest.mark.parametrize("reader", READERS)
@settings(deadline=None, max_examples=40)
@given(st.data())
def test_what_is_understood_and_then_changed_is_read_or_refused(
    reader: str, data: st.DataObject
) -> None:
    READERS[reader](data.draw(changed(reader)))


@pytest.mark.parametrize("reader", READERS)
def test_every_example_is_read(reader: str) -> None:
    assert examples(reader)
    for example in examples(reader):
        READERS[reader](example)


@pytest.mark.parametrize("reader", READERS)
def test_every_payload_is_read_or_refused(reader: str) -> None:
    for payload in (*PAYLOADS.values(), EVERY_LINE):
        READERS[reader](b"\0\0" + NEXT.join([payload.encode()] * 3))


def work(reader: str, data: bytes) -> int:
    """How many lines of the project's code are gone through."""
    count = 0

    def trace(frame: FrameType, _: str, __: Any) -> Callable[..., Any] | None:
        nonlocal count
        if not frame.f_code.co_filename.startswith(_OURS):
            return None
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        READERS[reader](data)
    finally:
        sys.settrace(before)
    return count


REPEATED: Final = {
    "a letter": b"x",
    "blanks": b" ",
    "NULs": b"\0",
    "questions": b"Enter move for O (RowCol): ",
    "scores": b"x : o = 1 : ",
    "rows": b". X O . ",
    "wide characters taken back": "好\b".encode(),
    "tabs": b"\tx\t",
    "cursor moves": b"a\x1b[9C\x1b[K\x1b[3@\x1b[P",
    "lines up": b"x\n\x1b[A\x1b[B",
    "unended sequences": b"\x1b]0;x",
    "marks": "\u0301".encode(),
    "gutters": b"  x\xc2\xabaa\xc2\xbb\n",
    "brackets": b"[[{",
    "events": b'[1, "o", "x"],\n',
    "turns": NEXT + b"> ",
}


@pytest.mark.parametrize("unit", REPEATED.values(), ids=REPEATED)
@pytest.mark.parametrize("reader", READERS)
def test_four_times_the_bytes_are_about_four_times_the_work(reader: str, unit: bytes) -> None:
    for end in (b"", b"\n"):
        once, fourfold = (
            work(reader, b"\0\0" + (unit + end) * (size // len(unit))) for size in (300, 1200)
        )
        assert fourfold < 6 * once + 1000


LONG: Final = 1_000_000
LONG_LINES: Final = {
    "a word": "x" * LONG,
    "words and signs": "x@" * (LONG // 2),
    "beginnings of a shell's prompt": "user@host:~/" * (LONG // 12),
    "folders": "C:\\x\\" * (LONG // 5),
    "blanks": "x" + " " * LONG + "x",
    "brackets": "(" * LONG,
    "questions": "? " * (LONG // 2),
}


@pytest.mark.parametrize("line", LONG_LINES.values(), ids=LONG_LINES)
def test_a_line_without_end_in_a_capture_is_looked_at_all_the_same(line: str) -> None:
    """Expressions that try every beginning with every end would not come back."""
    finder = PromptFinder(load("python").wording, Sides(4, Disc.BLACK))
    assert surroundings.mark([line]).lines == (line,)
    assert not surroundings.cut_where_broken_off([line]).is_broken_off
    assert finder.find(line) is None
