"""Wrong moves and wrong choices cost their own check, once, where they show."""

import pytest

from reversi_conformance.findings import FindingKind
from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc, Square

from . import deviations
from .deviations import Misplacing, with_disc
from .sessions import (
    DRAW,
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    WIPE_OUT,
    Student,
    Talk,
    attend,
    one,
    picture,
)


class ForOneSide(Student):
    """Turns nothing, for the computer or for the human alone."""

    wrong_for_computer = True

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        if (side is self.computer) is self.wrong_for_computer:
            return with_disc(board, side, square)
        return super().turn(board, side, square)


# --- what turns


@pytest.mark.parametrize(
    ("turn", "case"),
    [
        (deviations.turn_nothing, NO_MOVES),
        (deviations.turn_nothing, ILLEGAL),
        (deviations.turn_nothing, FULL_BOARD),
        (deviations.turn_neighbours_alone, WIPE_OUT),
        (deviations.turn_neighbours_alone, HUMAN_PASSES),
        (deviations.turn_one_too_many, WIPE_OUT),
        (deviations.turn_one_too_many, DRAW),
    ],
)
def test_wrong_flips_cost_the_flips_alone(turn: object, case: Case) -> None:
    session = attend(case, Student(turn=turn))
    assert one(session.costs) == ("rules.flips", "flips.wrong")
    assert session.judgement.reached_end


@pytest.mark.parametrize(("wrong_for_computer", "turn"), [(True, 2), (False, 3)])
def test_wrong_flips_of_either_side_are_found(wrong_for_computer: bool, turn: int) -> None:
    session = attend(NO_MOVES, ForOneSide(wrong_for_computer=wrong_for_computer))
    assert one(session.costs) == ("rules.flips", "flips.wrong")
    assert session.finding("flips.wrong").turn == turn


def test_wrong_flips_are_told_with_both_boards_and_the_squares() -> None:
    found = attend(NO_MOVES, Student(turn=deviations.turn_nothing)).finding("flips.wrong")
    assert found.kind is FindingKind.FAULT
    assert (found.turn, found.answers) == (2, ("4", "X"))
    assert (found.params["square"], found.params["side"]) == ("ab", "X")
    assert (found.params["kept"], found.params["turned"]) == (("bb",), ())
    assert found.times > 1
    assert found.expected == picture("""
  a b c d
a . X . .
b . X X .
c . X O .
d . . . .
""")
    assert found.observed == picture("""
  a b c d
a . X . .
b . O X .
c . X O .
d . . . .
""")


def test_after_wrong_flips_the_choice_is_judged_on_the_board_that_is_shown() -> None:
    session = attend(
        WIPE_OUT, Student(turn=deviations.turn_nothing, choose=deviations.last_of_the_best)
    )
    assert session.costs == {"rules.flips": "flips.wrong", "strategy.ties": "choice.later"}


def test_a_disc_of_the_wrong_colour_is_a_wrong_placement() -> None:
    def turn(board: Board, side: Disc, square: Square) -> Board:
        return with_disc(board.play(side, square), side.opponent, square)

    session = attend(NO_MOVES, Student(turn=turn))
    assert one(session.costs) == ("rules.placement", "placement.wrong-disc")


# --- where discs stand


def test_a_wrong_start_costs_the_placement_and_the_game_is_judged_from_there() -> None:
    def start() -> Board:
        right = Board.initial(4)
        return Board.from_discs(4, right.squares(Disc.WHITE), right.squares(Disc.BLACK))

    session = attend(NO_MOVES, Student(start=start))
    assert one(session.costs) == ("rules.placement", "placement.start")
    assert session.finding("placement.start").params["squares"] == ("bb", "bc", "cb", "cc")
    assert session.judgement.reached_end


def test_a_board_of_another_size_costs_the_placement_and_ends_the_judging() -> None:
    session = attend(ILLEGAL, Student(start=lambda: Board.initial(8)))
    found = session.finding("placement.size")
    assert (found.params["size"], found.params["shown"]) == (6, 8)
    assert session.costs["rules.placement"] == "placement.size"
    assert not session.judgement.reached_end


