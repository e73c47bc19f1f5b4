"""From a captured page to what the referee judges: a case and an observation.

Pure. With a case, the session is held against it as long as the same is typed; without one, or
where something else is typed, the case is made of the answers in the capture.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from reversi_conformance.assignment import Assignment, Limits, Sizes
from reversi_conformance.captures import CaptureError
from reversi_conformance.captures.decoding import Page
from reversi_conformance.captures.entries import side_of, size_of, tidy
from reversi_conformance.captures.remarks import Remark
from reversi_conformance.captures.splitting import Dialogue, Piece, Stretch, games, split
from reversi_conformance.captures.surroundings import without_margin
from reversi_conformance.captures.talk import (
    Talk,
    ending_of,
    talk_of,
    within_answers,
    within_output,
)
from reversi_conformance.findings import Judgement
from reversi_conformance.language import say
from reversi_conformance.observation import EndingKind, Observation
from reversi_conformance.reader.messages import Sides
from reversi_conformance.reader.prompts import PromptFinder
from reversi_conformance.referee.umpire import Umpire
from reversi_conformance.reference import perform_so_far
from reversi_conformance.run import Run
from reversi_conformance.signs import exchange
from reversi_conformance.statements import Kind
from reversi_conformance.transcript import Case, Header, Transcript, Turn, exchange_turn
from reversi_engine import Disc, EndReason, Game

UNSEEN_CHECKS: Final = frozenset(("printing.log",))
"""The checks of which a capture shows nothing."""
OWN_CASE: Final = "captured-session"
"""The id of a case that is made of a capture."""
_SIDES: Final = Sides(4, Disc.BLACK)
_UNKNOWN_END: Final = "illegal-move"
"""Stands for the end of a game that goes on: it lets the referee look at the board itself."""


class Session(NamedTuple):
    """One captured session, ready for the referee."""

    case: Case
    observation: Observation
    waits: int
    """At the end of so many turns the program waits for input."""
    remarks: tuple[Remark, ...]
    games: int
    """How many games stand in the capture."""


class _Match(NamedTuple):
    """A talk and the case against which it is held."""

    case: Case
    talk: Talk
    remarks: tuple[Remark, ...]


class _Heard(NamedTuple):
    """What an umpire does with a session."""

    turns: tuple[Turn, ...]
    """All that it heard."""
    is_judged: bool
    """It wants to hear no more: all that can be judged is."""
    deviation: Remark | None = None
    """Where something else was typed than it would type."""


def session_of(page: Page, case: Case | None, assignment: Assignment, game: int = 1) -> Session:
    """The session of one of the games in a capture, counted from 1.

    Raises `CaptureError` where no such game can be read.
    """
    finder = PromptFinder(assignment.wording, _SIDES)
    lines = [exchange(line, assignment.signs) for line in page.lines]
    first, *others = without_margin(lines)
    stretches = games((finder.completed(first), *others), finder)
    count = len(stretches)
    if game > count:
        raise CaptureError(
            say("only {count} in the capture, and no game {game}", count=_games(count), game=game)
        )
    stretch = within_output(stretches[game - 1], _limits(case, assignment))
    if game == count and not stretch.has_left:
        stretch = stretch._replace(is_cut=not page.ends_line)
    dialogue = within_answers(split(stretch.lines, finder), _limits(case, assignment))
    match = _matched(dialogue, stretch, case, assignment)
    talk = match.talk
    observation = Observation(
        Transcript(tuple(exchange_turn(turn, assignment.signs) for turn in talk.turns)),
        ending_of(talk, _limits(case, assignment)),
        unflushed=_unflushed(talk) if dialogue.is_blind else (),
        coloured=any(line in page.coloured for line in stretch.lines),
        encoding=page.encoding,
    )
    remarks = (*_general_remarks(count, game), *match.remarks, *_remarks_on_end(match))
    return Session(match.case, observation, talk.waits, remarks, count)


def judge(session: Session, assignment: Assignment) -> Run:
    """Let the referee judge what a capture shows."""
    umpire, observation = Umpire(session.case, assignment), session.observation
    for index, turn in enumerate(observation.transcript.turns[: session.waits]):
        umpire.hear(turn, unflushed=index in observation.unflushed)
    judgement = umpire.finish(observation)
    findings = tuple(each for each in judgement.findings if each.check not in UNSEEN_CHECKS)
    seen = Judgement(findings, judgement.assessed - UNSEEN_CHECKS, judgement.reached_end)
    return Run(session.case, observation, seen)


def _limits(case: Case | None, assignment: Assignment) -> Limits:
    """Those of the case's board, where it is known."""
    limits = assignment.limits
    return limits if case is None else limits.on_board(case.header.board)


def _matched(
    dialogue: Dialogue, stretch: Stretch, case: Case | None, assignment: Assignment
) -> _Match:
    if dialogue.has_answers:
        return _with_own_answers(dialogue, stretch, case, assignment)
    if case is None:
        raise CaptureError(
            say(
                "what was typed does not stand in the capture (the program's"
                " input was no terminal); name the case that was typed:"
                " reversi-conformance compare CASE FILE"
            )
        )
    return _with_answers_of(case, dialogue, stretch, assignment)


