"""Judges one session turn by turn, and says what is typed next.

What a program waits for is told by its question where that can be understood, and by the order of
the handout's questions where not.
"""

from collections.abc import Sequence
from typing import Final

from reversi_conformance.assignment import Assignment
from reversi_conformance.findings import Judgement
from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.reader import Reader
from reversi_conformance.referee import ends
from reversi_conformance.referee.ledger import Ledger
from reversi_conformance.referee.listener import Listener
from reversi_conformance.referee.logs import judge_log
from reversi_conformance.referee.pilot import Pilot
from reversi_conformance.referee.play import Play
from reversi_conformance.referee.proofreading import Proofreader
from reversi_conformance.referee.questions import QUESTIONS, Questions
from reversi_conformance.reference import follow
from reversi_conformance.signs import exchange
from reversi_conformance.statements import PROMPTS, Kind, Statement, said
from reversi_conformance.transcript import Case, Turn, exchange_case, exchange_turn

_MOST_WAITS_IN_GAME: Final = 3
_OF_ITS_OWN: Final = (EndingKind.EXITED, EndingKind.SIGNALLED, EndingKind.WAITED)
_BY_FILES: Final = (
    EndingKind.FILE_TOO_LARGE,
    EndingKind.FOLDER_TOO_LARGE,
    EndingKind.TOO_MANY_FILES,
)
_LINES_QUOTED: Final = 6
_MOST_LINES: Final = 3000
"""Of a turn with more lines the first ones are judged: a hundred boards of the largest size."""


