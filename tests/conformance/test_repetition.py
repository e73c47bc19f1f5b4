"""A program that does something else the next time is noticed, and what differs is said."""

import msgspec

from reversi_conformance.findings import Finding, FindingKind, Judgement
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.repetition import Variation, is_deaf, variations, worth_repeating
from reversi_conformance.run import Run
from reversi_conformance.transcript import Case, Transcript, Turn

from .referee.sessions import HUMAN_PASSES, NO_MOVES, WIPE_OUT, game

SHORT = game(4, "X", "dd")


def named(case: Case, name: str) -> Case:
    return msgspec.structs.replace(case, header=msgspec.structs.replace(case.header, id=name))


def run(
    case: Case,
    *lost: str,
    turns: tuple[Turn, ...] = (),
    ending: EndingKind = EndingKind.EXITED,
) -> Run:
    faults = tuple(Finding(check, "some.code", FindingKind.FAULT, 0, ()) for check in lost)
    observation = Observation(Transcript(turns), Ending(ending, 0.1, 0.1))
    return Run(case, observation, Judgement(faults, frozenset(lost), reached_end=True))


def test_a_program_that_loses_nothing_is_not_played_again() -> None:
    assert worth_repeating([run(NO_MOVES), run(WIPE_OUT)]) == ()


def test_the_shortest_costly_case_of_each_kind_is_played_again() -> None:
    runs = [
        run(NO_MOVES, "strategy.ties"),
        run(WIPE_OUT, "strategy.most-discs", "rules.flips"),
        run(HUMAN_PASSES, "printing.board"),
        run(SHORT, "printing.messages"),
    ]
    assert worth_repeating(runs) == (WIPE_OUT, SHORT)


def test_sessions_that_the_harness_ended_are_not_played_again() -> None:
    assert worth_repeating([run(NO_MOVES, "rules.turns", ending=EndingKind.SILENT)]) == ()


def test_the_first_line_that_differs_is_told() -> None:
    case = named(NO_MOVES, "a-case")
    asked = Turn(None, ("Enter the board dimension: ",))
    first = run(case, turns=(asked, Turn("4", ("  a b", "one"))))
    again = run(case, turns=(asked, Turn("4", ("  a b", "two"))))
    assert variations([first], [again]) == (Variation("a-case", 1, "one", "two"),)
    assert variations([first], [first]) == ()


def test_a_session_that_goes_on_longer_differs_where_the_other_one_ends() -> None:
    case = named(NO_MOVES, "a-case")
    first = run(case, turns=(Turn(None, ("one",)),))
    again = run(case, turns=(Turn(None, ("one",)), Turn("aa", ("two",))))
    assert variations([first], [again]) == (Variation("a-case", 1, "", "two"),)


def test_another_answer_is_a_difference_as_well() -> None:
    case = named(NO_MOVES, "a-case")
    first = run(case, turns=(Turn(None, ("one",)), Turn("aa", ())))
    again = run(case, turns=(Turn(None, ("one",)), Turn("ab", ())))
    assert variations([first], [again]) == (Variation("a-case", 1, "aa", "ab"),)


def session(*turns: tuple[str | None, str], ending: EndingKind = EndingKind.WAITED) -> Observation:
    transcript = Transcript(tuple(Turn(typed, (printed,)) for typed, printed in turns))
    return Observation(transcript, Ending(ending, 0.1, 0.1))


SMALL = (None, "size? "), ("4", "colour? "), ("X", "a board. move? ")
LARGE = (None, "size? "), ("6", "colour? "), ("O", "a board. move? ")
MOVES = ("aa", "the next one. move? "), ("ca", "the last one")


def test_a_program_that_prints_one_game_whatever_is_typed_is_deaf() -> None:
    assert is_deaf([session(*SMALL, *MOVES), session(*LARGE)])
    other = ("cb", "the next one. move? "), ("bc", "the l")
    assert is_deaf([session(*SMALL, *MOVES), session(*LARGE, *other, ending=EndingKind.FLOODED)])


def test_a_program_that_shows_another_board_for_another_size_is_not_deaf() -> None:
    other = *LARGE[:2], ("O", "a larger board. move? ")
    assert not is_deaf([session(*SMALL, *MOVES), session(*other)])


def test_a_program_of_one_size_that_plays_what_is_typed_is_not_deaf() -> None:
    other = ("cb", "the next one. move? "), ("bc", "another one")
    assert not is_deaf([session(*SMALL, *MOVES), session(*SMALL, *other), session(*LARGE)])


def test_games_of_one_size_that_go_alike_make_no_program_deaf() -> None:
    assert not is_deaf([session(*SMALL, *MOVES), session(*SMALL, *MOVES)])


def test_a_program_that_comes_to_no_move_is_not_called_deaf() -> None:
    crash = EndingKind.EXITED
    assert not is_deaf([session(*SMALL, ending=crash), session(*LARGE, ending=crash)])
    assert not is_deaf([])
