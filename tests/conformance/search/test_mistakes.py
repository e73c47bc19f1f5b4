"""The table of mistaken rules: right where nothing is changed, and each mistake where it shows."""

from random import Random

import pytest

from reversi_conformance.causes.lines import seen_by
from reversi_conformance.causes.rules import RIGHT, choice, turned
from reversi_conformance.search.mistakes import MISTAKES, PERMITTING
from reversi_engine import Board, Disc, Square, choose


def positions(size: int, games: int) -> list[tuple[Board, Disc]]:
    """Positions of random games, and who is to move."""
    random = Random(size)
    found = []
    for _ in range(games):
        board, disc = Board.initial(size), Disc.BLACK
        while moves := board.legal_moves(disc):
            found.append((board, disc))
            board, disc = board.play(disc, random.choice(moves)), disc.opponent
    return found


def flat(square: Square, size: int) -> int:
    return square.row * size + square.column


@pytest.mark.parametrize("size", [4, 6, 8])
def test_without_a_mistake_the_engine_agrees(size: int) -> None:
    for board, disc in positions(size, games=3):
        position = seen_by(disc, board)
        for square in map(Square._make, (divmod(at, size) for at in range(size * size))):
            outflanked = {flat(other, size) for other in board.outflanked(disc, square)}
            assert turned(RIGHT, position, size, flat(square, size)) == outflanked
        best = choose(board, disc)
        assert best is not None
        assert choice(RIGHT, position, size) == flat(best, size)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_differs_from_the_right_rules_somewhere(name: str) -> None:
    size = 10 if name == "eight-by-eight" else 6
    assert any(
        turned(MISTAKES[name], seen_by(disc, board), size, at)
        != turned(RIGHT, seen_by(disc, board), size, at)
        for board, disc in positions(size, games=2)
        for at in range(size * size)
    )


@pytest.mark.parametrize("name", MISTAKES)
def test_some_mistakes_permit_more_and_all_others_do_not(name: str) -> None:
    size = 6
    more = any(
        turned(MISTAKES[name], seen_by(disc, board), size, at)
        and not turned(RIGHT, seen_by(disc, board), size, at)
        for board, disc in positions(size, games=2)
        for at in range(size * size)
    )
    assert more == (name in PERMITTING)


@pytest.mark.parametrize(
    ("name", "position", "start", "discs"),
    [
        ("negative-index", "....|....|.+..|.-..", 1, {13}),
        ("next-row", "....|-+..|....|....", 3, {4}),
        ("line-to-edge", ".--.|....|....|....", 3, {1, 2} - {1, 2}),
        ("line-to-edge", "--..|....|....|....", 2, {0, 1}),
        ("line-to-gap", ".--.|....|....|....", 0, {1, 2}),
        ("over-gaps", "..-+|....|....|....", 0, {2}),
        ("farthest-disc", ".-+-|....|....|....", 0, {1}),
        ("next-disc-only", ".--+|....|....|....", 0, {1}),
        ("first-line-only", ".-+.|-...|+...|....", 0, {1}),
        ("last-line-only", ".-+.|-...|+...|....", 0, {4}),
        ("straight-only", ".-+.|.-..|..+.|....", 0, {1}),
        ("diagonal-only", ".-+.|.-..|..+.|....", 0, {5}),
        ("first-index-unseen", "....|....|+-..|....", 10, set()),
        ("last-index-unseen", "....|.-+.|....|....", 4, {5}),
        ("last-index-unseen", "....|..-+|....|....", 5, set()),
        ("turned-turn-others", ".-+.|.-..|.+..|....", 0, {1, 5}),
        ("occupied-allowed", "--+.|....|....|....", 0, {1}),
    ],
)
def test_a_mistake_turns_what_it_says(
    name: str, position: str, start: int, discs: set[int]
) -> None:
    assert turned(MISTAKES[name], position.replace("|", ""), 4, start) == discs


def test_a_line_may_go_to_the_farthest_disc() -> None:
    position = ".-+-+." + "." * 30
    assert turned(RIGHT, position, 6, 0) == {1}
    assert turned(MISTAKES["farthest-disc"], position, 6, 0) == {1, 3}


def test_nothing_turns_where_there_is_no_choice() -> None:
    assert choice(RIGHT, "." * 16, 4) is None
