"""The log: one row about the game, appended; what the handout leaves open costs nothing."""

from datetime import datetime

import pytest

from reversi_conformance.messages import sentence
from reversi_conformance.observation import LogFile
from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc

from .sessions import (
    DRAW,
    EXITED,
    FULL_BOARD,
    ILLEGAL,
    NO_MOVES,
    PYTHON,
    ROW_TIME,
    SECONDS,
    STARTED,
    WIPE_OUT,
    Session,
    Student,
    attend,
    game,
    judged,
    observation,
    one,
    with_assignment,
)

RIGHT = f"{ROW_TIME},12,4*4,computer,human,2 to 11\n"
GAVE_UP = f"{ROW_TIME},12,6*6,human,computer,Human gave up.\n"


def logged(row: str | bytes, case: Case = NO_MOVES, path: str = "reversi.csv") -> Session:
    return attend(case, Student(row=lambda result: row), log_path=path)


@pytest.mark.parametrize(
    "case", [NO_MOVES, ILLEGAL, WIPE_OUT, FULL_BOARD, DRAW, game(26, "O", "zz")]
)
def test_the_handouts_row_is_right(case: Case) -> None:
    session = attend(case)
    assert (session.costs, session.notes) == ({}, set())
    assert "printing.log" in session.judgement.assessed


RIGHT_OTHERWISE: dict[str, str | bytes] = {
    "the engine's own": RIGHT,
    "no line break before the next": f"\n{RIGHT}",
    "the time of the end": RIGHT.replace("07:08:09", "07:08:21"),
    "dashes": RIGHT.replace("20240506", "2024-05-06"),
    "slashes": RIGHT.replace("20240506", "2024/05/06"),
    "dots": RIGHT.replace("20240506", "2024.05.06"),
    "day first": RIGHT.replace("20240506", "06/05/2024"),
    "month first": RIGHT.replace("20240506", "05/06/2024"),
    "Chinese": RIGHT.replace(ROW_TIME, "2024年05月06日 07时08分09秒"),
    "C's": RIGHT.replace(ROW_TIME, "Mon May  6 07:08:09 2024"),
    "JavaScript's": RIGHT.replace(ROW_TIME, "Mon May 06 2024 07:08:09 GMT+0000 (UTC)"),
    "without colons": RIGHT.replace(ROW_TIME, "20240506070809"),
    "ISO": RIGHT.replace(ROW_TIME, "2024-05-06T07:08:09"),
    "fractions of a second": RIGHT.replace(ROW_TIME, "2024-05-06 07:08:09.123456"),
    "a zone": RIGHT.replace(ROW_TIME, "2024-05-06T07:08:09+00:00"),
    "another zone": RIGHT.replace("07:08:09", "15:08:09"),
    "minutes": RIGHT.replace("07:08:09", "07:08"),
    "a clock of twelve hours": RIGHT.replace(ROW_TIME, "05/06/2024 07:08:09 AM"),
    "two digits of the year": RIGHT.replace(ROW_TIME, "24-05-06 07:08:09"),
    "dots, day first": RIGHT.replace("20240506", "06.05.2024"),
    "dashes, day first": RIGHT.replace("20240506", "06-05-2024"),
    "dashes throughout": RIGHT.replace(ROW_TIME, "2024-05-06-07-08-09"),
    "underscores": RIGHT.replace(ROW_TIME, "2024_05_06 07_08_09"),
    "the time first": RIGHT.replace(ROW_TIME, "07:08:09 2024/05/06"),
    "the month's name": RIGHT.replace(ROW_TIME, "6 May 2024 07:08:09"),
    "the month's name first": RIGHT.replace(ROW_TIME, "May 6 2024 07:08:09"),
    "a weekday": RIGHT.replace(ROW_TIME, "Monday 6 May 2024 07:08:09"),
    "a zone before the year": RIGHT.replace(ROW_TIME, "Mon 6 May 07:08:09 UTC 2024"),
    "Chinese without a blank": RIGHT.replace(ROW_TIME, "2024年5月6日07:08:09"),
    "the Chinese morning": RIGHT.replace(ROW_TIME, "2024/5/6 上午7:08:09"),
    "Java's zoned time": RIGHT.replace(ROW_TIME, "2024-05-06T07:08:09.123456+00:00[Etc/UTC]"),
    "Go's": RIGHT.replace(ROW_TIME, "2024-05-06 07:08:09.123456789 +0000 UTC m=+0.0001"),
    "milliseconds behind a colon": RIGHT.replace(ROW_TIME, "2024-05-06 07:08:09:123"),
    "fractions": RIGHT.replace(",12,", ",11.73,"),
    "capitals": RIGHT.replace("computer,human", "Computer,Human"),
    "blanks in the fields": RIGHT.replace(",", ", "),
    "blanks in the size": RIGHT.replace("4*4", "4 * 4"),
    "no blanks in the result": RIGHT.replace("2 to 11", "2to11"),
    "carriage returns": RIGHT.replace("\n", "\r\n"),
    "quotes": RIGHT.replace(",4*4,", ',"4*4",'),
    "a byte order mark": b"\xef\xbb\xbf" + RIGHT.encode(),
}


