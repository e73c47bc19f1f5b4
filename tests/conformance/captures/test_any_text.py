"""Whatever is handed in: a judgement, or one clear error."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from reversi_conformance.captures import CaptureError
from reversi_conformance.transcript import Case

from .forms import CASES, HUMAN_PASSES, SAMPLE, compared, redirected, seen

LINES = sorted(
    {line for case in (SAMPLE, HUMAN_PASSES) for line in seen(case).split("\n")}
    | set(redirected(CASES["py-6-O-sample"]).split("\n"))
    | {
        "",
        "4",
        "X",
        "ab",
        "$ ./reversi",
        "^C",
        "Traceback (most recent call last):",
        "IndexError: list index out of range",
        "KeyboardInterrupt",
        "EOFError: EOF when reading a line",
        "Press Enter to continue...",
        "Play again? (y/n): y",
        "请输入棋盘大小：6",
        "Enter the board dimension: ",
        "Enter move for O (RowCol): ",
        "Enter move for X (RowCol): zz",
        "Process finished with exit code 0",
    }
)
PASTED = st.lists(st.sampled_from(LINES), max_size=25).map("\n".join)
CASE = st.sampled_from((None, SAMPLE, CASES["py-6-O-sample"]))


def judge(data: bytes, case: Case | None) -> None:
    try:
        session, judgement = compared(data, case)
    except CaptureError:
        return
    assert session.waits <= len(session.observation.transcript.turns)
    assert "printing.log" not in judgement.assessed
    for remark in session.remarks:
        assert remark.sentence()


@settings(deadline=None)
@given(st.binary(max_size=300), CASE)
def test_any_bytes_are_judged_or_refused(data: bytes, case: Case | None) -> None:
    judge(data, case)


@settings(deadline=None)
@given(st.text(max_size=200), CASE, st.sampled_from(("utf-8", "gb18030", "utf-16")))
def test_any_text_is_judged_or_refused(text: str, case: Case | None, encoding: str) -> None:
    judge(text.encode(encoding, "replace"), case)


@settings(max_examples=300, deadline=None)
@given(PASTED, CASE)
def test_any_lines_of_sessions_are_judged_or_refused(text: str, case: Case | None) -> None:
    judge(text.encode(), case)


@settings(max_examples=200, deadline=None)
@given(st.data(), CASE)
def test_a_session_in_which_anything_is_changed_is_judged_or_refused(
    data: st.DataObject, case: Case | None
) -> None:
    text = seen(SAMPLE)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    put = data.draw(st.one_of(st.text(max_size=20), st.sampled_from(LINES)))
    judge(f"{text[:start]}{put}{text[end:]}".encode("utf-8", "replace"), case)


@settings(deadline=None)
@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists, max_leaves=6))
def test_any_events_of_a_cast_are_judged_or_refused(event: object) -> None:
    for version in (1, 2, 3):
        header = {"version": version, "stdout": [event]}
        judge(f"{json.dumps(header)}\n{json.dumps(event)}\n".encode(), None)
