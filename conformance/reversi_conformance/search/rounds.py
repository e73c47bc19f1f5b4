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
from reversi_conformance.search.drawing import Drawn, Kitchen, games
from reversi_conformance.search.games import start
from reversi_conformance.search.leanings import CORNERS, walk
from reversi_conformance.search.sights import Sight, sights
from reversi_conformance.transcript import Case
from reversi_engine import Disc

_EFFORT: Final = 3.0
"""How much is played in a round: about so many seconds of a plain program in Python."""
_ROUNDS: Final = 2
"""So many rounds are played of what was drawn once, and of what was left before."""
_START: Final = 0.05
_SQUARE: Final = 6e-6
"""Seconds that such a program takes to start, and for each square of the board in each ply."""
_MOST_WAITING: Final = 400
"""Games that were drawn, not played, and may still be."""


def kitchen(assignment: Assignment, boards: Sequence[int], suite: Sequence[Case]) -> Kitchen:
    """Return of what games on these boards are made."""
    openings = tuple(
        Draft(case.header.board, case.header.computer, case.header.moves) for case in suite
    )
    most = {board: drafts.most_entries(board, assignment.limits) for board in boards}
    return Kitchen(tuple(boards), openings, most)


class Rounds:
    """The games of one search; what they show is known as soon as they are given out."""

    def __init__(
        self, assignment: Assignment, boards: Sequence[int], suite: Sequence[Case], seed: int
    ) -> None:
        self._random = Random(seed)  # noqa: S311 - no secret
        self._kitchen = kitchen(assignment, boards, suite)
        openings = self._kitchen.openings
        self._known: set[Sight] = {
            sight for opening in openings for sight in sights(opening.play())
        }
        self._met = set(openings)
        self._often: Counter[Sight] = Counter()
        self._waiting: list[Drawn] = []

    @property
    def known(self) -> frozenset[Sight]:
        """What the golden games and the games given out show."""
        return frozenset(self._known)

    def __iter__(self) -> Iterator[tuple[Draft, ...]]:
        self._take_in(Drawn(made, sights(made.play())) for made in self._first())
        while True:
            # To draw takes about as long as to play one round.
            for _ in range(_ROUNDS):
                yield tuple(self._chosen())
            number = self._random.getrandbits(64)
            self._take_in(games(number, self._kitchen, self._known.__contains__))

    def _first(self) -> Iterator[Draft]:
        """The shortest game for each size and side, walks to each corner, the golden games."""
        for board, most in self._kitchen.most_entries.items():
            for computer in Disc:
                yield drafts.of(start(board, computer))
                yield from (walk(board, computer, corner, most) for corner in CORNERS)
            for opening in self._kitchen.openings:
                yield drafts.cut(drafts.moved(opening, board), most)

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
