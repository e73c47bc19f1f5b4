"""Messages: their wording, what is missing, too much or in another order, and pass lines."""

import pytest

from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc, Square, choose

from .sessions import (
    DRAW,
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    TYPESCRIPT,
    WIPE_OUT,
    Student,
    attend,
    game,
    one,
)

ALL = [NO_MOVES, ILLEGAL, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW]


@pytest.mark.parametrize(
    ("key", "text", "case"),
    [
        ("places", "Computer place {disc} at {square}.", NO_MOVES),
        ("places", "Computer palces {disc} at {square}", ILLEGAL),
        ("places", "Computer plays {disc} at {square}.", NO_MOVES),
        ("places", "电脑在 {square} 处落子 {disc}", NO_MOVES),
        ("places", "Computer places {disc}", NO_MOVES),
        ("passes", "{disc} player has no vaild move!", NO_MOVES),
        ("passes", "{disc}方无棋可下。", HUMAN_PASSES),
        ("passes", "{disc} passes.", HUMAN_PASSES),
        ("no_moves", "Both player have no vaild move!", NO_MOVES),
        ("no_moves", "双方都没有棋子可下", NO_MOVES),
        ("invalid", "Invaild move!", ILLEGAL),
        ("invalid", "Error: illegal move", ILLEGAL),
        ("over", "Game Over!", ILLEGAL),
        ("over", "游戏结束", FULL_BOARD),
        ("score", "X : O={black} : {white}", NO_MOVES),
        ("score", "O : X = {white} : {black}", WIPE_OUT),
        ("score", "X {black} : {white} O", NO_MOVES),
        ("wins", "{disc} wins!", ILLEGAL),
        ("wins", "The winner is {disc}.", WIPE_OUT),
        ("wins", "{disc}方获胜", NO_MOVES),
        ("draw", "Draw.", DRAW),
        ("draw", "平局！", DRAW),
    ],
)
def test_a_message_in_other_words_costs_the_messages_alone(key: str, text: str, case: Case) -> None:
    session = attend(case, Student(**{key: text}))
    assert one(session.costs) == ("printing.messages", "messages.wording")
    assert session.typed == case.header.answers
    assert session.judgement.reached_end


@pytest.mark.parametrize(
    ("key", "text", "note"),
    [
        ("over", "Game Over.", "messages.letter-case"),
        ("over", "Game over. ", "messages.blanks"),
        ("score", "X:O = {black}:{white}", "messages.blanks"),
        ("score", "X : O  =  {black} : {white}", "messages.blanks"),
        ("wins", "{disc} Player Wins.", "messages.letter-case"),
        ("no_moves", "\nBoth players have no valid move.\n", "messages.blank-lines"),
    ],
)
def test_blanks_and_capitals_of_messages_are_left_open(key: str, text: str, note: str) -> None:
    session = attend(NO_MOVES, Student(**{key: text}))
    assert (session.costs, session.notes) == ({}, {note})


def test_a_wording_is_quoted_beside_the_right_one() -> None:
    found = attend(NO_MOVES, Student(over="Game Over!")).finding("messages.wording")
    assert (found.turn, found.times) == (7, 1)
    assert (found.expected, found.observed) == (("Game over.",), ("Game Over!",))


# --- the announced square


def announcing(name: str, **moved: int) -> type[Student]:
    class Announcing(Student):
        def announce(self, side: Disc, square: Square) -> None:
            shown = Square(square.column, square.row) if name == "transposed" else square
            row, column = shown.row + moved.get("row", 0), shown.column + moved.get("column", 0)
            super().announce(side, Square(row, column))

    return Announcing


@pytest.mark.parametrize("case", [NO_MOVES, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW])
@pytest.mark.parametrize(
    "student",
    [announcing("transposed"), announcing("one lower", row=1), announcing("east", column=1)],
)
def test_an_announced_square_that_is_not_the_shown_one_costs_the_messages_alone(
    student: type[Student], case: Case
) -> None:
    session = attend(case, student())
    assert set(session.costs) == {"printing.messages"}
    assert session.typed == case.header.answers
    assert session.judgement.reached_end


def test_an_announced_square_is_told_with_the_shown_one() -> None:
    found = attend(NO_MOVES, announcing("transposed")()).finding("messages.square")
    assert (found.turn, found.params) == (2, {"announced": "ba", "square": "ab"})