@pytest.mark.parametrize(
    ("choose", "code"),
    [
        (deviations.opponents_disc, "placement.taken"),
        (deviations.own_disc, "placement.taken"),
        (deviations.illegal_square, "placement.turns-nothing"),
    ],
)
@pytest.mark.parametrize("case", [NO_MOVES, ILLEGAL, FULL_BOARD])
def test_a_square_that_the_computer_may_not_take(choose: object, code: str, case: Case) -> None:
    session = attend(case, Misplacing(choose=choose))
    assert one(session.costs) == ("rules.placement", code)


def test_the_computer_is_heard_where_no_board_shows_its_illegal_square() -> None:
    class Mute(Misplacing):
        def show(self, board: Board, moved: Disc | None = None) -> None:
            pass

    session = attend(ILLEGAL, Mute(choose=deviations.illegal_square))
    assert session.costs["rules.placement"] == "placement.turns-nothing"


class RefusesFirstColumn(Student):
    def is_legal(self, board: Board, side: Disc, square: Square) -> bool:
        return super().is_legal(board, side, square) and square.column > 0


class RefusesAndAsks(RefusesFirstColumn):
    def answer_illegal(self, board: Board, text: str) -> Talk:
        self.say("invalid")
        yield from self.play(board, self.computer.opponent)


class RefusesInSilence(RefusesFirstColumn):
    def answer_illegal(self, board: Board, text: str) -> Talk:
        yield from self.play(board, self.computer.opponent)


@pytest.mark.parametrize("student", [RefusesFirstColumn, RefusesAndAsks, RefusesInSilence])
def test_a_legal_move_refused_costs_the_placement_alone(student: type[Student]) -> None:
    session = attend(NO_MOVES, student())
    assert one(session.costs) == ("rules.placement", "placement.refused")
    found = session.finding("placement.refused")
    assert (found.turn, found.params) == (3, {"square": "aa", "turns": ("bb",)})


def test_a_refused_square_is_not_typed_again() -> None:
    session = attend(NO_MOVES, RefusesAndAsks())
    assert session.typed == ("4", "X", "aa", "ac", "ca")


class IgnoresTheHuman(Student):
    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        return super().turn(board, side, square) if side is self.computer else board


@pytest.mark.parametrize("case", [NO_MOVES, ILLEGAL, FULL_BOARD, DRAW])
def test_a_human_who_is_ignored_costs_the_placement_alone(case: Case) -> None:
    session = attend(case, IgnoresTheHuman())
    assert one(session.costs) == ("rules.placement", "placement.ignored")


class Transposes(Student):
    """Places the human's disc at column and row instead of row and column, and plays on."""

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        mirrored = Square(square.column, square.row)
        if side is self.computer or mirrored == square:
            return super().turn(board, side, square)
        return with_disc(board, side, mirrored)


def test_a_disc_of_the_human_elsewhere_costs_the_placement_alone() -> None:
    session = attend(ILLEGAL, Transposes())
    assert one(session.costs) == ("rules.placement", "placement.elsewhere")
    found = session.finding("placement.elsewhere")
    assert (found.params["typed"], found.params["square"]) == ("cb", "bc")


class TakesTheColumnForTheRow(Student):
    """Reads every entry so; or those of the first moves alone."""

    moves = 100

    def human_moves(self, board: Board, side: Disc, text: str) -> Board | None:
        self.moves -= 1
        return super().human_moves(board, side, text[::-1] if self.moves >= 0 else text)


@pytest.mark.parametrize("case", [NO_MOVES, WIPE_OUT, FULL_BOARD, DRAW])
def test_a_program_that_takes_the_column_for_the_row_is_still_played_to_an_end(case: Case) -> None:
    session = attend(case, TakesTheColumnForTheRow())
    assert session.costs == {"rules.placement": "placement.elsewhere"}
    assert session.finding("placement.elsewhere").times == 1
    assert session.judgement.reached_end
    assert session.judgement.assessed & {"ends.no-moves", "ends.wipe-out", "ends.full-board"}


