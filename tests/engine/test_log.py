"""One row per game, appended whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_engine import Disc, Game
from reversi_engine.log import Row, append_row, format_row, parse_row

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = Row(datetime(2018, 11, 5, 23, 24, 46), 125, 4, Disc.BLACK, (1, 15))

# The rows of the sample log in the handout.
SAMPLES = [
    "20181105 23:24:46,125,4*4,computer,human,1 to 15",
    "20181110 14:12:50,149,4*4,human,computer,15 to 1",
    "20181110 14:23:18,21,4*4,computer,human,Human gave up.",
    "20181110 14:47:26,349,6*6,human,computer,26 to 10",
    "20181110 15:05:19,182,6*6,human,computer,Human gave up.",
]


def test_a_row_reads_as_in_the_handout() -> None:
    assert format_row(SAMPLE) == SAMPLES[0]


@pytest.mark.parametrize("text", SAMPLES)
def test_the_rows_of_the_handout_are_read_and_written_back(text: str) -> None:
    assert format_row(parse_row(text)) == text


@given(
    st.builds(
        Row,
        started=st.datetimes(min_value=datetime(1000, 1, 1)).map(
            lambda moment: moment.replace(microsecond=0)
        ),
        seconds=st.integers(min_value=0),
        size=st.integers(4, 26),
        computer=st.sampled_from(Disc),
        discs=st.none() | st.tuples(st.integers(0, 676), st.integers(0, 676)),
    )
)
def test_every_row_is_read_back(row: Row) -> None:
    assert parse_row(format_row(row)) == row


@pytest.mark.parametrize(
    "text",
    [
        "",
        SAMPLES[0] + "\n",
        SAMPLES[0].replace("4*4", "4*6"),
        SAMPLES[0].replace("human", "computer"),
        SAMPLES[0].replace("1 to 15", "1to15"),
        SAMPLES[0].replace("125", "125.5"),
        SAMPLES[0].replace("125", "１２５"),
        SAMPLES[0].replace(" 23", "T23"),
        SAMPLES[2].replace("gave up.", "gave up"),
    ],
)
def test_a_row_that_is_not_exact_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a row of the log reads like '20181105 23:24:46,125,"):
        parse_row(text)


def test_a_day_that_no_calendar_has_is_refused() -> None:
    with pytest.raises(ValueError, match="day is out of range"):
        parse_row(SAMPLES[0].replace("20181105", "20180231"))


def test_the_row_of_a_game_tells_its_discs_or_that_the_human_gave_up() -> None:
    started = datetime(2018, 11, 5)
    game, _ = Game.start(4, computer=Disc.BLACK)
    gave_up, _ = game.submit("zz")
    assert Row.of(gave_up, started, 7) == Row(started, 7, 4, Disc.BLACK, None)
    for move in ["aa", "ac", "ca", "dc", "cd"]:
        game, _ = game.submit(move)
    assert Row.of(game, started, 7) == Row(started, 7, 4, Disc.BLACK, (2, 11))


def test_a_game_that_is_not_over_has_no_row() -> None:
    game, _ = Game.start(4, computer=Disc.BLACK)
    with pytest.raises(ValueError, match="logged when it is over; O is still to move"):
        Row.of(game, datetime(2018, 11, 5), 0)


def test_rows_are_added_below_what_is_there(tmp_path: Path) -> None:
    log = tmp_path / "reversi.csv"
    append_row(log, SAMPLE)
    assert log.read_bytes() == f"{SAMPLES[0]}\n".encode()
    append_row(str(log), parse_row(SAMPLES[2]))
    assert log.read_text(encoding="utf-8").split("\n") == [SAMPLES[0], SAMPLES[2], ""]


def test_rows_written_at_the_same_time_stay_whole(tmp_path: Path) -> None:
    log = tmp_path / "reversi.csv"
    rows = [SAMPLE._replace(seconds=10**seconds) for seconds in range(200)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(append_row, [log] * len(rows), rows))
    assert sorted(map(parse_row, log.read_text().splitlines())) == sorted(rows)


def test_no_folder_is_created(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        append_row(tmp_path / "data" / "reversi.csv", SAMPLE)
    assert list(tmp_path.iterdir()) == []
