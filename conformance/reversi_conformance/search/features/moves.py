"""What a single move shows: where its disc is placed, and which discs turn."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from reversi_conformance.causes.lines import (
    DIRECTIONS,
    EMPTY,
    flat,
    line,
    run_length,
    seen_by,
    signs,
)
from reversi_conformance.search.features.family import REMEMBERED, SIDES, Family
from reversi_conformance.search.games import Moment
from reversi_engine import Moved, Square

_EDGES: Final = ("north", "east", "south", "west")
_CORNERS: Final = ("north-west", "north-east", "south-west", "south-east")
_EVERYWHERE: Final = {"side": SIDES, "direction": tuple(DIRECTIONS)}


@lru_cache(maxsize=REMEMBERED)
def placing(moment: Moment) -> frozenset[str]:
    """Where a disc is placed."""
    if not isinstance(moment.event, Moved):
        return frozenset()
    event, size = moment.event, moment.before.size
    side = moment.side(event.disc)
    names = {f"{side}-places-{place}" for place in _places(event.square, size)}
    if {*event.square} == {6} and side == "human":
        names.add("human-places-at-gg")
    last = [size - 1 in square for square in moment.before.legal_moves(event.disc)]
    if all(last):
        names.add(f"{side}-can-only-place-in-last-row-or-column")
    if len(last) == 1:
        names.add(f"{side}-has-one-move")
    return frozenset(names)


@lru_cache(maxsize=REMEMBERED)
def turning(moment: Moment) -> frozenset[str]:
    """Which discs turn, and which lines only seem to outflank."""
    if not isinstance(moment.event, Moved):
        return frozenset()
    event, size = moment.event, moment.before.size
    position = seen_by(event.disc, moment.before)
    side = moment.side(event.disc)
    lengths: dict[str, int] = {}
    names = set()
    for direction in DIRECTIONS:
        text = signs(position, line(size, flat(event.square, size), direction))
        length = run_length(text)
        if length == len(text) and length:
            names.add(f"{side}-line-ends-at-edge-{direction}")
        elif length and text[length] == EMPTY:
            names.add(f"{side}-line-ends-at-gap-{direction}")
        elif length:
            lengths[direction] = length
    names |= {f"{side}-turns-several-{way}" for way, discs in lengths.items() if discs > 1}
    if len(lengths) == 1:
        names.add(f"{side}-turns-only-{next(iter(lengths))}")
    if len(lengths) >= 3:
        names.add(f"{side}-turns-three-directions")
    if size >= 6 and max(lengths.values()) == size - 2:
        names.add(f"{side}-turns-across-the-board")
    return frozenset(names)


def _places(square: Square, size: int) -> Iterator[str]:
    far = size - 1
    rows = {0: "north", far: "south"}.get(square.row)
    columns = {0: "west", far: "east"}.get(square.column)
    if rows and columns:
        yield f"in-{rows}-{columns}-corner"
    elif rows or columns:
        yield f"on-{rows or columns}-edge"
    if max(square) >= 8:
        yield "beyond-h"


FAMILIES: Final = (
    Family(
        "{side}-places-on-{edge}-edge",
        "a disc is placed at the edge, not in a corner",
        placing,
        {"side": SIDES, "edge": _EDGES},
    ),
    Family(
        "{side}-places-in-{corner}-corner",
        "a disc is placed in the corner",
        placing,
        {"side": SIDES, "corner": _CORNERS},
    ),
    Family(
        "{side}-places-beyond-h",
        "a disc is placed in a row or column from the ninth on",
        placing,
        {"side": SIDES},
    ),
    Family("{side}-has-one-move", "just one square is legal", placing, {"side": SIDES}),
    Family(
        "{side}-can-only-place-in-last-row-or-column",
        "every legal square is in the last row or column",
        placing,
        {"side": SIDES},
    ),
    Family(
        "human-places-at-gg", "`gg`, with which some programs give up, is a legal move", placing
    ),
    Family(
        "{side}-turns-only-{direction}",
        "discs turn in this direction and in no other",
        turning,
        _EVERYWHERE,
    ),
    Family(
        "{side}-turns-several-{direction}",
        "two or more discs turn in this direction",
        turning,
        _EVERYWHERE,
    ),
    Family(
        "{side}-turns-three-directions",
        "discs turn in three directions or more",
        turning,
        {"side": SIDES},
    ),
    Family(
        "{side}-turns-across-the-board",
        "a line from edge to edge turns; not on 4 x 4",
        turning,
        {"side": SIDES},
    ),
    Family(
        "{side}-line-ends-at-edge-{direction}",
        "the opponent's discs in this direction reach the edge and stay",
        turning,
        _EVERYWHERE,
    ),
    Family(
        "{side}-line-ends-at-gap-{direction}",
        "behind the opponent's discs in this direction is an empty square, and they stay",
        turning,
        _EVERYWHERE,
    ),
)
"""The names, in the order of the vocabulary."""
