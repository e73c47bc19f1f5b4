"""What positions and games show, by the names of the vocabulary."""

import re

import pytest

from reversi_conformance.search.features import FAMILIES, VOCABULARY, shown, shown_by
from reversi_conformance.search.games import Moment, replay, start
from reversi_engine import (
    Board,
    Disc,
    Event,
    Moved,
    Rejected,
    choose,
    parse_board,
    parse_square,
)


def board(rows: str) -> Board:
    """A board from its rows, without letters."""
    lines = rows.split("/")
    letters = "abcdefghijklmnopqrstuvwxyz"[: len(lines)]
    head = "  " + " ".join(letters)
    body = (f"{letter} {' '.join(line)}" for letter, line in zip(letters, lines, strict=True))
    return parse_board("\n".join((head, *body)))


def names_of(before: Board, event: Event, computer: Disc) -> frozenset[str]:
    return shown_by(Moment(event, before, computer, 2, ()), VOCABULARY)


def placed(rows: str, move: str, disc: Disc, computer: Disc) -> frozenset[str]:
    before, square = board(rows), parse_square(move)
    return names_of(before, Moved(disc, square, before.play(disc, square)), computer)


def chosen(rows: str, computer: Disc = Disc.BLACK) -> frozenset[str]:
    before = board(rows)
    square = choose(before, computer)
    assert square is not None
    return names_of(before, Moved(computer, square, before.play(computer, square)), computer)


def refused(rows: str, entry: str) -> frozenset[str]:
    """The names without their beginning; the human plays white."""
    found = names_of(board(rows), Rejected(Disc.WHITE, entry), Disc.BLACK)
    return frozenset(name.removeprefix("illegal-") for name in found if "exposes" not in name)


def some(names: frozenset[str], pattern: str) -> set[str]:
    return {name for name in names if re.search(pattern, name)}


def test_a_disc_in_a_corner_is_not_at_an_edge() -> None:
    names = placed("..../.OX./.XO./....", "ab", Disc.BLACK, Disc.WHITE)
    assert some(names, "places") == {"human-places-on-north-edge"}
    names = placed("..../.XX./.XO./....", "aa", Disc.WHITE, Disc.WHITE)
    assert some(names, "places") == {"computer-places-in-north-west-corner"}


@pytest.mark.parametrize(
    ("move", "direction"),
    [
        ("aa", "south-east"),
        ("ac", "south"),
        ("ae", "south-west"),
        ("ca", "east"),
        ("ce", "west"),
        ("ea", "north-east"),
        ("ec", "north"),
        ("ee", "north-west"),
    ],
)
def test_a_line_that_turns_alone_is_named_by_its_direction(move: str, direction: str) -> None:
    rows = "....../.XXX../.XOX../.XXX../....../......"
    names = placed(rows, move, Disc.WHITE, Disc.BLACK)
    assert some(names, "turns-only") == {f"human-turns-only-{direction}"}
    assert not some(names, "turns-several")


def test_a_line_across_the_board_turns_all_between_its_ends() -> None:
    names = placed("XOOOO./....../....../....../....../......", "af", Disc.BLACK, Disc.BLACK)
    assert some(names, "turns-") == {
        "computer-turns-only-west",
        "computer-turns-several-west",
        "computer-turns-across-the-board",
    }


def test_lines_that_stay_are_told_by_where_they_end() -> None:
    rows = "...O../...O../OO..OX/....../....../......"
    names = placed(rows, "cd", Disc.BLACK, Disc.BLACK)
    assert some(names, "line-ends") == {"computer-line-ends-at-edge-north"}
    assert "computer-turns-only-east" in names


def test_a_line_before_a_gap_stays() -> None:
    rows = "....../....../.O.OX./....../....../......"
    names = placed(rows, "cc", Disc.BLACK, Disc.BLACK)
    assert some(names, "line-ends") == {"computer-line-ends-at-gap-west"}


@pytest.mark.parametrize(
    ("rows", "tie"),
    [
        (".OX.OX/....../....../....../....../......", "tie-in-one-row"),
        (".OX.../....../.OX.../....../....../......", "tie-in-one-column"),
        (".OX.../....../..OX../....../....../......", "tie-falling"),
        ("..OX../....../.OX.../....../....../......", "tie-rising"),
    ],
)
def test_two_equal_squares_are_told_by_how_they_lie(rows: str, tie: str) -> None:
    names = chosen(rows)
    assert some(names, "^tie-") == {"tie-of-two", tie}


def test_more_equal_squares_are_counted() -> None:
    three = ".OX.../....../.OX.../....../.OX.../......"
    assert some(chosen(three), "^tie-") == {"tie-of-three"}
    assert some(chosen("..../.OX./.XO./...."), "^tie-") == {"tie-of-four-or-more"}


def test_a_single_best_square_is_no_tie() -> None:
    assert not some(chosen(".OOX../....../.OX.../....../....../......"), "^tie-")


def test_a_tie_tells_the_first_of_the_equals_from_the_last() -> None:
    names = some(chosen("..OX../....../.OX.../....../....../......"), "differs")
    assert "choice-differs-from-last-of-equals" in names
    assert "choice-differs-from-column-first" in names
    assert "choice-differs-from-first-legal" not in names


