"""What a program says: the vocabulary between printed lines and the rules of the game.

The reference writes statements as text and the reader finds them in text. A statement holds what
was meant and the text in which it stood, apart from each other.
"""

import enum
from functools import lru_cache

import msgspec

from reversi_conformance.assignment import Wording
from reversi_engine import Board, Disc, Square, format_board, format_square


class Kind(enum.Enum):
    """What a piece of print says. The values of prompts and messages are the keys of `Wording`."""

    BOARD = "board"
    ASK_SIZE = "ask_size"
    ASK_COMPUTER = "ask_computer"
    ASK_HUMAN = "ask_human"
    """A question that the handout does not have: which side the human plays."""
    ASK_MOVE = "ask_move"
    ASK_OTHER = "ask_other"
    """A question or a wait that the handout does not have."""
    PLACES = "places"
    PASSES = "passes"
    NO_MOVES = "no_moves"
    INVALID = "invalid"
    OVER = "over"
    SCORE = "score"
    WINS = "wins"
    DRAW = "draw"
    CRASH = "crash"
    """A line of a traceback."""
    OTHER = "other"
    """Anything else that is not blank."""


PROMPTS = frozenset(
    (Kind.ASK_SIZE, Kind.ASK_COMPUTER, Kind.ASK_HUMAN, Kind.ASK_MOVE, Kind.ASK_OTHER)
)


class Statement(msgspec.Struct, frozen=True):
    """One thing said. Fields that its kind does not have are None."""

    kind: Kind
    text: tuple[str, ...]
    """The lines in which it stands; a part of one line where several statements share it."""
    line: int = 0
    """The index of its first line in the turn."""
    disc: Disc | None = None
    square: Square | None = None
    board: Board | None = None
    black: int | None = None
    white: int | None = None
    shares_line: bool = False
    """Something else stands before it on its line."""

    @property
    def meaning(self) -> tuple[object, ...]:
        """What two statements have in common that say the same in other words."""
        return (self.kind, self.disc, self.square, self.board, self.black, self.white)


@lru_cache(maxsize=1024)
def board_shown(board: Board) -> Statement:
    """The picture of the handout."""
    return Statement(Kind.BOARD, tuple(format_board(board).split("\n")), board=board)


def said(
    kind: Kind,
    wording: Wording,
    *,
    disc: Disc | None = None,
    square: Square | None = None,
    black: int | None = None,
    white: int | None = None,
) -> Statement:
    """A prompt or message in the assignment's words, with the facts that its kind has."""
    statement = Statement(kind, (), disc=disc, square=square, black=black, white=white)
    text = _filled(getattr(wording, kind.value), statement)
    return Statement(kind, (text,), disc=disc, square=square, black=black, white=white)


def other_wordings(statement: Statement, wording: Wording) -> tuple[str, ...]:
    """What may stand there just as well, word for word."""
    others = wording.also.get(statement.kind.value, ())
    return tuple(_filled(text, statement) for text in others)


def _filled(text: str, statement: Statement) -> str:
    if "{" not in text:
        return text
    return text.format(
        disc=statement.disc.value if statement.disc else "",
        square=format_square(statement.square) if statement.square else "",
        black=statement.black,
        white=statement.white,
    )
