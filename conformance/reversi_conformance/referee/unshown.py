"""Explains boards by moves that were typed or announced.

Knows the moves that stand on no board yet. A new board shows some of them, one on another square
than was said, a move that nobody spoke of, or a position that no move explains; where no board
comes, the moves are made as they were said. What a move is worth is for `play` to judge.
"""

import msgspec

from reversi_conformance.evidence import Entered
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.moves import fault_typed
from reversi_conformance.referee.play import Move, Play
from reversi_conformance.referee.positions import differing, mirrored, names, occupied, rows
from reversi_conformance.statements import board_shown
from reversi_engine import Board, Disc, Square, choose


class UnshownMoves:
    """Moves that were typed or announced and stand on no board yet, in their order."""

    def __init__(self, play: Play, ledger: Ledger) -> None:
        self.shows_no_move = False
        """The board was shown in this turn as it was before the human's move."""
        self._moves: list[Move] = []
        self._play = play
        self._ledger = ledger

    @property
    def typed(self) -> Square | None:
        """The square that the human typed and that no board shows."""
        move = self._typed()
        return move.square if move is not None else None

    @property
    def is_typed_alone(self) -> bool:
        """Nothing but the human's move is unshown."""
        return len(self._moves) == 1 and self.typed is not None

    def type_move(self, square: Square) -> None:
        """The human enters a legal move."""
        self._moves.append(Move(self._play.human, square))

    def announce(self, square: Square | None) -> None:
        """The computer says where it places; None where that cannot be read."""
        self._moves.append(Move(self._play.computer, square, is_announced=True, announced=square))

    def withdraw_typed(self) -> Square | None:
        """Take back the human's move, which was not made; returns its square."""
        move = self._typed()
        if move is None:
            return None
        self._moves.remove(move)
        return move.square

    def carry_on(self) -> None:
        """Make the moves that no board has shown."""
        play = self._play
        play.settle_choice()
        while self._moves and not play.is_over:
            move = self._moves.pop(0)
            # Where no board can be read, the best square stands for one that cannot either.
            guess = None if play.has_shown_board else choose(play.board, move.side)
            square = move.square or guess
            if square is None or self._is_idle_talk(move.side, square):
                continue
            if move.side is play.human and self.shows_no_move:
                self._ignore(square, play.board)
            else:
                play.make(msgspec.structs.replace(move, square=square), None)
        play.settle_choice()

    def explain(self, shown: Board) -> None:
        """Find the moves that lead to a new board, and make them."""
        play = self._play
        before, after = occupied(play.board), occupied(shown)
        moves = self._moves_onto(after - before, shown) if before < after else None
        if not moves:
            self._jump(shown)
            return
        *others, final = moves
        for move in others:
            if not play.is_over:
                play.make(move, None)
        if not play.is_over:
            play.make(final, shown)

    def _typed(self) -> Move | None:
        return next((move for move in self._moves if move.side is self._play.human), None)

    def _is_idle_talk(self, side: Disc, square: Square) -> bool:
        """A move is announced that cannot be made, and no board shows that it was.

        Where the computer has none to make, the line is one that should not stand there, and
        nothing more.
        """
        play = self._play
        if side is play.human or not play.has_shown_board or play.board.is_legal(side, square):
            return False
        due = play.turns.due
        if not play.board.has_legal_move(due):
            due = due.opponent
        is_due = due is side and not play.turns.is_unknown
        return not (is_due and play.board.has_legal_move(side))

    # --- a board that moves explain

    def _moves_onto(self, squares: set[Square], shown: Board) -> list[Move] | None:
        """The moves that put discs on these squares, in order; None where none explain them."""
        if self.shows_no_move and self.typed in self._announced():
            self._look_for_ignored(shown)  # and the computer takes that very square
        moves = [move for move in self._moves if move.square in squares]
        self._moves = [move for move in self._moves if move not in moves]
        strange = sorted(squares - {move.square for move in moves})
        if not strange:
            if moves[0].side is self._play.computer:
                self._look_for_ignored(shown)
            return moves
        if len(strange) > 1:
            return None
        return self._with_strange(moves, strange[0], shown)

    def _with_strange(self, moves: list[Move], square: Square, shown: Board) -> list[Move] | None:
        """One square holds a disc that was neither typed nor announced for it."""
        human = self._play.human
        typed = self.withdraw_typed()
        if typed is not None:
            if self._play.reads_column_first and mirrored(typed) == square:
                # It was typed for a program that takes the column for the row, and now does not.
                self._play.reads_column_first = False
                is_legal = self._play.board.is_legal(human, square)
                return [*moves, Move(human, square)] if is_legal else None
            if shown.disc_at(square) is human or mirrored(typed) == square:
                self._fault_elsewhere(typed, square, shown)
                return None
            self._ignore(typed, shown)
        announced = next((move for move in self._moves if move.side is not human), None)
        if announced is None:
            return [*moves, Move(self._play.computer, square)]
        self._moves.remove(announced)
        return [*moves, msgspec.structs.replace(announced, square=square)]

    def _fault_elsewhere(self, typed: Square, square: Square, shown: Board) -> None:
        """The human's disc stands on another square than was typed."""
        play, board, human = self._play, self._play.board, self._play.human
        self._ledger.witness(Entered(board, human, human, play.entered(typed), square))
        fault_typed("placement.elsewhere", board, human, typed, square, shown, self._ledger)
        play.turns.is_unknown = True
        play.reads_column_first = play.reads_column_first or mirrored(typed) == square

    def _look_for_ignored(self, shown: Board) -> None:
        """The computer's disc is shown and the human's, typed before it, is not."""
        typed = self.withdraw_typed()
        if typed is not None:
            self._ignore(typed, shown)

    def _ignore(self, typed: Square, shown: Board) -> None:
        self._play.ignore(typed, shown)
        if self.shows_no_move:
            self._play.due_print.append(board_shown(self._play.board))

    # --- a board that no move explains

    def _jump(self, shown: Board) -> None:
        """The board is another one, and no move explains it: go on from there."""
        play = self._play
        taken = next((square for square in self._announced() if self._is_taken(square)), None)
        if taken is not None:
            play.take(play.computer, taken, shown)
        elif not play.turns.is_unknown:
            self._fault_jump(shown)
            play.turns.is_unknown = True
        play.go_on_from(shown, self._announced())
        self._moves = []

    def _announced(self) -> list[Square]:
        """The squares that the computer announced and that no board shows."""
        computer = self._play.computer
        return [
            each.square for each in self._moves if each.side is computer and each.square is not None
        ]

    def _is_taken(self, square: Square) -> bool:
        """A disc stands on a square already."""
        return self._play.board.disc_at(square) is not None

    def _fault_jump(self, shown: Board) -> None:
        expected, typed = self._play.board, self.typed
        if typed is not None:
            expected = expected.play(self._play.human, typed)
        self._ledger.fault(
            "rules.placement",
            "placement.unexplained",
            expected=rows(expected),
            observed=rows(shown),
            squares=names(differing(expected, shown)),
        )
