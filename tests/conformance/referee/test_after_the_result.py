"""After its result a program ends by itself: waits, crashes and output without end cost the end."""

import pytest

from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc, outcome

from .sessions import (
    DRAW,
    EXITED,
    FLOODED,
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    SILENT,
    WIPE_OUT,
    Died,
    Student,
    Talk,
    attend,
    one,
)

BY_RULES = [NO_MOVES, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW]
ALL = [*BY_RULES, ILLEGAL]


def check_of(case: Case) -> str:
    return f"ends.{case.header.ends}"


def last_turn(case: Case) -> int:
    return len(case.header.answers)


class Waits(Student):
    text = ""
    end = ""

    def finish(self, board: Board) -> Talk:
        self.print(self.text, end=self.end)
        yield


class WaitsBeforeScore(Student):
    def tell_score(self, black: int, white: int) -> None:
        pass

    def tell_winner(self, board: Board) -> None:
        pass

    def finish(self, board: Board) -> Talk:
        self.print("Press Enter to see the score", end="")
        yield
        super().tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))
        super().tell_winner(board)


class PlaysAgain(Student):
    def finish(self, board: Board) -> Talk:
        self.print("Play again? (y/n) ", end="")
        if (yield) == "n":
            self.print("Bye!")
        else:
            yield from self.run()


class PlaysAgainAtOnce(Student):
    def finish(self, board: Board) -> Talk:
        yield from self.run()


@pytest.mark.parametrize(
    ("student", "manners"),
    [
        (Waits, {}),
        (Waits, {"text": "Press Enter to exit..."}),
        (Waits, {"text": "Press Enter to exit...", "end": "\n"}),
        (Waits, {"text": "请按任意键继续. . . "}),
        (PlaysAgain, {}),
        (PlaysAgainAtOnce, {}),
    ],
)
@pytest.mark.parametrize("case", ALL)
def test_a_wait_after_the_result_costs_its_end_alone(
    student: type[Student], manners: dict[str, object], case: Case
) -> None:
    session = attend(case, student(**manners))
    assert one(session.costs) == (check_of(case), "end.waits")
    assert session.finding("end.waits").turn == last_turn(case)
    assert session.typed == (*case.header.answers, "")


@pytest.mark.parametrize("case", BY_RULES)
def test_a_wait_in_the_midst_of_the_result_costs_its_end_alone(case: Case) -> None:
    session = attend(case, WaitsBeforeScore())
    assert one(session.costs) == (check_of(case), "end.waits")
    assert session.judgement.reached_end


class EndsSo(Student):
    """Ends in this way after its result."""

    death: Exception = Died(EXITED)

    def finish(self, board: Board) -> Talk:
        raise self.death
        yield


@pytest.mark.parametrize(
    ("death", "code"),
    [
        (Died(SILENT), "end.no-exit"),
        (Died(FLOODED, *["Game over."] * 500), "end.flood"),
        (Died(FLOODED, "Both players have no valid move." * 500), "end.flood"),
        (ArithmeticError(), "end.crash"),
    ],
)
@pytest.mark.parametrize("case", [NO_MOVES, WIPE_OUT, FULL_BOARD, ILLEGAL])
def test_a_program_that_does_not_end_in_peace_costs_the_end_alone(
    death: Exception, code: str, case: Case
) -> None:
    session = attend(case, EndsSo(death=death))
    assert one(session.costs) == (check_of(case), code)
    assert session.judgement.reached_end


class SaysNotThatItIsInvalid(EndsSo):
    death = Died(FLOODED, *["Game over."] * 500)

    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("over")
        self.say("wins", disc=self.computer.value)


class SaysMoreBeforeTheEnd(EndsSo):
    death = Died(FLOODED, *["Game over."] * 500)

    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("passes", disc="O")
        super().tell_illegal(board, text)


@pytest.mark.parametrize(
    ("student", "code"),
    [
        (SaysNotThatItIsInvalid, "messages.missing"),
        (SaysMoreBeforeTheEnd, "messages.extra"),
    ],
)
def test_what_is_wrong_before_print_without_end_costs_as_well(
    student: type[EndsSo], code: str
) -> None:
    session = attend(ILLEGAL, student())
    assert session.costs == {"printing.messages": code, "ends.illegal-move": "end.flood"}


def test_an_ending_with_a_status_is_a_note() -> None:
    death = Died(type(EXITED)(EXITED.kind, 1.0, 0.1, status=3))
    session = attend(NO_MOVES, EndsSo(death=death))
    assert (session.costs, session.notes) == ({}, {"end.status"})


class NothingSaid(Student):
    def tell_end(self, board: Board) -> None:
        assert outcome(board) is not None


@pytest.mark.parametrize("case", BY_RULES)
def test_a_program_that_ends_without_a_word_costs_the_end_alone(case: Case) -> None:
    assert one(attend(case, NothingSaid()).costs) == (check_of(case), "stopped.early")
