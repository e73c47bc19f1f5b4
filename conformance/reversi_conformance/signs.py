"""Other signs for discs and empty squares than X, O and the full stop.

All is judged as if these stood there, and told with the signs that do: what goes in and what comes
out is exchanged here. Knows nothing of what a text means.
"""

import functools
import re
from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta

Sign = Annotated[str, Meta(min_length=1, max_length=1)]

_SHORTEST_RUN: Final = 4
"""So many signs without a blank between are a row of a board, or a part of one."""
_BETWEEN: Final = " \t|[](),:;'\""
"""What may stand between squares."""
_BESIDE: Final = re.escape(_BETWEEN)


class Signs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands for a black disc, a white one and an empty square."""

    black: Sign = "X"
    white: Sign = "O"
    empty: Sign = "."


USUAL: Final = Signs()


def exchange(text: str, signs: Signs) -> str:
    """Return a text with these signs and the usual ones in each other's place.

    Only signs that stand for themselves are exchanged, not letters of words: a disc beside no
    letter, digit or other disc, an empty square between blanks or what is drawn between squares,
    and both in a row of squares without blanks. Done twice, it gives the text back.

    >>> exchange("Enter move for colour W (RowCol): ", Signs("B", "W", "U"))
    'Enter move for colour O (RowCol): '
    >>> exchange("b U B W U", Signs("B", "W", "U"))
    'b . X O .'
    """
    if signs == USUAL:
        return text
    pattern, other = _exchange(signs)
    return pattern.sub(lambda found: "".join(other[sign] for sign in found[0]), text)


def problem(signs: Signs) -> str | None:
    """Say what is wrong with signs that cannot be told apart; None where nothing is."""
    chosen = msgspec.structs.astuple(signs)
    if any(not sign.isprintable() or sign.isspace() or sign in _BETWEEN for sign in chosen):
        return "signs: each is one character that can be seen, and not drawn between squares"
    if len({sign.casefold() for sign in chosen}) < len(chosen):
        return "signs: two of them are alike"
    other = _others(signs)
    if any(other[other[sign]] != sign for sign in other):
        return "signs: X, O and . stand for what they always do, or for nothing"
    return None


def _others(signs: Signs) -> Mapping[str, str]:
    pairs = [*zip(msgspec.structs.astuple(signs), msgspec.structs.astuple(USUAL), strict=True)]
    return {**dict(pairs), **{usual: sign for sign, usual in pairs}}


@functools.lru_cache(maxsize=16)
def _exchange(signs: Signs) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """What is exchanged where, by its own pattern, and for what.

    Where a sign stands for itself does not depend on which of two it is: what was exchanged is
    found again.
    """
    other = _others(signs)
    black, white, empty = (
        re.escape("".join({sign, other[sign]})) for sign in msgspec.structs.astuple(signs)
    )
    disc, letter = black + white, "A-Za-z0-9"
    row = (
        rf"(?:(?<=^[a-z])|(?<=[ \t][a-z])|(?<![{letter}{disc}{empty}]))"
        rf"[{disc}{empty}]{{{_SHORTEST_RUN},}}(?![{letter}{disc}{empty}])"
    )
    alone = rf"(?<![{letter}{disc}])[{disc}](?![{letter}{disc}])"
    between = rf"(?:(?<=[{_BESIDE}])|^)[{empty}](?=[{_BESIDE}]|$)"
    return re.compile(f"{row}|{alone}|{between}"), other