def test_what_else_such_a_program_does_wrong_is_found() -> None:
    class AndTellsNoWinner(TakesTheColumnForTheRow):
        def tell_winner(self, board: Board) -> None:
            pass

    session = attend(FULL_BOARD, AndTellsNoWinner())
    assert session.costs["rules.placement"] == "placement.elsewhere"
    assert "end.no-winner" in session.costs.values()


def test_such_a_program_is_given_an_entry_that_is_illegal_however_it_is_read() -> None:
    session = attend(ILLEGAL, TakesTheColumnForTheRow())
    assert session.costs == {"rules.placement": "placement.elsewhere"}
    assert "ends.illegal-move" in session.judgement.assessed


@pytest.mark.parametrize("case", [NO_MOVES, WIPE_OUT, FULL_BOARD, DRAW, ILLEGAL])
@pytest.mark.parametrize("moves", [2, 3])
def test_one_that_does_so_at_first_costs_no_more_than_that(case: Case, moves: int) -> None:
    session = attend(case, TakesTheColumnForTheRow(moves=moves))
    assert session.costs == {"rules.placement": "placement.elsewhere"}
    assert session.judgement.reached_end


def test_a_board_that_no_move_explains_is_one_fault() -> None:
    class Shuffles(Student):
        def turn(self, board: Board, side: Disc, square: Square) -> Board:
            if side is self.computer:
                return super().turn(board, side, square)
            return Board.from_discs(4, [Square(0, 0), Square(3, 3)], [Square(1, 1), Square(2, 2)])

    session = attend(NO_MOVES, Shuffles())
    assert session.costs["rules.placement"] in {"placement.unexplained", "placement.elsewhere"}
    assert set(session.costs) == {"rules.placement"}


# --- what the computer chooses


@pytest.mark.parametrize(
    ("choose", "case", "costs"),
    [
        (deviations.last_of_the_best, NO_MOVES, {"strategy.ties"}),
        (deviations.last_of_the_best, ILLEGAL, {"strategy.ties"}),
        (deviations.last_of_the_best, WIPE_OUT, {"strategy.ties"}),
        (deviations.first_by_column, WIPE_OUT, {"strategy.ties"}),
        (deviations.first_by_column, FULL_BOARD, {"strategy.ties"}),
        (deviations.first_legal, NO_MOVES, set()),
        (deviations.first_legal, WIPE_OUT, {"strategy.most-discs"}),
        (deviations.first_legal, FULL_BOARD, {"strategy.most-discs"}),
        (deviations.fewest, WIPE_OUT, {"strategy.most-discs"}),
        (deviations.fewest, DRAW, {"strategy.most-discs"}),
    ],
)
def test_a_strategy_of_ones_own_is_judged_choice_by_choice(
    choose: object, case: Case, costs: set[str]
) -> None:
    session = attend(case, Student(choose=choose))
    assert set(session.costs) == costs
    assert session.judgement.reached_end


def test_a_choice_that_turns_fewer_says_what_would_turn_more() -> None:
    found = attend(WIPE_OUT, Student(choose=deviations.fewest)).finding("choice.fewer")
    assert found.params["side"] == "X"
    assert int(str(found.params["discs"])) < int(str(found.params["most"]))


def test_a_later_one_of_equals_says_which_comes_first() -> None:
    session = attend(NO_MOVES, Student(choose=deviations.last_of_the_best))
    found = session.finding("choice.later")
    assert (found.turn, found.answers) == (2, ("4", "X"))
    assert found.params == {
        "square": "dc",
        "side": "X",
        "discs": 1,
        "most": 1,
        "best": "ab",
        "equals": ("ab", "ba", "cd", "dc"),
    }


def test_checks_of_the_strategy_are_assessed_only_where_there_is_a_choice() -> None:
    assessed = attend(NO_MOVES).judgement.assessed
    assert "strategy.ties" in assessed
    assert "strategy.most-discs" not in assessed
    assert "strategy.most-discs" in attend(FULL_BOARD).judgement.assessed
