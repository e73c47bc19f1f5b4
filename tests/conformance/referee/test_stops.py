"""A program that stops before its end costs the check of what was due next, and nothing besides."""

from collections.abc import Sequence

import msgspec
import pytest

from reversi_conformance.messages import sentence
from reversi_conformance.observation import Ending, EndingKind
from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc, Square

from .sessions import (
    EXITED,
    FLOODED,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    PYTHON,
    SILENT,
    WIPE_OUT,
    Died,
    Student,
    attend,
    one,
)


class StopsAt(Student):
    """Ends in some way at one point of the game."""

    point = ""
    death: Exception = Died(SILENT)

    def reach(self, point: str) -> None:
        if self.point == point:
            raise self.death

    def start(self) -> Board:
        self.reach("start")
        return super().start()

    def choose(self, board: Board, side: Disc) -> Square | None:
        self.reach("computer to move")
        return super().choose(board, side)

    def tell_computers_move(self, board: Board, square: Square) -> None:
        self.announce(self.computer, square)
        self.reach("announced")
        self.show(board, self.computer)
        self.reach("computer has moved")

    def human_moves(self, board: Board, side: Disc, text: str) -> Board | None:
        self.reach("human has typed")
        after = super().human_moves(board, side, text)
        self.reach("human has moved")
        return after

    def announce_pass(self, board: Board, side: Disc) -> None:
        self.reach("pass")
        super().announce_pass(board, side)
        self.reach("after the pass")

    def tell_end(self, board: Board) -> None:
        self.reach("end")
        super().tell_end(board)

    def tell_score(self, black: int, white: int) -> None:
        self.reach("before the score")
        super().tell_score(black, white)

    def tell_winner(self, board: Board) -> None:
        self.reach("before the winner")
        super().tell_winner(board)


POINTS = {
    "start": "rules.placement",
    "computer to move": "strategy.most-discs",
    "announced": "rules.turns",
    "computer has moved": "rules.turns",
    "human has typed": "rules.placement",
    "human has moved": "strategy.most-discs",
    "pass": "rules.turns",
    "after the pass": "rules.turns",
    "end": "ends.no-moves",
    "before the score": "ends.no-moves",
    "before the winner": "ends.no-moves",
}


def ending(kind: EndingKind, **figures: object) -> Ending:
    facts = {"seconds": 7.0, "cpu_seconds": 0.1, **figures}
    return Ending(kind, **facts)  # type: ignore[arg-type]


DEATHS = {
    "stopped.crash": ArithmeticError(),
    "stopped.silent": Died(SILENT),
    "stopped.silent/busy": Died(ending(EndingKind.SILENT, limit=5.0, cpu_seconds=4.9)),
    "stopped.cpu": Died(ending(EndingKind.OUT_OF_CPU, limit=10.0)),
    "stopped.time": Died(ending(EndingKind.OUT_OF_TIME, limit=60.0)),
    "stopped.time/busy": Died(ending(EndingKind.OUT_OF_TIME, limit=60.0, cpu_seconds=58.0)),
    "stopped.deaf": Died(ending(EndingKind.DEAF, limit=5.0)),
    "stopped.flood": Died(FLOODED, *["nonsense"] * 500),
    "stopped.signal": Died(ending(EndingKind.SIGNALLED, signal=11)),
    "stopped.early": Died(EXITED),
    "stopped.status": Died(ending(EndingKind.EXITED, status=3)),
    "stopped.memory": Died(ending(EndingKind.OUT_OF_MEMORY, limit=2**30, used=1.5 * 2**30)),
    "stopped.processes": Died(ending(EndingKind.TOO_MANY_PROCESSES, limit=256, used=300)),
    "stopped.files": Died(ending(EndingKind.TOO_MANY_FILES, limit=1000, used=1001)),
    "stopped.folder": Died(ending(EndingKind.FOLDER_TOO_LARGE, limit=2**26, used=2**27)),
    "stopped.file": Died(ending(EndingKind.FILE_TOO_LARGE, limit=2**24)),
    "stopped.crash/memory": Died(
        ending(EndingKind.EXITED, status=1, memory_limit=2**30), "MemoryError"
    ),
}
BOUNDS = [f"stopped.{bound}" for bound in ("memory", "processes", "files", "folder", "file")]


@pytest.mark.parametrize(("point", "check"), list(POINTS.items())[:-2])
@pytest.mark.parametrize(("code", "death"), DEATHS.items(), ids=DEATHS)
def test_a_stop_costs_what_was_due_next_alone(
    point: str, check: str, code: str, death: Exception
) -> None:
    session = attend(NO_MOVES, StopsAt(point=point, death=death))
    assert one(session.costs) == (check, code.partition("/")[0])
    assert not session.judgement.reached_end
    assert sentence(session.finding(code.partition("/")[0]))


@pytest.mark.parametrize("point", ["before the score", "before the winner"])
@pytest.mark.parametrize(
    "death",
    [death for code, death in DEATHS.items() if code not in {"stopped.early", "stopped.status"}],
)
def test_a_stop_in_the_midst_of_the_result_costs_the_end_alone(
    point: str, death: Exception
) -> None:
    session = attend(NO_MOVES, StopsAt(point=point, death=death))
    assert set(session.costs) == {"ends.no-moves"}


@pytest.mark.parametrize(
    ("case", "point", "check"),
    [
        (ILLEGAL, "human has typed", "rules.placement"),
        (HUMAN_PASSES, "pass", "rules.turns"),
        (HUMAN_PASSES, "end", "ends.full-board"),
        (WIPE_OUT, "end", "ends.wipe-out"),
    ],
)
def test_what_is_due_next_is_the_games(case: Case, point: str, check: str) -> None:
    assert one(attend(case, StopsAt(point=point)).costs) == (check, "stopped.silent")


