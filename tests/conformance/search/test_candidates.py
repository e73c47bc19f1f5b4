"""From wishes to candidates: the same seed, the same games; other seeds, other games and ids."""

from collections.abc import Mapping, Sequence
from random import Random

import msgspec
import pytest

from reversi_conformance.assignment import Assignment, Sizes, load
from reversi_conformance.audit.matrix import Matrix, Row
from reversi_conformance.search import suite
from reversi_conformance.search.features import VOCABULARY, shown
from reversi_conformance.search.games import legal_entries, replay, start
from reversi_conformance.search.generating import with_twins
from reversi_conformance.search.pursuit import Known, UnfulfilledWishError, pursue
from reversi_conformance.search.suite import (
    DEFAULT_SEED,
    Candidate,
    case_ids,
    find_candidates,
    find_twins,
    other_ids,
)
from reversi_conformance.search.variation import vary
from reversi_conformance.search.wishes import (
    FULL_BOARD,
    ILLEGAL,
    NO_MOVES,
    WIPE_OUT,
    WISHES,
    Wish,
    case_id,
)
from reversi_conformance.transcript import Header
from reversi_engine import Disc

NOTHING_KNOWN = Known(frozenset(VOCABULARY))


@pytest.fixture(scope="module")
def smallest() -> Assignment:
    """The assignment with boards of one size only, so that a suite is found soon."""
    return msgspec.structs.replace(load("python"), sizes=Sizes(4, 4))


def matrix(candidates: Sequence[Candidate], caught: Mapping[str, tuple[str, ...]]) -> Matrix:
    """Mistakes in the turning of discs, and by which of the candidates they are caught."""
    rows = [
        Row(
            id=mistake,
            sentence="",
            costs=("rules.flips",),
            may_touch=(),
            is_random=False,
            lost=("rules.flips",),
            charged=dict.fromkeys(cases, ("rules.flips",)),
        )
        for mistake, cases in caught.items()
    ]
    ids = tuple(candidate.header.id for candidate in candidates)
    return Matrix("python", ("rules.flips",), ids, tuple(rows), ())


def wish(ends: str, *shows: str, computer: Disc = Disc.WHITE) -> Wish:
    return Wish("any", 4, computer, ends, "", shows)


def headers(candidates: tuple[Candidate, ...]) -> list[Header]:
    return [candidate.header for candidate in candidates]


@pytest.fixture(scope="module")
def public(smallest: Assignment) -> list[Header]:
    return headers(find_candidates(smallest))


def test_there_is_a_candidate_for_every_wish_of_the_assignments_sizes(
    smallest: Assignment, public: list[Header]
) -> None:
    assert [header.id for header in public] == list(case_ids(smallest))
    assert {header.board for header in public} == {4}


def test_the_same_seed_finds_the_same_games(smallest: Assignment) -> None:
    assert find_candidates(smallest, 7) == find_candidates(smallest, 7)


def test_another_seed_finds_no_game_that_is_published(
    smallest: Assignment, public: list[Header]
) -> None:
    other = headers(find_candidates(smallest, 7, public))
    games = {(header.board, header.computer, header.moves) for header in public}
    assert not games & {(header.board, header.computer, header.moves) for header in other}
    assert not {header.id for header in public} & {header.id for header in other}
    assert len(public) > len(other) > len(public) // 2


