"""Sessions to be played again on a page: what the golden game prints beside what was printed.

Turns are paired as long as the same is typed; after that the golden game is another game, and only
what a finding itself expects stands on its side. What a page must not hold in full is cut, and the
cut is said. Knows boards in whatever layout; knows nothing of how anything is drawn.
"""

import functools
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from reversi_conformance.language import say
from reversi_conformance.reader.boards import Signs, find_pictures, learn_signs, understand
from reversi_conformance.reference import MOST_KEPT
from reversi_conformance.report import ReportedCase, ReportedFinding
from reversi_conformance.reports import picture, visible
from reversi_conformance.transcript import Transcript, TranscriptError, Turn, parse_transcript
from reversi_engine import Board, format_board

_MOST_CELLS: Final = 200
"""Cells of a line that are kept."""
_MOST_TYPED: Final = 40
"""Cells of an answer that are kept."""
_MOST_LINES: Final = 80
"""Lines of a turn that are kept: enough for two boards of the largest size."""
_MOST_SIGNS: Final = 400_000
"""Signs of all texts of a page together; what comes after them is left out."""
_MOST_BOARDS: Final = 1024
"""Boards that are kept in mind: a class comes to the same ones."""
_LAYOUT: Final = "printing.board"
_SMALLEST: Final = 4
_LARGEST: Final = 26

Block = int | tuple[int, ...]
"""A line, by its index; a board in the handout's layout, as ~index; a board in another layout: its
~index and the indexes of the lines in which it was printed."""


class Step(msgspec.Struct, frozen=True, array_like=True):
    """One turn of both sides."""

    expected: tuple[Block, ...] | None
    """What should stand there; None where that is not known."""
    observed: tuple[Block, ...]
    typed: tuple[str | None, str | None]
    """What is typed after it, in the golden game and in the session; None at the end."""
    findings: tuple[str, ...]
    """What is wrong here."""
    standing: int
    """0 where both stand on the same board before this turn, 1 where the program stands on another
    one, 2 where another game is played."""
    is_own: bool = False
    """What is expected is what a finding says, and not the golden game."""
    is_layout: bool = False
    """How the board is printed is wrong here: then it is to be seen as it was printed."""


class Session(msgspec.Struct, frozen=True):
    """One case that did not conform."""

    id: str
    steps: tuple[Step, ...]
    missing: int
    """Turns of the golden game that never came to be played."""


class Playback(msgspec.Struct, frozen=True):
    """All sessions of a page; texts and boards that are the same stand there once."""

    lines: tuple[str, ...]
    boards: tuple[str, ...]
    """Row after row, a sign for each square: "X", "O" and "."."""
    sessions: tuple[Session | None, ...]
    """One for each case; None where no session is told."""


def playback(cases: Sequence[ReportedCase]) -> Playback:
    """Return the sessions of these cases, ready to be played."""
    shelf = _Shelf()
    sessions = tuple(_session(case, shelf) for case in cases)
    return Playback(tuple(shelf.lines), tuple(shelf.boards), sessions)


class _Shelf:
    """Lines and boards, each kept once and known by its index."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}
        self.boards: dict[str, int] = {}
        self._room = _MOST_SIGNS

    def line(self, text: str) -> int:
        shown = visible.cut(text, _MOST_CELLS)
        if shown not in self.lines and self._room < len(shown):
            shown = "…"
        return self._kept(self.lines, shown)

    def board(self, signs: str) -> int:
        return ~self._kept(self.boards, signs)

    def _kept(self, texts: dict[str, int], text: str) -> int:
        if text not in texts:
            self._room -= len(text)
            texts[text] = len(texts)
        return texts[text]


class _Side:
    """Follows what one side prints; a program's signs are learned from its first board."""

    def __init__(self, shelf: _Shelf, size: int | None) -> None:
        self._shelf = shelf
        self._size = size
        self._signs: Signs | None = None

    def blocks(self, lines: Sequence[str]) -> tuple[Block, ...]:
        """Return lines and boards in order."""
        kept = list(_kept_lines(lines))
        blocks: list[Block] = []
        index = 0
        for first, last, board in self._boards(kept):
            blocks.extend(map(self._shelf.line, kept[index:first]))
            blocks.append(self._board(board, kept[first : last + 1]))
            index = last + 1
        blocks.extend(map(self._shelf.line, kept[index:]))
        return tuple(blocks)

    def _boards(self, lines: Sequence[str]) -> Iterator[tuple[int, int, Board]]:
        if self._size is None:
            return
        for found in find_pictures(lines, self._size):
            self._signs = self._signs or learn_signs(found)
            board = understand(found, self._signs) if self._signs is not None else None
            if board is not None:
                yield found.first, found.last, board

    def _board(self, board: Board, lines: Sequence[str]) -> Block:
        signs, usual = _written(board)
        index = self._shelf.board(signs)
        if usual == tuple(lines):
            return index
        return (index, *map(self._shelf.line, lines))


