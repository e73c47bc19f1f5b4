"""One session as tests of one's own look at it: boards, result, log, and how it ended. Pure."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

import msgspec

from reversi_conformance.assignment import Assignment
from reversi_conformance.escaping import harmless
from reversi_conformance.observation import Observation
from reversi_conformance.reader import Reader
from reversi_conformance.signs import Signs, exchange
from reversi_conformance.statements import Kind, Statement
from reversi_conformance.transcript import Transcript, exchange_turn
from reversi_engine import Disc, format_board

_RESULTS: Final = frozenset({Kind.WINS, Kind.DRAW})
_SMALLEST: Final = 4
_LARGEST: Final = 26
DRAW: Final = "draw"


class Session(msgspec.Struct, frozen=True):
    """What was seen of a program in one session. Whatever it printed is escaped."""

    answers: tuple[str, ...]
    """What was typed; less than was to be typed where the program ended before."""
    boards: tuple[str, ...]
    """Every board that was shown, in the handout's layout whatever its own is; no newline at the
    end."""
    transcript: str
    """The whole session as it stood on the terminal, with what was typed."""
    printed: tuple[str, ...]
    """The lines printed after the last answer; where the program waits, the last one is its
    question."""
    result: str
    """The line that names the winner or the draw, as it was printed; empty where none does."""
    winner: str
    """"X", "O" or "draw", as that line says; empty where there is none. An assignment with other
    discs has its own signs here, as on boards."""
    score: tuple[int, int] | None
    """The discs of black and white, as the line with the score says; None where there is none."""
    log: tuple[str, ...]
    """The rows of the log, which is not there when the program starts."""
    ending: str
    """"exited" where the program ended by itself, "waited" where it waited for more than there was
    to type; else why it was ended, as the JSON report has it: "signalled", "silent", "flooded"…"""
    status: int | None
    """The exit status, where the program ended by itself."""

    @property
    def board(self) -> str:
        """The board that was shown last; empty where none was."""
        return self.boards[-1] if self.boards else ""

    def __repr__(self) -> str:
        typed = " ".join(map(harmless, self.answers))
        return f"<session of {typed!r}, {self.ending}>"


def read_session(seen: Observation, assignment: Assignment) -> Session:
    """Return what tests look at. Boards are found where a size was typed."""
    transcript, signs = seen.transcript, assignment.signs
    heard = list(_statements(transcript, signs))
    results = [each for each in heard if each.kind in _RESULTS]
    scores = [each for each in heard if each.kind is Kind.SCORE]
    boards = (format_board(each.board) for each in heard if each.board is not None)
    return Session(
        answers=transcript.answers,
        boards=tuple(_exchanged(board, signs) for board in boards),
        transcript="".join(f"{harmless(line)}\n" for line in _lines(transcript)),
        printed=tuple(map(harmless, transcript.turns[-1].printed)),
        result=harmless(exchange(results[-1].text[0], signs)) if results else "",
        winner=exchange(_winner(results[-1]), signs) if results else "",
        score=_score(scores[-1]) if scores else None,
        log=tuple(_log(seen, assignment.log.name)),
        ending=seen.ending.kind.value,
        status=seen.ending.status,
    )


def _statements(transcript: Transcript, signs: Signs) -> Iterator[Statement]:
    """What is said, as if the handout's signs stood there."""
    turns = [exchange_turn(turn, signs) for turn in transcript.turns]
    answers = [turn.typed for turn in turns if turn.typed is not None]
    size, computer = _size(answers), _computer(answers)
    if size is None:
        return
    reader = Reader(size, computer)
    for turn in turns:
        yield from reader.read(turn.printed)


def _exchanged(board: str, signs: Signs) -> str:
    return "\n".join(exchange(line, signs) for line in board.split("\n"))


def _size(answers: Sequence[str]) -> int | None:
    """The size that was typed last, since others may have been refused."""
    numbers = (int(each) for each in answers if each.isascii() and each.isdigit())
    sizes = [each for each in numbers if _SMALLEST <= each <= _LARGEST]
    return sizes[-1] if sizes else None


def _computer(answers: Sequence[str]) -> Disc:
    sides = [each.upper() for each in answers if each.upper() in {"X", "O"}]
    return Disc(sides[-1]) if sides else Disc.BLACK


def _winner(result: Statement) -> str:
    return result.disc.value if result.disc is not None else DRAW


def _score(said: Statement) -> tuple[int, int] | None:
    if said.black is None or said.white is None:
        return None
    return said.black, said.white


def _lines(transcript: Transcript) -> Iterator[str]:
    """The lines of the terminal; an answer stands behind its question."""
    turns = transcript.turns
    for turn, following in zip_longest(turns, turns[1:]):
        lines = list(turn.printed)
        if following is not None:
            *lines, question = lines or [""]
            lines.append(f"{question}{following.typed or ''}")
        yield from lines


def _log(seen: Observation, name: str) -> Iterator[str]:
    for file in seen.logs:
        if file.path.rpartition("/")[2].casefold() == name.casefold() and file.after is not None:
            text = file.after.decode("utf-8-sig", "backslashreplace")
            yield from map(harmless, text.splitlines())
            return
