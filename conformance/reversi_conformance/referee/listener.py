"""Follows what a program shows and says, and finds in it the moves of its game.

Knows what was typed, shown and said in this turn: whether an answer refuses the human's move, and
whom an announcement is about. How a new board comes from moves is for `unshown` to explain, what
is played for `play` to judge.
"""

from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.play import Play
from reversi_conformance.referee.positions import occupied, read_square
from reversi_conformance.referee.unshown import UnshownMoves
from reversi_conformance.statements import Kind, Statement, said
from reversi_engine import Board, Square, format_square, outcome


class Listener:
    """Tells the play what happens, from what the human types and the program prints."""

    def __init__(self, play: Play, ledger: Ledger) -> None:
        self._play = play
        self._ledger = ledger
        self._unshown = UnshownMoves(play, ledger)
        self._typed = ""
        """What the human typed last, as it was typed."""
        self._has_moved_in_turn = False
        self._last_shown: Board | None = None
        self._is_current = False
        """When the human moved, the program had shown the position in which he did."""
        self._announced: Square | None = None
        """What the computer announced last in this turn."""

    @property
    def awaits_answer(self) -> bool:
        """The human has typed a legal move, and nothing shows what became of it."""
        return self._unshown.typed is not None

    def begin_turn(self) -> None:
        """The human has answered; what comes next is printed after it."""
        self._play.result.invalid = False
        self._has_moved_in_turn = self._unshown.shows_no_move = False
        self._announced = None

    def type_move(self, text: str) -> None:
        """The human enters a move."""
        play = self._play
        play.refused = None
        self._is_current = self._last_shown == play.board
        self._typed = text
        square = read_square(text, play.board)
        meant = None if square is None else play.entered(square)
        if meant is None or not play.board.is_legal(play.human, meant):
            play.illegal = text
        else:
            self._unshown.type_move(meant)

    def hear(self, statement: Statement) -> None:
        """The program says something."""
        play = self._play
        match statement.kind:
            case Kind.BOARD if statement.board is not None:
                self._show(statement.board)
            case Kind.PLACES:
                self._announce(statement)
            case Kind.PASSES:
                self.flush()
                play.turns.passes_said.append(statement)
                self._announced = None
            case Kind.INVALID:
                self._refuse()
                if play.refused is not None:
                    play.due_print.append(said(Kind.INVALID, play.wording))
            case Kind.NO_MOVES | Kind.OVER | Kind.SCORE | Kind.WINS | Kind.DRAW:
                self._look_for_refusal()
                self.flush()
                play.result.note(statement)
            case _:
                pass

    def ask(self) -> None:
        """The program waits for a move of the human."""
        play = self._play
        play.start_if_needed()
        if self._is_silently_refused():
            self._refuse()
        self.flush()
        if play.is_over:
            return
        if play.illegal is not None:
            play.ask_again()
        elif play.refused is not None:
            play.fault_refusal(play.refused)
        elif ended := outcome(play.board):
            play.go_on_after(ended, play.human)
        elif not play.turns.ask(play.board):
            play.is_over = True  # whatever is typed now is no move
        if not play.is_over:
            play.due_print.append(said(Kind.ASK_MOVE, play.wording, disc=play.human))

    def flush(self) -> None:
        """Carry on with moves that no board has shown."""
        self._unshown.carry_on()

    # --- boards

    def _show(self, shown: Board) -> None:
        play = self._play
        self._last_shown = shown
        # The first board may show moves already, where the start was not shown.
        if not play.has_started and not occupied(play.board) < occupied(shown):
            play.start_from(shown)
            return
        play.start_if_needed()
        play.has_shown_board = True
        if shown == play.board:
            self._unshown.shows_no_move = self._is_current and self.awaits_answer
            return
        self._has_moved_in_turn = True
        if play.illegal is not None:
            play.accept_illegal(shown)
        else:
            self._unshown.explain(shown)

    # --- refusals

    def _refuse(self) -> None:
        """`Invalid move.` is the answer to what was typed last."""
        self._play.result.invalid = True
        self._withdraw_refused()
        self.flush()

    def _look_for_refusal(self) -> None:
        """The game is ended although the typed move, which no board shows, does not end it."""
        play, typed = self._play, self._unshown.typed
        if typed is None or not play.has_shown_board or self._has_moved_in_turn:
            return
        if outcome(play.board.play(play.human, typed)) is None:
            self._withdraw_refused()

    def _withdraw_refused(self) -> None:
        if not self.awaits_answer:
            return
        play, meant = self._play, self._unshown.withdraw_typed()
        typed = None if meant is None else play.entered(meant)
        if typed is None or play.board.is_legal(play.human, typed):
            play.refused = typed
        else:
            # It was typed for a program that takes the column for the row, and now does not.
            play.illegal = self._typed

    def _is_silently_refused(self) -> bool:
        """The typed square is asked for once more, and nothing at all has happened."""
        play = self._play
        if play.refused is not None or self._has_moved_in_turn or not play.has_shown_board:
            return False
        return self._unshown.is_typed_alone

    # --- announcements

    def _announce(self, statement: Statement) -> None:
        play, square = self._play, statement.square
        if statement.disc is play.human and self._is_humans_own(square):
            return
        if square is None and not play.has_started:
            return  # who plays what is told, before the game
        if square is not None and square == self._announced:
            return  # the same line once more
        self._announced = square
        play.start_if_needed()
        self._has_moved_in_turn = True
        if play.illegal is not None:
            play.accept_illegal()
        elif play.awaits_announcement:
            play.announce_late(square)
        else:
            self._unshown.announce(self._on_board(square, statement))

    def _is_humans_own(self, square: Square | None) -> bool:
        """Whether an announcement only repeats the human's move."""
        play = self._play
        if square is None:
            return False
        if square == self._unshown.typed:
            return True
        just_moved = play.turns.last is play.human and square in play.board
        return just_moved and play.board.disc_at(square) is not None

    def _on_board(self, square: Square | None, statement: Statement) -> Square | None:
        if square is None or square in self._play.board:
            return square
        self._ledger.fault(
            "printing.messages",
            "messages.square-off-board",
            observed=statement.text,
            announced=format_square(square),
        )
        return None