def test_a_choice_tells_greed_from_other_strategies() -> None:
    rows = ".OX.../....../....../....../XOOO../......"
    names = some(chosen(rows), "differs")
    assert "choice-differs-from-first-legal" in names
    assert "choice-differs-from-corners-first" in names
    assert "choice-differs-from-longest-line" not in names


@pytest.mark.parametrize(
    ("entry", "kinds"),
    [
        ("cb", {"on-own-disc"}),
        ("bb", {"on-own-disc-that-would-outflank"}),
        ("bc", {"on-opponent-disc"}),
        ("aa", {"on-opponent-disc-that-would-outflank"}),
        ("dd", {"isolated"}),
        ("ca", {"beside-own-discs-only"}),
        ("ad", {"outflanks-nothing", "but-legal-for-computer"}),
        ("ea", {"row-off"}),
        ("ae", {"column-off"}),
        ("ee", {"both-off"}),
        ("gg", {"both-off", "far-off", "gg-off", "off-but-legal-round-the-board"}),
        ("za", {"row-off", "far-off"}),
    ],
)
def test_an_illegal_entry_is_told_by_its_kind(entry: str, kinds: set[str]) -> None:
    assert refused("XXO./.OXO/.O../....", entry) == kinds


def test_an_empty_square_far_from_all_discs_is_isolated() -> None:
    rows = "....../....../..OX../..XO../....../......"
    assert refused(rows, "aa") == {"isolated"}
    assert refused(rows, "ff") == {"isolated"}


@pytest.mark.parametrize(("entry", "where"), [("ec", "row"), ("ce", "column"), ("ee", "both")])
def test_an_entry_just_beyond_the_edge_may_have_discs_in_line(entry: str, where: str) -> None:
    rows = "..../.OO./.OXX/..XX"
    found = refused(rows, entry)
    assert {f"{where}-off", f"{where}-off-that-would-outflank"} <= found
    assert "far-off" not in found


def test_an_entry_off_the_board_may_count_on_to_a_legal_square() -> None:
    rows = "..../.OX./.XO./...."
    assert "off-but-legal-in-next-row" in refused(rows, "be")
    assert "off-but-legal-in-next-row" not in refused(rows, "ae")
    assert "off-but-legal-round-the-board" in refused(rows, "ec")
    assert "off-but-legal-round-the-board" not in refused(rows, "ea")


def test_when_an_illegal_entry_comes_is_told() -> None:
    assert "illegal-at-first-turn" in shown(replay(4, Disc.WHITE, ("aa",)))
    assert "illegal-at-first-turn" not in shown(replay(4, Disc.WHITE, ("ab", "ab")))
    after = shown(replay(4, Disc.BLACK, ("aa", "ac", "ca", "dc", "aa")))
    assert {"illegal-after-computer-passes", "illegal-while-computer-cannot-move"} <= after


def test_the_first_sample_shows_a_pass_and_its_end() -> None:
    names = shown(replay(4, Disc.BLACK, ("aa", "ac", "ca", "dc", "cd")))
    assert some(names, "pass(es|es-.*)$|wins|last$|end$") == {
        "computer-passes",
        "computer-passes-before-the-end",
        "human-wins",
        "human-moves-last",
        "late-end",
    }


def test_a_second_pass_of_the_same_side_is_one_in_a_row() -> None:
    names = shown(replay(6, Disc.BLACK, ("bb", "ce", "ee", "ec", "ac", "ef", "bf", "ca", "cf")))
    assert {"human-passes", "human-passes-in-a-row"} <= names
    assert "computer-passes-in-a-row" not in names


@pytest.mark.parametrize(
    ("rows", "entry", "mistakes"),
    [
        ("..../.XO./..../....", "aa", {"line-to-gap"}),
        ("..../..../..../O...", "ca", set()),
        ("X.../O.../..../....", "bb", {"line-to-edge"}),
        ("..XO/..../..../....", "aa", {"over-gaps"}),
        ("..../XO../..../....", "ad", {"next-row"}),
        ("..../..../.O../.X..", "ab", {"negative-index"}),
        ("OXXO/..../..../....", "ac", {"occupied-allowed"}),
    ],
)
def test_an_illegal_move_exposes_the_mistakes_that_allow_it(
    rows: str, entry: str, mistakes: set[str]
) -> None:
    found = names_of(board(rows), Rejected(Disc.WHITE, entry), Disc.BLACK)
    exposed = {name.removeprefix("illegal-move-exposes-") for name in some(found, "exposes")}
    assert exposed == mistakes


def test_names_may_be_asked_for_alone() -> None:
    play = replay(4, Disc.BLACK, ("aa",))
    assert shown(play, ["human-passes"]) == frozenset()
    assert shown(play, []) == frozenset()
    assert shown(play, VOCABULARY) == shown(play)


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError, match="no-such-name"):
        shown(start(4, Disc.BLACK), ["no-such-name"])


def test_every_name_is_in_kebab_case_and_stands_there_once() -> None:
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", name) for name in VOCABULARY)
    assert sum(len(family.names) for family in FAMILIES) == len(VOCABULARY)
