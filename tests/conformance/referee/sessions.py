"""Student programs in memory, and sessions with the referee.

A `Student` plays the assignment to the letter, with the engine for its rules; a test gives it
another manner, or overrides what it does otherwise. `attend` lets the referee type for it. Nothing
here starts a process or opens a file.
"""

import traceback
from collections.abc import Generator, Iterable
from datetime import datetime
from functools import cache
from typing import Final, NamedTuple

import msgspec

from reversi_conformance.assignment import Assignment, Wording, load
from reversi_conformance.findings import Finding, Judgement
from reversi_conformance.observation import Ending, EndingKind, LogFile, Observation
from reversi_conformance.referee import Deputy, witnessed
from reversi_conformance.referee.umpire import Umpire
from reversi_conformance.reference import perform
from reversi_conformance.transcript import Case, Header, Transcript, Turn, parse_transcript
from reversi_engine import (
    Board,
    Disc,
    EndReason,
    Game,
    Square,
    choose,
    format_board,
    format_square,
    outcome,
    parse_square,
)

PYTHON: Final = load("python")
TYPESCRIPT: Final = load("typescript")
STARTED: Final = datetime(2024, 5, 6, 7, 8, 9).timestamp()
SECONDS: Final = 12
ROW_TIME: Final = "20240506 07:08:09"
EXITED: Final = Ending(EndingKind.EXITED, float(SECONDS), 0.1, status=0)
FLOODED: Final = Ending(EndingKind.FLOODED, 7.0, 0.1, limit=100_000.0)
SILENT: Final = Ending(EndingKind.SILENT, 7.0, 0.1, limit=5.0)

Talk = Generator[None, str, None]
"""A program's run: it yields where it waits for input and is sent what is typed."""
Asking = Generator[None, str, str]
"""One question; it returns what is typed."""


class Died(Exception):  # noqa: N818
    """The program ends here, in this way."""

    def __init__(self, ending: Ending, *printed: str) -> None:
        super().__init__()
        self.ending = ending
        self.printed = printed


