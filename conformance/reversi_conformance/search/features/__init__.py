"""What a game shows: names of a controlled vocabulary, recomputed from the game alone.

A name says who did something by `human` and `computer`; which of them has which colour is the
case's to say. Pure; the names that exist are those that `FAMILIES` describes. Each module has the
families of one subject, and the stories that find their names in a moment of a game.
"""

from collections.abc import Collection
from functools import cache
from typing import Final

from reversi_conformance.search.features import choices, entries, exposures, moves, passes_and_ends
from reversi_conformance.search.features.family import Story
from reversi_conformance.search.games import Moment, Play

FAMILIES: Final = (
    *moves.FAMILIES,
    *choices.FAMILIES,
    *exposures.FAMILIES,
    *passes_and_ends.FAMILIES,
    *entries.FAMILIES,
)
"""The vocabulary: every name that a case may claim, and what it means."""

_STORY_OF: Final = {name: family.story for family in FAMILIES for name in family.names}
_STORIES: Final = tuple(dict.fromkeys(_STORY_OF.values()))

VOCABULARY: Final = tuple(_STORY_OF)
"""Every name, in the order of the families."""

ENTRIES: Final = frozenset(name for name, story in _STORY_OF.items() if story is entries.entering)
"""The names that tell of what kind an illegal entry is, and when it comes."""

BY_AN_ILLEGAL_ENTRY: Final = frozenset(name for name in VOCABULARY if name.startswith("illegal-"))
"""The names that only an illegal entry can show."""

AT_THE_END: Final = BY_AN_ILLEGAL_ENTRY.union(
    name for name, story in _STORY_OF.items() if story is passes_and_ends.ending
)
"""The names that only a game's end can show."""


def shown(play: Play, names: Collection[str] | None = None) -> frozenset[str]:
    """Return what the game shows of these names; of all names where none are given."""
    stories = _STORIES if names is None else stories_of(frozenset(names))
    if not stories:
        return frozenset()
    found = frozenset(
        name for moment in play.moments for story in stories for name in story(moment)
    )
    return found if names is None else found.intersection(names)


def shown_by(moment: Moment, names: Collection[str]) -> frozenset[str]:
    """Return what one moment shows of these names."""
    stories = stories_of(frozenset(names))
    return frozenset(name for story in stories for name in story(moment)).intersection(names)


@cache
def stories_of(names: frozenset[str]) -> tuple[Story, ...]:
    """Return the stories in which these names can occur. Raises KeyError for an unknown name."""
    wanted = {_STORY_OF[name] for name in names}
    return tuple(story for story in _STORIES if story in wanted)
