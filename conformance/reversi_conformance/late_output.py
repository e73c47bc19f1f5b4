"""Judges programs on pipes, where some behave otherwise than on a terminal without being wrong.

Many print into a pipe by blocks, so that what they print comes late. So all answers are typed at
once, and what came out is cut at the questions in it. What is to be typed next is known only then:
where that is something else than was typed, the program is played again. Others stay although they
have nothing more to do. Knows nothing of processes: who plays is handed in.
"""

from collections.abc import Callable, MutableSequence, Sequence
from typing import Final, NamedTuple

import msgspec

from reversi_conformance.assignment import Assignment
from reversi_conformance.captures.splitting import QUESTIONS, Piece, says, split_unanswered
from reversi_conformance.findings import Judgement
from reversi_conformance.observation import Ending, EndingKind, Observation
from reversi_conformance.reader.messages import Sides
from reversi_conformance.reader.prompts import PromptFinder
from reversi_conformance.referee.umpire import Umpire
from reversi_conformance.run import Run
from reversi_conformance.sessions import HangUp, Pilot
from reversi_conformance.sessions.conversation import RawEvent
from reversi_conformance.sessions.screen import Screen
from reversi_conformance.signs import exchange
from reversi_conformance.statements import Kind
from reversi_conformance.transcript import Case, Transcript, Turn, exchange_turn
from reversi_engine import Disc

Play = Callable[[Case, Pilot, MutableSequence[RawEvent]], Observation]
"""Plays one session of a case."""

_UNFLUSHED: Final = "prompts.unflushed"
_RESULT: Final = frozenset((Kind.WINS, Kind.DRAW))
"""What is said when a game is over, and last."""
_SIDES: Final = Sides(4, Disc.BLACK)
"""Whoever plays what: questions are found before this is known."""
_LEAST_QUESTIONS: Final = 2
"""Where fewer are found, what was printed cannot be cut at its questions."""
_MOST_SESSIONS: Final = 120


class UnclearError(Exception):
    """A program prints late, and where it asks for anything cannot be seen: nobody can judge it."""


class LateOutput:
    """One program on pipes, through many cases; safe in many threads at once."""

    def __init__(self, assignment: Assignment, play: Play, *, stays: bool) -> None:
        """Judge a program; one that `stays` does not end on a pipe before its input does.

        Such a program never prints late.
        """
        self._assignment = assignment
        self._play = play
        self._stays = stays
        self._is_late = False
        """A session has shown that the program prints late."""

    def run(self, case: Case) -> Run:
        """Play a case until what is typed is what was asked for, and judge that session.

        Raises `UnclearError`.
        """
        if self._stays:
            return self._run_staying(case)
        run = None if self._is_late else self._run_while_in_time(case)
        if run is not None and not _is_late(run):
            return run
        self._is_late = True
        search = _Search(case, self._assignment, self._play)
        found = search.find()
        if found is not None and not found.judgement.faults:
            return found
        events: list[RawEvent] = []
        run = self._run_in_time(case, events)
        search.refuse_unclear(run, events)
        return _without_blame(run) if found is None else found

    def _run_while_in_time(self, case: Case) -> Run:
        """As in time, but no longer where not even the first question has come."""
        umpire = Umpire(case, self._assignment)

        def pilot(turn: Turn, *, unflushed: bool) -> str | HangUp | None:
            if unflushed and turn.typed is None:
                return HangUp.NOW
            return umpire.hear(turn, unflushed=unflushed)

        observation = self._play(case, pilot, [])
        return Run(case, observation, umpire.finish(observation))

    def _run_in_time(self, case: Case, events: MutableSequence[RawEvent]) -> Run:
        umpire = Umpire(case, self._assignment)
        observation = self._play(case, umpire.hear, events)
        return Run(case, observation, umpire.finish(observation))

    def _run_staying(self, case: Case) -> Run:
        """As for any, but a wait for nothing after the result is no wait: the program is done."""
        umpire, done = Umpire(case, self._assignment), list[Turn]()

        def pilot(turn: Turn, *, unflushed: bool) -> str | HangUp | None:
            if turn.printed[-1] == "" and says(turn.printed, _RESULT):
                done.append(turn)
                return HangUp.NOW
            return umpire.hear(turn, unflushed=unflushed)

        observation = self._play(case, pilot, [])
        if done:
            ending = msgspec.structs.replace(observation.ending, kind=EndingKind.EXITED, status=0)
            observation = msgspec.structs.replace(observation, ending=ending)
        return Run(case, observation, umpire.finish(observation))


class _Take(NamedTuple):
    """One session in which everything was typed at once."""

    observation: Observation
    """Its transcript tells nothing."""
    lines: tuple[str, ...]
    """All that was printed, also after the end of the input; with the usual signs."""

    @property
    def waits(self) -> bool:
        """Whether it wanted more than was typed."""
        return self.observation.ending.kind is EndingKind.WAITED

    @property
    def is_whole(self) -> bool:
        """Whether nothing that was printed was lost, or overtaken by an error message."""
        return _is_whole(self.observation.ending)


class _Heard(NamedTuple):
    """What an umpire makes of a session."""

    umpire: Umpire
    turns: tuple[Turn, ...]
    wish: str | None
    """What it would type and was not typed; None where nothing is left to type."""
    is_over: bool
    """The program printed its last lines, and the umpire did not hear them."""

    @property
    def answers(self) -> tuple[str, ...]:
        """What was typed as the umpire would have typed it."""
        return Transcript(self.turns).answers

    @property
    def text(self) -> str:
        """All that was printed."""
        return "".join("\n".join(turn.printed) for turn in self.turns)


