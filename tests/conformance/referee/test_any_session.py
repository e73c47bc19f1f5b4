"""Whatever a program prints and however it ends, it is judged, and what is found can be said."""

import random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reversi_conformance.messages import SENTENCES, sentence
from reversi_conformance.observation import Ending, EndingKind
from reversi_conformance.transcript import Case, Turn

from .occasions import KNOWN
from .sessions import (
    DRAW,
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    PYTHON,
    WIPE_OUT,
    Referees,
    Session,
    logs,
    observation,
)

CASES: Final = [NO_MOVES, ILLEGAL, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW]
_GOLDEN: Final = [turn.printed for case in CASES for turn in case.transcript.turns]
_LINES: Final = sorted({line for printed in _GOLDEN for line in printed})
_BOARDS: Final = sorted(
    {
        printed[index : index + 5]
        for printed in _GOLDEN
        for index, line in enumerate(printed)
        if line == "  a b c d"
    }
)
_WORDS: Final = [
    *("Press Enter", "Play again? ", "Your move: ", "Do you play X or O? ", "> ", "", "  ", "***"),
    *("Computer places X at zz.", "Computer places O at aa.", "Computer places X.", "X at ab"),
    *("Invalid move.", "Game over.", "Game over. X wins.", "X : O = 1 : 2", "Draw!", "O wins"),
    *("Traceback (most recent call last):", "ValueError: x", "    at f (x.js:1:2)", "Segmentation"),
]
_STOPS: Final = [EndingKind.EXITED, EndingKind.SIGNALLED, EndingKind.INTERRUPTED]

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=40)
chunks = st.one_of(
    st.sampled_from(_BOARDS),
    st.sampled_from(_LINES + _WORDS).map(lambda line: (line,)),
    texts.map(lambda line: (line,)),
)
prints = st.lists(chunks, max_size=7).map(
    lambda parts: tuple(line for part in parts for line in part)
)
rows = st.sampled_from([None, b"", b"x", b"\xff,,\n", b"20240506 07:08:09,12,4*4,a,b,2 to 11\n"])


@st.composite
def endings(draw: st.DrawFn) -> Ending:
    # A program that waits is answered while there is something to type: see `played`.
    kind = draw(st.sampled_from([kind for kind in EndingKind if kind is not EndingKind.WAITED]))
    return Ending(
        kind,
        seconds=7.0,
        cpu_seconds=0.1,
        status=draw(st.sampled_from([0, 1])) if kind is EndingKind.EXITED else None,
        signal=draw(st.sampled_from([11, 9, 64])) if kind is EndingKind.SIGNALLED else None,
        limit=None if kind in _STOPS else 5.0,
        used=None if kind in _STOPS else 7.0,
    )


def played(
    case: Case, printed: list[tuple[str, ...]], ending: Ending, row: bytes | None
) -> Session:
    """A session in which a program prints this, turn by turn, whatever is typed."""
    referees = Referees(case, PYTHON)
    *waits, last = printed or [()]
    typed, turns = None, []
    for lines in waits:
        turns.append(Turn(typed, lines or ("",)))
        typed = referees.hear(turns[-1], unflushed=not any(lines))
        if typed is None:
            ending = Ending(EndingKind.WAITED, 7.0, 0.1)
            break
    else:
        turns.append(Turn(typed, last))
    seen = observation(turns, ending, logs=logs(case, row))
    return Session(referees.finish(seen), seen)


def is_sound(session: Session) -> bool:
    """Whether the judgement holds together."""
    judgement, turns = session.judgement, session.observation.transcript.turns
    return (
        all(sentence(finding) for finding in judgement.findings)
        and {(finding.check, finding.code) for finding in judgement.findings} <= KNOWN
        and {fault.check for fault in judgement.faults} <= judgement.assessed
        and all(0 <= finding.turn < max(len(turns), 1) for finding in judgement.findings)
        and all(finding.answers == session.typed[: finding.turn] for finding in judgement.findings)
    )


@given(st.sampled_from(CASES), st.lists(prints, max_size=14), endings(), rows)
@settings(deadline=None, max_examples=150)
def test_any_print_is_judged(
    case: Case, printed: list[tuple[str, ...]], ending: Ending, row: bytes | None
) -> None:
    assert is_sound(played(case, printed, ending, row))


@given(st.sampled_from(CASES), st.integers(1, 6), st.lists(prints, max_size=8), endings(), rows)
@settings(deadline=None, max_examples=150)
def test_any_print_after_a_right_beginning_is_judged(
    case: Case, right: int, printed: list[tuple[str, ...]], ending: Ending, row: bytes | None
) -> None:
    beginning = [turn.required for turn in case.transcript.turns[:right]]
    assert is_sound(played(case, beginning + printed, ending, row))


@given(st.sampled_from(CASES), st.randoms(use_true_random=False), endings(), rows)
@settings(deadline=None, max_examples=100)
def test_a_golden_session_in_disorder_is_judged(
    case: Case, chance: random.Random, ending: Ending, row: bytes | None
) -> None:
    printed = [list(turn.required) for turn in case.transcript.turns]
    for lines in chance.sample(printed, k=min(3, len(printed))):
        chance.shuffle(lines)
    lines = chance.choice(printed)
    del lines[chance.randrange(len(lines)) :]
    chance.choice(printed).extend(lines)
    assert is_sound(played(case, [tuple(each) for each in printed], ending, row))


@given(st.sampled_from(CASES), st.integers(0, 9), endings())
@settings(deadline=None, max_examples=100)
def test_a_session_cut_short_costs_at_most_one_check(
    case: Case, turns: int, ending: Ending
) -> None:
    printed = [turn.required for turn in case.transcript.turns[: turns + 1]]
    session = played(case, printed, ending, None)
    assert is_sound(session)
    assert len(set(session.costs) - {"printing.log"}) <= 1


ASKING: Final = [
    "Enter the board dimension: ",
    "Computer plays (X/O) : ",
    "Enter move for O (RowCol): ",
    "Press Enter",
    "Play again? ",
    "Invalid move. Again: ",
    "Game over.",
    "X player has no valid move. Enter move for O (RowCol): ",
    "> ",
    "",
]


@pytest.mark.parametrize("prompt", ASKING)
@pytest.mark.parametrize("unflushed", [True, False])
@pytest.mark.parametrize("begun", [0, 2, 3])
def test_a_program_that_asks_for_ever_is_given_up(prompt: str, unflushed: bool, begun: int) -> None:
    limits = PYTHON.limits.answers
    referees = Referees(NO_MOVES, PYTHON)
    turns: list[Turn] = []
    typed: str | None = None
    for turn in NO_MOVES.transcript.turns[:begun]:
        turns.append(Turn(typed, turn.required))
        typed = referees.hear(turns[-1])
    while typed is not None or not turns:
        turns.append(Turn(typed, ("" if unflushed else prompt,)))
        typed = referees.hear(turns[-1], unflushed=unflushed)
        assert len(turns) <= limits + 2
    waited = Ending(EndingKind.WAITED, 7.0, 0.1)
    assert referees.finish(observation(turns, waited)).faults


def test_every_sentence_is_one_without_a_full_stop() -> None:
    for code, text in SENTENCES.items():
        assert not text.endswith("."), code
