"""A deputy says of every session what an umpire says; `Referees` asks both in all other tests."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_conformance.assignment import Assignment, Latitude, load
from reversi_conformance.corpus import load_suite
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.transcript import Case, Turn
from reversi_engine import Disc, Game, format_square

from .sessions import EXITED, ILLEGAL, NO_MOVES, PYTHON, Referees, game, logs, observation

ASSIGNMENTS = [load(name) for name in ("python", "typescript", "java", "bw")]
ROWS = [
    None,
    b"",
    b"20240506 07:08:09,12,4*4,computer,human,2 to 11\n",
    b"20240506 07:08:09,12,4*4,human,computer,11 to 2\n",
    b"20240506 07:08:09,12,6*6,human,computer,Human gave up.",
    b"\xff,,\n",
]


def golden(case: Case) -> list[Turn]:
    return [Turn(turn.typed, turn.required) for turn in case.transcript.turns]


def seen_by_both(
    case: Case, turns: list[Turn], seen: Observation, assignment: Assignment = PYTHON
) -> None:
    referees = Referees(case, assignment)
    for turn in turns[:-1]:
        referees.hear(turn)
    referees.finish(seen)


@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda each: each.id)
@pytest.mark.parametrize("row", ROWS)
def test_every_golden_session_with_any_log(assignment: Assignment, row: bytes | None) -> None:
    for case in load_suite(assignment):
        turns = golden(case)
        seen_by_both(case, turns, observation(turns, logs=logs(case, row)), assignment)


@given(
    size=st.sampled_from([4, 6, 8]),
    computer=st.sampled_from(Disc),
    choices=st.lists(st.integers(0, 99), max_size=40),
    assignment=st.sampled_from(ASSIGNMENTS),
)
def test_any_game_to_its_end_or_given_up(
    size: int, computer: Disc, choices: list[int], assignment: Assignment
) -> None:
    position, _ = Game.start(size, computer)
    moves = []
    for choice in choices:
        if position.to_move is None:
            break
        legal = position.board.legal_moves(position.to_move)
        moves.append(format_square(legal[choice % len(legal)]))
        position, _ = position.submit(moves[-1])
    if position.to_move is not None:
        moves.append("zz")
    case = game(size, computer.value, " ".join(moves), assignment.id)
    turns = golden(case)
    seen_by_both(case, turns, observation(turns, logs=logs(case, ROWS[2])), assignment)


@pytest.mark.parametrize(
    "ending",
    [
        EXITED,
        Ending(EndingKind.EXITED, 1.0, 0.1, status=1),
        Ending(EndingKind.SIGNALLED, 1.0, 0.1, signal=11),
        Ending(EndingKind.WAITED, 1.0, 0.1),
        Ending(EndingKind.SILENT, 5.0, 0.1, limit=5.0, used=5.0),
        Ending(EndingKind.INTERRUPTED, 1.0, 0.1),
        Ending(EndingKind.FLOODED, 1.0, 0.1, limit=1e6),
        Ending(EndingKind.TOO_MANY_FILES, 1.0, 0.1, limit=5, used=6),
    ],
    ids=lambda ending: ending.kind.value,
)
@pytest.mark.parametrize("coloured", [False, True])
@pytest.mark.parametrize("missing", range(3))
@pytest.mark.parametrize("case", [NO_MOVES, ILLEGAL], ids=["to the end", "given up"])
def test_all_golden_turns_and_any_end(
    case: Case, missing: int, coloured: bool, ending: Ending
) -> None:
    turns = golden(case)[: len(case.transcript.turns) - missing]
    seen = observation(turns, ending, coloured=coloured, logs=logs(case, ROWS[2]))
    seen_by_both(case, turns, seen)


def test_a_last_turn_that_goes_on_as_if_more_was_asked_for() -> None:
    turns = [*golden(NO_MOVES), Turn("", ("Press Enter",))]
    seen_by_both(NO_MOVES, turns, observation(turns))


@pytest.mark.parametrize("number", range(len(NO_MOVES.transcript.turns)))
@pytest.mark.parametrize("change", ["line more", "line less", "blank", "other answer"])
def test_one_turn_that_is_another_one(number: int, change: str) -> None:
    turns = golden(NO_MOVES)
    typed, printed = turns[number].typed, turns[number].printed
    turns[number] = {
        "line more": Turn(typed, ("?", *printed)),
        "line less": Turn(typed, printed[1:] or ("",)),
        "blank": Turn(typed, (*printed[:-1], f"{printed[-1]} ")),
        "other answer": Turn(typed and "zz", printed),
    }[change]
    seen_by_both(NO_MOVES, turns, observation(turns, logs=logs(NO_MOVES, ROWS[2])))


def test_assignments_of_one_id_are_told_apart() -> None:
    turns = golden(NO_MOVES)
    seen = observation(turns, coloured=False, logs=logs(NO_MOVES, None))
    strict = msgspec.structs.replace(PYTHON.latitude, log_name=Latitude.FAULT)
    free = msgspec.structs.replace(PYTHON.log, required=False)
    for assignment in (
        PYTHON,
        msgspec.structs.replace(PYTHON, latitude=strict),
        msgspec.structs.replace(PYTHON, log=free),
        PYTHON,
    ):
        seen_by_both(NO_MOVES, turns, seen, assignment)


@pytest.mark.parametrize("most", range(9))
def test_no_more_answers_than_there_may_be(most: int) -> None:
    limits = msgspec.structs.replace(PYTHON.limits, answers=most)
    few = msgspec.structs.replace(PYTHON, limits=limits)
    turns = golden(NO_MOVES)
    seen_by_both(NO_MOVES, turns[: most + 2], observation(turns[: most + 2]), few)
