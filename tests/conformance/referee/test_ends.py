"""The four ends: noticed or not, told rightly or not, and what comes after the result."""

import pytest

from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc

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
    game,
    one,
)

BY_RULES = [NO_MOVES, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW]
ALL = [*BY_RULES, ILLEGAL]


def check_of(case: Case) -> str:
    return f"ends.{case.header.ends}"


def last_turn(case: Case) -> int:
    return len(case.header.answers)


# --- noticed


class NeverOver(Student):
    """Goes on at this end; who cannot move is asked or passes."""

    def is_over(self, board: Board) -> bool:
        return False

    def can_move(self, board: Board, side: Disc) -> bool:
        return side is not self.computer or super().can_move(board, side)


class AsksAtTheEnd(Student):
    def tell_end(self, board: Board) -> None:
        pass

    def finish(self, board: Board) -> Talk:
        yield from self.ask("ask_move", disc=self.computer.opponent.value)


class PassesForEver(Student):
    def is_over(self, board: Board) -> bool:
        return False

    def can_move(self, board: Board, side: Disc) -> bool:
        return board.has_legal_move(side)


@pytest.mark.parametrize("case", [NO_MOVES, WIPE_OUT, FULL_BOARD, DRAW])
def test_an_end_that_is_not_noticed_costs_that_end_alone(case: Case) -> None:
    for student in (NeverOver(), AsksAtTheEnd()):
        session = attend(case, student)
        assert one(session.costs) == (check_of(case), "end.not-noticed")
        found = session.finding("end.not-noticed")
        assert found.turn == last_turn(case)
        assert found.params["black"] != found.params["white"] or case is DRAW


@pytest.mark.parametrize("case", BY_RULES)
def test_passes_without_end_cost_the_end_alone(case: Case) -> None:
    session = attend(case, PassesForEver())
    assert one(session.costs) == (check_of(case), "stopped.flood")
    assert not session.judgement.reached_end


class OneSquareTooEarly(Student):
    def is_over(self, board: Board) -> bool:
        return board.empty_count <= 1 or super().is_over(board)

    def tell_end(self, board: Board) -> None:
        self.say("over")
        self.tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))
        self.tell_winner(board)


@pytest.mark.parametrize("case", [FULL_BOARD, DRAW])
def test_an_end_noticed_too_early_costs_that_end_alone(case: Case) -> None:
    session = attend(case, OneSquareTooEarly())
    assert one(session.costs) == ("ends.full-board", "end.too-early")


class OneDiscTooEarly(Student):
    def is_over(self, board: Board) -> bool:
        return min(map(board.count, Disc)) <= 1 or super().is_over(board)

    tell_end = OneSquareTooEarly.tell_end


def test_an_early_end_is_the_one_that_the_case_leads_to() -> None:
    session = attend(WIPE_OUT, OneDiscTooEarly())
    assert one(session.costs) == ("ends.wipe-out", "end.too-early")


# --- told


class NoScore(Student):
    def tell_score(self, black: int, white: int) -> None:
        pass


class WrongScore(Student):
    def tell_score(self, black: int, white: int) -> None:
        super().tell_score(black + 1, white)


class NoWinner(Student):
    def tell_winner(self, board: Board) -> None:
        pass

    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("invalid")
        self.say("over")


class FewestWin(Student):
    def tell_winner(self, board: Board) -> None:
        black, white = board.count(Disc.BLACK), board.count(Disc.WHITE)
        self.say("wins", disc="O" if black >= white else "X")

    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("invalid")
        self.say("over")
        self.say("wins", disc=self.computer.opponent.value)


class AlwaysDraw(Student):
    def tell_winner(self, board: Board) -> None:
        self.say("draw")

    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("invalid")
        self.say("over")
        self.say("draw")


class NeverOverSaid(Student):
    def say(self, key: str, **facts: object) -> None:
        if key != "over":
            super().say(key, **facts)


@pytest.mark.parametrize(
    ("student", "code", "cases"),
    [
        (NoScore, "end.no-score", BY_RULES),
        (WrongScore, "end.wrong-score", BY_RULES),
        (NoWinner, "end.no-winner", ALL),
        (FewestWin, "end.wrong-winner", ALL),
        (AlwaysDraw, "end.wrong-winner", [NO_MOVES, WIPE_OUT, ILLEGAL]),
        (NeverOverSaid, "end.no-over", ALL),
    ],
)
def test_a_result_told_wrongly_costs_its_end_alone(
    student: type[Student], code: str, cases: list[Case]
) -> None:
    for case in cases:
        session = attend(case, student())
        assert one(session.costs) == (check_of(case), code)
        assert session.finding(code).turn == last_turn(case)
        assert session.judgement.reached_end


def test_a_draw_given_to_a_player_is_a_wrong_winner() -> None:
    found = attend(DRAW, FewestWin()).finding("end.wrong-winner")
    assert (found.params["winner"], found.params["claimed"]) == ("", "O")


class LeaderWins(Student):
    """After an illegal move whoever has more discs wins."""

    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("invalid")
        self.say("over")
        self.tell_winner(board)


def test_after_an_illegal_move_the_opponent_wins_and_not_the_leader() -> None:
    computer_leads, nobody_leads = game(4, "X", "zz"), game(4, "O", "zz")
    assert attend(computer_leads, LeaderWins()).costs == {}
    costs = attend(nobody_leads, LeaderWins()).costs
    assert one(costs) == ("ends.illegal-move", "end.wrong-winner")


class WinnerTwice(Student):
    def tell_end(self, board: Board) -> None:
        self.say("wins", disc="X")
        super().tell_end(board)


@pytest.mark.parametrize("case", [FULL_BOARD, DRAW, WIPE_OUT])
def test_the_winner_is_read_after_the_line_of_ones_own(case: Case) -> None:
    assert attend(case, WinnerTwice()).costs == {}
