"""What is common to the languages: a mark, one thing in one line of a source that counts."""

from typing import NamedTuple


class Mark(NamedTuple):
    """Something that counts."""

    trait: str
    line: int


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())