class _Search:
    """Finds what is to be typed to a program in one case."""

    def __init__(self, case: Case, assignment: Assignment, play: Play) -> None:
        self._case = case
        self._assignment = assignment
        self._play = play
        self._finder = PromptFinder(assignment.wording, _SIDES)

    def find(self) -> Run | None:
        """Return the judged session; None where no questions are found in what is printed."""
        known, before = self._case.transcript.answers, None
        for _ in range(_MOST_SESSIONS):
            take = self._take(known)
            if not take.is_whole:
                if before is not None and before.answers == known[:-1]:
                    return self._judge_last_answer(take, before, known[-1])
                # What came of which answer shows only where they are typed one by one.
                known, before = (), None
                continue
            pieces = split_unanswered(take.lines, self._finder)
            if known and sum(piece.kind in QUESTIONS for piece in pieces) < _LEAST_QUESTIONS:
                return None
            heard = self._hear(pieces, known, waits=take.waits)
            if before is not None and len(heard.answers) < len(known):
                return self._judge_last_answer(take, before, known[-1])
            if heard.wish is None:
                return self._judge(take, heard)
            known = (*heard.answers, heard.wish)
            before = heard
        return None

    def refuse_unclear(self, run: Run, events: Sequence[RawEvent]) -> None:
        """Look at a session in which each wait was answered: is there a question for each?"""
        observation = run.observation
        if not _is_whole(observation.ending):
            return
        pieces = split_unanswered(self._lines(_screen(events)), self._finder)
        asked = sum(piece.kind is not None for piece in pieces)
        answers = len(observation.transcript.turns) - 1
        if asked < min(answers, len(self._case.transcript.answers)):
            raise UnclearError

    def _lines(self, screen: Screen) -> tuple[str, ...]:
        signs = self._assignment.signs
        return tuple(exchange(line, signs) for line in screen.printed_at_last())

    def _take(self, known: Sequence[str]) -> _Take:
        events: list[RawEvent] = []
        left = ["\n".join(known)] if known else []

        def pilot(turn: Turn, *, unflushed: bool) -> str | None:  # noqa: ARG001 - its interface
            return left.pop() if left else None

        observation = self._play(self._case, pilot, events)
        screen = _screen(events)
        return _Take(
            msgspec.structs.replace(
                observation, unflushed=(), coloured=screen.coloured, encoding=screen.encoding
            ),
            self._lines(screen),
        )

    def _hear(self, pieces: Sequence[Piece], known: Sequence[str], *, waits: bool) -> _Heard:
        umpire, turns = Umpire(self._case, self._assignment), list[Turn]()
        typed: str | None = None
        for index, piece in enumerate(pieces):
            turn = exchange_turn(Turn(typed, piece.printed), self._assignment.signs)
            is_wait = piece.kind is not None or (waits and index == len(known))
            turns.append(turn if is_wait else _without_last_blanks(turn))
            if not is_wait:
                return _Heard(umpire, tuple(turns), None, is_over=True)
            typed = umpire.hear(turn)
            if typed is None or known[index : index + 1] != (typed,):
                return _Heard(umpire, tuple(turns), typed, is_over=False)
        return _Heard(umpire, (*turns, Turn(typed, ())), None, is_over=True)

    def _judge(self, take: _Take, heard: _Heard) -> Run:
        observation = take.observation
        ending = observation.ending
        if not heard.is_over:
            ending = msgspec.structs.replace(ending, kind=EndingKind.WAITED, status=None)
        seen = msgspec.structs.replace(
            observation, transcript=Transcript(heard.turns), ending=ending
        )
        return Run(self._case, seen, heard.umpire.finish(seen))

    def _judge_last_answer(self, take: _Take, before: _Heard, answer: str) -> Run:
        """What is new was printed upon the last answer, be it a crash, a hang or nothing at all."""
        rest = "\n".join(take.lines).replace(before.text, "", 1)
        last = _without_last_blanks(Turn(answer, tuple(rest.split("\n"))))
        last = exchange_turn(last, self._assignment.signs)
        if take.waits:
            before.umpire.hear(last)
        heard = before._replace(turns=(*before.turns, last), is_over=not take.waits)
        return self._judge(take, heard)


def _is_late(run: Run) -> bool:
    """Whether the first question did not show in time, or a later one was found too late."""
    codes = {finding.code for finding in run.judgement.findings}
    return 0 in run.observation.unflushed or _UNFLUSHED in codes


def _is_whole(ending: Ending) -> bool:
    """Whether whoever ended so has lost nothing of its output, nor complained before it."""
    is_well = ending.kind is EndingKind.EXITED and not ending.status
    return is_well or ending.kind is EndingKind.WAITED


def _screen(events: Sequence[RawEvent]) -> Screen:
    screen = Screen()
    screen.feed(b"".join(data for _, kind, data in events if kind == "o"))
    return screen


def _without_blame(run: Run) -> Run:
    """Of a program whose output cannot be cut: that it came late is nobody's fault."""
    judgement = run.judgement
    findings = tuple(each for each in judgement.findings if each.code != _UNFLUSHED)
    return Run(
        run.case,
        msgspec.structs.replace(run.observation, unflushed=()),
        Judgement(findings, judgement.assessed, judgement.reached_end, judgement.evidence),
    )


def _without_last_blanks(turn: Turn) -> Turn:
    printed = turn.printed
    while printed and not printed[-1].strip():
        printed = printed[:-1]
    return Turn(turn.typed, printed)
