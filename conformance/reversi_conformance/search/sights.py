"""What a game shows, finer than the vocabulary of the golden suite and quicker to tell.

The vocabulary names what a suite must have; here is counted what a search has come by: the lengths
of lines, letters of squares, discs on the board, passes in a game. Pure.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeAlias

from reversi_conformance.search.games import Play
from reversi_engine import (
    Board,
    Disc,
    Ended,
    EndReason,
    Moved,
    Passed,
    Rejected,
    Square,
    parse_square,
)

Sight: TypeAlias = tuple[str | int, ...]
"""One thing that a game shows; its first element says of what kind it is."""

ON_LARGE_BOARDS: Final = frozenset(
    (
        "human",
        "computer",
        "choice",
        "moves after passes",
        "pass",
        "passes in a row",
        "passes of both",
        "ending",
        "margin",
        "end after passes",
    )
)
"""The kinds of which the second element says whether it is seen on a large board."""

_USUAL_SIZE: Final = 8
"""Up to this size a board is an ordinary one: on larger ones everything counts anew."""
_DISCS: Final = 10
"""So many discs more on the board, or of one side, are another sight."""


def sights(play: Play) -> frozenset[Sight]:
    """Return all that a game shows."""
    return frozenset(_all(play))


def _all(play: Play) -> Iterator[Sight]:
    size, computer = play.game.board.size, play.game.computer
    is_large = size > _USUAL_SIZE
    yield "size", size, computer.value
    before = Board.initial(size)
    passes: Counter[Disc] = Counter()
    streak: Counter[Disc] = Counter()
    for events in play.told:
        for event in events:
            match event:
                case Moved(disc, square, board):
                    who = "computer" if disc is computer else "human"
                    for sight in _move(before, disc, square, board):
                        yield who, is_large, *sight
                    if disc is computer:
                        for sight in _choice(before, disc):
                            yield "choice", is_large, *sight
                    yield "moves after passes", is_large, who, passes.total()
                    before = board
                    streak[disc] = 0
                case Passed(disc):
                    passes[disc] += 1
                    streak[disc] += 1
                    yield "pass", is_large, disc is computer, passes[disc]
                    yield "passes in a row", is_large, disc is computer, streak[disc]
                    yield "passes of both", is_large, passes[disc], passes[disc.opponent]
                case Rejected(disc, text):
                    yield "illegal", size, *_entry(before, disc, parse_square(text))
                case Ended():
                    yield from _end(event, before, computer, passes.total())


def _move(before: Board, disc: Disc, square: Square, board: Board) -> Iterator[Sight]:
    rays: Counter[tuple[int, int]] = Counter(
        (_sign(row - square.row), _sign(column - square.column))
        for row, column in before.outflanked(disc, square)
    )
    place = _place(square, board.size)
    yield "row", square.row
    yield "column", square.column
    yield "turned", rays.total()
    yield "directions", len(rays), place
    for (row_step, column_step), length in rays.items():
        yield "line", row_step, column_step, length
    yield "discs", (board.size**2 - board.empty_count) // _DISCS
    yield "own discs", board.count(disc) // _DISCS
    yield "opponent's discs", min(board.count(disc.opponent), _DISCS)


def _choice(before: Board, disc: Disc) -> Iterator[Sight]:
    counts = before.turned_counts(disc)
    most = max(counts)
    equals = counts.count(most)
    yield "legal squares", len(counts) - counts.count(0)
    yield "equals", equals
    if equals > 1:
        first, last = (before.cells[find(most)] for find in (counts.index, counts.rindex))
        yield "first and last", first.row == last.row, first.column - last.column
        yield "tie", most, min(equals, 3)


def _entry(before: Board, disc: Disc, square: Square) -> Sight:
    if square not in before:
        return "off", square.row >= before.size, square.column >= before.size
    standing = before.disc_at(square)
    if standing is None:
        return "empty", before.is_legal(disc.opponent, square), _place(square, before.size)
    return "taken", standing is disc, _place(square, before.size)


def _end(ended: Ended, board: Board, computer: Disc, passes: int) -> Iterator[Sight]:
    size, reason = board.size, ended.reason.value
    winner = "nobody" if ended.winner is None else str(ended.winner is computer)
    yield "end", size, reason, winner, computer.value
    yield "ending", size > _USUAL_SIZE, reason, winner
    if ended.reason is not EndReason.ILLEGAL_MOVE:
        yield "score", size, len(str(ended.black)), len(str(ended.white))
        yield "margin", size > _USUAL_SIZE, reason, min(abs(ended.black - ended.white), _DISCS)
        yield "end after passes", size > _USUAL_SIZE, reason, passes


def _place(square: Square, size: int) -> str:
    edges = sum(place in {0, size - 1} for place in square)
    return ("inside", "edge", "corner")[edges]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
