"""How boards are drawn and where they stand costs `printing.board` alone."""

import pytest

from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc, Square, format_board

from .sessions import (
    DRAW,
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    WIPE_OUT,
    Student,
    attend,
    one,
    picture,
)

CASES = [NO_MOVES, ILLEGAL, WIPE_OUT]

PICTURES = {
    "tabs": """\
\ta\tb\tc\td
a\t.\t.\t.\t.
b\t.\tO\tX\t.
c\t.\tX\tO\t.
d\t.\t.\t.\t.""",
    "two blanks": """\
   a  b  c  d
a  .  .  .  .
b  .  O  X  .
c  .  X  O  .
d  .  .  .  .""",
    "trailing blanks": """\
  a b c d\x20
a . . . .\x20
b . O X .\x20
c . X O .\x20
d . . . .\x20""",
    "blank lines": """\
  a b c d

a . . . .

b . O X .

c . X O .

d . . . .""",
}


def drawn(text: str, board: Board) -> str:
    """The board drawn as this picture of the start is."""
    signs = iter(sign for row in board.rows() for sign in row)
    header, *rows = text.split("\n")
    lines = [header]
    for row in rows:
        cells = "".join(next(signs) if sign in ".XO" else sign for sign in row)
        lines.append(cells)
    return "\n".join(lines)


@pytest.mark.parametrize("text", PICTURES.values(), ids=PICTURES)
def test_blanks_on_a_board_are_left_open(text: str) -> None:
    session = attend(NO_MOVES, Student(picture=lambda board: drawn(text, board)))
    assert session.costs == {}
    assert "board.blanks" in session.notes


DRAWINGS = {
    "zeros for white": ("board.signs", ("O", "0")),
    "lower case": ("board.signs", ("O", "o", "X", "x")),
    "discs": ("board.signs", ("O", "○", "X", "●")),
    "stars for empty squares": ("board.signs", (".", "*")),
    "dots in the middle": ("board.signs", (".", "·")),
    "boxes": ("board.signs", (".", "☐")),
    "blank squares": ("board.signs", (".", " ")),
    "no blanks": ("board.no-blanks", ("  a", "\1a", " ", "", "\1", "  ")),
    "header in capitals": ("board.header", ("  a b c d", "  A B C D")),
    "header cut short": ("board.header", ("  a b c d", "  a b c")),
    "header shifted": ("board.shifted", ("  a", "a")),
    "indented": ("board.shifted", ("\n", "\n  ", "  a", "    a")),
    "numbers for the rows": (
        "board.labels",
        ("\na", "\n1", "\nb", "\n2", "\nc", "\n3", "\nd", "\n4"),
    ),
    "NUL bytes": ("board.layout", ("  a", "\0 a")),
    "a line drawn below": ("board.layout", ("\nb", "\n--------\nb")),
}


@pytest.mark.parametrize(("code", "changes"), DRAWINGS.values(), ids=DRAWINGS)
@pytest.mark.parametrize("case", [NO_MOVES, HUMAN_PASSES, DRAW])
def test_a_board_drawn_otherwise_costs_the_board_alone(
    code: str, changes: tuple[str, ...], case: Case
) -> None:
    def draw(board: Board) -> str:
        text = format_board(board)
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            text = text.replace(old, new)
        return text

    session = attend(case, Student(picture=draw))
    assert one(session.costs) == ("printing.board", code)
    assert session.finding(code).turn == 2
    assert session.finding(code).times > 4
    assert session.judgement.reached_end


def test_a_missing_header_costs_the_board_alone() -> None:
    def draw(board: Board) -> str:
        return format_board(board).partition("\n")[2]

    assert one(attend(NO_MOVES, Student(picture=draw)).costs) == ("printing.board", "board.header")


def test_a_board_drawn_otherwise_is_told_with_both_pictures() -> None:
    student = Student(picture=lambda board: format_board(board).replace("O", "0"))
    found = attend(NO_MOVES, student).finding("board.signs")
    assert found.answers == ("4", "X")
    assert found.expected == picture("""
  a b c d
a . . . .
b . O X .
c . X O .
d . . . .
""")
    assert found.observed == picture("""
  a b c d
a . . . .
b . 0 X .
c . X 0 .
d . . . .
""")


