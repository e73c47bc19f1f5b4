"""What the families of names have in common: how they are made, and who finds them in a moment."""

import itertools
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from reversi_conformance.search.games import Moment

Story = Callable[[Moment], frozenset[str]]
"""What a moment shows, as far as one group of names goes."""

REMEMBERED: Final = 1 << 15
"""How many moments a story remembers: the search meets the same ones again and again."""

SIDES: Final = ("human", "computer")


class Family(NamedTuple):
    """Names that are made alike."""

    pattern: str
    meaning: str
    story: Story
    slots: Mapping[str, Iterable[str]] = MappingProxyType({})

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of the family."""
        filled = itertools.product(*self.slots.values())
        pairs = (dict(zip(self.slots, words, strict=True)) for words in filled)
        return tuple(self.pattern.format_map(words) for words in pairs)
