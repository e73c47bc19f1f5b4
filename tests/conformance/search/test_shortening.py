"""From a game in which something differs to the shortest one that can be had of it.

What differs is told here by the right game alone: no program is played.
"""

from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from reversi_conformance.assignment import load
from reversi_conformance.findings import Finding, FindingKind
from reversi_conformance.search import draft as drafts
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.drawing import Kitchen
from reversi_conformance.search.games import Play, legal_entries, start
from reversi_conformance.search.shortcuts import shortcuts
from reversi_conformance.search.shortening import Differs, shorten
from reversi_conformance.search.sights import sights
from reversi_engine import Disc

BOARDS = (4, 6, 8, 10, 12)
LIMITS = load("python").limits


def played(board: int, computer: Disc, choices: Sequence[int]) -> Draft:
    """A game in which the human takes these of the legal squares."""
    play = start(board, computer)
    for choice in choices:
        entries = legal_entries(play)
        if not entries:
            break
        play = play.after(entries[choice % len(entries)])
    return drafts.of(play)


def fault(draft: Draft, entries: int) -> Finding:
    answers = (str(draft.board), draft.computer.value, *draft.moves[:entries])
    return Finding("rules.flips", "flips.wrong", FindingKind.FAULT, entries + 2, answers)


def first_entry(draft: Draft, is_wrong: Callable[[Play], bool]) -> int | None:
    """After how many entries a mistake shows, which is there when a play is like this."""
    for count in range(len(draft.moves) + 1):
        play = start(draft.board, draft.computer)
        for move in draft.moves[:count]:
            play = play.after(move)
        if is_wrong(play):
            return count
    return None


def program(is_wrong: Callable[[Play], bool]) -> Differs:
    def differs(games: Sequence[Draft]) -> list[Finding | None]:
        found = [(game, first_entry(game, is_wrong)) for game in games]
        return [None if count is None else fault(game, count) for game, count in found]

    return differs


def shortened(draft: Draft, is_wrong: Callable[[Play], bool], at_a_time: int = 2) -> Draft:
    differs = program(is_wrong)
    [seen] = differs([draft])
    assert seen
    return shorten(draft, seen, BOARDS, differs, at_a_time)[0]


def test_what_shows_on_one_size_alone_is_shown_without_a_move() -> None:
    found = played(10, Disc.BLACK, range(20))
    assert shortened(found, lambda play: play.game.board.size == 10).moves == ("aa",)


def test_what_shows_everywhere_is_shown_on_the_smallest_board() -> None:
    found = played(12, Disc.WHITE, range(30))
    assert shortened(found, lambda play: True) == Draft(4, Disc.WHITE, ("aa",))


def test_what_shows_after_some_moves_is_shown_after_no_more() -> None:
    found = played(12, Disc.BLACK, range(30))
    assert len(shortened(found, lambda play: len(play.moves) >= 3).moves) == 3


def test_what_comes_by_the_number_of_discs_comes_with_hardly_more_moves_than_it_needs() -> None:
    def has_thirty(play: Play) -> bool:
        board = play.game.board
        return board.size**2 - board.empty_count >= 30

    found = played(12, Disc.BLACK, range(60))
    made = shortened(found, has_thirty)
    # Thirteen entries and as many answers stand on the four discs of the start.
    assert len(made.moves) <= 15


@settings(max_examples=30)
@given(st.sampled_from(BOARDS), st.sampled_from(Disc), st.lists(st.integers(0, 30), max_size=12))
def test_it_still_differs_and_is_no_longer(board: int, computer: Disc, choices: list[int]) -> None:
    def is_wrong(play: Play) -> bool:
        return play.game.board.count(Disc.BLACK) % 5 == 0

    found = played(board, computer, choices)
    if first_entry(found, is_wrong) is None:
        return
    made = shortened(found, is_wrong)
    assert first_entry(made, is_wrong) is not None
    assert made.effort <= found.effort
    assert made.play().game.ended


def test_how_many_are_asked_at_a_time_does_not_decide_whether_it_ends() -> None:
    found = played(10, Disc.WHITE, range(40))
    for at_a_time in (1, 2, 7):
        made = shortened(found, lambda play: len(play.moves) > 5, at_a_time)
        assert len(made.moves) == 6


def test_shortcuts_lead_to_what_is_suspect_by_fewer_entries() -> None:
    found = played(8, Disc.BLACK, range(1, 200, 11))
    entries = next(count for count in range(1, 40) if takes_a_corner(found, count))
    boards = (6, 8)
    most = {each: drafts.most_entries(each, LIMITS) for each in boards}
    pieces = Kitchen(boards, (found,), most)
    innocent = sights_after(found, entries) - {CORNER}
    made = list(shortcuts(found, entries, innocent, pieces))
    assert made == list(shortcuts(found, entries, innocent, pieces))
    assert [takes_a_corner(each, len(each.moves)) for each in made] == [True]
    assert len(made[0].moves) < entries


CORNER = ("human", False, "directions", 1, "corner")


def takes_a_corner(draft: Draft, entries: int) -> bool:
    return CORNER in sights_after(draft, entries)


def sights_after(draft: Draft, entries: int) -> frozenset[tuple[str | int, ...]]:
    return sights(drafts.cut(draft, entries).play())
