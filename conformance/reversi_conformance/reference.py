"""What the right program prints: the engine's events in an assignment's words.

Golden transcripts are recorded from here, and a program that has left the golden game behind is
still compared with what is made here.
"""

import functools
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from reversi_conformance.assignment import Assignment, Wording
from reversi_conformance.statements import Kind, Statement, board_shown, other_wordings, said
from reversi_conformance.transcript import (
    ALTERNATIVE,
    OPTIONAL,
    REQUIRED,
    Case,
    Header,
    Transcript,
    TranscriptError,
    Turn,
    exchange_case,
)
from reversi_engine import (
    Board,
    Disc,
    Ended,
    EndReason,
    Event,
    Game,
    Moved,
    Passed,
    Rejected,
    Started,
)

MOST_KEPT: Final = 256
"""So many games are kept in mind: a suite, and a hidden one."""


class Leg(msgspec.Struct, frozen=True):
    """What follows one answer in the right program, and where the game stands after it."""

    statements: tuple[Statement, ...]
    board: Board | None
    """The position in which the next move is asked for; None before the game."""
    ended: Ended | None


@functools.lru_cache(maxsize=MOST_KEPT)
def follow(header: Header, assignment: Assignment) -> tuple[Leg, ...]:
    """The right program's session, one leg for each turn; the first two are the questions.

    Raises ValueError where a move comes after the end of the game.
    """
    wording = assignment.wording
    legs = [*_questions(wording)]
    game, events = Game.start(header.board, header.computer)
    legs.append(_leg(game, events, wording))
    for move in header.moves:
        game, events = game.submit(move)
        legs.append(_leg(game, events, wording))
    return tuple(legs)


def perform(header: Header, assignment: Assignment) -> Case:
    """Record the golden transcript of a header.

    Raises `TranscriptError` where the moves do not lead to the end that the header names, or where
    the assignment does not have the size.
    """
    sizes = assignment.sizes
    if not sizes.minimum <= header.board <= sizes.maximum:
        message = (
            f"{header.id}: the sizes go from {sizes.minimum} to {sizes.maximum}, not {header.board}"
        )
        raise TranscriptError(message)
    try:
        legs = follow(header, assignment)
    except ValueError as error:
        raise TranscriptError(f"{header.id}: {error}") from None
    ended = legs[-1].ended
    if ended is None or ended.reason.value != header.ends:
        reached = ended.reason.value if ended else "no end"
        raise TranscriptError(f"{header.id}: the moves lead to {reached}, not to {header.ends!r}")
    return _case(header, legs, assignment)


class Rehearsal:
    """Performs many games; what several of them begin with is made once."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._known: dict[tuple[int, Disc, tuple[str, ...]], tuple[Game, tuple[Turn, ...]]] = {}

    def perform(self, header: Header) -> Case:
        """Record the golden transcript of a header, as `perform_so_far` does."""
        usual = msgspec.structs.replace(header, typed_side="")
        _, turns = self._after(header.board, header.computer, header.moves)
        return exchange_case(Case(usual, Transcript(turns)), self._assignment.signs)

    def _after(
        self, size: int, computer: Disc, moves: tuple[str, ...]
    ) -> tuple[Game, tuple[Turn, ...]]:
        known = self._known.get((size, computer, moves))
        if known is None:
            known = self._known[size, computer, moves] = self._played(size, computer, moves)
        return known

    def _played(
        self, size: int, computer: Disc, moves: tuple[str, ...]
    ) -> tuple[Game, tuple[Turn, ...]]:
        wording = self._assignment.wording
        if moves:
            game, turns = self._after(size, computer, moves[:-1])
            game, events = game.submit(moves[-1])
            return game, (*turns, _turn(moves[-1], _leg(game, events, wording), wording))
        game, events = Game.start(size, computer)
        legs = (*_questions(wording), _leg(game, events, wording))
        typed = (None, str(size), computer.value)
        return game, tuple(_turn(*pair, wording) for pair in zip(typed, legs, strict=True))


def perform_so_far(header: Header, assignment: Assignment) -> Case:
    """Record a game that need not come to an end; the header's end is not looked at.

    Raises ValueError where a move comes after the end of the game.
    """
    return _case(header, follow(header, assignment), assignment)


def statements_of(events: Sequence[Event], human: Disc, wording: Wording) -> Iterator[Statement]:
    """Events in the assignment's words, in the order of the handout."""
    for event in events:
        match event:
            case Started(board):
                yield board_shown(board)
            case Moved(disc, square, board):
                if disc is not human:
                    yield said(Kind.PLACES, wording, disc=disc, square=square)
                yield board_shown(board)
            case Passed(disc):
                yield said(Kind.PASSES, wording, disc=disc)
            case Rejected():
                yield said(Kind.INVALID, wording)
            case Ended():
                yield from end_statements(event, wording)


def end_statements(ended: Ended, wording: Wording) -> Iterator[Statement]:
    """How an end is told; an illegal move has no score."""
    if ended.reason is EndReason.NO_MOVES:
        yield said(Kind.NO_MOVES, wording)
    yield said(Kind.OVER, wording)
    if ended.reason is not EndReason.ILLEGAL_MOVE:
        yield said(Kind.SCORE, wording, black=ended.black, white=ended.white)
    yield said(Kind.WINS, wording, disc=ended.winner) if ended.winner else said(Kind.DRAW, wording)


def lines_of(statements: Sequence[Statement], wording: Wording) -> tuple[str, ...]:
    """The lines that statements make; a pass may share its line with what comes next."""
    lines: list[str] = []
    shares = False
    for statement in statements:
        first, *others = statement.text
        if shares:
            lines[-1] = f"{lines[-1]} {first}"
        else:
            lines.append(first)
        lines.extend(others)
        shares = wording.pass_shares_line and statement.kind is Kind.PASSES
    return tuple(lines)


def _case(header: Header, legs: Sequence[Leg], assignment: Assignment) -> Case:
    usual = msgspec.structs.replace(header, typed_side="")
    typed = (None, *usual.answers)
    turns = (_turn(*pair, assignment.wording) for pair in zip(typed, legs, strict=True))
    return exchange_case(Case(usual, Transcript(tuple(turns))), assignment.signs)


def _questions(wording: Wording) -> tuple[Leg, Leg]:
    return (
        Leg((said(Kind.ASK_SIZE, wording),), None, None),
        Leg((said(Kind.ASK_COMPUTER, wording),), None, None),
    )


def _leg(game: Game, events: Sequence[Event], wording: Wording) -> Leg:
    statements = list(statements_of(events, game.human, wording))
    if game.to_move is not None:
        statements.append(said(Kind.ASK_MOVE, wording, disc=game.to_move))
    return Leg(tuple(statements), game.board, game.ended)


def _turn(typed: str | None, leg: Leg, wording: Wording) -> Turn:
    lines: list[tuple[str, str]] = [(REQUIRED, line) for line in lines_of(leg.statements, wording)]
    if leg.ended and leg.ended.reason in (EndReason.FULL_BOARD, EndReason.WIPE_OUT):
        # The handout does not say whether a line stands here: 双方都没有棋子可下 holds as well.
        over = lines.index((REQUIRED, wording.over))
        lines.insert(over, (OPTIONAL, wording.no_moves))
    others = other_wordings(leg.statements[-1], wording)
    lines.extend((ALTERNATIVE, text) for text in others)
    marks = "".join(mark for mark, _ in lines)
    return Turn(typed, tuple(text for _, text in lines), marks if marks.strip() else "")