def test_a_stop_is_told_with_the_last_entry_and_the_figures() -> None:
    found = attend(NO_MOVES, StopsAt(point="human has typed")).finding("stopped.silent")
    assert (found.turn, found.answers) == (3, ("4", "X", "aa"))
    assert found.params == {"typed": "aa", "cpu_seconds": 0, "limit": 5.0}


def test_a_crash_is_told_with_its_last_line() -> None:
    student = StopsAt(point="human has typed", death=ArithmeticError("row"))
    found = attend(NO_MOVES, student).finding("stopped.crash")
    assert found.params["line"] == "ArithmeticError: row"


def test_a_signal_is_told_by_its_name() -> None:
    student = StopsAt(point="end", death=DEATHS["stopped.signal"])
    assert attend(NO_MOVES, student).finding("stopped.signal").params["signal"] == "SIGSEGV"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("stopped.silent", "no output for 5 s {}; the program is idle"),
        ("stopped.silent/busy", "no output for 5 s {}; the program is at work"),
        ("stopped.memory", "the program uses more than 1 GiB of memory {}"),
        (
            "stopped.processes",
            "the program runs more than 256 processes and threads at a time {}",
        ),
        ("stopped.files", "the program makes more than 1000 files and folders {}"),
        ("stopped.folder", "the program's files take more than 64 MiB {}"),
        ("stopped.file", "the program writes a file of more than 16 MiB {}"),
        (
            "stopped.crash/memory",
            "the program crashes {}: MemoryError (it may use 1 GiB of memory)",
        ),
    ],
)
def test_a_bound_is_told_with_the_limit_and_not_with_what_chance_measured(
    code: str, told: str
) -> None:
    student = StopsAt(point="human has typed", death=DEATHS[code])
    found = attend(NO_MOVES, student).finding(code.partition("/")[0])
    assert sentence(found) == told.format("after 'aa' was typed")


def test_a_bound_that_is_broken_after_the_result_is_told_likewise() -> None:
    student = DiesAfterResult(death=DEATHS["stopped.memory"], logs=True)
    found = attend(NO_MOVES, student).finding("end.exceeds")
    assert sentence(found) == "after the result the program takes more than 1 GiB of memory"


class DiesAfterResult(Student):
    death: Exception = Died(EXITED)
    logs = False

    def write(self, result: str) -> None:
        if self.logs:
            super().write(result)
        raise self.death


@pytest.mark.parametrize(
    ("death", "logs", "costs"),
    [
        (ArithmeticError(), False, {"printing.log": "log.crash"}),
        (DEATHS["stopped.signal"], False, {"printing.log": "log.missing"}),
        (Died(EXITED), False, {"printing.log": "log.missing"}),
        (Died(SILENT), False, {"ends.no-moves": "end.no-exit"}),
        (Died(FLOODED, *["Bye!"] * 500), False, {"ends.no-moves": "end.flood"}),
        (ArithmeticError(), True, {"ends.no-moves": "end.crash"}),
        (DEATHS["stopped.signal"], True, {"ends.no-moves": "end.crash"}),
        (Died(SILENT), True, {"ends.no-moves": "end.no-exit"}),
        (Died(EXITED), True, {}),
        *((DEATHS[bound], True, {"ends.no-moves": "end.exceeds"}) for bound in BOUNDS),
    ],
)
def test_what_happens_after_the_result_costs_once(
    death: Exception, logs: bool, costs: dict[str, str]
) -> None:
    assert attend(NO_MOVES, DiesAfterResult(death=death, logs=logs)).costs == costs


class LogsWithoutEnd(Student):
    def write(self, result: str) -> None:
        super().write(result)
        self.log = (self.log or b"") * 1000
        raise Died(ending(EndingKind.FILE_TOO_LARGE, limit=2**24))


def test_a_log_that_is_written_without_end_costs_the_end_alone() -> None:
    assert attend(NO_MOVES, LogsWithoutEnd()).costs == {"ends.no-moves": "end.exceeds"}


NODE: Sequence[str] = (
    "/home/student/reversi.js:91",
    "    throw new TypeError('no such folder');",
    "    ^",
    "",
    "TypeError: no such folder",
    "    at write (/home/student/reversi.js:91:11)",
    "",
    "Node.js v20.1.0",
)


def test_a_crash_while_writing_the_log_is_the_log_whatever_the_language_prints() -> None:
    death = Died(ending(EndingKind.EXITED, status=1), *NODE)
    session = attend(NO_MOVES, DiesAfterResult(death=death))
    assert one(session.costs) == ("printing.log", "log.crash")
    assert session.finding("log.crash").params["line"] == "TypeError: no such folder"


@pytest.mark.parametrize("point", POINTS)
def test_a_session_that_a_person_breaks_off_costs_nothing(point: str) -> None:
    death = Died(ending(EndingKind.INTERRUPTED))
    session = attend(NO_MOVES, StopsAt(point=point, death=death))
    assert session.costs == {}
    assert not session.judgement.reached_end


@pytest.mark.parametrize("answers", [4, 5, 6])
def test_a_session_that_uses_up_its_answers_costs_what_was_due_next(answers: int) -> None:
    limits = msgspec.structs.replace(PYTHON.limits, answers=answers)
    assignment = msgspec.structs.replace(PYTHON, limits=limits)
    session = attend(NO_MOVES, Student(), assignment)
    assert len(session.typed) == answers
    assert one(session.costs)[1] == "stopped.waits"
