"""Questions: their wording, their order, what is asked besides, and prompts that come late."""

import pytest

from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc, Square

from .sessions import (
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    SILENT,
    WIPE_OUT,
    Asking,
    Died,
    Student,
    Talk,
    attend,
    game,
    one,
)

CASES = [NO_MOVES, ILLEGAL, WIPE_OUT]

# --- wording


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("ask_size", "Enter the board demension: "),
        ("ask_size", "请输入棋盘大小："),
        ("ask_size", "n = "),
        ("ask_computer", "Computer plays (X/O)：!"),
        ("ask_computer", "计算机持黑棋还是白棋（X/O）："),
        ("ask_computer", "Computer plays (x or o)? "),
        ("ask_computer", "> "),
        ("ask_move", "Enter move for {disc} (Row/Col): "),
        ("ask_move", "Enter move for colour {disc} (RowCol): "),
        ("ask_move", "Enter move (RowCol): "),
        ("ask_move", "Enter move for {disc} (RowCol), exit with gg: "),
        ("ask_move", "请输入落子位置："),
        ("ask_move", "{disc}> "),
    ],
)
@pytest.mark.parametrize("case", CASES)
def test_a_question_in_other_words_costs_the_prompts_alone(key: str, text: str, case: Case) -> None:
    session = attend(case, Student(**{key: text}))
    assert one(session.costs) == ("printing.prompts", "prompts.wording")
    assert session.typed == case.header.answers
    assert session.judgement.reached_end


def test_a_question_in_other_words_is_quoted_with_the_right_ones() -> None:
    found = attend(NO_MOVES, Student(ask_size="Size? ")).finding("prompts.wording")
    assert (found.turn, found.answers, found.times) == (0, (), 1)
    assert found.expected == ("Enter the board dimension: ",)
    assert found.observed == ("Size? ",)


@pytest.mark.parametrize(
    ("key", "text", "note"),
    [
        ("ask_size", "Enter the board dimension:", "prompts.blanks"),
        ("ask_size", "ENTER THE BOARD DIMENSION: ", "prompts.letter-case"),
        ("ask_computer", "Computer plays (X/O): ", None),
        ("ask_computer", "Computer plays(X/O) :  ", "prompts.blanks"),
        ("ask_computer", "computer plays (x/o): ", "prompts.letter-case"),
        ("ask_move", "Enter move for {disc} (Rowcol): ", "prompts.letter-case"),
        ("ask_move", "Enter move for {disc}(RowCol):", "prompts.blanks"),
        ("ask_move", "Enter move for {disc} (RowCol): \n", "prompts.line-break"),
        ("ask_size", "Enter the board dimension: \n", "prompts.line-break"),
        ("ask_size", "\n\nEnter the board dimension: ", "prompts.blanks"),
    ],
)
def test_blanks_capitals_and_line_breaks_are_left_open(
    key: str, text: str, note: str | None
) -> None:
    session = attend(NO_MOVES, Student(**{key: text}))
    assert session.costs == {}
    assert session.notes == ({note} if note else set())


class AsksNothing(Student):
    def ask(self, key: str, **facts: object) -> Asking:
        return (yield)


@pytest.mark.parametrize("case", CASES)
def test_questions_that_are_never_printed_cost_the_prompts_alone(case: Case) -> None:
    session = attend(case, AsksNothing())
    assert one(session.costs) == ("printing.prompts", "prompts.missing")
    assert session.typed == case.header.answers


class AsksSideFirst(Student):
    def run(self) -> Talk:
        self.computer = Disc((yield from self.ask("ask_computer")))
        self.size = int((yield from self.ask("ask_size")))
        self.show(Board.initial(self.size))
        yield from self.play(Board.initial(self.size), Disc.BLACK)


@pytest.mark.parametrize("case", CASES)
def test_questions_in_the_wrong_order_are_answered_and_cost_the_prompts_alone(case: Case) -> None:
    session = attend(case, AsksSideFirst())
    assert one(session.costs) == ("printing.prompts", "prompts.order")
    assert session.typed[:2] == (case.header.computer.value, str(case.header.board))