@functools.lru_cache(maxsize=_MOST_BOARDS)
def _written(board: Board) -> tuple[str, tuple[str, ...]]:
    """A sign for each square, and the lines of a board as it is to be printed."""
    return "".join(board.rows()), tuple(format_board(board).split("\n"))


def _kept_lines(lines: Sequence[str]) -> Iterator[str]:
    left_out = len(lines) - _MOST_LINES
    if left_out <= 0:
        yield from lines
        return
    half = _MOST_LINES // 2
    yield from lines[:half]
    yield say("… {n} more lines …", n=left_out)
    yield from lines[-half:]


def _session(case: ReportedCase, shelf: _Shelf) -> Session | None:
    observed = _parsed(case.transcript)
    if observed is None:
        return None
    golden = _golden(case.expected)
    size = _size(golden.answers or observed.answers)
    steps = _Steps(case, golden.turns, _Side(shelf, size), _Side(shelf, size))
    return Session(case.id, tuple(steps.of(observed.turns)), steps.missing)


class _Steps:
    """Pairs the turns of one session with those of its golden game."""

    def __init__(
        self, case: ReportedCase, golden: Sequence[Turn], right: _Side, seen: _Side
    ) -> None:
        self._case = case
        self._golden = golden
        self._right = right
        self._seen = seen
        self._standing = 0 if golden else 2
        self.missing = 0

    def of(self, observed: Sequence[Turn]) -> Iterator[Step]:
        """Yield one step for each turn that was observed."""
        following = (*(turn.typed for turn in observed[1:]), None)
        for index, (turn, typed) in enumerate(zip(observed, following, strict=True)):
            yield self._step(index, turn, typed)
        self.missing = max(len(self._golden) - len(observed), 0) if self._standing < 2 else 0

    def _step(self, index: int, turn: Turn, typed: str | None) -> Step:
        if index >= len(self._golden) or self._golden[index].typed != turn.typed:
            self._standing = 2
        standing = self._standing
        found = [each for each in self._case.findings if each.turn == index]
        faults = [each for each in found if each.kind == "fault" or each.follows]
        expected = self._golden_blocks(index)
        observed = self._seen.blocks(turn.printed)
        if expected is not None and _boards(expected) != _boards(observed):
            self._standing = max(self._standing, 1)
        own = next(filter(_is_due, faults), None) if standing else None
        return Step(
            expected=self._right.blocks(own.expected) if own is not None else expected,
            observed=observed,
            typed=(_answer(self._golden_answer(index)), _answer(typed)),
            findings=tuple(map(_sentence, faults)),
            standing=standing,
            is_own=own is not None,
            is_layout=any(each.check == _LAYOUT for each in faults),
        )

    def _golden_blocks(self, index: int) -> tuple[Block, ...] | None:
        return None if self._standing > 1 else self._right.blocks(self._golden[index].required)

    def _golden_answer(self, index: int) -> str | None:
        following = self._golden[index + 1 : index + 2]
        return following[0].typed if following and self._standing < 2 else None


def _boards(blocks: Sequence[Block]) -> list[int]:
    """The boards alone, whatever their layout."""
    firsts = (block if isinstance(block, int) else block[0] for block in blocks)
    return [first for first in firsts if first < 0]


def _is_due(finding: ReportedFinding) -> bool:
    """Whether a finding says what should have been printed."""
    return bool(finding.expected) and picture.names_of(finding.code)[0] == "expected"


def _answer(typed: str | None) -> str | None:
    return None if typed is None else visible.cut(typed, _MOST_TYPED)


def _sentence(finding: ReportedFinding) -> str:
    return visible.cut(finding.message, _MOST_CELLS)


@functools.lru_cache(maxsize=MOST_KEPT)
def _golden(text: str) -> Transcript:
    """What is expected of a case, which is the same for all of a class."""
    return _parsed(text) or Transcript(())


def _parsed(text: str) -> Transcript | None:
    if not text:
        return None
    try:
        return parse_transcript(text, "")
    except TranscriptError:
        return None


def _size(answers: Sequence[str]) -> int | None:
    """The size that was typed first."""
    first = answers[0] if answers else ""
    is_size = first.isascii() and first.isdigit() and len(first) < 3
    return int(first) if is_size and _SMALLEST <= int(first) <= _LARGEST else None
