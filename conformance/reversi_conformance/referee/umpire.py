"""Judges one session turn by turn, and says what is typed next.

What a program waits for is told by its question where that can be understood, and by the order of the
handout's questions where not. A move is the case's next one while the program stands where the
golden game stands; after it has left that game, a legal one is supplied, so that play goes on to an
end.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from reversi_engine import Board, Disc, Square, format_square

from reversi_conformance.assignment import Assignment
from reversi_conformance.findings import Judgement
from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.reader import Reader
from reversi_conformance.reference import follow
from reversi_conformance.referee import ends
from reversi_conformance.referee.layout import Page, check_of, compare
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.logs import judge_log
from reversi_conformance.referee.play import Play, read_square
from reversi_conformance.statements import PROMPTS, Kind, Statement, said
from reversi_conformance.transcript import Case, Turn

_SETUP: Final = (Kind.ASK_SIZE, Kind.ASK_COMPUTER)
_QUESTIONS: Final = (*_SETUP, Kind.ASK_HUMAN)
_MOST_EXTRA_QUESTIONS: Final = 3
_MOST_REFUSALS: Final = 2
_LINES_QUOTED: Final = 6


class Umpire:
    """Follows one session of one case."""

    def __init__(self, case: Case, assignment: Assignment) -> None:
        header = case.header
        self.ledger = Ledger()
        self._case = case
        self._assignment = assignment
        self._legs = follow(header, assignment.wording)
        self._play = Play(header.board, header.computer, assignment.wording, self.ledger)
        self._reader = Reader(header.board, header.computer)
        self._answers: list[str] = []
        self._turns_heard = 0
        self._asked = Kind.ASK_SIZE
        self._answered: set[Kind] = set()
        self._recognised: set[Kind] = set()
        self._extra_questions = 0
        self._moves_typed = 0
        self._refusals: set[Square] = set()
        self._owed: list[str | None] = []
        """Prompts that did not show when they were due, each with a move typed blindly for it."""
        self._is_blind = False
        self._game_has_begun = False
        self._board_is_unreadable = False
        self._reached_end = False
        self._waits_at_end = False
        """The program waits for input where the game has ended."""
        self._has_said_farewell = False
        self._carried: list[Statement] = []
        """What was said before a wait at the end; the result is still to come."""
        self._held: list[tuple[Page, int, tuple[str, ...]]] = []
        """Questions before the first board, until the program's own signs are known."""

    def hear(self, turn: Turn, *, unflushed: bool = False) -> str | None:
        """The program waits for input after this turn; returns what is typed, None for nothing."""
        statements, matches = self._receive(turn)
        if not self._play.is_over:
            self._is_blind = unflushed and not statements
            if self._is_blind:
                self._owed.append(None)
            elif self._game_has_begun:
                self._wait_in_game(turn, statements, matches=matches)
            else:
                self._wait_in_setup(turn, statements, matches=matches)
        return self._reply()

    def finish(self, observation: Observation) -> Judgement:
        """The session is over: judge its last turn, its end and its log."""
        turns = observation.transcript.turns
        if len(turns) > self._turns_heard:
            self._hear_last(turns[-1], observation)
        elif not self._play.is_over and not self._reached_end:
            last = turns[-1].printed[-_LINES_QUOTED:]
            self._judge_stop(observation, (), last)
        self._release_held()
        if self._owed:
            self.ledger.fault("printing.prompts", "prompts.missing")
        if self._reached_end and self._assignment.log.required:
            judge_log(observation, self._case.header, self._play, self._assignment, self.ledger)
        if observation.coloured:
            self.ledger.tolerate(
                self._assignment.latitude.colours, "printing.board", "board.colours"
            )
        return Judgement(self.ledger.findings, frozenset(self.ledger.assessed), self._reached_end)

    def _receive(self, turn: Turn) -> tuple[list[Statement], bool]:
        """What a turn says, and whether it is to the letter what the golden transcript has."""
        index = self._turns_heard
        self._turns_heard += 1
        if turn.typed is not None:
            self._answers.append(turn.typed)
            self._note_answer(turn.typed)
        self.ledger.begin_turn(index, tuple(self._answers))
        if self._play.is_over:
            return [], False
        if self._is_in_step(index) and turn.printed == self._case.transcript.turns[index].required:
            return list(self._legs[index].statements), True
        return self._reader.read(turn.printed, late_prompts=bool(self._owed)), False

    def _is_in_step(self, index: int) -> bool:
        """Whether the program stands where the golden game stands before this turn."""
        golden = self._case.transcript
        if index >= len(golden.turns) or self._owed or self._refusals:
            return False
        if tuple(self._answers) != golden.answers[:index]:
            return False
        before = self._legs[index - 1].board if index else None
        return before is None or before == self._play.board

    def _note_answer(self, typed: str) -> None:
        self._play.begin_turn(keep_print=bool(self._carried))
        if self._is_blind:
            if self._game_has_begun or len(self._answers) > len(_SETUP):
                self._owed[-1] = typed
        elif self._asked is Kind.ASK_MOVE:
            self._play.type_move(typed)
        self._is_blind = False

    # --- the questions before the game

    def _wait_in_setup(self, turn: Turn, statements: list[Statement], *, matches: bool) -> None:
        heard = self._without_late_prompts(statements, turn)
        if self._begins_game(heard):
            self._game_has_begun = True
            self._wait_in_game(turn, statements, matches=matches)
            return
        question = self._question(heard)
        due = said(self._setup_kind(question), self._assignment.wording)
        if question is None:
            self._owed.append(None)
            question = due.kind
        self._asked = question
        if question in self._recognised or question is Kind.ASK_OTHER:
            self._repeat_question(question, heard)
        if heard and heard[-1].kind is question:
            self._recognised.add(question)
        self._compare(turn, heard, matches=matches, due=() if self._owed else (due,), setup=True)

    def _begins_game(self, statements: Sequence[Statement]) -> bool:
        """A board is shown, or both questions are answered and a move is announced or asked for."""
        kinds = {statement.kind for statement in statements}
        if Kind.BOARD in kinds:
            return True
        if len(self._answered) < len(_SETUP):
            return False
        return bool(kinds & {Kind.PLACES, Kind.ASK_MOVE}) or not kinds & PROMPTS

    def _question(self, statements: Sequence[Statement]) -> Kind | None:
        """What is asked, or None where no question shows."""
        if not statements:
            return None
        kind = statements[-1].kind
        if kind in _QUESTIONS or kind is Kind.ASK_OTHER:
            return kind
        return self._setup_kind(None)

    def _setup_kind(self, question: Kind | None) -> Kind:
        """The question of the handout that stands here."""
        if question in _SETUP and question is not None:
            return question
        return next((kind for kind in _SETUP if kind not in self._answered), Kind.ASK_COMPUTER)

    def _repeat_question(self, question: Kind, statements: Sequence[Statement]) -> None:
        """A question comes again, or one that the handout does not have."""
        self._extra_questions += 1
        if question is Kind.ASK_SIZE:
            text = statements[-1].text if len(statements) == 1 else statements[-2].text
            self.ledger.fault(
                "printing.prompts",
                "prompts.size-refused",
                observed=text,
                size=self._case.header.board,
            )
            self._play.is_over = True
        if self._extra_questions > _MOST_EXTRA_QUESTIONS:
            self.ledger.fault("printing.prompts", "prompts.no-game", observed=statements[-1].text)
            self._play.is_over = True

    # --- the game

    def _wait_in_game(self, turn: Turn, statements: list[Statement], *, matches: bool) -> None:
        heard = self._as_prompts(self._without_late_prompts(statements, turn), turn)
        cut = self._follow(heard)
        play = self._play
        prompt = heard[-1] if heard and heard[-1].kind in PROMPTS else None
        self._asked = prompt.kind if prompt else Kind.ASK_MOVE
        if self._is_wait_at_end(prompt):
            self._wait_at_end(turn, heard)
            return
        if not play.is_over:
            self._ask(prompt)
        shown = heard if cut is None else heard[:cut]
        self._compare(turn, shown, matches=matches, partial=cut is not None or play.is_over)

    def _is_wait_at_end(self, prompt: Statement | None) -> bool:
        """The game has ended, and the program waits for something that is no move."""
        play = self._play
        if play.is_over or self._waits_at_end:
            return False
        if play.result.over or play.result.names_winner:
            return True
        if prompt is None or prompt.kind is not Kind.ASK_OTHER:
            return False
        play.flush()
        return ends.ended_by_rules(play) is not None

    def _wait_at_end(self, turn: Turn, heard: list[Statement]) -> None:
        """It costs the end; the program gets Enter once, so that it can show all it has to show."""
        play = self._play
        self._waits_at_end = True
        prompt = heard[-1].text[0] if heard else turn.printed[-1]
        ends.judge_wait(play, prompt, self.ledger)
        self._asked = Kind.ASK_OTHER
        if play.has_whole_result:
            self._conclude()
            self._compare(turn, heard, matches=False, waits=True)
        else:
            self._carried = [each for each in heard if each.kind not in PROMPTS]

    def _ask(self, prompt: Statement | None) -> None:
        """The program waits for the human in a game that it goes on with."""
        play = self._play
        if prompt is not None and prompt.kind is Kind.ASK_OTHER:
            self._extra_questions += 1
            play.flush()
            play.is_over = play.is_over or self._extra_questions > _MOST_EXTRA_QUESTIONS
            return
        if prompt is not None and prompt.disc is play.computer:
            self._exchange_sides_before_first_move()
        refused = play.refused
        play.ask()
        if play.refused is not None and (refused or not play.is_over):
            self._refusals.add(play.refused)
        if prompt is None and not play.is_over:
            self._owed.append(None)
            play.due_print.pop()

    def _follow(self, statements: Sequence[Statement]) -> int | None:
        """Let the game hear statements; returns where judging stopped, None where it did not."""
        play = self._play
        if not play.has_started and play.last is None:
            first = next((each for each in statements if each.kind is Kind.PLACES), None)
            if first is not None and first.disc is play.human:
                self._exchange_sides_before_first_move()
        for index, statement in enumerate(statements):
            play.hear(statement)
            if statement.kind is Kind.ASK_MOVE and self._owed and self._owed[0] is not None:
                play.ask()
                play.type_move(self._owed.pop(0) or "")
            if play.is_over:
                return index
        return None

    def _exchange_sides_before_first_move(self) -> None:
        """The program gives the human the side that was meant for the computer."""
        if self._play.last is None and not self.ledger.has("prompts.sides-exchanged"):
            computer = self._play.computer.value
            self.ledger.fault("printing.prompts", "prompts.sides-exchanged", computer=computer)
            self._play.exchange_sides()
            self._reader.exchange_sides()

    def _as_prompts(self, statements: list[Statement], turn: Turn) -> list[Statement]:
        """What stands on the line where the answer is typed asks for a move, whatever it says."""
        if not statements or statements[-1].kind in PROMPTS or not turn.printed[-1].strip():
            return statements
        if statements[-1].kind is not Kind.OTHER:
            return statements
        *others, last = statements
        return [*others, Statement(Kind.ASK_MOVE, last.text, line=last.line)]

    def _without_late_prompts(self, statements: list[Statement], turn: Turn) -> list[Statement]:
        """Leave out prompts that come out of a buffer only now, after their answer."""
        owed = self._owed
        if not owed or not statements:
            return statements
        while owed and owed[0] is None and statements and statements[0].kind in PROMPTS:
            if len(statements) == 1 and statements[0].line == len(turn.printed) - 1:
                break
            self.ledger.fault("printing.prompts", "prompts.unflushed", observed=statements[0].text)
            statements = statements[1:]
            owed.pop(0)
        if owed and owed[0] is None:
            self.ledger.fault("printing.prompts", "prompts.missing")
            owed.clear()
        elif owed:
            self.ledger.fault("printing.prompts", "prompts.unflushed")
        return statements

    # --- the end

    def _hear_last(self, turn: Turn, observation: Observation) -> None:
        statements, matches = self._receive(turn)
        play, ending = self._play, observation.ending
        if play.is_over:
            return
        heard = self._without_late_prompts(statements, turn)
        cut = self._follow(heard)
        crash = [statement for statement in heard if statement.kind is Kind.CRASH]
        broke_off = bool(crash or ending.signal) and not play.has_whole_result
        if not play.is_over and play.result.is_said and not broke_off:
            self._conclude()
            if self._reached_end and not self._is_crash_of_log(observation, crash):
                ends.judge_exit(play, ending, crash, self.ledger)
        elif not play.is_over:
            self._judge_stop(observation, crash, turn.printed[-_LINES_QUOTED:])
        shown = heard if cut is None else heard[:cut]
        partial = not self._reached_end or ending.kind is EndingKind.FLOODED
        self._compare(
            turn, shown, matches=matches, partial=partial, waits=self._waits_at_end, is_last=True
        )

    def _judge_stop(
        self, observation: Observation, crash: Sequence[Statement], last: Sequence[str]
    ) -> None:
        before_game = not self._game_has_begun and len(self._answers) < len(_SETUP)
        check = "printing.prompts" if before_game else ends.check_due_next(self._play)
        ends.judge_stop(check, observation.ending, crash, last, self.ledger)
        self._play.is_over = True

    def _is_crash_of_log(self, observation: Observation, crash: Sequence[Statement]) -> bool:
        """A crash after the whole result, with nothing in the log, happened while writing it."""
        if not crash or not self._assignment.log.required:
            return False
        return all(log.before == log.after for log in observation.logs)

    def _conclude(self) -> None:
        play = self._play
        ends.judge_result(play, self._case.header.ends, self.ledger)
        self._reached_end = not play.is_over
        play.is_over = True

    # --- what is printed

    def _compare(  # noqa: PLR0913 - each says one thing about the turn
        self,
        turn: Turn,
        heard: Sequence[Statement],
        *,
        matches: bool,
        due: Sequence[Statement] | None = None,
        setup: bool = False,
        partial: bool = False,
        waits: bool = False,
        is_last: bool = False,
    ) -> None:
        if matches:
            for statement in heard:
                self.ledger.assess(check_of(statement.kind))
            return
        heard = [*self._carried, *heard]
        self._carried = []
        wanted = self._play.due_print if due is None else due
        self._look_for_unreadable_boards(turn, heard)
        if self._board_is_unreadable:
            wanted = [each for each in wanted if each.kind is not Kind.BOARD]
            heard = [each for each in heard if each.kind is not Kind.OTHER]
        ended = self._legs[-1].ended
        page = Page(
            due=tuple(wanted),
            heard=tuple(heard),
            lines=turn.printed,
            signs=self._reader.signs or {},
            before_game=setup,
            is_partial=partial,
            own_line_before_over=ended is not None and self._is_silent_about_line_before_over(),
            waits=waits,
            is_last=is_last,
        )
        if setup:
            self._held.append((page, self.ledger.turn, self.ledger.answers))
        else:
            self._release_held()
            compare(page, self._assignment, self.ledger)

    def _release_held(self) -> None:
        """Compare the questions, now that the signs of the board are known."""
        held, self._held = self._held, []
        turn, answers = self.ledger.turn, self.ledger.answers
        for page, index, typed in held:
            self.ledger.begin_turn(index, typed)
            signs = self._reader.signs or {}
            compare(msgspec.structs.replace(page, signs=signs), self._assignment, self.ledger)
        self.ledger.begin_turn(turn, answers)

    def _is_silent_about_line_before_over(self) -> bool:
        board = self._play.board
        return self._reached_end and (board.is_full or _is_wiped_out(board))

    def _look_for_unreadable_boards(self, turn: Turn, heard: Sequence[Statement]) -> None:
        """Lines that nobody can read as a board, where a board is due."""
        if self._play.boards_seen or self._board_is_unreadable or not self._game_has_begun:
            return
        other = self._reader.other_size(turn.printed)
        size = self._case.header.board
        if other is not None:
            self.ledger.fault(
                "rules.placement", "placement.size", observed=turn.printed, size=size, shown=other
            )
            self._play.is_over = True
        lines = [each.text[0] for each in heard if each.kind is Kind.OTHER]
        if other is not None or len(lines) >= size:
            self._board_is_unreadable = True
            self.ledger.fault("printing.board", "board.unreadable", observed=tuple(lines))

    # --- what is typed

    def _reply(self) -> str | None:
        header = self._case.header
        if self._says_farewell():
            return ""
        if self._play.is_over or len(self._answers) >= self._assignment.limits.answers:
            return None
        if self._is_blind:
            return self._scripted(len(self._answers))
        match self._asked:
            case Kind.ASK_SIZE:
                self._answered.add(Kind.ASK_SIZE)
                return str(header.board)
            case Kind.ASK_COMPUTER:
                self._answered.add(Kind.ASK_COMPUTER)
                return header.computer.value
            case Kind.ASK_HUMAN:
                self._answered.add(Kind.ASK_COMPUTER)
                return header.computer.opponent.value
            case Kind.ASK_OTHER:
                return ""
            case _:
                return self._move()

    def _says_farewell(self) -> bool:
        """Whether the program waits at the end for the first time."""
        if not self._waits_at_end or self._has_said_farewell:
            return False
        self._has_said_farewell = True
        return True

    def _scripted(self, index: int) -> str | None:
        """The case's own answer, where nothing is seen of what the program does."""
        answers = self._case.header.answers
        self._answered.update(_SETUP[: index + 1])
        self._moves_typed = max(0, index + 1 - len(_SETUP))
        return answers[index] if index < len(answers) else None

    def _move(self) -> str | None:
        """The case's next move, or another one of its kind where it does not fit any more."""
        header, play = self._case.header, self._play
        index = self._moves_typed
        self._moves_typed += 1
        scripted = header.moves[index] if index < len(header.moves) else None
        leg = self._legs[index + len(_SETUP)] if scripted is not None else None
        if leg is not None and leg.board == play.board and not self._refusals:
            return scripted
        if header.ends == "illegal-move" and index >= len(header.moves) - 1:
            return self._illegal_move(header.moves[-1])
        return self._legal_move(scripted)

    def _illegal_move(self, scripted: str) -> str:
        play = self._play
        square = read_square(scripted, play.board)
        if square is None or not play.board.is_legal(play.human, square):
            return scripted
        return format_square(play.board.squares(play.human)[0])

    def _legal_move(self, scripted: str | None) -> str | None:
        play = self._play
        if len(self._refusals) >= _MOST_REFUSALS:
            return None
        legal = [
            square for square in play.board.legal_moves(play.human) if square not in self._refusals
        ]
        square = read_square(scripted, play.board) if scripted is not None else None
        if square in legal and square is not None:
            return format_square(square)
        return format_square(legal[0]) if legal else None


def _is_wiped_out(board: Board) -> bool:
    return any(board.count(disc) == 0 for disc in Disc)