# --- what is asked or said besides


def before_everything(text: str, *, waits: bool) -> type[Student]:
    class Talker(Student):
        def begin(self) -> Talk:
            self.print(text, end="" if waits else "\n")
            if waits:
                yield

    return Talker


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("Welcome to Reversi!", False),
        ("*** Reversi ***\nBlack: X, White: O", False),
        ("Enter your name: ", True),
        ("Press Enter to start", True),
        ("Do you want to start? (y/n) ", True),
        ("按回车键开始", True),
    ],
)
@pytest.mark.parametrize("case", CASES)
def test_what_stands_before_the_first_question_belongs_to_the_prompts(
    text: str, waits: bool, case: Case
) -> None:
    session = attend(case, before_everything(text, waits=waits)())
    assert one(session.costs) == ("printing.prompts", "prompts.extra")
    assert session.typed == (*[""] * waits, *case.header.answers)
    assert session.finding("prompts.extra").turn == 0


class WaitsBeforeBoard(Student):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        if moved is not None:
            super().show(board, moved)

    def play(self, board: Board, side: Disc) -> Talk:
        self.print("Press Enter to begin", end="")
        yield
        super().show(board)
        yield from super().play(board, side)


class WaitsBeforeEachMove(Student):
    def ask(self, key: str, **facts: object) -> Asking:
        if key == "ask_move":
            self.print("Press Enter to continue", end="")
            yield
        return (yield from super().ask(key, **facts))


@pytest.mark.parametrize("student", [WaitsBeforeBoard, WaitsBeforeEachMove])
@pytest.mark.parametrize("case", [*CASES, HUMAN_PASSES, FULL_BOARD])
def test_waits_for_enter_cost_the_prompts_alone(student: type[Student], case: Case) -> None:
    session = attend(case, student())
    assert one(session.costs) == ("printing.prompts", "prompts.extra")
    assert tuple(filter(None, session.typed)) == case.header.answers
    assert session.judgement.reached_end


class SaysSomethingBeforeBoard(Student):
    def start(self) -> Board:
        self.print("The computer plays black. Let us begin!")
        return super().start()


def test_what_stands_before_the_first_board_belongs_to_the_prompts() -> None:
    session = attend(NO_MOVES, SaysSomethingBeforeBoard())
    assert one(session.costs) == ("printing.prompts", "prompts.extra")


class AsksForTheHuman(Student):
    """Asks which side the human plays, in these words."""

    question = "Do you play X or O? "

    def run(self) -> Talk:
        self.size = int((yield from self.ask("ask_size")))
        self.print(self.question, end="")
        self.computer = Disc((yield)).opponent
        self.show(Board.initial(self.size))
        yield from self.play(Board.initial(self.size), Disc.BLACK)


@pytest.mark.parametrize("case", CASES)
def test_the_humans_side_is_given_where_it_is_asked_for(case: Case) -> None:
    session = attend(case, AsksForTheHuman())
    assert one(session.costs) == ("printing.prompts", "prompts.wording")
    assert session.typed[1] == case.header.computer.opponent.value
    assert session.typed[2:] == case.header.moves


@pytest.mark.parametrize("question", ["Computer plays (X/O) : ", "X/O? "])
@pytest.mark.parametrize("case", CASES)
def test_exchanged_sides_cost_the_prompts_alone_and_the_game_is_judged_as_played(
    question: str, case: Case
) -> None:
    session = attend(case, AsksForTheHuman(question=question))
    assert set(session.costs) == {"printing.prompts"}
    found = session.finding("prompts.sides-exchanged")
    assert (found.turn, found.params["computer"]) == (2, case.header.computer.value)
    assert session.judgement.reached_end


def test_exchanged_sides_do_not_hide_a_mistake_in_the_game() -> None:
    def choose(board: Board, side: Disc) -> Square:
        return board.legal_moves(side)[-1]

    session = attend(NO_MOVES, AsksForTheHuman(question="Computer plays (X/O) : ", choose=choose))
    assert session.costs["strategy.ties"] == "choice.later"
    assert session.finding("choice.later").params["side"] == "O"


