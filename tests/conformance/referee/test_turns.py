"""Who moves first, who passes and who is asked: `rules.turns`, and nothing besides."""

import pytest

from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc, Square, outcome

from .deviations import with_disc
from .sessions import (
    DRAW,
    EXITED,
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    WIPE_OUT,
    Died,
    Student,
    Talk,
    attend,
    one,
    picture,
)

ALL = [NO_MOVES, ILLEGAL, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW]


@pytest.mark.parametrize("case", ALL)
def test_white_begins(case: Case) -> None:
    session = attend(case, Student(first_side=lambda: Disc.WHITE))
    assert one(session.costs) == ("rules.turns", "turns.first")
    assert session.finding("turns.first").params["side"] == "O"
    assert session.finding("turns.first").turn == 2


class HumanFirst(Student):
    def first_side(self) -> Disc:
        return self.computer.opponent


class ComputerFirst(Student):
    def first_side(self) -> Disc:
        return self.computer


@pytest.mark.parametrize(
    ("student", "case", "costs"),
    [
        (HumanFirst, NO_MOVES, {"rules.turns": "turns.first"}),
        (HumanFirst, ILLEGAL, {}),
        (ComputerFirst, NO_MOVES, {}),
        (ComputerFirst, ILLEGAL, {"rules.turns": "turns.first"}),
    ],
)
def test_one_who_always_begins(student: type[Student], case: Case, costs: dict[str, str]) -> None:
    assert attend(case, student()).costs == costs


class PassesAt(Student):
    """Takes this turn for one without a move."""

    at = 0
    turns = 0
    announces = True

    def can_move(self, board: Board, side: Disc) -> bool:
        self.turns += 1
        return super().can_move(board, side) and self.turns != self.at

    def announce_pass(self, board: Board, side: Disc) -> None:
        if self.announces or not board.has_legal_move(side):
            super().announce_pass(board, side)


@pytest.mark.parametrize("announces", [True, False])
@pytest.mark.parametrize("at", [2, 3, 4, 5])
@pytest.mark.parametrize("case", [NO_MOVES, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW])
def test_a_side_that_is_skipped_costs_the_turns_alone(case: Case, at: int, announces: bool) -> None:
    session = attend(case, PassesAt(at=at, announces=announces))
    assert set(session.costs) == {"rules.turns"}
    assert session.costs["rules.turns"] == "turns.skipped"


def test_a_skipped_side_is_told_with_its_moves_and_the_board() -> None:
    found = attend(NO_MOVES, PassesAt(at=3)).finding("turns.skipped")
    assert (found.turn, found.answers) == (3, ("4", "X", "aa"))
    assert (found.params["due"], found.params["side"]) == ("X", "O")
    assert found.params["legal"] == ("ba", "cd", "dc")
    assert found.observed == picture("""
  a b c d
a O X . .
b . O X .
c . X O .
d . . . .
""")


def test_both_sides_pass_although_they_can_move() -> None:
    class BothPass(PassesAt):
        def can_move(self, board: Board, side: Disc) -> bool:
            return super().can_move(board, side) and self.turns not in {3, 4}

    session = attend(NO_MOVES, BothPass())
    assert one(session.costs) == ("rules.turns", "turns.passed-with-a-move")


# --- the human without a move


class AsksAnyway(Student):
    """Asks the human although he cannot move, and calls his answer invalid."""

    def can_move(self, board: Board, side: Disc) -> bool:
        return side is not self.computer or super().can_move(board, side)


class AsksAndPasses(AsksAnyway):
    """Asks the human although he cannot move, and lets him pass then."""

    def answer_illegal(self, board: Board, text: str) -> Talk:
        if super().can_move(board, self.computer.opponent):
            yield from super().answer_illegal(board, text)
        else:
            self.announce_pass(board, self.computer.opponent)
            yield from self.play(board, self.computer)


class CallsPassIllegal(Student):
    """A human who must pass loses like one who makes an illegal move."""

    def announce_pass(self, board: Board, side: Disc) -> None:
        if side is self.computer:
            super().announce_pass(board, side)
        else:
            self.tell_illegal(board, "")
            raise Died(EXITED)


@pytest.mark.parametrize(
    ("student", "code"),
    [
        (AsksAnyway, "turns.asked-without-move"),
        (AsksAndPasses, "turns.asked-without-move"),
        (CallsPassIllegal, "turns.pass-ends-game"),
    ],
)
def test_a_human_who_may_not_pass_costs_the_turns_alone(student: type[Student], code: str) -> None:
    session = attend(HUMAN_PASSES, student())
    assert one(session.costs) == ("rules.turns", code)
    assert session.finding(code).turn == 7
    assert session.typed == HUMAN_PASSES.header.answers


class MovesWithoutMove(Student):
    """The computer places a disc although it must pass."""

    def can_move(self, board: Board, side: Disc) -> bool:
        return side is self.computer or super().can_move(board, side)

    def choose(self, board: Board, side: Disc) -> Square:
        return super().choose(board, side) or board.empty_squares()[0]

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        if board.is_legal(side, square):
            return super().turn(board, side, square)
        return with_disc(board, side, square)


def test_a_computer_that_moves_while_it_must_pass_costs_the_turns_alone() -> None:
    session = attend(NO_MOVES, MovesWithoutMove())
    assert one(session.costs) == ("rules.turns", "turns.moved-without-move")
    assert session.finding("turns.moved-without-move").turn == 6


# --- a pass taken for the end


class PassEndsGame(Student):
    """The game is over as soon as one side cannot move."""

    def is_over(self, board: Board) -> bool:
        return super().is_over(board) or not all(board.has_legal_move(side) for side in Disc)

    def tell_end(self, board: Board) -> None:
        if outcome(board) is None:
            self.announce_pass(board, Disc.BLACK)
        super().tell_end(board)


class PassEndsInSilence(PassEndsGame):
    def tell_end(self, board: Board) -> None:
        self.say("over")
        self.tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))
        self.tell_winner(board)


class EndsAfterPass(Student):
    passed = False

    def announce_pass(self, board: Board, side: Disc) -> None:
        super().announce_pass(board, side)
        self.passed = True

    def is_over(self, board: Board) -> bool:
        return self.passed or super().is_over(board)


@pytest.mark.parametrize(
    ("student", "case", "turn"),
    [
        (PassEndsGame, NO_MOVES, 6),
        (PassEndsInSilence, NO_MOVES, 6),
        (PassEndsGame, HUMAN_PASSES, 7),
        (EndsAfterPass, NO_MOVES, 6),
        (EndsAfterPass, HUMAN_PASSES, 7),
    ],
)
def test_a_pass_taken_for_the_end_costs_the_turns_alone(
    student: type[Student], case: Case, turn: int
) -> None:
    session = attend(case, student())
    assert one(session.costs) == ("rules.turns", "turns.pass-ends-game")
    assert session.finding("turns.pass-ends-game").turn == turn
    assert not session.judgement.reached_end


def test_a_pass_on_the_last_empty_square_and_a_full_board_seen_early_look_alike() -> None:
    session = attend(HUMAN_PASSES, PassEndsInSilence())
    found = session.finding("end.too-early")
    assert (found.check, found.params["is_pass"]) == ("ends.full-board", 1)