def test_an_announced_square_off_the_board_is_told() -> None:
    found = attend(NO_MOVES, announcing("far", row=4)()).finding("messages.square-off-board")
    assert found.params == {"announced": "eb"}


def test_the_best_square_announced_is_the_choice_whatever_the_board_shows() -> None:
    class ShowsTheLast(Student):
        def choose(self, board: Board, side: Disc) -> Square:
            self.best = choose(board, side) or Square(0, 0)
            return board.legal_moves(side)[-1]

        def announce(self, side: Disc, square: Square) -> None:
            super().announce(side, self.best)

    assert one(attend(ILLEGAL, ShowsTheLast()).costs) == ("printing.messages", "messages.square")


# --- missing, too much, in another order


class Silent(Student):
    def announce(self, side: Disc, square: Square) -> None:
        pass


class NoPassLine(Student):
    def announce_pass(self, board: Board, side: Disc) -> None:
        pass


class NoInvalid(Student):
    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("over")
        self.say("wins", disc=self.computer.value)


class NoMovesNotSaid(Student):
    def tell_end(self, board: Board) -> None:
        self.say("over")
        self.tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))
        self.tell_winner(board)


@pytest.mark.parametrize(
    ("student", "case", "turn"),
    [
        (Silent, NO_MOVES, 2),
        (Silent, ILLEGAL, 3),
        (Silent, FULL_BOARD, 2),
        (NoPassLine, NO_MOVES, 6),
        (NoPassLine, HUMAN_PASSES, 7),
        (NoInvalid, ILLEGAL, 4),
        (NoMovesNotSaid, NO_MOVES, 7),
    ],
)
def test_a_missing_line_costs_the_messages_alone(
    student: type[Student], case: Case, turn: int
) -> None:
    session = attend(case, student())
    assert one(session.costs) == ("printing.messages", "messages.missing")
    assert session.finding("messages.missing").turn == turn


class PassesTwice(Student):
    def announce_pass(self, board: Board, side: Disc) -> None:
        super().announce_pass(board, side)
        super().announce_pass(board, side)


class AnnouncesTwice(Student):
    def announce(self, side: Disc, square: Square) -> None:
        super().announce(side, square)
        super().announce(side, square)


class AnnouncesBeforeAndAfter(Student):
    def tell_computers_move(self, board: Board, square: Square) -> None:
        super().tell_computers_move(board, square)
        self.announce(self.computer, square)


class AnnouncesTheHuman(Student):
    def human_moves(self, board: Board, side: Disc, text: str) -> Board | None:
        after = super().human_moves(board, side, text)
        if after is not None:
            self.print(f"Human places {side.value} at {text}.")
        return after


class StalePlacement(Student):
    """The computer's last square is announced again where it passes."""

    last = Square(0, 1)

    def announce(self, side: Disc, square: Square) -> None:
        self.last = square
        super().announce(side, square)

    def announce_pass(self, board: Board, side: Disc) -> None:
        super().announce_pass(board, side)
        if side is self.computer:
            self.announce(side, self.last)


class Scores(Student):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        super().show(board, moved)
        self.tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))


class Thinks(Student):
    def choose(self, board: Board, side: Disc) -> Square | None:
        self.print("Let me think...")
        return super().choose(board, side)


class Farewell(Student):
    def tell_winner(self, board: Board) -> None:
        super().tell_winner(board)
        self.print("Thank you for playing!")


class PassesWhenStuck(Student):
    def tell_end(self, board: Board) -> None:
        self.announce_pass(board, Disc.BLACK)
        self.announce_pass(board, Disc.WHITE)
        super().tell_end(board)


class PassesAfterIllegal(Student):
    def tell_illegal(self, board: Board, text: str) -> None:
        super().tell_illegal(board, text)
        self.announce_pass(board, Disc.BLACK)


class ScoresIllegal(Student):
    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("invalid")
        self.say("over")
        self.tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))
        self.say("wins", disc=self.computer.value)


