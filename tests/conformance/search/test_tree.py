"""Every game of the smallest board, as it is listed."""

from collections import Counter
from collections.abc import Iterator

import pytest

from reversi_conformance.assignment import load
from reversi_conformance.referee.positions import why_illegal
from reversi_conformance.reference import Rehearsal, perform
from reversi_conformance.search.games import Play, legal_entries, replay, start
from reversi_conformance.search.tree import Tree, grow
from reversi_engine import Disc

BOTH = (Disc.BLACK, Disc.WHITE)


@pytest.fixture(scope="module")
def tree() -> Tree:
    return grow(4)


def walk(play: Play) -> Iterator[Play]:
    yield play
    for entry in legal_entries(play):
        yield from walk(play.after(entry))


def waiting() -> Iterator[Play]:
    """Every play in which the human is to move."""
    for computer in BOTH:
        yield from (play for play in walk(start(4, computer)) if not play.game.ended)


def test_each_line_of_legal_moves_is_one_game(tree: Tree) -> None:
    lines = Counter(
        (computer, play.moves)
        for computer in BOTH
        for play in walk(start(4, computer))
        if play.game.ended
    )
    listed = Counter(
        (game.computer, game.moves) for game in tree.games if game.ends != "illegal-move"
    )
    assert listed == lines
    assert tree.legal == lines.total() == 66 + 631


def test_in_each_position_each_kind_of_illegal_entry_ends_a_game(tree: Tree) -> None:
    kinds: dict[object, set[str]] = {}
    for game in tree.games:
        if game.ends == "illegal-move":
            *before, last = game.moves
            play = replay(4, game.computer, tuple(before))
            why = why_illegal(last, play.game.board, play.game.human)
            kinds.setdefault((game.computer, play.moves), set()).add(why.split("-")[-1])

    positions = [*waiting()]
    assert kinds.keys() == {(play.game.computer, play.moves) for play in positions}
    assert len(positions) == tree.positions == 988
    assert all("off" in found and "occupied" in found for found in kinds.values())
    assert sum(map(len, kinds.values())) == tree.illegal == 2449


def test_a_kind_that_a_position_does_not_have_is_not_made_up(tree: Tree) -> None:
    """At the start of 4x4 each empty square is beside a disc.

      a b c d
    a . . . .
    b . O X .
    c . X O .
    d . . . .
    """
    first = [game for game in tree.games if len(game.moves) == 1 and game.computer is Disc.WHITE]
    board = start(4, Disc.WHITE).game.board
    assert sorted(why_illegal(game.moves[0], board, Disc.BLACK) for game in first) == [
        "isolated",
        "occupied",
        "outflanks-nothing",
        "row-off",
    ]


def test_which_entry_of_a_kind_is_tried_changes(tree: Tree) -> None:
    last = Counter(game.moves[-1] for game in tree.games if game.ends == "illegal-move")
    assert {"aa", "bb", "dd", "ea", "ae", "ee", "gg", "zz"} <= last.keys()


def test_the_shorter_games_come_first_and_each_has_an_id_of_its_own(tree: Tree) -> None:
    lengths = [len(game.moves) for game in tree.games]
    assert lengths == sorted(lengths)
    assert len({game.id for game in tree.games}) == len(tree.games) == 3146


@pytest.mark.parametrize("name", ["python", "typescript", "bw"])
def test_what_games_have_in_common_is_performed_once_and_alike(tree: Tree, name: str) -> None:
    assignment = load(name)
    some = [*tree.games[::97], *tree.games[-20:]]
    rehearsed = [*map(Rehearsal(assignment).perform, some)]
    assert rehearsed == [perform(header, assignment) for header in some]


def test_the_games_of_one_side_of_the_computer_are_listed_alone(tree: Tree) -> None:
    black = grow(4, [Disc.BLACK])
    assert black.computers == (Disc.BLACK,)
    assert {*black.games} < {*tree.games}
    assert {game.computer for game in black.games} == {Disc.BLACK}
    assert (black.legal, black.illegal, black.positions) == (66, 270, 103)
