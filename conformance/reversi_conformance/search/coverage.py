"""What a search has played, counted: so that it can say what it looked at, and what it did not."""

from collections import Counter
from collections.abc import Iterator

from reversi_conformance.search.draft import Draft
from reversi_conformance.search.sights import Sight, sights
from reversi_engine import Ended, Moved


class Coverage:
    """The games that were played, as the right program plays them."""

    def __init__(self) -> None:
        self.games = 0
        self.discs = 0
        """Discs placed, by both sides."""
        self.boards: Counter[int] = Counter()
        """Games by the size of their board."""
        self.ends: Counter[str] = Counter()
        """Games by how they end."""
        self.draws = 0
        self.with_passes = 0
        """Games in which somebody passes."""
        self._seen: set[Sight] = set()

    def add(self, draft: Draft) -> frozenset[Sight]:
        """Count one game, and return what it shows."""
        play = draft.play()
        shown = sights(play)
        events = [event for told in play.told for event in told]
        self.games += 1
        self.discs += sum(isinstance(event, Moved) for event in events)
        self.boards[draft.board] += 1
        [ended] = (event for event in events if isinstance(event, Ended))
        self.ends[ended.reason.value] += 1
        self.draws += ended.winner is None
        self.with_passes += any(sight[0] == "pass" for sight in shown)
        self._seen |= shown
        return shown

    @property
    def sights(self) -> int:
        """How many different things the games show."""
        return len(self._seen)

    @property
    def longest_line(self) -> int:
        """The most discs that turn in one direction."""
        return self._most("line")

    @property
    def most_turned(self) -> int:
        """The most discs that turn at once."""
        return self._most("turned")

    @property
    def most_equals(self) -> int:
        """The most squares among which the computer has to take the first."""
        return self._most("equals")

    @property
    def most_passes(self) -> int:
        """The most passes of one side in one game."""
        return max((int(sight[-1]) for sight in self._seen if sight[0] == "pass"), default=0)

    def _most(self, kind: str) -> int:
        return max(self._numbers(kind), default=0)

    def _numbers(self, kind: str) -> Iterator[int]:
        # Who moves, and whether the board is a large one, stand before what is seen of a move.
        return (int(sight[-1]) for sight in self._seen if sight[2:3] == (kind,))