@pytest.mark.parametrize("row", RIGHT_OTHERWISE.values(), ids=RIGHT_OTHERWISE)
def test_a_row_written_otherwise_is_right(row: str | bytes) -> None:
    session = logged(row)
    assert session.costs == {}
    assert session.notes <= {"log.form"}


@pytest.mark.parametrize("name", ["dashes", "fractions", "capitals", "no blanks in the result"])
def test_a_row_written_otherwise_is_noted(name: str) -> None:
    session = logged(RIGHT_OTHERWISE[name])
    assert session.notes == {"log.form"}


@pytest.mark.parametrize(
    "text",
    ["Human gave up.", "Human gave up!", "human gave up", "The human gives up", "人类认输", "投降"],
)
def test_any_words_that_say_that_the_human_gave_up_are_right(text: str) -> None:
    assert logged(GAVE_UP.replace("Human gave up.", text), ILLEGAL).costs == {}


WRONG: dict[str, tuple[str | bytes, str]] = {
    "no time": (RIGHT.replace(ROW_TIME, "today"), "log.time"),
    "no time of day": (RIGHT.replace(ROW_TIME, "20240506"), "log.time"),
    "no date": (RIGHT.replace(ROW_TIME, "07:08:09"), "log.time"),
    "seven minutes off": (RIGHT.replace("07:08:09", "07:15:09"), "log.time"),
    "the afternoon": (RIGHT.replace(ROW_TIME, "20240504 07:08:09 PM"), "log.time"),
    "a day off": (RIGHT.replace("20240506", "20240509"), "log.time"),
    "the earlier row's time": (RIGHT.replace(ROW_TIME, "20181105 23:24:46"), "log.time"),
    "an impossible date": (RIGHT.replace("0506", "1356"), "log.time"),
    "too long": (RIGHT.replace(",12,", ",125,"), "log.duration"),
    "milliseconds": (RIGHT.replace(",12,", ",12000,"), "log.duration"),
    "a unit": (RIGHT.replace(",12,", ",12s,"), "log.duration"),
    "a negative duration": (RIGHT.replace(",12,", ",-12,"), "log.duration"),
    "no duration": (RIGHT.replace(",12,", ",,"), "log.duration"),
    "another size": (RIGHT.replace("4*4", "8*8"), "log.size"),
    "one number": (RIGHT.replace("4*4", "4"), "log.size"),
    "a letter between": (RIGHT.replace("4*4", "4x4"), "log.size"),
    "players exchanged": (RIGHT.replace("computer,human", "human,computer"), "log.players"),
    "players as signs": (RIGHT.replace("computer,human", "X,O"), "log.players"),
    "score exchanged": (RIGHT.replace("2 to 11", "11 to 2"), "log.result"),
    "score with a colon": (RIGHT.replace("2 to 11", "2 : 11"), "log.result"),
    "another score": (RIGHT.replace("2 to 11", "3 to 11"), "log.result"),
    "gave up": (RIGHT.replace("2 to 11", "Human gave up."), "log.result"),
    "a field too few": (RIGHT.replace(",12,", ","), "log.fields"),
    "a field too many": (RIGHT.replace("\n", ",O\n"), "log.fields"),
    "tabs": (RIGHT.replace(",", "\t"), "log.fields"),
    "the score as two fields": (RIGHT.replace("2 to 11", "2,11"), "log.fields"),
    "a header": (f"time,seconds,size,black,white,result\n{RIGHT}", "log.header"),
    "a header in GBK": ("时间,时长,大小,黑,白,比分\n".encode("gbk") + RIGHT.encode(), "log.header"),
    "no line break at all": (RIGHT.rstrip(), "log.one-line"),
    "two rows": (RIGHT * 2, "log.rows"),
    "blank": ("\n", "log.rows"),
    "garbage": (b"\xff\xfe\x00\x01\n", "log.fields"),
}


