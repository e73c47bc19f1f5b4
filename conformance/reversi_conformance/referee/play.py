"""What is played: the game of one session, as it really goes, right or wrong.

The position is always the one that the program itself shows; where it shows none, the expected one
is carried on and checked at the next board. So one mistake is one finding, and what comes after it
is judged from where the program then stands.

Knows moves that are made, whose turn it is and what the computer chose, and notes in `due_print`
what the right program would have printed for this game; `layout` compares that with what was
printed. Which moves were made is found out in `listener` and `unshown`; how a game ends is
judged in `ends`.
"""

from collections.abc import Mapping, Sequence

import msgspec

from reversi_conformance.assignment import Wording
from reversi_conformance.evidence import Announced, Chose, Entered, Turned
from reversi_conformance.findings import Value
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.moves import (
    fault_refusal,
    fault_square,
    fault_typed,
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
    """One game in progress."""

    def __init__(self, size: int, computer: Disc, wording: Wording, ledger: Ledger) -> None:
        self.computer = computer
        self.board = Board.initial(size)
        self.wording = wording
        self.due_print: list[Statement] = []
        self.turns = Turns(self.human, wording, ledger, self.due_print)
        self.result = Result()
        self.has_started = False
        """The start position was shown, or ought to have been."""
        self.has_shown_board = False
        """A board of the program's could be read."""
        self.is_over = False
        """Nothing that follows can be judged: a finding has ended the game."""
        self.illegal: str | None = None
        """The illegal entry that was typed."""
        self.refused: Square | None = None
        """The legal square that was just answered as invalid."""
        self.reads_column_first = False
        """The human's last disc came to stand on the square whose column was typed as the row."""
        self.ignored: set[Square] = set()
        """Legal squares that were typed and on which no disc came to stand."""
        self._ledger = ledger
        self._choice: Choice | None = None

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
    def ends_in_silence_of_handout(self) -> bool:
        """A full board or a wipe-out: the handout does not say what stands before `Game over.`"""
        return self.board.is_full or not all(self.board.count(disc) for disc in Disc)

    @property
    def awaits_announcement(self) -> bool:
        """The computer has moved, and has not said where."""
        return self._choice is not None

    def exchange_sides(self) -> None:
        """Computer and human play each other's colours from here on."""
        self.computer = self.computer.opponent
        self.turns.human = self.human

    # --- positions

    def start_if_needed(self) -> None:
        """The start position ought to have been shown by now."""
        if not self.has_started:
            self.has_started = True
            self.due_print.append(board_shown(self.board))

    def start_from(self, shown: Board) -> None:
        """The first board is shown before any move."""
        self.has_started = self.has_shown_board = True
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

    def go_on_from(self, shown: Board, announced: Sequence[Square]) -> None:
        """No move leads to this board; the computer announced these squares before it."""
        for square in announced:
            self._announce_in_print(square)
        self.board = shown
        self.due_print.append(board_shown(shown))

    # --- moves

    def make(self, move: Move, shown: Board | None) -> None:
        """A disc is placed; `shown` is the board after it, None where no board shows it alone."""
        self.settle_choice()
        side, square, before = move.side, move.square, self.board
        if square is None:
            return
        if (ended := outcome(before)) and not self.turns.is_unknown:
            self.go_on_after(ended, side)
            return
        self.take(side, square, shown)
        legal = before.is_legal(side, square)
        if shown is not None:
            self.board = shown
        elif legal:
            self.board = before.play(side, square)
        elif not self.has_shown_board:
            self.board = with_disc(before, side, square)
        if side is self.computer:
            self._announce_in_print(move.announced or square)
        self.due_print.append(board_shown(self.board))
        if move.is_announced:
            self.settle_choice(move.announced)
        if legal and shown is not None:
            self._ledger.witness(Turned(before, side, self.human, square, shown))
            judge_flips(before, shown, side, square, self._ledger)

    def take(self, side: Disc, square: Square, shown: Board | None) -> None:
        """A side takes this square, before `shown`: judge the square where it is its turn."""
        if not self.turns.take(self.board, side):
            return
        self._ledger.assess("rules.placement")
        if side is self.human:
            self._ledger.witness(Entered(self.board, side, side, self.entered(square), square))
            return
        if self.board.is_legal(side, square):
            self._choice = Choice(self.board, square)
            return
        self._ledger.witness(Chose(self.board, side, self.human, square))
        is_taken = self.board.disc_at(square) is not None
        code = "placement.taken" if is_taken else "placement.turns-nothing"
        fault_square(code, self.board, side, square, shown, self._ledger)

    def entered(self, square: Square) -> Square:
        """The square that a person names who wants this one taken, and the other way round."""
        return mirrored(square) if self.reads_column_first else square

    def ignore(self, typed: Square, shown: Board) -> None:
        """The program goes on as if the human had moved; no disc of his is there."""
        fault_typed("placement.ignored", self.board, self.human, typed, typed, shown, self._ledger)
        self.ignored.add(typed)
        self.turns.last = self.human

    def fault_refusal(self, square: Square) -> None:
        """A legal move of the human was answered as an illegal one."""
        self._ledger.witness(Entered(self.board, self.human, self.human, square, None))
        fault_refusal(self.board, self.human, square, self._ledger)

    # --- the computer's choice

    def announce_late(self, square: Square | None) -> None:
        """The board with the computer's move stood before its announcement."""
        if square is not None:
            kinds = [printed.kind for printed in self.due_print]
            last = len(kinds) - 1 - kinds[::-1].index(Kind.PLACES)
            self.due_print[last] = said(
                Kind.PLACES, self.wording, disc=self.computer, square=square
            )
        self.settle_choice(square)

    def settle_choice(self, announced: Square | None = None) -> None:
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

    def _announce_in_print(self, square: Square) -> None:
        self.due_print.append(said(Kind.PLACES, self.wording, disc=self.computer, square=square))

    # --- going on where the game is over

    def go_on_after(self, ended: Ended, side: Disc) -> None:
        """The game is over, and a side is asked or moves."""
        if ended.reason is EndReason.NO_MOVES:
            self.turns.continue_with(self.board, side)
        self._end_with_fault(ended.reason, "end.not-noticed", counts(ended))

    def ask_again(self) -> None:
        """After an illegal entry the human is asked for another one."""
        self.witness_illegal(None)
        self._end_with_fault(EndReason.ILLEGAL_MOVE, "illegal.asked-again", self.entry())

    def accept_illegal(self, shown: Board | None = None) -> None:
        """The program goes on after an illegal entry, as if it were a move unless it says not."""
        typed = read_square(self.illegal or "", self.board)
        new = occupied(shown) - occupied(self.board) if shown else set[Square]()
        elsewhere = [each for each in new if shown and shown.disc_at(each) is self.human]
        is_there = typed in new or len(elsewhere) != 1
        placed = typed if is_there else elsewhere[0]
        self.witness_illegal(None if self.result.invalid else placed)
        self._end_with_fault(EndReason.ILLEGAL_MOVE, "illegal.accepted", self.entry())

    def entry(self) -> dict[str, Value]:
        """The illegal entry, and what is wrong with it."""
        text = self.illegal or ""
        return {"typed": text, "why": why_illegal(text, self.board, self.human)}

    def witness_illegal(self, placed: Square | None) -> None:
        """Note where the disc of the illegal entry came to stand, if that was a square at all."""
        square = read_square(self.illegal or "", self.board)
        if square is not None:
            self._ledger.witness(Entered(self.board, self.human, self.human, square, placed))

    def _end_with_fault(self, reason: EndReason, code: str, facts: Mapping[str, Value]) -> None:
        """The program goes on where the game is over; nothing after it can be judged."""
        self._ledger.fault(f"ends.{reason.value}", code, facts)
        self.is_over = True