class Student:
    """Plays the assignment; keyword arguments replace its words and methods."""

    wording: Wording = PYTHON.wording
    flushes = "always"
    """When what is printed shows: "always", "by lines" as on a terminal, or "at the end"."""

    def __init__(self, **manners: object) -> None:
        words = {key: text for key, text in manners.items() if hasattr(self.wording, key)}
        self.wording = msgspec.structs.replace(self.wording, **words)
        for name in manners.keys() - words.keys():
            assert hasattr(self, name), name
            setattr(self, name, manners[name])
        self.printed = ""
        self.size = 0
        self.computer = Disc.BLACK
        self.log: bytes | None = None
        """What is appended to the log."""

    # --- what a test may replace

    def begin(self) -> Talk:
        """Before the first question."""
        yield from ()

    def first_side(self) -> Disc:
        return Disc.BLACK

    def start(self) -> Board:
        return Board.initial(self.size)

    def is_legal(self, board: Board, side: Disc, square: Square) -> bool:
        return square in board and board.is_legal(side, square)

    def can_move(self, board: Board, side: Disc) -> bool:
        return board.has_legal_move(side)

    def turn(self, board: Board, side: Disc, square: Square) -> Board:
        """The board after a legal move."""
        return board.play(side, square)

    def choose(self, board: Board, side: Disc) -> Square | None:
        return choose(board, side)

    def is_over(self, board: Board) -> bool:
        return outcome(board) is not None

    def picture(self, board: Board) -> str:
        return format_board(board)

    def show(self, board: Board, moved: Disc | None = None) -> None:
        """Print the board, at the start and after a move of this side."""
        self.print(self.picture(board))

    def announce(self, side: Disc, square: Square) -> None:
        self.say("places", disc=side.value, square=format_square(square))

    def announce_pass(self, board: Board, side: Disc) -> None:
        self.say("passes", disc=side.value)

    def tell_computers_move(self, board: Board, square: Square) -> None:
        self.announce(self.computer, square)
        self.show(board, self.computer)

    def tell_end(self, board: Board) -> None:
        """The result of a game that ended by the rules."""
        ended = outcome(board)
        if ended is None or ended.reason is EndReason.NO_MOVES:
            self.say("no_moves")
        self.say("over")
        self.tell_score(board.count(Disc.BLACK), board.count(Disc.WHITE))
        self.tell_winner(board)

    def tell_score(self, black: int, white: int) -> None:
        self.say("score", black=black, white=white)

    def tell_winner(self, board: Board) -> None:
        black, white = board.count(Disc.BLACK), board.count(Disc.WHITE)
        if black == white:
            self.say("draw")
        else:
            self.say("wins", disc="X" if black > white else "O")

    def tell_illegal(self, board: Board, text: str) -> None:
        self.say("invalid")
        self.say("over")
        self.say("wins", disc=self.computer.value)

    def finish(self, board: Board) -> Talk:
        """After the result."""
        yield from ()

    def row(self, result: str) -> str | bytes:
        """What is appended to the log."""
        black, white = "computer", "human"
        if self.computer is Disc.WHITE:
            black, white = white, black
        return f"{ROW_TIME},{SECONDS},{self.size}*{self.size},{black},{white},{result}\n"

    # --- the program

    def run(self) -> Talk:
        """Play one game."""
        yield from self.begin()
        self.size = int((yield from self.ask("ask_size")))
        self.computer = Disc((yield from self.ask("ask_computer")))
        board = self.start()
        self.show(board)
        yield from self.play(board, self.first_side())

    def play(self, board: Board, side: Disc) -> Talk:
        """Play until the game is over."""
        while not self.is_over(board):
            if not self.can_move(board, side):
                self.announce_pass(board, side)
            elif side is self.computer:
                square = self.choose(board, side)
                assert square is not None
                board = self.turn(board, side, square)
                self.tell_computers_move(board, square)
            else:
                text = yield from self.ask("ask_move", disc=side.value)
                after = self.human_moves(board, side, text)
                if after is None:
                    yield from self.answer_illegal(board, text)
                    return
                board = after
            side = side.opponent
        self.tell_end(board)
        self.write(f"{board.count(Disc.BLACK)} to {board.count(Disc.WHITE)}")
        yield from self.finish(board)

    def human_moves(self, board: Board, side: Disc, text: str) -> Board | None:
        try:
            square = parse_square(text)
        except ValueError:
            return None
        if not self.is_legal(board, side, square):
            return None
        after = self.turn(board, side, square)
        self.show(after, side)
        return after

    def square(self, text: str) -> Square:
        return parse_square(text)

    def answer_illegal(self, board: Board, text: str) -> Talk:
        self.tell_illegal(board, text)
        self.write("Human gave up.")
        yield from self.finish(board)

    def write(self, result: str) -> None:
        row = self.row(result)
        self.log = row.encode() if isinstance(row, str) else row

    def ask(self, key: str, **facts: object) -> Asking:
        self.print(getattr(self.wording, key).format_map(facts), end="")
        return (yield)

    def say(self, key: str, **facts: object) -> None:
        self.print(getattr(self.wording, key).format_map(facts))

    def print(self, text: str, end: str = "\n") -> None:
        self.printed += text + end
        if len(self.printed) > 100_000:
            raise Died(FLOODED)

    def shown(self) -> str:
        """What came out of the buffer by now."""
        if self.flushes == "at the end":
            return ""
        lines, end, rest = self.printed.rpartition("\n")
        self.printed = rest if self.flushes == "by lines" else ""
        return lines + end + rest.removesuffix(self.printed)


class Session(NamedTuple):
    """One session, judged."""

    judgement: Judgement
    observation: Observation

    @property
    def typed(self) -> tuple[str, ...]:
        return self.observation.transcript.answers

    @property
    def costs(self) -> dict[str, str]:
        """Check and code of every fault."""
        return {fault.check: fault.code for fault in self.judgement.faults}

    @property
    def notes(self) -> set[str]:
        return {each.code for each in self.judgement.findings if not each.costs}

    def finding(self, code: str) -> Finding:
        (found,) = (each for each in self.judgement.findings if each.code == code)
        return found


@cache
def game(size: int, computer: str, moves: str = "", assignment: str = "python") -> Case:
    """The case of these moves; how it ends is what they lead to."""
    side = Disc(computer)
    position, _ = Game.start(size, side)
    for move in moves.split():
        position, _ = position.submit(move)
    assert position.ended is not None, f"{moves!r} leads to no end"
    end = position.ended.reason.value
    header = Header("case", size, side, tuple(moves.split()), end)
    return perform(header, load(assignment))


NO_MOVES: Final = game(4, "X", "aa ac ca dc cd")
"""The handout's first sample: the computer passes; nobody can move at the end; O wins, 2 : 11."""
ILLEGAL: Final = game(6, "O", "cb aa")
"""The handout's second sample."""
HUMAN_PASSES: Final = game(4, "X", "aa ac db cd ca")
WIPE_OUT: Final = game(6, "X", "bd bb ce ec")
FULL_BOARD: Final = game(4, "X", "ca ac db aa bd dd")
DRAW: Final = game(4, "O", "dc aa ab ca ac cd")
"""A full board on which nobody wins."""