@pytest.mark.parametrize(("row", "code"), WRONG.values(), ids=WRONG)
def test_a_wrong_row_costs_the_log_alone(row: str | bytes, code: str) -> None:
    session = logged(row)
    assert one(session.costs) == ("printing.log", code)
    assert sentence(session.finding(code))


def test_several_wrong_fields_are_all_told() -> None:
    row = RIGHT.replace("4*4", "4").replace("computer,human", "X,O").replace("2 to 11", "2 : 11")
    codes = {fault.code for fault in logged(row).judgement.faults}
    assert codes == {"log.size", "log.players", "log.result"}


def test_a_wrong_field_is_told_with_the_row_and_what_it_should_hold() -> None:
    found = logged(RIGHT.replace("2 to 11", "11 to 2")).finding("log.result")
    assert found.observed == (f"{ROW_TIME},12,4*4,computer,human,11 to 2",)
    assert found.expected == ("2 to 11",)


@pytest.mark.parametrize("text", ["1 to 2", "Computer wins", "", "Invalid move!"])
def test_after_an_illegal_move_the_row_says_that_the_human_gave_up(text: str) -> None:
    session = logged(GAVE_UP.replace("Human gave up.", text), ILLEGAL)
    assert one(session.costs) == ("printing.log", "log.result")


def test_a_score_that_was_shown_wrongly_is_paid_for_there() -> None:
    class Miscounts(Student):
        def tell_score(self, black: int, white: int) -> None:
            super().tell_score(black + 1, white)

        def write(self, result: str) -> None:
            super().write("3 to 11")

    assert one(attend(NO_MOVES, Miscounts()).costs) == ("ends.no-moves", "end.wrong-score")


# --- the file


@pytest.mark.parametrize(
    "path", ["Reversi.csv", "REVERSI.CSV", "data/Reversi.csv", "log/reversi.csv"]
)
def test_a_name_in_other_case_or_a_folder_below_is_right(path: str) -> None:
    session = logged(RIGHT, path=path)
    assert session.costs == {}
    assert session.notes <= {"log.place"}


@pytest.mark.parametrize("path", ["Othello.csv", "reversi.txt", "log.csv"])
def test_another_name_costs_the_log_alone(path: str) -> None:
    session = logged(RIGHT, path=path)
    assert one(session.costs) == ("printing.log", "log.name")
    assert session.finding("log.name").params == {"path": path, "name": "reversi.csv"}


class NoLog(Student):
    def write(self, result: str) -> None:
        pass


@pytest.mark.parametrize("case", [NO_MOVES, ILLEGAL])
def test_a_log_that_is_not_written_costs_the_log_alone(case: Case) -> None:
    assert one(attend(case, NoLog()).costs) == ("printing.log", "log.missing")


def rewritten(after: bytes | None) -> Session:
    """The right session, with this in the log at its end."""
    earlier = f"{PYTHON.log.earlier_row}\n".encode()
    return judged(NO_MOVES, (LogFile("reversi.csv", earlier, after),))


@pytest.mark.parametrize(
    ("after", "code"),
    [
        (RIGHT.encode(), "log.overwritten"),
        (None, "log.missing"),
        (f"{PYTHON.log.earlier_row}\n".encode(), "log.missing"),
        (f"{RIGHT}{PYTHON.log.earlier_row}\n".encode(), "log.overwritten"),
    ],
)
def test_a_log_that_is_not_appended_to_costs_the_log_alone(after: bytes | None, code: str) -> None:
    session = rewritten(after)
    assert set(session.costs) == {"printing.log"}
    assert code in {fault.code for fault in session.judgement.faults}


def test_a_log_is_not_asked_for_where_the_assignment_says_so() -> None:
    assignment = with_assignment(log={"required": False})
    session = attend(NO_MOVES, NoLog(), assignment)
    assert session.costs == {}
    assert "printing.log" not in session.judgement.assessed


def test_the_log_of_a_game_without_end_is_not_judged() -> None:
    class Stops(NoLog):
        def tell_end(self, board: Board) -> None:
            assert board.count(Disc.WHITE)

    assert set(attend(NO_MOVES, Stops()).costs) == {"ends.no-moves"}


def test_times_are_read_on_the_machines_clock() -> None:
    assert datetime.fromtimestamp(STARTED).strftime("%Y%m%d %H:%M:%S") == ROW_TIME
    assert observation([], EXITED).ended_at - STARTED == SECONDS