def test_a_foreign_sign_costs_on_the_board_and_not_again_in_words() -> None:
    class Zeros(Student):
        def print(self, text: str, end: str = "\n") -> None:
            for old, new in (("for O", "for 0"), ("O player", "0 player"), ("X : O", "X : 0")):
                text = text.replace(old, new)
            super().print(text, end)

        def picture(self, board: Board) -> str:
            return super().picture(board).replace("O", "0")

    assert one(attend(NO_MOVES, Zeros()).costs) == ("printing.board", "board.signs")


@pytest.mark.parametrize("case", CASES)
def test_boards_that_nobody_can_read_cost_the_board_alone(case: Case) -> None:
    def draw(board: Board) -> str:
        return "\n".join("".join(f"<{sign}>" for sign in row) for row in board.rows())

    session = attend(case, Student(picture=draw))
    assert one(session.costs) == ("printing.board", "board.unreadable")
    assert session.judgement.reached_end


def test_without_boards_the_choice_is_judged_by_what_is_announced() -> None:
    def choose(board: Board, side: Disc) -> Square:
        return board.legal_moves(side)[-1]

    student = Student(picture=lambda board: "no board today", choose=choose)
    assert attend(NO_MOVES, student).costs["strategy.ties"] == "choice.later"


# --- where boards stand


class WithoutStart(Student):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        if moved is not None:
            super().show(board, moved)


class WithoutHumans(Student):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        if moved is not self.computer.opponent:
            super().show(board, moved)


class WithoutComputers(Student):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        if moved is not self.computer:
            super().show(board, moved)


class WithoutLast(Student):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        if not self.is_over(board):
            super().show(board, moved)


class WithoutAny(Student):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        pass


@pytest.mark.parametrize(
    ("student", "turn"),
    [(WithoutStart, 2), (WithoutHumans, 3), (WithoutAny, 2)],
)
@pytest.mark.parametrize("case", [NO_MOVES, ILLEGAL, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW])
def test_a_board_left_out_costs_the_board_alone(
    student: type[Student], turn: int, case: Case
) -> None:
    session = attend(case, student())
    assert one(session.costs) == ("printing.board", "board.missing")
    assert session.finding("board.missing").turn == turn
    assert session.typed == case.header.answers
    assert session.judgement.reached_end


@pytest.mark.parametrize("student", [WithoutComputers, WithoutLast])
@pytest.mark.parametrize("case", [NO_MOVES, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW])
def test_a_board_left_out_at_times_costs_the_board_alone(
    student: type[Student], case: Case
) -> None:
    assert one(attend(case, student()).costs) == ("printing.board", "board.missing")


class Twice(Student):
    def show(self, board: Board, moved: Disc | None = None) -> None:
        super().show(board, moved)
        super().show(board, moved)


class AfterPass(Student):
    def announce_pass(self, board: Board, side: Disc) -> None:
        super().announce_pass(board, side)
        self.show(board, side)


class AfterIllegal(Student):
    def tell_illegal(self, board: Board, text: str) -> None:
        self.show(board)
        super().tell_illegal(board, text)


@pytest.mark.parametrize(
    ("student", "case"),
    [
        *((Twice, case) for case in CASES),
        (AfterPass, NO_MOVES),
        (AfterPass, HUMAN_PASSES),
        (AfterIllegal, ILLEGAL),
    ],
)
def test_a_board_too_many_costs_the_board_alone(student: type[Student], case: Case) -> None:
    assert one(attend(case, student()).costs) == ("printing.board", "board.extra")


class BoardFirst(Student):
    def tell_computers_move(self, board: Board, square: Square) -> None:
        self.show(board, self.computer)
        self.announce(self.computer, square)


@pytest.mark.parametrize("case", [NO_MOVES, ILLEGAL, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW])
def test_a_board_before_the_computers_line_costs_the_board_alone(case: Case) -> None:
    assert one(attend(case, BoardFirst()).costs) == ("printing.board", "board.order")


class OneMoveLate(Student):
    last: Board | None = None

    def show(self, board: Board, moved: Disc | None = None) -> None:
        if self.last is not None:
            super().show(self.last)
        self.last = board


@pytest.mark.parametrize("case", [NO_MOVES, ILLEGAL, HUMAN_PASSES, WIPE_OUT, FULL_BOARD, DRAW])
def test_boards_one_move_late_cost_the_board_alone(case: Case) -> None:
    session = attend(case, OneMoveLate())
    assert set(session.costs) == {"printing.board"}
    assert session.typed == case.header.answers
