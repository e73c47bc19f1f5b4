"""From the pieces of a captured game to the turns of a session, and how it ended.

What is not in a capture is taken for nobody's fault: a session that stops without a result was
stopped by a person, unless a crash is seen or the shell is back.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from reversi_conformance.assignment import Limits
from reversi_conformance.captures.splitting import Dialogue, Piece, Stretch, says
from reversi_conformance.observation import Ending, EndingKind
from reversi_conformance.statements import Kind
from reversi_conformance.transcript import Turn

_NAMES_WINNER: Final = frozenset((Kind.WINS, Kind.DRAW))
_RESULT: Final = _NAMES_WINNER | {Kind.OVER, Kind.SCORE}
_SAYS_END: Final = _RESULT | {Kind.INVALID, Kind.NO_MOVES}
_CRASH: Final = frozenset((Kind.CRASH,))


class Talk(NamedTuple):
    """What was printed and typed, and how it ended."""

    turns: tuple[Turn, ...]
    waits: int
    """At the end of so many turns the program waits for input."""
    ending: EndingKind


def talk_of(pieces: Sequence[Piece], stretch: Stretch, limits: Limits) -> Talk:
    """The talk that pieces are: in each turn stands what was typed before it."""
    typed = (None, *(piece.typed for piece in pieces[:-1]))
    turns = tuple(Turn(*pair) for pair in zip(typed, map(_printed, pieces), strict=True))
    since_move = _since_last_move(pieces)
    if pieces[-1].kind is not None:
        if says(since_move, _RESULT):
            # Whoever waits after the result gets Enter, as in a session that is played.
            return Talk((*turns, Turn("", ())), len(turns), EndingKind.EXITED)
        return Talk(turns, len(turns), EndingKind.INTERRUPTED)
    if sum(map(_bytes_of, stretch.lines)) >= limits.output_bytes:
        return Talk(turns, len(turns) - 1, EndingKind.FLOODED)
    if _has_ended(since_move, stretch):
        return Talk(turns, len(turns) - 1, EndingKind.EXITED)
    # What stands after the last question was cut off somewhere.
    return Talk(turns[:-1], len(turns) - 1, EndingKind.INTERRUPTED)


def ending_of(talk: Talk, limits: Limits) -> Ending:
    """How a session ended, of which no figures are known."""
    limit = float(limits.output_bytes) if talk.ending is EndingKind.FLOODED else None
    return Ending(talk.ending, 0.0, 0.0, limit=limit)


def within_output(stretch: Stretch, limits: Limits) -> Stretch:
    """The lines up to the limit of what a session may print."""
    room = limits.output_bytes
    for index, line in enumerate(stretch.lines):
        room -= _bytes_of(line)
        if room <= 0:
            return stretch._replace(lines=stretch.lines[: index + 1])
    return stretch


def within_answers(dialogue: Dialogue, limits: Limits) -> Dialogue:
    """The pieces up to the limit of answers, after which nothing is typed."""
    if len(dialogue.pieces) <= limits.answers:
        return dialogue
    *pieces, last = dialogue.pieces[: limits.answers + 1]
    return dialogue._replace(pieces=(*pieces, last._replace(typed=None)))


def _has_ended(since_move: Collection[str], stretch: Stretch) -> bool:
    """Whether the program has ended by itself, after the last move."""
    if stretch.is_cut:
        return says(since_move, _NAMES_WINNER | _CRASH)
    if says(since_move, _SAYS_END):
        return True
    return not stretch.is_broken_off and (stretch.has_left or says(since_move, _CRASH))


def _since_last_move(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """All that is printed after the last move that was asked for and typed."""
    moves = [number for number, piece in enumerate(pieces[:-1]) if piece.kind is Kind.ASK_MOVE]
    start = moves[-1] + 1 if moves else 0
    return tuple(line for piece in pieces[start:] for line in piece.printed)


def _printed(piece: Piece) -> tuple[str, ...]:
    lines = piece.printed
    while piece.kind is None and lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def _bytes_of(line: str) -> int:
    """What a terminal was sent for a line, escape sequences left out."""
    return len(line.encode(errors="replace")) + len("\r\n")
