"""Follows the game that a program plays: from what it says to positions, moves and turns.

The position is always the one that the program itself shows; where it shows none, the expected one
is carried on and checked at the next board. So one mistake is one finding, and what comes after it
is judged from where the program then stands.

While it follows, it notes in `due_print` what the right program would have printed for the game as
it is really played; `layout` compares that with what was printed. How a game ends is judged in
`ends`.
"""

from collections.abc import Mapping

import msgspec

from reversi_conformance.assignment import Wording
from reversi_conformance.evidence import Announced, Chose, Entered, Turned
from reversi_conformance.findings import Value
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.moves import (
    fault_refusal,
    fault_square,
    judge_choice,
    judge_flips,
)
from reversi_conformance.referee.positions import (
    counts,
    differing,
    mirrored,
    names,
    occupied,
    read_square,
    rows,
    why_illegal,
    with_disc,
)
from reversi_conformance.referee.result import Result
from reversi_conformance.referee.turns import Turns
from reversi_conformance.statements import Kind, Statement, board_shown, said
from reversi_engine import Board, Disc, Ended, EndReason, Square, choose, format_square, outcome


class Move(msgspec.Struct, frozen=True):
    """A move that was typed, announced or seen."""

    side: Disc
    square: Square | None
    """None where the announcement's square cannot be read."""
    is_announced: bool = False
    announced: Square | None = None
    """The square that was announced, if it can be read; the board may show another one."""


class Choice(msgspec.Struct, frozen=True):
    """A move of the computer whose announcement may still come."""

    board: Board
    square: Square


