"""When a mistake applies: always, for one colour or player, on large boards, later in a game."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from reversi_conformance.evidence import Chose, Evidence, Told, Turned
from reversi_engine import Board, Disc
from reversi_engine.board import SMALLEST_SIZE


class Scope(NamedTuple):
    """A condition under which a program goes by a mistaken rule, and else by the right one."""

    name: str
    """As it stands behind the @ of a cause's id; empty for always."""
    holds: Callable[[Board, Disc, Disc], bool]
    """In a position, for a side, with the human's side."""

    def covers(self, evidence: Evidence) -> bool:
        """Whether the program went by the mistaken rule here."""
        return self.holds(evidence.board, evidence.side, evidence.human)


ALWAYS: Final = Scope("", lambda _board, _side, _human: True)
_SIDES: Final = (
    Scope("black", lambda _board, side, _human: side is Disc.BLACK),
    Scope("white", lambda _board, side, _human: side is Disc.WHITE),
    Scope("human", lambda _board, side, human: side is human),
    Scope("computer", lambda _board, side, human: side is not human),
)


def tiers(failing: Sequence[Evidence]) -> Iterable[Sequence[Scope]]:
    """Yield the scopes to try, the plainest first; each one covers all that failed."""
    yield (ALWAYS,)
    if not any(isinstance(each, Told) for each in failing):
        yield [scope for scope in _SIDES if all(map(scope.covers, failing))]
    # Of the many choices that a program makes, a size or a stage of the game can be told apart.
    if all(isinstance(each, Chose | Turned) for each in failing):
        yield list(_thresholds(failing))


def _thresholds(failing: Sequence[Evidence]) -> Iterable[Scope]:
    """Scopes that begin or end with the extreme of what failed."""
    sizes = [evidence.board.size for evidence in failing]
    discs = [_discs(evidence.board) for evidence in failing]
    smallest, largest = min(sizes), max(sizes)
    fewest, most = min(discs), max(discs)
    if smallest > SMALLEST_SIZE:
        yield Scope("large", lambda board, _side, _human: board.size >= smallest)
    yield Scope("small", lambda board, _side, _human: board.size <= largest)
    yield Scope("later", lambda board, _side, _human: _discs(board) >= fewest)
    yield Scope("early", lambda board, _side, _human: _discs(board) <= most)


def _discs(board: Board) -> int:
    return board.count(Disc.BLACK) + board.count(Disc.WHITE)
