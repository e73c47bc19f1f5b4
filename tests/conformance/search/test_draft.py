"""Games that are to be played, and how one is made of another."""

import msgspec
import pytest

from reversi_conformance.assignment import Limits, load
from reversi_conformance.reference import perform
from reversi_conformance.search import draft
from reversi_conformance.search.counterexample import case_of
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.games import legal_entries, replay, start
from reversi_engine import Disc, EndReason


def longest(board: int) -> Draft:
    """A game in which the human takes the first square."""
    play = start(board, Disc.BLACK)
    while not play.game.ended:
        play = play.after(legal_entries(play)[0])
    return draft.of(play)


def test_a_game_that_goes_on_is_ended_by_an_empty_square_that_outflanks_nothing() -> None:
    made = draft.of(start(6, Disc.BLACK))
    assert made == Draft(6, Disc.BLACK, ("aa",))
    ended = made.play().game.ended
    assert ended
    assert ended.reason is EndReason.ILLEGAL_MOVE


def test_a_game_that_has_ended_stays_as_it_is() -> None:
    made = longest(6)
    assert draft.of(made.play()) == made
    assert draft.without_last(made) == (made.moves, None)


def test_a_game_is_cut_after_so_many_entries() -> None:
    made = draft.cut(longest(6), 3)
    assert made.moves[:3] == longest(6).moves[:3]
    assert len(made.moves) == 4
    assert draft.cut(longest(6), 100) == longest(6)


def test_of_entries_those_are_kept_that_are_legal_in_their_turn() -> None:
    assert draft.rebuilt(6, Disc.BLACK, ["aa", "bb", "bb"], "zz").moves == ("bb", "zz")


def test_an_entry_that_has_become_legal_does_not_end_a_game() -> None:
    assert legal_entries(start(6, Disc.BLACK))[0] == "bb"
    made = draft.rebuilt(6, Disc.BLACK, [], "bb")
    assert made.play().game.ended
    assert made.moves == ("aa",)


def test_a_game_goes_the_same_way_about_the_centre_of_another_board() -> None:
    small = Draft(6, Disc.BLACK, ("bb", "zz"))
    large = draft.moved(small, 12)
    assert large.moves[0] == "ee"
    assert draft.moved(large, 6).moves[0] == "bb"
    before, after = (replay(*each._replace(moves=each.moves[:1])) for each in (small, large))
    assert before.game.board.count(Disc.BLACK) == after.game.board.count(Disc.BLACK)


def test_fewer_entries_are_simpler_than_a_smaller_board() -> None:
    games = [
        Draft(4, Disc.BLACK, ("aa", "zz")),
        Draft(6, Disc.BLACK, ("zz",)),
        Draft(6, Disc.BLACK, ("aa",)),
        Draft(26, Disc.BLACK, ("zz",)),
    ]
    assert [games.index(each) for each in sorted(games, key=lambda game: game.effort)] == [
        2,
        1,
        3,
        0,
    ]


@pytest.mark.parametrize("board", range(4, 27, 2))
def test_a_whole_game_prints_less_than_half_of_what_a_session_may(board: int) -> None:
    python = load("python")
    made = longest(board)
    assert draft.cut(made, draft.most_entries(board, Limits())) == made
    case = case_of(*made, python)
    lines = [line for turn in case.transcript.turns for line in turn.printed]
    printed = sum(len(line) + 1 for line in lines)
    assert printed < python.limits.on_board(board).output_bytes * 0.5
    assert len(case.transcript.answers) <= python.limits.answers


def test_a_case_of_a_draft_is_the_one_of_the_reference() -> None:
    python = load("python")
    case = case_of(*longest(6), python)
    assert perform(msgspec.structs.replace(case.header), python) == case
