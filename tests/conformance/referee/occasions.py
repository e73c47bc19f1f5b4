"""For every message of every check a session in which a program brings it about.

The keys are all pairs of a check and a code (behind a slash its variant) that the referee enters.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from reversi_conformance.assignment import Assignment
from reversi_conformance.observation import Ending, EndingKind
from reversi_conformance.transcript import Case, Turn
from reversi_engine import Board, Disc, Square, format_board

from . import deviations
from . import test_after_the_result as after_the_result
from . import test_boards as boards
from . import test_ends as ends
from . import test_illegal_moves as illegal_moves
from . import test_logs as logs
from . import test_messages as messages
from . import test_moves as moves
from . import test_prompts as prompts
from . import test_stops as stops
from . import test_turns as turns
from .sessions import (
    EXITED,
    FLOODED,
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    SILENT,
    WIPE_OUT,
    Died,
    Referees,
    Session,
    Student,
    Talk,
    attend,
    observation,
    with_assignment,
)

Occasion: TypeAlias = Callable[[], Session]


def by(student: Student, case: Case = NO_MOVES) -> Occasion:
    """This program plays this case, anew each time."""
    return lambda: attend(case, copy.copy(student))


def said(case: Case = NO_MOVES, **words: str) -> Occasion:
    """The right program in other words."""
    return by(Student(**words), case)


def drawn(name: str) -> Occasion:
    """A program that draws its boards in this way."""
    _, changes = boards.DRAWINGS[name]

    def draw(board: Board) -> str:
        text = format_board(board)
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            text = text.replace(old, new)
        return text

    return by(Student(picture=draw))


def coloured() -> Session:
    """The right program in colours."""
    right = attend(NO_MOVES)
    referees = Referees(NO_MOVES, with_assignment())
    for turn in right.observation.transcript.turns[:-1]:
        referees.hear(turn)
    seen = observation(right.observation.transcript.turns, coloured=True)
    return Session(referees.finish(seen), seen)


# --- moves


def shuffled(board: Board, side: Disc, square: Square) -> Board:
    """A board that no move explains."""
    return Board.from_discs(4, [Square(0, 0), Square(3, 3)], [Square(1, 1), Square(2, 2)])


def turn_another(board: Board, side: Disc, square: Square) -> Board:
    """Turns a disc that is not outflanked instead of those that are."""
    outflanked = board.outflanked(side, square)
    others = [each for each in board.squares(side.opponent) if each not in outflanked]
    return deviations.with_disc(deviations.with_disc(board, side, square), side, others[0])


def place_the_others_disc(board: Board, side: Disc, square: Square) -> Board:
    return deviations.with_disc(board.play(side, square), side.opponent, square)


def exchanged_start() -> Board:
    right = Board.initial(4)
    return Board.from_discs(4, right.squares(Disc.WHITE), right.squares(Disc.BLACK))


class BothPass(turns.PassesAt):
    def can_move(self, board: Board, side: Disc) -> bool:
        return super().can_move(board, side) and self.turns not in {3, 4}


# --- ends


class StuckTooEarly(Student):
    """Takes a game in which both sides can move for one in which neither can."""

    def is_over(self, board: Board) -> bool:
        return board.empty_count < 11


class StopsOnIllegal(Student):
    death: Exception = Died(EXITED)

    def answer_illegal(self, board: Board, text: str) -> Talk:
        raise self.death
        yield


CASES: Final = {
    "ends.full-board": FULL_BOARD,
    "ends.wipe-out": WIPE_OUT,
    "ends.no-moves": NO_MOVES,
    "ends.illegal-move": ILLEGAL,
}
BY_RULES: Final = tuple(CASES)[:3]


def at_every_end() -> Iterator[tuple[str, str, Occasion]]:
    status = Ending(EndingKind.EXITED, 1.0, 0.1, status=3)
    for check, case in CASES.items():
        yield check, "end.no-winner", by(ends.NoWinner(), case)
        yield check, "end.wrong-winner", by(ends.FewestWin(), case)
        yield check, "end.no-over", by(ends.NeverOverSaid(), case)
        yield check, "end.waits", by(after_the_result.Waits(text="Press Enter"), case)
        for code, death in {
            "end.no-exit": Died(SILENT),
            "end.flood": Died(FLOODED, *["Game over."] * 500),
            "end.crash": ArithmeticError(),
            "end.exceeds": stops.DEATHS["stopped.memory"],
            "end.status": Died(status),
        }.items():
            yield check, code, by(after_the_result.EndsSo(death=death), case)
    for check in BY_RULES:
        case = CASES[check]
        yield check, "end.not-noticed", by(ends.AsksAtTheEnd(), case)
        yield check, "end.no-score", by(ends.NoScore(), case)
        yield check, "end.wrong-score", by(ends.WrongScore(), case)
    yield "ends.full-board", "end.too-early", by(ends.OneSquareTooEarly(), FULL_BOARD)
    yield "ends.wipe-out", "end.too-early", by(ends.OneDiscTooEarly(), WIPE_OUT)
    yield "ends.no-moves", "end.too-early", by(StuckTooEarly(), NO_MOVES)


# --- stops


DUE: Final = {
    "rules.placement": "start",
    "strategy.most-discs": "computer to move",
    "rules.turns": "announced",
}
"""Where `StopsAt` stops when the check is due next; at the end of the game for the others."""


def stopping(check: str, death: Exception) -> Occasion:
    """A program that stops in this way when this check is due next."""
    if check == "ends.illegal-move":
        return by(StopsOnIllegal(death=death), ILLEGAL)
    if check == "printing.prompts":
        return by(Student(begin=lambda: _die(death)))
    return by(stops.StopsAt(point=DUE.get(check, "end"), death=death), CASES.get(check, NO_MOVES))


def _die(death: Exception) -> Talk:
    raise death
    yield


def used_up(case: Case, right: int, *prints: str) -> Occasion:
    """Turns as they should be, then such prints; all answers are used up by the last one."""

    def judge() -> Session:
        golden = [turn.required for turn in case.transcript.turns[:right]]
        printed = [*golden, *(tuple(text.split("\n")) for text in prints)]
        referees = Referees(case, _with_answers(len(printed) - 1))
        heard: list[Turn] = []
        typed = None
        for lines in printed:
            heard.append(Turn(typed, lines))
            typed = referees.hear(heard[-1])
        assert typed is None
        seen = observation(heard, Ending(EndingKind.WAITED, 7.0, 0.1))
        return Session(referees.finish(seen), seen)

    return judge


def _with_answers(most: int) -> Assignment:
    return with_assignment(limits={"answers": most})


def without_result(case: Case) -> Occasion:
    """The game is over, and the program asks for Enter, twice, before it says so."""
    *right, last = case.transcript.turns
    result = ("Both players have no valid move.", "Invalid move.", "Game over.")
    first = next(index for index, line in enumerate(last.required) if line in result)
    shown = "\n".join((*last.required[:first], "Press Enter"))
    return used_up(case, len(right), shown, "Press Enter")


def at_every_stop() -> Iterator[tuple[str, str, Occasion]]:
    for check in ("printing.prompts", *DUE, *CASES):
        for code, death in stops.DEATHS.items():
            yield check, code, stopping(check, death)
    board = "\n".join(NO_MOVES.transcript.turns[3].required[:5])
    yield "rules.placement", "stopped.waits", used_up(NO_MOVES, 2, *["Press Enter"] * 3)
    yield "rules.turns", "stopped.waits", used_up(NO_MOVES, 5)
    yield "strategy.most-discs", "stopped.waits", used_up(NO_MOVES, 3, f"{board}\nPress Enter")
    for check, case in CASES.items():
        yield check, "stopped.waits", without_result(case)


OCCASIONS: Final[dict[tuple[str, str], Occasion]] = {
    ("printing.board", "board.missing"): by(boards.WithoutAny()),
    ("printing.board", "board.extra"): by(boards.Twice()),
    ("printing.board", "board.order"): by(boards.BoardFirst()),
    ("printing.board", "board.unreadable"): by(Student(picture=lambda board: "?\n" * 4)),
    ("printing.board", "board.header"): drawn("header in capitals"),
    ("printing.board", "board.labels"): drawn("numbers for the rows"),
    ("printing.board", "board.signs"): drawn("zeros for white"),
    ("printing.board", "board.no-blanks"): drawn("no blanks"),
    ("printing.board", "board.shifted"): drawn("header shifted"),
    ("printing.board", "board.layout"): drawn("a line drawn below"),
    ("printing.board", "board.blanks"): by(
        Student(picture=lambda board: boards.drawn(boards.PICTURES["tabs"], board))
    ),
    ("printing.board", "board.colours"): coloured,
    ("printing.prompts", "prompts.wording"): said(ask_size="Size? "),
    ("printing.prompts", "prompts.missing"): by(prompts.AsksNothing()),
    ("printing.prompts", "prompts.extra"): by(prompts.before_everything("Welcome!", waits=False)()),
    ("printing.prompts", "prompts.order"): by(prompts.AsksSideFirst()),
    ("printing.prompts", "prompts.unflushed"): by(Student(flushes="by lines")),
    ("printing.prompts", "prompts.sides-exchanged"): by(
        prompts.AsksForTheHuman(question="Computer plays (X/O) : ")
    ),
    ("printing.prompts", "prompts.size-refused"): by(prompts.Refuses()),
    ("printing.prompts", "prompts.no-game"): by(prompts.RefusesSides()),
    ("printing.prompts", "prompts.blanks"): said(ask_size="Enter the board dimension:"),
    ("printing.prompts", "prompts.letter-case"): said(ask_size="enter the board dimension: "),
    ("printing.prompts", "prompts.line-break"): said(ask_size="Enter the board dimension: \n"),
    ("printing.messages", "messages.wording"): said(over="Game over!"),
    ("printing.messages", "messages.missing"): by(messages.Silent()),
    ("printing.messages", "messages.extra"): by(messages.PassesTwice()),
    ("printing.messages", "messages.order"): by(messages.WinnerFirst()),
    ("printing.messages", "messages.one-line"): by(messages.OneLine()),
    ("printing.messages", "messages.square"): by(messages.announcing("transposed")()),
    ("printing.messages", "messages.square-off-board"): by(messages.announcing("far", row=4)()),
    ("printing.messages", "messages.blanks"): said(over="Game over. "),
    ("printing.messages", "messages.letter-case"): said(over="Game Over."),
    ("printing.messages", "messages.blank-lines"): said(over="\nGame over."),
    ("printing.messages", "messages.pass-line"): by(messages.PassOnTheSameLine()),
    ("printing.messages", "messages.own-line"): by(messages.OwnLine(), FULL_BOARD),
    ("printing.log", "log.missing"): by(logs.NoLog()),
    ("printing.log", "log.name"): lambda: logs.logged(logs.RIGHT, path="Othello.csv"),
    ("printing.log", "log.place"): lambda: logs.logged(logs.RIGHT, path="data/reversi.csv"),
    ("printing.log", "log.overwritten"): lambda: logs.rewritten(logs.RIGHT.encode()),
    ("printing.log", "log.crash"): by(stops.DiesAfterResult(death=ArithmeticError())),
    ("printing.log", "log.form"): lambda: logs.logged(logs.RIGHT_OTHERWISE["dashes"]),
    **{
        ("printing.log", code): lambda row=row: logs.logged(row)  # type: ignore[misc]
        for row, code in logs.WRONG.values()
    },
    ("rules.placement", "placement.start"): by(Student(start=exchanged_start)),
    ("rules.placement", "placement.size"): by(Student(start=lambda: Board.initial(8)), ILLEGAL),
    ("rules.placement", "placement.refused"): by(moves.RefusesFirstColumn()),
    ("rules.placement", "placement.ignored"): by(moves.IgnoresTheHuman()),
    ("rules.placement", "placement.elsewhere"): by(moves.Transposes(), ILLEGAL),
    ("rules.placement", "placement.unexplained"): by(Student(turn=shuffled)),
    ("rules.placement", "placement.taken"): by(
        deviations.Misplacing(choose=deviations.opponents_disc)
    ),
    ("rules.placement", "placement.turns-nothing"): by(
        deviations.Misplacing(choose=deviations.illegal_square)
    ),
    ("rules.placement", "placement.wrong-disc"): by(Student(turn=place_the_others_disc)),
    ("rules.flips", "flips.wrong/kept"): by(Student(turn=deviations.turn_nothing)),
    ("rules.flips", "flips.wrong/turned"): by(Student(turn=deviations.turn_one_too_many)),
    ("rules.flips", "flips.wrong/both"): by(Student(turn=turn_another)),
    ("rules.turns", "turns.first"): by(Student(first_side=lambda: Disc.WHITE)),
    ("rules.turns", "turns.skipped"): by(turns.PassesAt(at=3)),
    ("rules.turns", "turns.passed-with-a-move"): by(BothPass()),
    ("rules.turns", "turns.moved-without-move"): by(turns.MovesWithoutMove()),
    ("rules.turns", "turns.asked-without-move"): by(turns.AsksAnyway(), HUMAN_PASSES),
    ("rules.turns", "turns.pass-ends-game"): by(turns.PassEndsGame()),
    ("strategy.most-discs", "choice.fewer"): by(Student(choose=deviations.fewest), WIPE_OUT),
    ("strategy.ties", "choice.later"): by(Student(choose=deviations.last_of_the_best)),
    ("ends.illegal-move", "illegal.asked-again"): by(illegal_moves.AsksAgain(), ILLEGAL),
    ("ends.illegal-move", "illegal.accepted"): by(illegal_moves.Accepts(), ILLEGAL),
    **{(check, code): occasion for check, code, occasion in at_every_end()},
    **{(check, code): occasion for check, code, occasion in at_every_stop()},
}

KNOWN: Final = frozenset((check, code.partition("/")[0]) for check, code in OCCASIONS)
"""The same pairs without variants."""
