"""From printed lines to statements: forgiving of wording and layout.

A `Reader` follows one session, since a program's signs are learned from its first board.
"""

from collections.abc import Iterator, Sequence

import msgspec

from reversi_conformance.reader.boards import (
    Picture,
    Signs,
    find_other_sizes,
    find_pictures,
    learn_signs,
    understand,
)
from reversi_conformance.reader.messages import Sides, read_line, split_after_prompts
from reversi_conformance.statements import Kind, Statement
from reversi_engine import Disc

__all__ = ["Reader"]


class Reader:
    """Reads the turns of one session, in order."""

    def __init__(self, size: int, computer: Disc) -> None:
        self.size = size
        self.signs: Signs | None = None
        self._sides = Sides(size, computer)

    def exchange_sides(self) -> None:
        """From now on "computer" and "human" in messages mean the other colour."""
        self._sides = Sides(self.size, self._sides.computer.opponent)

    def read(self, lines: Sequence[str], *, late_prompts: bool = False) -> list[Statement]:
        """All statements, from top to bottom; blank lines say nothing.

        With `late_prompts`, a prompt that came out of a buffer after its answer is cut off the line
        that it stands glued to.
        """
        if late_prompts:
            lines = [part for line in lines for part in split_after_prompts(line)]
        statements: list[Statement] = []
        index = 0
        for picture in find_pictures(lines, self.size):
            board = self._board(picture, lines)
            if board is None:
                continue
            statements.extend(self._messages(lines, index, picture.first))
            statements.append(board)
            index = picture.last + 1
        statements.extend(self._messages(lines, index, len(lines)))
        return _with_whole_crashes(statements)

    def other_size(self, lines: Sequence[str]) -> int | None:
        """The size of a board that is not of the size asked for; None where there is none."""
        return find_other_sizes(lines, self.size)

    def _board(self, picture: Picture, lines: Sequence[str]) -> Statement | None:
        if self.signs is None:
            self.signs = learn_signs(picture)
        board = understand(picture, self.signs) if self.signs is not None else None
        if board is None:
            return None
        text = tuple(lines[picture.first : picture.last + 1])
        return Statement(Kind.BOARD, text, line=picture.first, board=board)

    def _messages(self, lines: Sequence[str], start: int, end: int) -> Iterator[Statement]:
        for index in range(start, end):
            yield from read_line(lines[index], index, self._sides)


def _with_whole_crashes(statements: list[Statement]) -> list[Statement]:
    """What follows the first line of a traceback belongs to it."""
    kinds = [statement.kind for statement in statements]
    if Kind.CRASH not in kinds:
        return statements
    start = kinds.index(Kind.CRASH)
    if start and statements[start - 1].text[0].startswith("Error: "):
        start -= 1
    crash = (msgspec.structs.replace(each, kind=Kind.CRASH) for each in statements[start:])
    return statements[:start] + list(crash)