class Referees:
    """An umpire and a deputy at one session: whatever it is, both say the same."""

    def __init__(self, case: Case, assignment: Assignment) -> None:
        self._umpire, self._deputy = Umpire(case, assignment), Deputy(case, assignment)
        self._case, self._assignment = case, assignment

    def hear(self, turn: Turn, *, unflushed: bool = False) -> str | None:
        reply = self._umpire.hear(turn, unflushed=unflushed)
        assert self._deputy.hear(turn, unflushed=unflushed) == reply
        return reply

    def finish(self, seen: Observation) -> Judgement:
        judgement = self._umpire.finish(seen)
        assert witnessed(self._deputy.finish(seen), self._case, self._assignment) == judgement
        return judgement


def attend(
    case: Case = NO_MOVES,
    student: Student | None = None,
    assignment: Assignment = PYTHON,
    log_path: str = "reversi.csv",
) -> Session:
    """Let the referee type for a program until it ends, or until there is nothing to type."""
    referees = Referees(case, assignment)
    program = student or Student()
    turns: list[Turn] = []
    unflushed: list[int] = []
    typed: str | None = None
    run = program.run()
    try:
        next(run)
        while True:
            text = program.shown()
            if not text:
                unflushed.append(len(turns))
            turns.append(Turn(typed, tuple(text.split("\n"))))
            typed = referees.hear(turns[-1], unflushed=not text)
            if typed is None:
                ending = msgspec.structs.replace(EXITED, kind=EndingKind.WAITED, status=None)
                break
            run.send(typed)
    except StopIteration:
        ending = EXITED
    except Died as death:
        program.printed += "".join(f"{line}\n" for line in death.printed)
        ending = death.ending
    except (ArithmeticError, ValueError):
        program.printed += traceback.format_exc()
        ending = msgspec.structs.replace(EXITED, status=1)
    if ending.kind is not EndingKind.WAITED:
        program.flushes = "always"
        turns.append(Turn(typed, _lines(program.shown())))
    seen = observation(
        turns, ending, logs=logs(case, program.log, log_path), unflushed=tuple(unflushed)
    )
    return Session(referees.finish(seen), seen)


def _lines(text: str) -> tuple[str, ...]:
    lines = text.split("\n")
    return tuple(lines if lines[-1] else lines[:-1])


def observation(turns: Iterable[Turn], ending: Ending = EXITED, **facts: object) -> Observation:
    seen = Observation(
        Transcript(tuple(turns)), ending, started_at=STARTED, ended_at=STARTED + SECONDS
    )
    return msgspec.structs.replace(seen, **facts)


def logs(case: Case, appended: bytes | None, path: str = "reversi.csv") -> tuple[LogFile, ...]:
    """The working folder's log as the harness sees it: seeded unless the human gives up."""
    earlier = f"{PYTHON.log.earlier_row}\n".encode()
    before = None if case.header.ends == "illegal-move" else earlier
    if path != "reversi.csv":
        own = LogFile(path, None, appended)
        return (own,) if before is None else (own, LogFile("reversi.csv", before, before))
    after = before if appended is None else (before or b"") + appended
    return () if before is None and after is None else (LogFile(path, before, after),)


def replay(case: Case, text: str, ending: Ending = EXITED) -> Session:
    """Judge a session that is written down; the log is right."""
    turns = parse_transcript(text, "session").turns
    referees = Referees(case, PYTHON)
    for turn in turns[:-1]:
        referees.hear(turn)
    row = _right_row(case)
    seen = observation(turns, ending, logs=logs(case, row))
    return Session(referees.finish(seen), seen)


def _right_row(case: Case) -> bytes | None:
    return attend(case).observation.logs[0].after


def one(costs: dict[str, str]) -> tuple[str, str]:
    """The only check that costs, and why."""
    (only,) = costs.items()
    return only


def picture(text: str) -> tuple[str, ...]:
    """The lines of a board, without the line break before it and the one after."""
    return tuple(text.strip("\n").split("\n"))


def judged(case: Case, logs: tuple[LogFile, ...]) -> Session:
    """The right program's session, with other logs."""
    referees = Referees(case, PYTHON)
    turns = attend(case).observation.transcript.turns
    for turn in turns[:-1]:
        referees.hear(turn)
    seen = observation(turns, logs=logs)
    return Session(referees.finish(seen), seen)


def with_assignment(**tables: dict[str, object]) -> Assignment:
    """The assignment for Python with some keys of some tables changed."""
    changed = {
        name: msgspec.structs.replace(getattr(PYTHON, name), **keys)
        for name, keys in tables.items()
    }
    return msgspec.structs.replace(PYTHON, **changed)
