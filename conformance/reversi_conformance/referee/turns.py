"""Whose turn it is.

"轮流下棋，直到一方没有符合规则的落子位置，在这种情况下，剩下的一方继续下棋，直到对手有了可以落子的位置。"
"""

from reversi_conformance.assignment import Wording
from reversi_conformance.evidence import Continued
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.positions import names, rows
from reversi_conformance.statements import Kind, Statement, said
from reversi_engine import Board, Disc


class Turns:
    """Follows who moves and who passes, and notes in `due_print` the passes to be announced."""

    def __init__(
        self, human: Disc, wording: Wording, ledger: Ledger, due_print: list[Statement]
    ) -> None:
        self.human = human
        self.last: Disc | None = None
        """Who moved last; None before the first move."""
        self.passes_said: list[Statement] = []
        """Passes that were announced since the last move."""
        self.is_unknown = False
        """After a board that no move explains nobody can tell whose turn it is."""
        self._noted: tuple[Board, Disc | None] | None = None
        """What was noted last: a position and who came next in it."""
        self._wording = wording
        self._ledger = ledger
        self._due_print = due_print

    @property
    def due(self) -> Disc:
        """The side whose turn it is, if it can move. Black moves first."""
        return self.last.opponent if self.last else Disc.BLACK

    def continue_with(self, board: Board, side: Disc | None) -> None:
        """Note who comes next in this position; None where the program ends the game.

        The human is asked and moves: that is noted once.
        """
        if (board, side) == self._noted:
            return
        self._noted = board, side
        self._ledger.witness(Continued(board, self.due, self.human, side))

    def take(self, board: Board, side: Disc) -> bool:
        """This side moves: whether it is its turn.

        A pass before it that is right is taken for granted; that it was not announced is for
        `layout` to see.
        """
        in_turn = self._take(board, side)
        self.passes_said = []
        self.last = side
        return in_turn

    def ask(self, board: Board) -> bool:
        """The human is asked for a move, in a game that goes on: whether there is one to make."""
        self._ledger.assess("rules.turns")
        can_move, human = True, self.human
        if self.is_unknown:
            self._believe_passes()
        elif self.due is not human:
            self._pass_or_skip(board, human)
        elif board.has_legal_move(human):
            self._go_on(board)
        else:
            self.continue_with(board, human)
            self._fault(board, "turns.asked-without-move", human)
            can_move = False
        self.passes_said = []
        self.last = human.opponent
        return can_move

    def _take(self, board: Board, side: Disc) -> bool:
        self._ledger.assess("rules.turns")
        if self.is_unknown:
            self._believe_passes()
            return True
        if side is not self.due:
            return self._pass_or_skip(board, side)
        if board.has_legal_move(side):
            return self._go_on(board)
        self.continue_with(board, side)
        self._fault(board, "turns.moved-without-move", side)
        return False

    def _pass_or_skip(self, board: Board, side: Disc) -> bool:
        """It is the other side's turn: it must pass, or else it is skipped."""
        if not board.has_legal_move(self.due):
            return self._pass(board, side)
        self.continue_with(board, side)
        self._fault(board, "turns.skipped" if self.last else "turns.first", side)
        if any(each.disc is self.due for each in self.passes_said):
            self._due_print.append(said(Kind.PASSES, self._wording, disc=self.due))
        return False

    def _pass(self, board: Board, side: Disc) -> bool:
        """It is right that the other side passes; this one may not pass in between."""
        sides = [each.disc for each in self.passes_said]
        if sides[:3] == [self.due, side, self.due]:
            self.last = side.opponent
            self._fault(board, "turns.passed-with-a-move", side)
            self._due_print.extend(self.passes_said)
            return False
        self.continue_with(board, side)
        self._due_print.append(said(Kind.PASSES, self._wording, disc=self.due))
        return True

    def _go_on(self, board: Board) -> bool:
        """The side that is due can move: whether it did not pass before, and is due again."""
        if not {self.due, self.due.opponent} <= {each.disc for each in self.passes_said}:
            self.continue_with(board, self.due)
            return True
        self._fault(board, "turns.passed-with-a-move", self.due)
        self._due_print.extend(self.passes_said)
        return False

    def _believe_passes(self) -> None:
        self.is_unknown = False
        for each in self.passes_said:
            self._due_print.append(said(Kind.PASSES, self._wording, disc=each.disc))

    def _fault(self, board: Board, code: str, side: Disc) -> None:
        self._ledger.fault(
            "rules.turns",
            code,
            observed=rows(board),
            side=side.value,
            due=self.due.value,
            legal=names(board.legal_moves(self.due)),
        )
