"""An illegal move ends the game: accepted, asked again or told wrongly it costs that end alone."""

import pytest

from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc

from .deviations import with_disc
from .sessions import EXITED, ILLEGAL, Died, Student, Talk, attend, game, one


class AsksAgain(Student):
    words: tuple[str, ...] = ("Invalid move.",)
    end = "\n"

    def answer_illegal(self, board: Board, text: str) -> Talk:
        for line in self.words:
            self.print(line, end=self.end)
        if self.end:
            yield from self.play(board, self.computer.opponent)
        else:
            yield


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (("Invalid move.",), "\n"),
        ((), "\n"),
        (("Please enter a legal move!",), "\n"),
        (("Invalid move. Please enter again: ",), ""),
        (("Try again: ",), ""),
        (("非法落子，请重新输入：",), ""),
    ],
)
def test_an_illegal_move_asked_again_costs_its_end_alone(words: object, end: str) -> None:
    session = attend(ILLEGAL, AsksAgain(words=words, end=end))
    assert one(session.costs) == ("ends.illegal-move", "illegal.asked-again")
    assert session.finding("illegal.asked-again").params == {
        "typed": "aa",
        "why": "outflanks-nothing",
    }
    assert session.typed == ILLEGAL.header.answers


class Accepts(Student):
    shows = True

    def human_moves(self, board: Board, side: Disc, text: str) -> Board | None:
        if board.is_legal(side, self.square(text)):
            return super().human_moves(board, side, text)
        after = with_disc(board, side, self.square(text))
        if self.shows:
            self.show(after, side)
        return after


class Skips(Student):
    """An illegal move costs the turn alone."""

    def answer_illegal(self, board: Board, text: str) -> Talk:
        yield from self.play(board, self.computer)


class AcceptsInSilence(Accepts):
    shows = False


@pytest.mark.parametrize("student", [Accepts, AcceptsInSilence, Skips])
def test_an_illegal_move_accepted_costs_its_end_alone(student: type[Student]) -> None:
    session = attend(ILLEGAL, student())
    assert one(session.costs) == ("ends.illegal-move", "illegal.accepted")
    assert session.finding("illegal.accepted").turn == 4


@pytest.mark.parametrize(
    ("case", "why"),
    [
        (game(4, "X", "ab"), "occupied"),
        (game(4, "X", "bb"), "occupied"),
        (game(4, "X", "ad"), "outflanks-nothing"),
        (game(4, "X", "da"), "outflanks-nothing"),
        (game(6, "X", "be"), "outflanks-nothing"),
        (game(6, "X", "ff"), "isolated"),
        (game(4, "X", "ea"), "row-off"),
        (game(4, "X", "ae"), "column-off"),
        (game(4, "X", "gg"), "both-off"),
        (game(8, "X", "gg"), "isolated"),
        (game(8, "X", "zz"), "both-off"),
    ],
)
def test_the_kind_of_an_illegal_move_is_named(case: Case, why: str) -> None:
    assert attend(case).costs == {}
    found = attend(case, AsksAgain()).finding("illegal.asked-again")
    assert found.params["why"] == why


class CrashesOnIllegal(Student):
    def answer_illegal(self, board: Board, text: str) -> Talk:
        raise ArithmeticError
        yield


class LeavesOnIllegal(Student):
    def answer_illegal(self, board: Board, text: str) -> Talk:
        raise Died(EXITED)
        yield


@pytest.mark.parametrize(
    ("student", "code"),
    [(CrashesOnIllegal, "stopped.crash"), (LeavesOnIllegal, "stopped.early")],
)
def test_a_program_that_stops_at_an_illegal_move_costs_that_end_alone(
    student: type[Student], code: str
) -> None:
    assert one(attend(ILLEGAL, student()).costs) == ("ends.illegal-move", code)
