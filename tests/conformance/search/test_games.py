"""Games against the computer, event by event."""

import pytest

from reversi_conformance.search.games import illegal_entries, legal_entries, replay, start
from reversi_engine import Board, Disc, Ended, EndReason, Moved, Passed, Rejected

SAMPLE = ("aa", "ac", "ca", "dc", "cd")


def test_a_play_starts_where_the_human_is_asked() -> None:
    assert start(4, Disc.WHITE).moments == ()
    (moment,) = start(4, Disc.BLACK).moments
    assert isinstance(moment.event, Moved)
    assert (moment.before, moment.entry, moment.previous) == (Board.initial(4), 0, ())


def test_every_event_knows_the_board_before_it_and_the_entry_that_led_to_it() -> None:
    board = Board.initial(4)
    for moment in replay(4, Disc.BLACK, SAMPLE).moments:
        assert moment.before == board
        if isinstance(moment.event, Moved):
            board = moment.event.board
    entries = [moment.entry for moment in replay(4, Disc.BLACK, SAMPLE).moments]
    assert entries == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_every_event_knows_the_two_before_it() -> None:
    moments = replay(4, Disc.BLACK, SAMPLE).moments
    events = [moment.event for moment in moments]
    for at, moment in enumerate(moments):
        assert moment.previous == tuple(events[max(at - 2, 0) : at])


def test_the_last_events_are_told_like_all_others() -> None:
    *_, passed, moved, ended = (moment.event for moment in replay(4, Disc.BLACK, SAMPLE).moments)
    assert passed == Passed(Disc.BLACK)
    assert isinstance(moved, Moved)
    assert ended == Ended(EndReason.NO_MOVES, Disc.WHITE, 2, 11)


def test_who_plays_a_disc_is_told() -> None:
    (moment,) = start(4, Disc.BLACK).moments
    assert (moment.side(Disc.BLACK), moment.side(Disc.WHITE)) == ("computer", "human")


def test_an_illegal_entry_ends_the_play() -> None:
    rejected, ended = start(4, Disc.WHITE).after("zz").moments
    assert rejected.event == Rejected(Disc.BLACK, "zz")
    assert ended.event == Ended(EndReason.ILLEGAL_MOVE, Disc.WHITE, 2, 2)


def test_an_entry_after_the_end_is_refused() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        replay(4, Disc.BLACK, (*SAMPLE, "aa"))


def test_what_may_be_entered_is_listed_row_by_row() -> None:
    assert legal_entries(start(4, Disc.WHITE)) == ("ab", "ba", "cd", "dc")
    assert legal_entries(replay(4, Disc.BLACK, SAMPLE)) == ()


def test_illegal_entries_are_all_other_squares_and_some_off_the_board() -> None:
    entries = illegal_entries(start(4, Disc.WHITE))
    assert len(entries) == 16 - 4 + 9 + 2
    assert {"aa", "bb", "ea", "ae", "ee", "gg", "zz"} <= set(entries)
    assert not {"ab", "ba", "cd", "dc"} & set(entries)


def test_no_two_letters_are_off_the_largest_board() -> None:
    assert len(illegal_entries(start(26, Disc.WHITE))) == 26 * 26 - 4
