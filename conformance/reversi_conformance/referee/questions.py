"""The questions before the game: what is asked, and whether it may be asked.

`首先，程序询问用户棋盘的大小。接着，程序询问用户“计算机持黑棋还是白棋”。`
"""

from collections.abc import Sequence
from typing import Final

from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.statements import PROMPTS, Kind, Statement

_HANDOUT: Final = (Kind.ASK_SIZE, Kind.ASK_COMPUTER)
_MOST_EXTRA: Final = 3
QUESTIONS: Final = len(_HANDOUT)
"""How many questions the handout has."""


class Questions:
    """Follows the questions of one session until the game begins."""

    def __init__(self, size: int, ledger: Ledger) -> None:
        self.has_given_up = False
        """No game will come of these questions."""
        self._size = size
        self._ledger = ledger
        self._answered: set[Kind] = set()
        self._recognised: set[Kind] = set()
        self._extra = 0

    def answer(self, kind: Kind) -> None:
        """This question was answered."""
        self._answered.add(kind)

    def answer_blindly(self, count: int) -> None:
        """The first questions were answered although nothing was seen of them."""
        self._answered.update(_HANDOUT[:count])

    def are_over(self, statements: Sequence[Statement]) -> bool:
        """A board is shown, or all is answered and a move is announced or asked for."""
        kinds = {statement.kind for statement in statements}
        if Kind.BOARD in kinds:
            return True
        if len(self._answered) < QUESTIONS:
            return False
        return bool(kinds & {Kind.PLACES, Kind.ASK_MOVE}) or not kinds & PROMPTS

    def hear(self, statements: Sequence[Statement]) -> tuple[Kind, Kind | None]:
        """What is asked, and which of the handout's questions stands here; None for another."""
        asked = self._asked(statements)
        kind = statements[-1].kind if statements else None
        if asked in self._recognised or kind in (Kind.ASK_OTHER, Kind.INVALID):
            self._repeat(asked, statements)
        elif kind is asked and asked in _HANDOUT and asked is not self._next():
            self._fault_order(asked, statements)
        is_known = Kind.ASK_COMPUTER in self._recognised and asked is Kind.ASK_HUMAN
        if kind is asked:
            self._recognised.add(asked)
        if asked is Kind.ASK_OTHER or is_known:
            return asked, None
        return asked, asked if asked in _HANDOUT else self._next()

    def _asked(self, statements: Sequence[Statement]) -> Kind:
        kind = statements[-1].kind if statements else None
        if kind is Kind.INVALID and self._answered == {Kind.ASK_SIZE}:
            return Kind.ASK_SIZE
        if kind in (*_HANDOUT, Kind.ASK_HUMAN, Kind.ASK_OTHER) and kind is not None:
            return kind
        return self._next()

    def _next(self) -> Kind:
        return next((kind for kind in _HANDOUT if kind not in self._answered), Kind.ASK_COMPUTER)

    def _fault_order(self, asked: Kind, statements: Sequence[Statement]) -> None:
        if asked not in self._answered:
            text = statements[-1].text
            self._ledger.fault("printing.prompts", "prompts.order", observed=text)

    def _repeat(self, question: Kind, statements: Sequence[Statement]) -> None:
        """A question comes again, or one that the handout does not have."""
        self._extra += 1
        if question is Kind.ASK_SIZE:
            refusal = statements[-2] if len(statements) > 1 else statements[-1]
            self._ledger.fault(
                "printing.prompts", "prompts.size-refused", observed=refusal.text, size=self._size
            )
            self.has_given_up = True
        elif self._extra > _MOST_EXTRA:
            self._ledger.fault("printing.prompts", "prompts.no-game", observed=statements[-1].text)
            self.has_given_up = True