class Umpire:
    """Follows one session of one case.

    What an assignment with signs of its own has is heard, and judged, as if the usual ones stood
    there; so stand the findings, too. What is typed has the assignment's.
    """

    def __init__(self, case: Case, assignment: Assignment) -> None:
        self._case = case = exchange_case(case, assignment.signs)
        self._assignment = assignment
        header = case.header
        self._ledger = Ledger()
        self._legs = follow(header, assignment)
        self._play = Play(header.board, header.computer, assignment.wording, self._ledger)
        self._listener = Listener(self._play, self._ledger)
        self._reader = Reader(header.board, header.computer)
        self._questions = Questions(header.board, self._ledger)
        self._pilot = Pilot(header, self._legs)
        self._proofreader = Proofreader(assignment, self._reader, self._play, self._ledger)
        self._answers: list[str] = []
        self._turns_heard = 0
        self._asked = Kind.ASK_SIZE
        self._owed: list[str | None] = []
        """Prompts that did not show when they were due, each with a move typed blindly for it."""
        self._is_blind = False
        """The program waits and has printed nothing since the last answer."""
        self._game_has_begun = False
        self._waits_in_game = 0
        self._reached_end = False
        self._waits_at_end = False
        self._farewell_is_due = False

    def hear(self, turn: Turn, *, unflushed: bool = False) -> str | None:
        """The program waits for input after this turn; returns what is typed, None for nothing."""
        turn = exchange_turn(_cut(turn), self._assignment.signs)
        statements, matches = self._receive(turn)
        if not self._play.is_over:
            self._is_blind = unflushed and not statements
            if self._is_blind:
                self._owed.append(None)
            else:
                self._wait(turn, statements, matches=matches)
        reply = self._reply()
        return None if reply is None else exchange(reply, self._assignment.signs)

    def finish(self, observation: Observation) -> Judgement:
        """The session is over: judge its last turn, its end and its log.

        A session that a person broke off is judged as far as it was heard.
        """
        if observation.ending.kind is EndingKind.INTERRUPTED:
            self._proofreader.release_questions()
            return self._judgement()
        turns = observation.transcript.turns
        last = exchange_turn(turns[-1], self._assignment.signs)
        if len(turns) > self._turns_heard:
            self._hear_last(last, observation)
        elif not self._play.is_over:
            self._judge_stop(observation, (), last.printed[-_LINES_QUOTED:])
        self._proofreader.release_questions()
        ledger, latitude = self._ledger, self._assignment.latitude
        if self._owed:
            ledger.fault("printing.prompts", "prompts.missing")
        if self._reached_end and self._can_judge_log(observation):
            judge_log(observation, self._case.header, self._play, self._assignment, ledger)
        if observation.coloured:
            ledger.tolerate(latitude.colours, "printing.board", "board.colours")
        return self._judgement()

    def _judgement(self) -> Judgement:
        ledger = self._ledger
        assessed, evidence = frozenset(ledger.assessed), tuple(ledger.evidence)
        return Judgement(ledger.findings, assessed, self._reached_end, evidence)

    def _receive(self, turn: Turn) -> tuple[list[Statement], bool]:
        """What a turn says, and whether it is to the letter what the golden transcript has."""
        index = self._turns_heard
        self._turns_heard += 1
        if turn.typed is not None:
            self._answers.append(turn.typed)
            self._note_answer(turn.typed)
        self._ledger.begin_turn(index, tuple(self._answers))
        if self._play.is_over:
            return [], False
        if self._is_in_step(index) and turn.printed == self._case.transcript.turns[index].required:
            return list(self._legs[index].statements), True
        return self._reader.read(turn.printed, late_prompts=bool(self._owed)), False

    def _is_in_step(self, index: int) -> bool:
        """Whether the program stands where the golden game stands before this turn."""
        golden = self._case.transcript
        if index >= len(golden.turns) or self._owed or self._pilot.refused:
            return False
        if tuple(self._answers) != golden.answers[:index]:
            return False
        before = self._legs[index - 1].board if index else None
        return before is None or before == self._play.board

    def _note_answer(self, typed: str) -> None:
        if not self._proofreader.carries:
            self._play.due_print.clear()
        self._listener.begin_turn()
        if self._is_blind:
            if self._game_has_begun or len(self._answers) > QUESTIONS:
                self._owed[-1] = typed
        elif self._asked is Kind.ASK_MOVE:
            self._listener.type_move(typed)
        else:
            self._questions.answer(
                Kind.ASK_COMPUTER if self._asked is Kind.ASK_HUMAN else self._asked
            )
        self._is_blind = False

    # --- waits

    def _wait(self, turn: Turn, statements: list[Statement], *, matches: bool) -> None:
        heard = self._without_late_prompts(statements, turn)
        if not self._game_has_begun:
            self._game_has_begun = self._questions.are_over(heard)
        if self._game_has_begun:
            heard = self._as_prompts(heard, turn, Kind.ASK_MOVE)
            self._wait_in_game(turn, heard, matches=matches)
        else:
            self._wait_before_game(turn, heard, matches=matches)

    def _wait_before_game(self, turn: Turn, heard: list[Statement], *, matches: bool) -> None:
        if not heard:
            self._owed.append(None)
        self._asked, due = self._questions.hear(heard)
        self._play.is_over = self._questions.has_given_up
        if matches:
            self._proofreader.approve(heard)
        elif not self._owed:
            wanted = (said(due, self._assignment.wording),) if due else ()
            heard = self._as_prompts(heard, turn, due) if due else heard
            self._proofreader.hold_question(turn, heard, wanted)

    def _wait_in_game(self, turn: Turn, heard: list[Statement], *, matches: bool) -> None:
        cut = self._follow(heard)
        play = self._play
        prompt = heard[-1] if heard and heard[-1].kind in PROMPTS else None
        self._asked = prompt.kind if prompt else Kind.ASK_MOVE
        if self._is_wait_at_end(prompt):
            self._wait_at_end(turn, heard)
            return
        if not play.is_over:
            self._ask(prompt)
        if self._asked is Kind.ASK_OTHER and play.turns.passes_said and not play.is_over:
            self._proofreader.carry(heard)  # whether the pass is right shows when the game goes on
            return
        if matches and cut is None:
            self._proofreader.approve(heard)
            return
        shown = heard if cut is None else heard[:cut]
        is_partial = cut is not None or play.is_over
        self._proofreader.compare_turn(turn, shown, is_partial=is_partial)

    def _ask(self, prompt: Statement | None) -> None:
        """The program waits for the human in a game that it goes on with."""
        play = self._play
        if prompt is not None and prompt.kind is Kind.ASK_OTHER:
            self._waits_in_game += 1
            self._listener.flush()
            play.is_over = play.is_over or self._waits_in_game > _MOST_WAITS_IN_GAME
            return
        self._waits_in_game = 0
        # A prompt may name the wrong side; where it is not this one's turn, it does.
        if prompt is not None and prompt.disc is play.computer is play.turns.due:
            self._exchange_sides_before_first_move()
        self._listener.ask()
        if play.refused is not None:
            self._pilot.refused.add(play.refused)
        if prompt is None and not play.is_over:
            self._owed.append(None)
            play.due_print.pop()

    def _is_wait_at_end(self, prompt: Statement | None) -> bool:
        """The game has ended, and the program waits for something that is no move."""
        play = self._play
        if play.is_over or self._waits_at_end:
            return False
        if play.result.over or play.result.names_winner:
            return True
        if prompt is None or prompt.kind is not Kind.ASK_OTHER:
            return False
        self._listener.flush()
        return ends.ended_by_rules(play) is not None

    def _wait_at_end(self, turn: Turn, heard: list[Statement]) -> None:
        """It costs the end; the program gets Enter once, so that it can show all it has to show."""
        self._waits_at_end = self._farewell_is_due = True
        prompt = heard[-1].text[0] if heard else turn.printed[-1]
        ends.judge_wait(self._play, prompt, self._ledger)
        self._asked = Kind.ASK_OTHER
        if self._play.has_whole_result:
            self._conclude()
            self._proofreader.compare_turn(
                turn,
                heard,
                is_partial=not self._reached_end,
                waits=True,
                tells_result=self._reached_end,
            )
        else:
            self._proofreader.carry([each for each in heard if each.kind not in PROMPTS])

    # --- what is heard

    def _follow(self, statements: Sequence[Statement]) -> int | None:
        """Let the game hear statements; returns where judging stopped, None where it did not."""
        play = self._play
        if not play.has_started and play.turns.last is None:
            first = next((each for each in statements if each.square is not None), None)
            if first is not None and first.disc is play.human:
                self._exchange_sides_before_first_move()
        for index, statement in enumerate(statements):
            self._listener.hear(statement)
            if statement.kind is Kind.ASK_MOVE and self._owed and self._owed[0] is not None:
                self._listener.ask()
                self._listener.type_move(self._owed.pop(0) or "")
            if play.is_over:
                return index
        return None

    def _exchange_sides_before_first_move(self) -> None:
        """The program gives the human the side that was meant for the computer."""
        play = self._play
        if play.turns.last is None and not self._ledger.has("prompts.sides-exchanged"):
            computer = play.computer.value
            self._ledger.fault("printing.prompts", "prompts.sides-exchanged", computer=computer)
            play.exchange_sides()
            self._reader.exchange_sides()

    def _as_prompts(
        self, statements: list[Statement], turn: Turn, question: Kind
    ) -> list[Statement]:
        """What stands on the line where the answer is typed asks for it, whatever it says."""
        if not statements or statements[-1].kind is not Kind.OTHER or not turn.printed[-1].strip():
            return statements
        *others, last = statements
        return [*others, Statement(question, last.text, line=last.line)]

    def _without_late_prompts(self, statements: list[Statement], turn: Turn) -> list[Statement]:
        """Leave out prompts that come out of a buffer only now, after their answer."""
        owed, ledger = self._owed, self._ledger
        if not owed or not statements:
            return statements
        while owed and owed[0] is None and statements and statements[0].kind in PROMPTS:
            if len(statements) == 1 and statements[0].line == len(turn.printed) - 1:
                break
            ledger.fault("printing.prompts", "prompts.unflushed", observed=statements[0].text)
            statements = statements[1:]
            owed.pop(0)
        if owed and owed[0] is None:
            ledger.fault("printing.prompts", "prompts.missing")
            owed.clear()
        elif owed:
            ledger.fault("printing.prompts", "prompts.unflushed")
        return statements

    # --- the end

    def _hear_last(self, turn: Turn, observation: Observation) -> None:
        """The last turn of a program that is gone."""
        turn = _cut(turn)
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
                ends.judge_exit(play, ending, crash, self._ledger)
        elif not play.is_over:
            self._judge_stop(observation, crash, turn.printed[-_LINES_QUOTED:])
        if matches and self._reached_end:
            self._proofreader.approve(heard)
            return
        self._proofreader.compare_turn(
            turn,
            heard if cut is None else heard[:cut],
            is_partial=not self._reached_end,
            is_endless=ending.kind is EndingKind.FLOODED,
            waits=self._waits_at_end,
            is_last=True,
            tells_result=self._reached_end,
        )

    def _conclude(self) -> None:
        play = self._play
        ends.judge_result(play, self._case.header.ends, self._ledger)
        self._reached_end = not play.is_over
        play.is_over = True

    def _judge_stop(
        self, observation: Observation, crash: Sequence[Statement], last: Sequence[str]
    ) -> None:
        before_game = not self._game_has_begun and len(self._answers) < QUESTIONS
        if before_game:
            check = "printing.prompts"
        else:
            check = ends.check_due_next(self._play, self._listener)
        ends.judge_stop(check, observation.ending, crash, last, self._ledger)
        self._play.is_over = True

    def _is_crash_of_log(self, observation: Observation, crash: Sequence[Statement]) -> bool:
        """A crash after the whole result, with nothing in the log, happened while writing it."""
        if not (crash or observation.ending.signal) or not self._assignment.log.required:
            return False
        return not _has_changed_log(observation)

    def _can_judge_log(self, observation: Observation) -> bool:
        """A log that is missing says nothing where the program was ended before it could write.

        One that is written without end is paid for with the end.
        """
        kind = observation.ending.kind
        had_its_time = kind in _OF_ITS_OWN
        is_told = kind not in _BY_FILES and (had_its_time or _has_changed_log(observation))
        return self._assignment.log.required and is_told

    # --- what is typed

    def _reply(self) -> str | None:
        if self._farewell_is_due:
            self._farewell_is_due = False
            return ""
        if self._play.is_over or len(self._answers) >= self._assignment.limits.answers:
            return None
        if self._is_blind:
            self._questions.answer_blindly(len(self._answers) + 1)
            return self._pilot.next_blindly(len(self._answers))
        header = self._case.header
        match self._asked:
            case Kind.ASK_SIZE:
                return str(header.board)
            case Kind.ASK_COMPUTER:
                return header.computer.value
            case Kind.ASK_HUMAN:
                return header.computer.opponent.value
            case Kind.ASK_OTHER:
                return ""
            case _:
                move = self._pilot.next_move(self._play)
                if move is None:
                    # Found already: the program does not take the moves that there are.
                    self._play.is_over = True
                return move


def _cut(turn: Turn) -> Turn:
    if len(turn.printed) <= _MOST_LINES:
        return turn
    return Turn(turn.typed, turn.printed[:_MOST_LINES])


def _has_changed_log(observation: Observation) -> bool:
    return any(log.before != log.after for log in observation.logs)