def test_what_has_no_other_game_is_sought_on_the_next_larger_board(
    public: list[Header], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`gg` as the first entry is one game for each size."""
    [first] = [wish for wish in WISHES if case_id(wish, "py") == "py-4-X-first-entry-gg-off"]
    monkeypatch.setattr(suite, "WISHES", (first,))
    [other] = headers(find_candidates(load("python"), 7, public))
    assert (other.id, other.moves) == ("py-seed-7-6-X-first-entry-gg-off", ("gg",))


def test_an_illegal_first_entry_that_has_no_other_game_is_sought_later_in_one(
    public: list[Header], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only `ae` leads on to `ba`, which is legal at once; on 6 × 6 no such square is."""
    [first] = [wish for wish in WISHES if case_id(wish, "py") == "py-4-O-first-entry-column-off"]
    monkeypatch.setattr(suite, "WISHES", (first,))
    known = Header("py-4-O-first-entry-column-off", 4, Disc.WHITE, ("ae",), "illegal-move")
    [other] = headers(find_candidates(load("python"), 7, [*public, known]))
    assert other.id == "py-seed-7-4-O-later-entry-column-off"
    assert len(other.moves) > 1
    assert "illegal-off-but-legal-in-next-row" in other.exercises


@pytest.mark.parametrize(
    "wish", [wish for wish in WISHES if wish.is_rare], ids=lambda wish: wish.computer.value
)
def test_a_game_that_is_too_rare_to_be_searched_for_is_varied(wish: Wish) -> None:
    published = Known(frozenset(), frozenset({(wish.board, wish.moves)}))
    found = vary(wish, published, Random(7))
    assert found is not None
    assert found.moves != wish.moves
    assert found.game.ended is not None
    assert (found.game.ended.reason.value, found.game.ended.winner) == (NO_MOVES, None)


def test_wishes_have_other_games_besides(smallest: Assignment) -> None:
    candidates = find_candidates(smallest)
    twins = find_twins(smallest, DEFAULT_SEED, (), candidates)
    assert len(candidates) > len(twins) > len(candidates) // 2
    games = {(each.wish.computer, each.header.moves) for each in candidates}
    for twin in twins:
        assert twin.header.id in other_ids(smallest)
        assert twin.header.ends == twin.wish.ends
        assert (twin.wish.computer, twin.header.moves) not in games


def test_only_games_that_catch_what_too_few_catch_are_added(smallest: Assignment) -> None:
    candidates = find_candidates(smallest)
    twins = find_twins(smallest, DEFAULT_SEED, (), candidates)
    first, second, *_ = (twin.header.id for twin in twins)
    caught = {"seen once": ("a",), "seen never": (), "seen twice": ("a", "b")}
    more = matrix(twins, {"seen once": (first,), "seen never": (), "seen twice": (second,)})

    added, both = with_twins(candidates, caught, twins, more)

    assert added == (*candidates, twins[0])
    assert both == {"seen once": ("a", first), "seen never": (), "seen twice": ("a", "b")}


def test_every_case_found_is_told(smallest: Assignment) -> None:
    told: list[str] = []
    find_candidates(smallest, progress=told.append)
    assert told[0] == "py-4-X-sample: aa ac ca dc cd"
    assert len(told) == len(case_ids(smallest))


def test_an_assignment_of_ones_own_has_ids_of_its_own(smallest: Assignment) -> None:
    own = msgspec.structs.replace(smallest, id="java")
    assert next(iter(case_ids(own))) == "java-4-X-sample"


def test_the_default_seed_has_the_permanent_ids() -> None:
    ids = case_ids(load("python"), DEFAULT_SEED)
    assert "py-4-X-sample" in ids
    assert len(ids) == len(WISHES)


def test_the_shortest_game_is_found() -> None:
    found = pursue(wish(NO_MOVES, "computer-wins"), NOTHING_KNOWN, Random(1))
    assert len(found.moves) == 3
    found = pursue(wish(WIPE_OUT, "computer-wins", computer=Disc.BLACK), NOTHING_KNOWN, Random(1))
    assert found.moves == ("ca", "ac", "bd", "db")


def test_a_game_that_is_known_is_not_taken_again() -> None:
    first = pursue(wish(NO_MOVES, "computer-wins"), NOTHING_KNOWN, Random(1))
    known = Known(NOTHING_KNOWN.missing, frozenset({(4, first.moves)}))
    assert pursue(wish(NO_MOVES, "computer-wins"), known, Random(1)).moves != first.moves


def test_a_game_that_goes_on_ends_with_an_illegal_entry_of_the_kind_wished() -> None:
    found = pursue(wish(ILLEGAL, "human-passes", "illegal-gg-off"), NOTHING_KNOWN, Random(1))
    assert found.moves[-1] == "gg"
    assert {"human-passes", "illegal-gg-off"} <= shown(found)


def test_among_the_shortest_games_the_one_is_taken_that_shows_what_is_missing() -> None:
    missing = Known(frozenset({"illegal-isolated", "illegal-both-off"}))
    found = pursue(wish(ILLEGAL), missing, Random(1))
    assert shown(found, missing.missing) == {"illegal-both-off"}


def test_a_wish_that_covers_takes_a_longer_game_for_what_is_new() -> None:
    names = frozenset(name for name in VOCABULARY if "-turns-" in name)
    covering = Wish("any", 4, Disc.WHITE, ILLEGAL, "", covers=names, longest=4)
    found = pursue(covering, NOTHING_KNOWN, Random(1))
    assert len(found.moves) == 4
    assert len(shown(found, names)) > 4


def test_a_wish_that_cannot_be_fulfilled_says_how_far_the_search_went() -> None:
    drawn = wish(FULL_BOARD, "nobody-wins", computer=Disc.BLACK)
    impossible = msgspec.structs.replace(drawn, longest=8, width=100)
    with pytest.raises(UnfulfilledWishError) as raised:
        pursue(impossible, NOTHING_KNOWN, Random(1))
    assert str(raised.value) == (
        "4 X any: no game of up to 8 moves was found that ends in full-board and shows"
        " nobody-wins; 300 games were followed on each level"
    )


def test_no_game_on_four_by_four_is_drawn_or_of_one_colour_with_computer_black() -> None:
    """Every game there is; what the page about the cases says."""
    games = [start(4, Disc.BLACK)]
    ended = 0
    while games:
        play = games.pop()
        ended += play.game.ended is not None
        names = shown(play, ["nobody-wins", "full-board-of-one-colour"])
        assert not names
        games += (play.after(entry) for entry in legal_entries(play))
    assert ended == 66


@pytest.mark.parametrize(
    "given", [wish for wish in WISHES if wish.moves], ids=lambda wish: wish.name
)
def test_a_given_game_shows_what_is_said_of_it(given: Wish) -> None:
    play = replay(given.board, given.computer, given.moves)
    assert set(given.shows) <= shown(play)
    assert play.game.ended
    assert play.game.ended.reason.value == given.ends
