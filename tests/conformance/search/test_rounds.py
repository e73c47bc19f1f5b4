"""Which games a search plays: drawn by chance, but the same for the same seed."""

import itertools
from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.rounds import Rounds
from reversi_conformance.search.sights import Sight, sights
from reversi_conformance.transcript import Header

PYTHON = load("python")
SUITE = corpus.load_suite(PYTHON)
BOARDS = (6, 14, 26)


def rounds(seed: int, count: int) -> list[tuple[Draft, ...]]:
    return [*itertools.islice(Rounds(PYTHON, BOARDS, SUITE, seed), count)]


@pytest.fixture(scope="module")
def some() -> list[tuple[Draft, ...]]:
    return rounds(7, 3)


def test_the_same_seed_gives_the_same_games(some: list[tuple[Draft, ...]]) -> None:
    assert rounds(7, 3) == some


def test_another_seed_gives_other_games(some: list[tuple[Draft, ...]]) -> None:
    assert rounds(8, 3)[1:] != some[1:]


def test_every_game_comes_to_an_end_and_comes_once(some: list[tuple[Draft, ...]]) -> None:
    games = [game for each in some for game in each]
    assert all(game.play().game.ended for game in games)
    assert len(set(games)) == len(games)


def test_no_game_is_a_golden_one(some: list[tuple[Draft, ...]]) -> None:
    golden = {(case.header.board, case.header.computer, case.header.moves) for case in SUITE}
    assert golden.isdisjoint(tuple(game) for each in some for game in each)


def test_only_the_boards_are_played_that_were_asked_for(some: list[tuple[Draft, ...]]) -> None:
    assert {game.board for each in some for game in each} == set(BOARDS)


def test_what_the_golden_games_lack_comes_first(some: list[tuple[Draft, ...]]) -> None:
    golden = {sight for case in SUITE for sight in sights_of(case.header)}
    shown = {sight for game in some[0] for sight in sights(game.play())}
    for sight in (("size", 14, "X"), ("size", 14, "O"), ("human", True, "row", 25)):
        assert sight not in golden
        assert sight in shown


def test_nothing_is_left_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rounds(9, 2)
    assert list(tmp_path.iterdir()) == []


def sights_of(header: Header) -> frozenset[Sight]:
    return sights(Draft(header.board, header.computer, header.moves).play())