class Play:
    """One game in progress, as the program shows it."""

    def __init__(self, size: int, computer: Disc, wording: Wording, ledger: Ledger) -> None:
        self.computer = computer
        self.board = Board.initial(size)
        self.wording = wording
        self.due_print: list[Statement] = []
        self.turns = Turns(self.human, wording, ledger, self.due_print)
        self.result = Result()
        self.has_started = False
        self.boards_seen = 0
        self.is_over = False
        """Nothing that follows can be judged: a finding has ended the game."""
        self.illegal: str | None = None
        """The illegal entry that was typed."""
        self.refused: Square | None = None
        """The legal square that was just answered as invalid."""
        self.ignored: set[Square] = set()
        """Legal squares that were typed and on which no disc came to stand."""
        self.unshown: list[Move] = []
        """Moves that were typed or announced and stand on no board yet."""
        self._ledger = ledger
        self._choice: Choice | None = None
        self._has_moved_in_turn = False
        self._shows_no_move = False
        """The board was shown in this turn as it was before the human's move."""
        self._last_shown: Board | None = None
        self._is_current = False
        """When the human moved, the program had shown the position in which he did."""
        self._announced: Square | None = None
        """What the computer announced last in this turn."""

    @property
    def human(self) -> Disc:
        """The side that types."""
        return self.computer.opponent

    @property
    def says_somebody_cannot_move(self) -> bool:
        """A pass was announced since the last move, or that nobody can move."""
        return bool(self.turns.passes_said) or self.result.no_moves

    @property
    def has_whole_result(self) -> bool:
        """All that the handout asks for after the game has been said."""
        result = self.result
        return result.names_winner and (self.illegal is not None or result.score is not None)

    @property
    def tells_giving_up(self) -> bool:
        """What is said of the end is what is said after an illegal move."""
        return self.result.invalid and self.result.score is None

    @property
    def ends_in_silence_of_handout(self) -> bool:
        """A full board or a wipe-out: the handout does not say what stands before `Game over.`"""
        return self.board.is_full or not all(self.board.count(disc) for disc in Disc)

    def begin_turn(self, *, keep_print: bool = False) -> None:
        """The human has answered; what comes next is printed after it."""
        if not keep_print:
            self.due_print.clear()
        self.result.invalid = False
        self._has_moved_in_turn = self._shows_no_move = False
        self._announced = None

    def type_move(self, text: str) -> None:
        """The human enters a move."""
        self.refused = None
        self._is_current = self._last_shown == self.board
        square = read_square(text, self.board)
        if square is None or not self.board.is_legal(self.human, square):
            self.illegal = text
        else:
            self.unshown.append(Move(self.human, square))

    def hear(self, statement: Statement) -> None:
        """The program says something."""
        match statement.kind:
            case Kind.BOARD if statement.board is not None:
                self._show(statement.board)
            case Kind.PLACES:
                self._announce(statement)
            case Kind.PASSES:
                self.flush()
                self.turns.passes_said.append(statement)
                self._announced = None
            case Kind.INVALID:
                self._refuse()
                if self.refused is not None:
                    self.due_print.append(said(Kind.INVALID, self.wording))
            case Kind.NO_MOVES | Kind.OVER | Kind.SCORE | Kind.WINS | Kind.DRAW:
                self._look_for_refusal()
                self.flush()
                self.result.note(statement)
            case _:
                pass

    def ask(self) -> None:
        """The program waits for a move of the human."""
        self.start_if_needed()
        if self._is_silently_refused():
            self._refuse()
        self.flush()
        if self.is_over:
            return
        if self.illegal is not None:
            self.witness_illegal(None)
            self.end_with_fault(EndReason.ILLEGAL_MOVE, "illegal.asked-again", self.entry())
        elif self.refused is not None:
            self.fault_refusal(self.refused)
        elif ended := outcome(self.board):
            self._go_on_after(ended, self.human)
        elif not self.turns.ask(self.board):
            self.is_over = True  # whatever is typed now is no move
        if not self.is_over:
            self.due_print.append(said(Kind.ASK_MOVE, self.wording, disc=self.human))

    def flush(self) -> None:
        """Carry on with moves that no board has shown."""
        self._settle_choice()
        while self.unshown and not self.is_over:
            move = self.unshown.pop(0)
            # Where no board can be read, the best square stands for one that cannot either.
            guess = None if self.boards_seen else choose(self.board, move.side)
            square = move.square or guess
            if square is None or self._is_idle_talk(move.side, square):
                continue
            if move.side is self.human and self._shows_no_move:
                self._ignore(square, self.board)
            else:
                self._make(msgspec.structs.replace(move, square=square), None)
        self._settle_choice()

    def _is_idle_talk(self, side: Disc, square: Square) -> bool:
        """A move is announced that cannot be made, and no board shows that it was.

        Where the computer has none to make, the line is one that should not stand there, and
        nothing more.
        """
        if side is self.human or not self.boards_seen or self.board.is_legal(side, square):
            return False
        due = self.turns.due
        if not self.board.has_legal_move(due):
            due = due.opponent
        is_due = due is side and not self.turns.is_unknown
        return not (is_due and self.board.has_legal_move(side))

    def start_if_needed(self) -> None:
        """The start position ought to have been shown by now."""
        if not self.has_started:
            self.has_started = True
            self.due_print.append(board_shown(self.board))

    def end_with_fault(self, reason: EndReason, code: str, facts: Mapping[str, Value]) -> None:
        """The program goes on where the game is over; nothing after it can be judged."""
        self._ledger.fault(f"ends.{reason.value}", code, facts)
        self.is_over = True

    def fault_refusal(self, square: Square) -> None:
        """A legal move of the human was answered as an illegal one."""
        self._ledger.witness(Entered(self.board, self.human, self.human, square, None))
        fault_refusal(self.board, self.human, square, self._ledger)

    def exchange_sides(self) -> None:
        """Computer and human play each other's colours from here on."""
        self.computer = self.computer.opponent
        self.turns.human = self.human

    def entry(self) -> dict[str, Value]:
        """The illegal entry, and what is wrong with it."""
        text = self.illegal or ""
        return {"typed": text, "why": why_illegal(text, self.board, self.human)}

    def witness_illegal(self, placed: Square | None) -> None:
        """Note where the disc of the illegal entry came to stand, if that was a square at all."""
        square = read_square(self.illegal or "", self.board)
        if square is not None:
            self._ledger.witness(Entered(self.board, self.human, self.human, square, placed))

    def _go_on_after(self, ended: Ended, side: Disc) -> None:
        """The game is over, and a side is asked or moves."""
        if ended.reason is EndReason.NO_MOVES:
            self.turns.continue_with(self.board, side)
        self.end_with_fault(ended.reason, "end.not-noticed", counts(ended))

    def _accept_illegal(self, shown: Board | None = None) -> None:
        """The program goes on after an illegal entry as if it were a move."""
        typed = read_square(self.illegal or "", self.board)
        new = occupied(shown) - occupied(self.board) if shown else set[Square]()
        elsewhere = [each for each in new if shown and shown.disc_at(each) is self.human]
        is_there = typed in new or len(elsewhere) != 1
        self.witness_illegal(typed if is_there else elsewhere[0])
        self.end_with_fault(EndReason.ILLEGAL_MOVE, "illegal.accepted", self.entry())

    # --- what is said

    def _refuse(self) -> None:
        """`Invalid move.` is the answer to what was typed last."""
        self.result.invalid = True
        typed = self._typed()
        if typed is not None:
            self.unshown.remove(typed)
            self.refused = typed.square
        self.flush()

    def _look_for_refusal(self) -> None:
        """The game is ended although the typed move, which no board shows, does not end it."""
        typed = self._typed()
        if typed is None or typed.square is None or not self.boards_seen:
            return
        if (
            not self._has_moved_in_turn
            and outcome(self.board.play(self.human, typed.square)) is None
        ):
            self.unshown.remove(typed)
            self.refused = typed.square

    def _is_silently_refused(self) -> bool:
        """The typed square is asked for once more, and nothing at all has happened."""
        if self.refused is not None or self._has_moved_in_turn or not self.boards_seen:
            return False
        return len(self.unshown) == 1 and self._typed() is not None

    def _announce(self, statement: Statement) -> None:
        square = statement.square
        if statement.disc is self.human and self._is_humans_own(square):
            return
        if square is None and not self.has_started:
            return  # who plays what is told, before the game
        if square is not None and square == self._announced:
            return  # the same line once more
        self._announced = square
        self.start_if_needed()
        self._has_moved_in_turn = True
        if self.illegal is not None:
            self._accept_illegal()
        elif self._choice is not None:
            self._announce_late(square)
        else:
            known = self._on_board(square, statement)
            self.unshown.append(Move(self.computer, known, is_announced=True, announced=known))

    def _is_humans_own(self, square: Square | None) -> bool:
        """Whether an announcement only repeats the human's move."""
        typed = self._typed()
        if square is None:
            return False
        if typed is not None and typed.square == square:
            return True
        just_moved = self.turns.last is self.human and square in self.board
        return just_moved and self.board.disc_at(square) is not None

    def _on_board(self, square: Square | None, statement: Statement) -> Square | None:
        if square is None or square in self.board:
            return square
        self._ledger.fault(
            "printing.messages",
            "messages.square-off-board",
            observed=statement.text,
            announced=format_square(square),
        )
        return None

    def _announce_late(self, square: Square | None) -> None:
        """The board with the computer's move stood before its announcement."""
        if square is not None:
            kinds = [printed.kind for printed in self.due_print]
            last = len(kinds) - 1 - kinds[::-1].index(Kind.PLACES)
            self.due_print[last] = said(
                Kind.PLACES, self.wording, disc=self.computer, square=square
            )
        self._settle_choice(square)

    def _settle_choice(self, announced: Square | None = None) -> None:
        """Judge the computer's last choice; nothing more will be said about it.

        A greedy square that is announced is the computer's choice, whatever its board shows.
        """
        choice, self._choice = self._choice, None
        if choice is None:
            return
        square = choice.square
        self._witness_announcement(choice, announced)
        if announced is not None and announced != square:
            self._ledger.fault(
                "printing.messages",
                "messages.square",
                announced=format_square(announced),
                square=format_square(square),
            )
            if announced == choose(choice.board, self.computer):
                square = announced
        self._ledger.witness(Chose(choice.board, self.computer, self.human, square))
        judge_choice(choice.board, self.computer, square, self._ledger)

    def _witness_announcement(self, choice: Choice, announced: Square | None) -> None:
        if announced is not None:
            side, human = self.computer, self.human
            self._ledger.witness(Announced(choice.board, side, human, announced, choice.square))

    # --- what is shown

    def _show(self, shown: Board) -> None:
        # The first board may show moves already, where the start was not shown.
        if not self.has_started and not occupied(self.board) < occupied(shown):
            self._start(shown)
            return
        self.start_if_needed()
        self.boards_seen += 1
        self._last_shown = shown
        if shown == self.board:
            self._shows_no_move = self._is_current and self._typed() is not None
            return
        self._has_moved_in_turn = True
        if self.illegal is not None:
            self._accept_illegal(shown)
            return
        self._explain(shown)

    def _start(self, shown: Board) -> None:
        self.has_started = True
        self.boards_seen = 1
        self._last_shown = shown
        self._ledger.assess("rules.placement")
        if shown != self.board:
            self._ledger.fault(
                "rules.placement",
                "placement.start",
                expected=rows(self.board),
                observed=rows(shown),
                squares=names(differing(self.board, shown)),
            )
            self.board = shown
        self.due_print.append(board_shown(shown))

    def _explain(self, shown: Board) -> None:
        """Find the moves that lead to a new board, and make them."""
        before, after = occupied(self.board), occupied(shown)
        moves = self._moves_onto(after - before, shown) if before < after else None
        if not moves:
            self._jump(shown)
            return
        *others, final = moves
        for move in others:
            if not self.is_over:
                self._make(move, None)
        if not self.is_over:
            self._make(final, shown)

    def _moves_onto(self, squares: set[Square], shown: Board) -> list[Move] | None:
        """The moves that put discs on these squares, in order; None where none explain them."""
        moves = [move for move in self.unshown if move.square in squares]
        self.unshown = [move for move in self.unshown if move not in moves]
        strange = sorted(squares - {move.square for move in moves})
        if not strange:
            if moves[0].side is self.computer:
                self._look_for_ignored(shown)
            return moves
        if len(strange) > 1:
            return None
        return self._with_strange(moves, strange[0], shown)

    def _with_strange(self, moves: list[Move], square: Square, shown: Board) -> list[Move] | None:
        """One square holds a disc that was neither typed nor announced for it."""
        typed = self._typed()
        if typed is not None and typed.square is not None:
            self.unshown.remove(typed)
            if shown.disc_at(square) is self.human or mirrored(typed.square) == square:
                entered = Entered(self.board, self.human, self.human, typed.square, square)
                self._ledger.witness(entered)
                self._fault_typed("placement.elsewhere", typed.square, square, shown)
                self.turns.is_unknown = True
                return None
            self._ignore(typed.square, shown)
        announced = next((move for move in self.unshown if move.side is self.computer), None)
        if announced is None:
            return [*moves, Move(self.computer, square)]
        self.unshown.remove(announced)
        return [*moves, msgspec.structs.replace(announced, square=square)]

    def _look_for_ignored(self, shown: Board) -> None:
        """The computer's disc is shown and the human's, typed before it, is not."""
        typed = self._typed()
        if typed is not None and typed.square is not None:
            self.unshown.remove(typed)
            self._ignore(typed.square, shown)

    def _ignore(self, typed: Square, shown: Board) -> None:
        """The program goes on as if the human had moved; no disc of his is there."""
        self._fault_typed("placement.ignored", typed, typed, shown)
        self.ignored.add(typed)
        self.turns.last = self.human
        if self._shows_no_move:
            self.due_print.append(board_shown(self.board))

    def _typed(self) -> Move | None:
        """The human's move that no board shows yet."""
        return next((move for move in self.unshown if move.side is self.human), None)

    def _fault_typed(self, code: str, typed: Square, square: Square, shown: Board) -> None:
        self._ledger.fault(
            "rules.placement",
            code,
            expected=rows(self.board.play(self.human, typed)),
            observed=rows(shown),
            typed=format_square(typed),
            square=format_square(square),
            squares=names(dict.fromkeys((typed, square))),
        )

    def _jump(self, shown: Board) -> None:
        """The board is another one, and no move explains it: go on from there."""
        taken = next((move.square for move in self.unshown if self._is_taken(move)), None)
        if taken is not None:
            if self.turns.take(self.board, self.computer):
                self._ledger.witness(Chose(self.board, self.computer, self.human, taken))
                fault_square(
                    "placement.taken", self.board, self.computer, taken, shown, self._ledger
                )
        elif not self.turns.is_unknown:
            self._fault_jump(shown)
            self.turns.is_unknown = True
        for move in self.unshown:
            if move.side is self.computer and move.square is not None:
                self._announce_in_print(move.square)
        self.unshown = []
        self.board = shown
        self.due_print.append(board_shown(shown))

    def _fault_jump(self, shown: Board) -> None:
        typed = self._typed()
        expected = self.board
        if typed is not None and typed.square is not None:
            expected = self.board.play(self.human, typed.square)
        self._ledger.fault(
            "rules.placement",
            "placement.unexplained",
            expected=rows(expected),
            observed=rows(shown),
            squares=names(differing(expected, shown)),
        )

    def _is_taken(self, move: Move) -> bool:
        """The computer announces a square on which a disc stands already."""
        if move.side is self.human or move.square is None:
            return False
        return self.board.disc_at(move.square) is not None

    # --- what is played

    def _make(self, move: Move, shown: Board | None) -> None:
        """A disc is placed; `shown` is the board after it, None where no board shows it alone."""
        self._settle_choice()
        side, square, before = move.side, move.square, self.board
        if square is None:
            return
        if (ended := outcome(before)) and not self.turns.is_unknown:
            self._go_on_after(ended, side)
            return
        in_turn, legal = self.turns.take(before, side), before.is_legal(side, square)
        if in_turn:
            self._judge_square(side, square, shown, legal=legal)
        if shown is not None:
            self.board = shown
        elif legal:
            self.board = before.play(side, square)
        elif not self.boards_seen:
            self.board = with_disc(before, side, square)
        if side is self.computer:
            self._announce_in_print(move.announced or square)
        self.due_print.append(board_shown(self.board))
        if move.is_announced:
            self._settle_choice(move.announced)
        if legal and shown is not None:
            self._ledger.witness(Turned(before, side, self.human, square, shown))
            judge_flips(before, shown, side, square, self._ledger)

    def _announce_in_print(self, square: Square) -> None:
        self.due_print.append(said(Kind.PLACES, self.wording, disc=self.computer, square=square))

    def _judge_square(
        self, side: Disc, square: Square, shown: Board | None, *, legal: bool
    ) -> None:
        self._ledger.assess("rules.placement")
        if side is self.human:
            self._ledger.witness(Entered(self.board, side, side, square, square))
            return
        if legal:
            self._choice = Choice(self.board, square)
            return
        self._ledger.witness(Chose(self.board, side, self.human, square))
        is_taken = self.board.disc_at(square) is not None
        code = "placement.taken" if is_taken else "placement.turns-nothing"
        fault_square(code, self.board, side, square, shown, self._ledger)
