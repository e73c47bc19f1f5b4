"""From a game in which a program differs to the shortest one that can be had of it.

Proposes simpler games and is told in which of them the program still differs; plays nothing and
asks no clock. What is proposed follows from the game alone, so that the same program comes to the
same game.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from reversi_conformance.findings import Finding
from reversi_conformance.search import draft as drafts
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.games import legal_entries, replay

Differs: TypeAlias = Callable[[Sequence[Draft]], Sequence[Finding | None]]
"""Plays games and returns for each one the first fault; None where there is none."""

_EARLIER: Final = 3
"""In place of an entry so many squares that come before it in the order of rows are tried."""


def shorten(
    found: Draft, fault: Finding, boards: Sequence[int], differs: Differs, at_a_time: int
) -> tuple[Draft, Finding]:
    """Return the simplest game that was met in which the program differs, and how.

    So many games are asked for at a time. Whatever `differs` raises ends the search; to be content
    with what was found by then, let it return None for every game.
    """
    met = {found}
    best, seen = found, fault
    while True:
        proposals = (each for each in _simpler(best, seen, boards) if each.effort < best.effort)
        for batch in _batches(_new(proposals, met), at_a_time):
            answers = zip(batch, differs(batch), strict=True)
            better = [(game, answer) for game, answer in answers if answer is not None]
            if better:
                best, seen = min(better, key=lambda pair: pair[0].effort)
                break
        else:
            return best, seen


def _simpler(game: Draft, fault: Finding, boards: Sequence[int]) -> Iterator[Draft]:
    """Games that are tried instead, those that save most first."""
    entries, last = drafts.without_last(game)
    smaller = [board for board in sorted(boards) if board < game.board]
    # What was typed for size and side is no entry.
    typed = max(len(fault.answers) - 2, 0)
    for count in (0, typed // 2, typed - 1, typed):
        yield drafts.rebuilt(game.board, game.computer, entries[: max(count, 0)])
    for board in smaller:
        yield drafts.moved(game, board)
    for length in _lengths(len(entries)):
        for begin in range(len(entries) - length, -1, -length):
            rest = (*entries[:begin], *entries[begin + length :])
            yield drafts.rebuilt(game.board, game.computer, rest, last)
    for board in smaller:
        for begin in range(len(entries) - 1, -1, -1):
            rest = (*entries[:begin], *entries[begin + 1 :])
            shifted = drafts.shifted(rest, (board - game.board) // 2)
            yield drafts.rebuilt(board, game.computer, shifted, last)
    yield from _earlier(game, entries, last)


def _lengths(count: int) -> Iterator[int]:
    length = count // 2
    while length >= 1:
        yield length
        length //= 2


def _earlier(game: Draft, entries: Sequence[str], last: str | None) -> Iterator[Draft]:
    for index, entry in enumerate(entries):
        before = replay(game.board, game.computer, tuple(entries[:index]))
        choices = [each for each in legal_entries(before) if each < entry]
        for choice in choices[:_EARLIER]:
            changed = (*entries[:index], choice, *entries[index + 1 :])
            yield drafts.rebuilt(game.board, game.computer, changed, last)


def _new(proposals: Iterator[Draft], met: set[Draft]) -> Iterator[Draft]:
    for proposal in proposals:
        if proposal not in met:
            met.add(proposal)
            yield proposal


def _batches(proposals: Iterator[Draft], size: int) -> Iterator[Sequence[Draft]]:
    while batch := list(itertools.islice(proposals, size)):
        yield batch
