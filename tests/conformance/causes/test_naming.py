"""When a cause is named: where it alone explains everything that was seen, and never else."""

import pytest

from reversi_conformance.causes import codes_shown
from reversi_engine import Board, Disc, Square, scores

from ..referee.sessions import NO_MOVES, Student
from ..referee.slips import Chooses, TurnsNothing
from .programs import (
    MissesNorthWest,
    MissesNorthWestEverywhere,
    evidence,
    golden_cases,
    ids,
    named,
)


def test_a_right_program_has_no_causes() -> None:
    assert named(Student) == ()


def test_a_direction_that_is_missing_when_discs_turn_is_named_there_alone() -> None:
    [cause] = named(MissesNorthWest)
    assert cause.ids == ("flips.misses-north-west",)
    assert cause.codes == {"flips.wrong"}


def test_a_helper_that_is_wrong_everywhere_is_one_cause() -> None:
    [cause] = named(MissesNorthWestEverywhere)
    assert cause.ids == (
        "flips.misses-north-west",
        "legality.misses-north-west",
        "counts.misses-north-west",
    )
    assert {"flips.wrong", "placement.refused", "choice.fewer", "end.too-early"} <= cause.codes


def test_a_direction_missing_for_one_colour_is_named_for_this_colour() -> None:
    class ForWhite(MissesNorthWest):
        def turn(self, board: Board, side: Disc, square: Square) -> Board:
            if side is Disc.WHITE:
                return super().turn(board, side, square)
            return Student.turn(self, board, side, square)

    assert ids(named(ForWhite)) == {"flips.misses-north-west@white"}


def test_one_wrong_position_names_nothing() -> None:
    assert named(lambda: TurnsNothing(at=3), [NO_MOVES]) == ()


def test_wrong_positions_among_right_ones_of_the_same_kind_name_nothing() -> None:
    assert named(lambda: TurnsNothing(at=3)) == ()
    assert named(lambda: Chooses(at=4)) == ()


def test_a_single_game_that_fits_several_mistakes_names_none() -> None:
    games = [case for case in golden_cases() if case.id == "py-4-X-sample"]
    assert games
    assert named(TurnsOnlyFirst, games) == ()


class TurnsOnlyFirst(MissesNorthWest):
    """Turns one disc of all."""

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        self.directions = ((-1, 0),)
        return super().turn(board, side, square)


def test_two_independent_mistakes_are_named_both() -> None:
    class TakesLastOfAll(MissesNorthWest):
        def choose(self, board: Board, side: Disc) -> Square | None:
            turns = scores(board, side)
            return max(turns, key=lambda square: (turns[square], square))

    assert ids(named(TakesLastOfAll)) == {"flips.misses-north-west", "ties.last-of-all"}


def test_another_square_in_the_same_position_is_chance() -> None:
    class Changing(Student):
        games = 0

        def choose(self, board: Board, side: Disc) -> Square | None:
            turns = scores(board, side)
            best = [each for each in turns if turns[each] == max(turns.values())]
            return best[Changing.games % len(best)]

        def first_side(self) -> Disc:
            Changing.games += 1
            return super().first_side()

    assert ids(named(Changing)) == {"ties.random"}


def test_squares_that_turn_fewer_by_chance_are_no_matter_of_ties() -> None:
    class Changing(Student):
        games = 0

        def choose(self, board: Board, side: Disc) -> Square | None:
            legal = board.legal_moves(side)
            return legal[Changing.games % len(legal)]

        def first_side(self) -> Disc:
            Changing.games += 1
            return super().first_side()

    assert ids(named(Changing)) == {"choice.random"}


@pytest.mark.parametrize(
    ("mistake", "wrong"),
    [
        (Student, set()),
        (MissesNorthWest, {"flips.wrong"}),
    ],
)
def test_what_a_session_shows_tells_which_findings_can_come_of_it(
    mistake: type[Student], wrong: set[str]
) -> None:
    assert codes_shown(evidence(mistake)) == wrong


def test_every_decision_of_the_right_program_is_noted() -> None:
    noted = evidence(Student, [NO_MOVES])
    kinds = [type(each).__name__ for each in dict.fromkeys(noted)]
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == {
        "Continued": 10,
        "Announced": 4,
        "Chose": 4,
        "Turned": 9,
        "Entered": 5,
        "Told": 1,
    }