def _with_own_answers(
    dialogue: Dialogue, stretch: Stretch, case: Case | None, assignment: Assignment
) -> _Match:
    entries = tidy(dialogue.pieces, assignment.sizes)
    remarks = [Remark("capture.left-out", {"typed": typed}) for typed in entries.left_out]
    if entries.malformed is not None:
        remarks.append(Remark("capture.malformed", {"typed": entries.malformed}))
    talk = talk_of(entries.pieces, stretch, _limits(case, assignment))
    if case is not None:
        heard = _hear(case, talk, entries.pieces, assignment, is_blind=dialogue.is_blind)
        if heard.deviation is None:
            return _Match(case, _as_heard(talk, heard), tuple(remarks))
        remarks.append(heard.deviation)
    own = _own_case(entries.pieces, assignment)
    heard = _hear(own, talk, entries.pieces, assignment, is_blind=dialogue.is_blind)
    return _Match(own, _as_heard(talk, heard), tuple(remarks))


def _with_answers_of(
    case: Case, dialogue: Dialogue, stretch: Stretch, assignment: Assignment
) -> _Match:
    """The case's answers are supplied, as in a session that is played."""
    umpire, pieces = Umpire(case, assignment), list[Piece]()
    typed: str | None = None
    for piece in dialogue.pieces:
        turn = Turn(typed, piece.printed)
        typed = umpire.hear(turn) if piece.kind is not None else None
        pieces.append(piece._replace(typed=typed))
        if typed is None:
            break
    talk = talk_of(pieces, stretch, _limits(case, assignment))
    if len(pieces) < len(dialogue.pieces):
        turns = talk.turns[: len(pieces)]
        talk = Talk(turns, len(turns), EndingKind.WAITED)
    return _Match(case, talk, (Remark("capture.supplied", {"case": case.id}),))


def _hear(
    case: Case, talk: Talk, pieces: Sequence[Piece], assignment: Assignment, *, is_blind: bool
) -> _Heard:
    """Let an umpire hear a session, and hold what it would type against what was typed."""
    umpire = Umpire(case, assignment)
    for index, turn in enumerate(talk.turns[: talk.waits]):
        due = umpire.hear(turn, unflushed=is_blind and turn.printed == ("",))
        if due is None:
            return _Heard(talk.turns[: index + 1], is_judged=True)
        typed = pieces[index].typed
        if typed is not None and not _is_same(pieces[index], due):
            facts = {"typed": typed, "case": case.id, "due": due}
            deviation = Remark("capture.deviates", {"number": index + 1, **facts})
            return _Heard((), is_judged=False, deviation=deviation)
    return _Heard(talk.turns, is_judged=False)


def _is_same(piece: Piece, due: str) -> bool:
    """Whether this was typed; questions of the program's own are answered as one likes."""
    return piece.typed == due or not due or piece.kind is Kind.ASK_OTHER


def _as_heard(talk: Talk, heard: _Heard) -> Talk:
    """A session that was stopped after all was judged has lost nothing by it."""
    if talk.ending is EndingKind.INTERRUPTED and heard.is_judged:
        return Talk(heard.turns, len(heard.turns), EndingKind.WAITED)
    return talk


def _own_case(pieces: Sequence[Piece], assignment: Assignment) -> Case:
    """The case of the answers in a capture, as far as the right program's game goes."""
    size, computer = _size(pieces, assignment.sizes), _computer(pieces)
    game, _ = Game.start(size, computer)
    moves = []
    for piece in pieces:
        if game.ended is None and piece.kind is Kind.ASK_MOVE and piece.typed is not None:
            game, _ = game.submit(piece.typed)
            moves.append(piece.typed)
    if game.ended is not None:
        end = game.ended.reason.value
    else:
        end = _UNKNOWN_END if moves else EndReason.FULL_BOARD.value
    header = Header(OWN_CASE, size, computer, tuple(moves), end)
    return perform_so_far(header, assignment)


def _size(pieces: Sequence[Piece], sizes: Sizes) -> int:
    typed = [piece.typed for piece in pieces if piece.kind is Kind.ASK_SIZE and piece.typed]
    size = size_of(typed[-1], sizes) if typed else None
    if size is None:
        raise CaptureError(
            say(
                "no size from {minimum} to {maximum} stands behind the question"
                " for the size of the board, or on the next line",
                minimum=sizes.minimum,
                maximum=sizes.maximum,
            )
        )
    return size


def _computer(pieces: Sequence[Piece]) -> Disc:
    """The computer's side; black where the session ends before it is asked for."""
    for piece in pieces:
        side = side_of(piece.typed) if piece.typed is not None else None
        if side is not None and piece.kind is Kind.ASK_COMPUTER:
            return side
        if side is not None and piece.kind is Kind.ASK_HUMAN:
            return side.opponent
    return Disc.BLACK


def _general_remarks(count: int, game: int) -> tuple[Remark, ...]:
    unseen = Remark("capture.unseen")
    if count == 1:
        return (unseen,)
    return unseen, Remark("capture.games", {"games": count, "game": game})


def _remarks_on_end(match: _Match) -> tuple[Remark, ...]:
    is_explained = any(remark.code == "capture.malformed" for remark in match.remarks)
    if is_explained or match.talk.ending is not EndingKind.INTERRUPTED:
        return ()
    return (Remark("capture.stopped"),)


def _unflushed(talk: Talk) -> tuple[int, ...]:
    turns = enumerate(talk.turns[: talk.waits])
    return tuple(index for index, turn in turns if turn.printed == ("",))


def _games(count: int) -> str:
    return "one game stands" if count == 1 else f"{count} games stand"