@pytest.mark.parametrize(
    ("student", "case"),
    [
        (PassesTwice, NO_MOVES),
        (PassesTwice, HUMAN_PASSES),
        *((AnnouncesTwice, case) for case in ALL),
        *((AnnouncesBeforeAndAfter, case) for case in ALL),
        *((AnnouncesTheHuman, case) for case in ALL),
        (StalePlacement, NO_MOVES),
        *((Scores, case) for case in ALL),
        *((Thinks, case) for case in ALL),
        (Farewell, NO_MOVES),
        (Farewell, FULL_BOARD),
        (PassesWhenStuck, NO_MOVES),
        (PassesAfterIllegal, ILLEGAL),
        (ScoresIllegal, ILLEGAL),
    ],
)
def test_a_line_too_many_costs_the_messages_alone(student: type[Student], case: Case) -> None:
    session = attend(case, student())
    assert one(session.costs) == ("printing.messages", "messages.extra")
    assert session.typed == case.header.answers
    assert session.judgement.reached_end


class WinnerFirst(Student):
    def tell_score(self, black: int, white: int) -> None:
        pass

    def tell_winner(self, board: Board) -> None:
        super().tell_winner(board)
        super().tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))


@pytest.mark.parametrize("case", [NO_MOVES, WIPE_OUT, FULL_BOARD, DRAW])
def test_the_winner_before_the_score_costs_the_messages_alone(case: Case) -> None:
    assert one(attend(case, WinnerFirst()).costs) == ("printing.messages", "messages.order")


class OneLine(Student):
    def tell_score(self, black: int, white: int) -> None:
        self.print(self.wording.score.format(black=black, white=white), end=" ")


def test_two_messages_on_one_line_cost_the_messages_alone() -> None:
    session = attend(NO_MOVES, OneLine())
    assert one(session.costs) == ("printing.messages", "messages.one-line")
    assert session.finding("messages.one-line").observed == ("X : O = 2 : 11 O player wins.",)


# --- passes


class WrongSide(Student):
    def announce_pass(self, board: Board, side: Disc) -> None:
        super().announce_pass(board, side.opponent)


@pytest.mark.parametrize("case", [NO_MOVES, HUMAN_PASSES])
def test_a_pass_announced_for_the_wrong_side_costs_the_messages_alone(case: Case) -> None:
    session = attend(case, WrongSide())
    assert one(session.costs) == ("printing.messages", "messages.wording")
    assert session.typed == case.header.answers


class PassOnTheSameLine(Student):
    def announce_pass(self, board: Board, side: Disc) -> None:
        self.print(f"{side.value} player has no valid move.", end=" ")


@pytest.mark.parametrize("case", [NO_MOVES, HUMAN_PASSES])
def test_a_pass_may_share_its_line(case: Case) -> None:
    session = attend(case, PassOnTheSameLine())
    assert (session.costs, session.notes) == ({}, {"messages.pass-line"})


@pytest.mark.parametrize("moves", ["aa ac ca dc cd", "aa ac db cd ca"])
def test_a_pass_may_stand_alone_where_the_handout_has_it_on_one_line(moves: str) -> None:
    case = game(4, "X", moves, "typescript")
    assert attend(case, Student(), TYPESCRIPT).notes == {"messages.pass-line"}
    shared = attend(case, PassOnTheSameLine(), TYPESCRIPT)
    assert (shared.costs, shared.notes) == ({}, set())


# --- before `Game over.`


class OwnLine(Student):
    line = "The board is full."

    def tell_end(self, board: Board) -> None:
        self.print(self.line)
        super().tell_end(board)


@pytest.mark.parametrize("case", [HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW])
@pytest.mark.parametrize(
    "line",
    [
        "The board is full.",
        "Both players have no valid move.",
        "O player has no valid move.",
        "X player wins.",
        "O has been wiped out, X wins!",
        "Draw!",
        "双方都没有棋子可下",
    ],
)
def test_one_line_of_ones_own_may_stand_before_a_full_boards_or_a_wipe_outs_end(
    line: str, case: Case
) -> None:
    session = attend(case, OwnLine(line=line))
    assert (session.costs, session.notes) == ({}, {"messages.own-line"})


def test_two_lines_of_ones_own_are_one_too_many() -> None:
    session = attend(FULL_BOARD, OwnLine(line="The board is full.\nWhat a game!"))
    assert one(session.costs) == ("printing.messages", "messages.extra")


@pytest.mark.parametrize("case", [NO_MOVES])
def test_a_line_of_ones_own_may_not_stand_where_nobody_can_move(case: Case) -> None:
    session = attend(case, OwnLine(line="The game comes to its end."))
    assert set(session.costs) == {"printing.messages"}
