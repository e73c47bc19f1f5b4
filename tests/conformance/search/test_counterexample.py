"""What is handed over of a game in which a program differs."""

from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.findings import Finding, FindingKind, Judgement
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.run import Run
from reversi_conformance.search import counterexample
from reversi_conformance.transcript import Case, TranscriptError
from reversi_engine import Disc

PYTHON = load("python")
EXITED = Ending(EndingKind.EXITED, 0.0, 0.0, status=0)


def run(case: Case, *findings: Finding) -> Run:
    judgement = Judgement(findings, frozenset(), reached_end=True)
    return Run(case, Observation(case.transcript, EXITED), judgement)


def fault(turn: int, square: str, *answers: str, check: str = "rules.placement") -> Finding:
    return Finding(
        check,
        "placement.ignored",
        FindingKind.FAULT,
        turn,
        answers,
        params={"square": square},
    )


@pytest.fixture
def case() -> Case:
    return counterexample.case_of(6, Disc.BLACK, ("bb", "zz"), PYTHON)


def test_a_short_game_is_named_by_its_moves_and_a_long_one_by_their_digest(case: Case) -> None:
    assert case.id == "found-6-X-bb-zz"
    entries = ("ab",) * 40
    assert counterexample.name_of(26, Disc.WHITE, entries) == "found-26-O-40-moves-ee8bab32"


def test_a_name_holds_nothing_that_was_typed_besides_letters() -> None:
    name = counterexample.name_of(6, Disc.BLACK, ("../x", "\x1b"))
    assert name.startswith("found-6-X-2-moves-")


def test_the_end_is_the_one_that_the_moves_lead_to(case: Case) -> None:
    assert case.header.ends == "illegal-move"
    assert case.transcript.turns[-1].printed[0] == "Invalid move."


def test_a_game_without_an_end_is_none() -> None:
    with pytest.raises(TranscriptError, match="the moves lead to no end"):
        counterexample.case_of(6, Disc.BLACK, ("bb",), PYTHON)


def test_the_sentence_tells_the_board_the_side_the_moves_and_the_first_fault(case: Case) -> None:
    seen = run(case, fault(4, "zz", "6", "X", "bb", "zz"), fault(3, "bb", "6", "X", "bb"))
    found = counterexample.of_run(seen, PYTHON)
    assert found
    assert found.sentence == (
        "6x6, computer X, after bb: the human's disc does not come to stand at bb"
    )


def test_what_costs_nothing_is_no_difference(case: Case) -> None:
    assert counterexample.of_run(run(case), PYTHON) is None
    unasked = run(case, fault(3, "bb", "6", "X", "bb", check="rules.beauty"))
    assert counterexample.of_run(unasked, PYTHON) is None


def test_the_sides_are_told_in_the_signs_of_the_assignment() -> None:
    bw = load("bw")
    case = counterexample.case_of(6, Disc.BLACK, ("bb", "zz"), bw)
    found = counterexample.of_run(run(case, fault(3, "bb", "6", "B", "bb")), bw)
    assert found
    assert found.sentence.startswith("6x6, computer B, after bb: ")


def test_the_file_is_read_back_as_the_same_case(case: Case, tmp_path: Path) -> None:
    found = counterexample.of_run(run(case, fault(3, "bb", "6", "X", "bb")), PYTHON)
    assert found
    path = corpus.write_case(tmp_path / "games", found.case)
    assert path == tmp_path / "games" / "found-6-X-bb-zz.txt"
    assert corpus.load_file(path) == case
    assert corpus.record_file(path, PYTHON) == case


def test_the_command_is_quoted_for_a_shell() -> None:
    path = Path("my games/found-6-X-zz.txt")
    assert counterexample.again(path, ("--assignment", "bw"), "python3 reversi.py") == (
        "reversi-conformance check --assignment bw --case 'my games/found-6-X-zz.txt'"
        " -- python3 reversi.py"
    )
    assert "\x1b" not in counterexample.again(Path("\x1b.txt"), (), "reversi.py")
