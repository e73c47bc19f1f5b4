"""Which games are played, round after round: those that show most of what no game has shown yet.

The golden games are taken for played; the same seed gives the same rounds, whatever the program
does. A sight counts the more the fewer of the games that were drawn show it, and a game the less
the longer a program has to think in it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.search import draft as drafts
from reversi_conformance.search.draft import Draft
from reversi_conformance.search.drawing import Drawn, games
from reversi_conformance.search.games import start
from reversi_conformance.search.sights import Sight, sights
from reversi_conformance.transcript import Case
from reversi_engine import Disc

_EFFORT: Final = 6.0
"""How much is played in a round: about so many seconds of a plain program in Python."""
_START: Final = 0.05
_SQUARE: Final = 6e-6
"""Seconds that such a program takes to start, and for each square of the board in each ply."""
_MOST_WAITING: Final = 400
"""Games that were drawn, not played, and may still be."""


class Rounds:
    """The games of one search; what they show is known as soon as they are given out."""

    def __init__(
        self, assignment: Assignment, boards: Sequence[int], suite: Sequence[Case], seed: int
    ) -> None:
        self._boards = tuple(boards)
        self._random = Random(seed)  # noqa: S311 - no secret
        self._most = {board: drafts.most_entries(board, assignment.limits) for board in boards}
        self._openings = tuple(
            Draft(case.header.board, case.header.computer, case.header.moves) for case in suite
        )
        self._known: set[Sight] = {
            sight for opening in self._openings for sight in sights(opening.play())
        }
        self._met = set(self._openings)
        self._often: Counter[Sight] = Counter()
        self._waiting: list[Drawn] = []

    @property
    def known(self) -> frozenset[Sight]:
        """What the golden games and the games given out show."""
        return frozenset(self._known)

    def __iter__(self) -> Iterator[tuple[Draft, ...]]:
        self._take_in(Drawn(made, sights(made.play())) for made in self._first())
        while True:
            yield tuple(self._chosen())
            number = self._random.getrandbits(64)
            drawn = games(
                number, self._boards, self._openings, self._most, self._known.__contains__
            )
            self._take_in(drawn)

    def _first(self) -> Iterator[Draft]:
        """The shortest game for each size and side, and the golden games on all boards."""
        for board in self._boards:
            for computer in Disc:
                yield drafts.of(start(board, computer))
            for opening in self._openings:
                yield drafts.cut(drafts.moved(opening, board), self._most[board])

    def _take_in(self, drawn: Iterator[Drawn]) -> None:
        for each in drawn:
            if each.draft not in self._met:
                self._met.add(each.draft)
                self._often.update(each.sights)
                self._waiting.append(each)

    def _chosen(self) -> Iterator[Draft]:
        left = _EFFORT
        while self._waiting and left > 0:
            best = max(self._waiting, key=self._worth)
            self._waiting.remove(best)
            self._known |= best.sights
            left -= _effort(best.draft)
            yield best.draft
        self._waiting = self._waiting[-_MOST_WAITING:]

    def _worth(self, drawn: Drawn) -> float:
        news = sum(1 / self._often[sight] for sight in drawn.sights - self._known)
        return news / _effort(drawn.draft)


def _effort(draft: Draft) -> float:
    return _START + 2 * len(draft.moves) * draft.board**2 * _SQUARE
