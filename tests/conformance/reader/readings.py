"""What lines mean, in short: `places X ab`, `score 2 11`, `passes O`, `over` …"""

from collections.abc import Sequence

from reversi_conformance.reader import Reader
from reversi_conformance.statements import Statement
from reversi_engine import Board, Disc, format_square, parse_board


def meanings(*lines: str, size: int = 4, computer: Disc = Disc.BLACK) -> list[str]:
    """Read one turn of lines and say what each statement means."""
    return [meaning(each) for each in Reader(size, computer).read(lines)]


def meaning(statement: Statement) -> str:
    words: Sequence[object] = (
        statement.kind.value,
        statement.disc.value if statement.disc else None,
        format_square(statement.square) if statement.square else None,
        statement.black,
        statement.white,
    )
    return " ".join(str(word) for word in words if word is not None)


def boards(text: str, *later: str, size: int = 4) -> list[Board | None]:
    """The boards of several turns of one session."""
    reader = Reader(size, Disc.BLACK)
    found: list[Board | None] = []
    for turn in (text, *later):
        found += [each.board for each in reader.read(turn.split("\n")) if each.board]
    return found


def picture(text: str) -> Board:
    return parse_board(text.strip("\n"))
