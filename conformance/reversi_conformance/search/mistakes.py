"""The mistaken rules that a suite must show, under their names in the vocabulary.

What the rules say is for `causes` to know; what in a game gives a mistake away, for `features`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reversi_conformance.causes.rules import MISTAKEN, Rules

_NAMES: Final = {
    "negative-index": "wraps",
    "next-row": "next-row",
    "line-to-edge": "unbounded-at-edge",
    "line-to-gap": "unbounded-at-gap",
    "over-gaps": "over-gaps",
    "farthest-disc": "farthest-disc",
    "next-disc-only": "nearest-disc-only",
    "first-line-only": "first-line-only",
    "last-line-only": "last-line-only",
    "straight-only": "misses-diagonals",
    "diagonal-only": "misses-straights",
    "first-index-unseen": "first-row-and-column-unseen",
    "last-index-unseen": "last-row-and-column-unseen",
    "eight-by-eight": "beyond-h-unseen",
    "turned-turn-others": "turned-turn-others",
    "occupied-allowed": "occupied",
}
MISTAKES: Final[Mapping[str, Rules]] = MappingProxyType(
    {name: MISTAKEN[variant] for name, variant in _NAMES.items()}
)
"""Every mistake, by its name in the vocabulary."""

PERMITTING: Final = (
    "negative-index",
    "next-row",
    "line-to-edge",
    "line-to-gap",
    "over-gaps",
    "occupied-allowed",
)
"""The mistakes with which there are more legal squares."""
