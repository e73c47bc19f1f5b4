"""Other strategies, each on a position where it is told from the handout's."""

import pytest

from reversi_conformance.causes.strategies import STRATEGIES, greedy, options

TIE = "...-+. ...... .-+... ...... ...... ......"
"""One disc each at ac and ca; the second is farther left."""


def chosen(name: str, rows: str) -> int:
    position = rows.replace(" ", "")
    size = len(rows.split(maxsplit=1)[0])
    return STRATEGIES[name].choose(options(position, size), size)


def test_what_could_be_turned_is_told_by_direction() -> None:
    assert options("-+..-...+.......".replace(" ", ""), 4) == {}
    assert options(".-+.-...+.......", 4) == {0: {"east": 1, "south": 1}}


def test_the_greedy_squares_are_those_with_most_discs() -> None:
    assert greedy({3: {"east": 1}, 5: {"east": 1, "west": 1}, 9: {"north": 2}}) == [5, 9]


@pytest.mark.parametrize(
    ("name", "square"),
    [
        ("first-legal", 2),
        ("last-legal", 12),
        ("last-of-equals", 12),
        ("column-first", 12),
        ("last-in-row", 2),
        ("last-row", 12),
        ("corners-first", 2),
    ],
)
def test_a_tie_tells_strategies_apart(name: str, square: int) -> None:
    assert chosen(name, TIE) == square


@pytest.mark.parametrize(
    ("name", "rows", "square"),
    [
        ("fewest-discs", ".--+ .... .-+. ....", 8),
        ("most-directions", ".--+.. ...... .-+... -..... +..... ......", 12),
        ("longest-line", ".-+... -..... +..... ...... .--+.. ......", 24),
        ("first-line", ".-+... -..... +..... ...... .--+.. ......", 24),
        ("own-discs-counted", ".-+... -..... +..... ...... .--+.. ......", 0),
        ("straight-only", "......- .-..... ..-.... ...+... .-+.... ....... .......", 28),
        ("diagonal-only", ".--+ .... .... ....", 0),
        ("corners-first", ".-+... ...... ...... .--+.. ...... ......", 0),
        ("edges-first", ".-+... ...... ...... ..--+. ...... ......", 0),
    ],
)
def test_each_strategy_goes_its_own_way(name: str, rows: str, square: int) -> None:
    assert chosen(name, rows) == square
