"""What a tool that judges programs is for the benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.games import Game


class Stage(NamedTuple):
    """What one tool is to judge, and where it may write."""

    folder: Path
    """Its own, and empty."""
    submission: Path
    """The folder that holds the program."""
    program: tuple[str, ...]
    """The program's command line; its paths are absolute."""
    games: tuple[Game, ...]


class Tool(NamedTuple):
    """A tool that is compared."""

    id: str
    title: str
    """In the table."""
    tells: str
    """What it compares, and what one learns of a wrong program."""
    prepare: Callable[[Stage], Sequence[str]]
    """Write what it needs below the stage's folder; return the command line to be timed, which may
    be run there again and again."""
    rejected: Callable[[Stage], frozenset[str]]
    """The ids of the games that its last run rejects. Raises where it judged not all of them."""
    is_ours: bool = False
