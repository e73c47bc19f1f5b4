"""Proofreads turns: chooses what each one is compared with, and when.

A turn is compared as soon as its meaning is settled. Two things come later: questions before the
first board wait until the program's own signs for discs are known, and what is said before a wait
at the end is compared together with the result that follows.
"""

from collections.abc import Sequence

import msgspec

from reversi_conformance.assignment import Assignment
from reversi_conformance.reader import Reader
from reversi_conformance.referee.layout import Page, check_of, compare
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.play import Play
from reversi_conformance.statements import Kind, Statement
from reversi_conformance.transcript import Turn


class Proofreader:
    """Enters the differences in print of one session."""

    def __init__(self, assignment: Assignment, reader: Reader, play: Play, ledger: Ledger) -> None:
        self._assignment = assignment
        self._reader = reader
        self._play = play
        self._ledger = ledger
        self._board_is_unreadable = False
        self._begins = True
        self._carried: list[Statement] = []
        self._held: list[tuple[Page, int, tuple[str, ...]]] = []

    @property
    def carries(self) -> bool:
        """Something said earlier waits to be compared with the next turn."""
        return bool(self._carried)

    def approve(self, statements: Sequence[Statement]) -> None:
        """A turn is to the letter what it should be."""
        for statement in statements:
            self._ledger.assess(check_of(statement.kind))
            if statement.kind is Kind.BOARD:
                self._begins = False

    def carry(self, statements: Sequence[Statement]) -> None:
        """Compare this together with the next turn."""
        self._carried.extend(statements)

    def hold_question(
        self, turn: Turn, heard: Sequence[Statement], due: Sequence[Statement]
    ) -> None:
        """Compare a turn before the game, once the program's own signs are known."""
        page = Page(due=tuple(due), heard=tuple(heard), lines=turn.printed, before_game=True)
        self._held.append((page, self._ledger.turn, self._ledger.answers))

    def compare_turn(
        self,
        turn: Turn,
        heard: Sequence[Statement],
        *,
        is_partial: bool,
        is_endless: bool = False,
        waits: bool = False,
        is_last: bool = False,
        tells_result: bool = False,
    ) -> None:
        """Compare a turn of the game with what is due for it."""
        self._look_for_unreadable_boards(turn, heard)
        self.release_questions()
        page = Page(
            due=self._readable(self._play.due_print, Kind.BOARD),
            heard=self._readable([*self._carried, *heard], Kind.OTHER),
            lines=turn.printed,
            signs=self._reader.signs or {},
            is_partial=is_partial,
            is_endless=is_endless,
            own_line_before_over=tells_result and self._play.ends_in_silence_of_handout,
            waits=waits,
            is_last=is_last,
            begins=self._begins,
        )
        self._carried, self._begins = [], False
        compare(page, self._assignment, self._ledger)

    def release_questions(self) -> None:
        """Compare the questions that were held."""
        held, self._held = self._held, []
        turn, answers = self._ledger.turn, self._ledger.answers
        for page, index, typed in held:
            self._ledger.begin_turn(index, typed)
            signed = msgspec.structs.replace(page, signs=self._reader.signs or {})
            compare(signed, self._assignment, self._ledger)
        self._ledger.begin_turn(turn, answers)

    def _readable(self, statements: Sequence[Statement], unreadable: Kind) -> tuple[Statement, ...]:
        if not self._board_is_unreadable:
            return tuple(statements)
        return tuple(each for each in statements if each.kind is not unreadable)

    def _look_for_unreadable_boards(self, turn: Turn, heard: Sequence[Statement]) -> None:
        """Lines that nobody can read as a board, where a board is due."""
        play = self._play
        if play.has_shown_board or self._board_is_unreadable or not play.has_started:
            return
        shown = self._reader.other_size(turn.printed)
        size = play.board.size
        if shown is not None:
            self._ledger.fault(
                "rules.placement", "placement.size", observed=turn.printed, size=size, shown=shown
            )
            play.is_over = True
        lines = [each.text[0] for each in heard if each.kind is Kind.OTHER]
        if shown is not None or len(lines) >= size:
            self._board_is_unreadable = True
            self._ledger.fault("printing.board", "board.unreadable", observed=tuple(lines))
