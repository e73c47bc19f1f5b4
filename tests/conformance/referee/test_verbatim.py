"""A session that is the golden one to the letter has nothing that would cost a point."""

import msgspec
import pytest

from reversi_conformance.observation import Observation
from reversi_conformance.referee.verbatim import is_verbatim
from reversi_conformance.transcript import Case, Transcript, Turn

from .occasions import OCCASIONS
from .sessions import (
    DRAW,
    EXITED,
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    PYTHON,
    SILENT,
    WIPE_OUT,
    Student,
    attend,
)
from .test_logs import NoLog

CASES = [NO_MOVES, ILLEGAL, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW]


@pytest.mark.parametrize("case", CASES)
def test_the_right_program_is_the_golden_one_to_the_letter(case: Case) -> None:
    assert is_verbatim(case, attend(case).observation, PYTHON)


def test_so_it_is_where_no_log_is_asked_for() -> None:
    log = msgspec.structs.replace(PYTHON.log, required=False)
    assignment = msgspec.structs.replace(PYTHON, log=log)
    assert is_verbatim(NO_MOVES, attend(NO_MOVES, NoLog()).observation, assignment)


@pytest.mark.parametrize(("check", "code"), OCCASIONS, ids=map(" ".join, OCCASIONS))
def test_no_session_that_costs_a_point_is_the_golden_one(check: str, code: str) -> None:
    session = OCCASIONS[check, code]()
    if session.costs:
        assert not any(is_verbatim(case, session.observation, PYTHON) for case in CASES)


def test_what_the_latitude_allows_is_not_to_the_letter() -> None:
    session = attend(NO_MOVES, Student(over="Game  over."))
    assert session.costs == {}
    assert not is_verbatim(NO_MOVES, session.observation, PYTHON)


def changed(**facts: object) -> Observation:
    return msgspec.structs.replace(attend(NO_MOVES).observation, **facts)


@pytest.mark.parametrize(
    "seen",
    [
        changed(ending=SILENT),
        changed(ending=msgspec.structs.replace(EXITED, status=139)),
        changed(coloured=True),
        changed(logs=()),
        changed(transcript=Transcript(attend(NO_MOVES).observation.transcript.turns[:-1])),
    ],
    ids=["ending", "status", "colours", "log", "turns"],
)
def test_more_than_the_lines_must_be_right(seen: Observation) -> None:
    assert not is_verbatim(NO_MOVES, seen, PYTHON)


@pytest.mark.parametrize(
    ("printed", "is_accepted"),
    [
        (("over", "prompt"), True),
        (("none", "over", "prompt"), True),
        (("over", "prompt "), True),
        (("over",), False),
        (("none", "prompt"), False),
        (("none", "none", "over", "prompt"), False),
        (("over", "none", "prompt"), False),
        (("over", "prompt", "prompt "), False),
        ((), False),
    ],
)
def test_lines_may_be_left_out_or_stand_for_others_where_the_gutter_says_so(
    printed: tuple[str, ...], is_accepted: bool
) -> None:
    turn = Turn(None, ("none", "over", "prompt", "prompt "), "?  |")
    assert turn.accepts(printed) is is_accepted