# --- sizes refused


class Refuses(Student):
    """Takes no size."""

    refusal = "Invalid size!\n"
    asks_again = True

    def run(self) -> Talk:
        yield from self.ask("ask_size")
        while True:
            self.print(self.refusal, end="")
            if self.asks_again:
                yield from self.ask("ask_size")
            else:
                yield


@pytest.mark.parametrize(
    ("refusal", "asks_again"),
    [
        ("", True),
        ("Invalid size!\n", True),
        ("The size must be 8.\n", True),
        ("Invalid input, please enter again: ", False),
        ("The size must be even and from 6 to 8, again: ", False),
        ("输入错误，请重新输入：", False),
        ("Wrong!\n", False),
    ],
)
@pytest.mark.parametrize("case", [NO_MOVES, game(26, "X", "zz")])
def test_a_size_refused_costs_the_prompts_alone_and_ends_the_session(
    refusal: str, asks_again: bool, case: Case
) -> None:
    session = attend(case, Refuses(refusal=refusal, asks_again=asks_again))
    assert set(session.costs) == {"printing.prompts"}
    assert session.finding("prompts.size-refused").params["size"] == case.header.board
    assert session.typed == (str(case.header.board),)
    assert not session.judgement.reached_end


class RefusesSides(Student):
    def run(self) -> Talk:
        yield from self.ask("ask_size")
        while True:
            yield from self.ask("ask_computer")


def test_questions_upon_questions_are_given_up() -> None:
    session = attend(NO_MOVES, RefusesSides())
    assert one(session.costs) == ("printing.prompts", "prompts.no-game")
    assert len(session.typed) < 10


class DiesAsking(Student):
    """Ends after so many questions."""

    questions = 0

    def run(self) -> Talk:
        for key in ("ask_size", "ask_computer")[: self.questions]:
            yield from self.ask(key)
        raise Died(SILENT)


@pytest.mark.parametrize(
    ("questions", "check"),
    [(0, "printing.prompts"), (1, "printing.prompts"), (2, "rules.placement")],
)
def test_a_program_that_stops_before_the_game_costs_what_was_due_next(
    questions: int, check: str
) -> None:
    session = attend(NO_MOVES, DiesAsking(questions=questions))
    assert one(session.costs) == (check, "stopped.silent")
    assert session.finding("stopped.silent").turn == questions


# --- prompts that come late


@pytest.mark.parametrize("flushes", ["by lines", "at the end"])
@pytest.mark.parametrize("case", [*CASES, HUMAN_PASSES, FULL_BOARD])
def test_prompts_that_come_late_cost_the_prompts_alone(flushes: str, case: Case) -> None:
    session = attend(case, Student(flushes=flushes))
    assert one(session.costs) == ("printing.prompts", "prompts.unflushed")
    assert session.typed == case.header.answers
    assert session.judgement.reached_end


@pytest.mark.parametrize("flushes", ["by lines", "at the end"])
def test_late_prompts_do_not_hide_a_mistake_in_the_game(flushes: str) -> None:
    def choose(board: Board, side: Disc) -> Square:
        return board.legal_moves(side)[-1]

    session = attend(ILLEGAL, Student(flushes=flushes, choose=choose))
    assert session.costs == {
        "printing.prompts": "prompts.unflushed",
        "strategy.ties": "choice.later",
    }


class OneLate(Student):
    """One of its prompts comes out after its answer."""

    late = 1
    asked = 0

    def ask(self, key: str, **facts: object) -> Asking:
        self.asked += 1
        if self.asked - 1 != self.late:
            return (yield from super().ask(key, **facts))
        typed = yield
        self.print(getattr(self.wording, key).format_map(facts), end="")
        return typed


@pytest.mark.parametrize("late", range(6))
def test_one_prompt_that_comes_late_costs_the_prompts_alone(late: int) -> None:
    session = attend(NO_MOVES, OneLate(late=late))
    assert set(session.costs) == {"printing.prompts"}
    assert session.typed == NO_MOVES.header.answers
