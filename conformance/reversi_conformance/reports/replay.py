"""Sessions as scenes for a terminal, one for each turn, to be shown one after the other.

A session that did not conform stands beside its golden game, line against line, with its first
mistake pointed at. How fast scenes follow each other is for whoever shows them.
"""

import math
import string
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from reversi_conformance.language import mark, say, say_count
from reversi_conformance.report import ReportedCase
from reversi_conformance.reports import picture, visible
from reversi_conformance.reports.lines import Lines
from reversi_conformance.reports.playback import Block, Playback, Step, playback
from reversi_conformance.transcript import Transcript, unescape

_NARROWEST: Final = 50
_SAME: Final = " │ "
_DIFFERS: Final = " ≠ "
_FIRST: Final = mark("▼ the first mistake")
_ANOTHER_GAME: Final = mark("(another game from here on)")
_HEADS: Final = (mark("what should be printed"), mark("what the program prints"))


def scenes(case: ReportedCase, *, width: int = 80, coloured: bool = False) -> Iterator[str]:
    """Yield a session beside its golden game, for lines of so many cells.

    Nothing comes of a case that conforms, or of which no session is told.
    """
    play = playback([case])
    [session] = play.sessions
    if session is None:
        return
    stage = _Stage(play, max(width, _NARROWEST), coloured=coloured)
    yield stage.head(case.id)
    for step in session.steps:
        yield stage.scene(step)
    yield stage.end(case, session.missing)


def golden_scenes(
    transcript: Transcript, *, width: int = 80, coloured: bool = False
) -> Iterator[str]:
    """Yield a session as it stands on the screen, turn by turn."""
    turns = transcript.turns
    for turn, following in zip_longest(turns, turns[1:]):
        page = Lines(width, coloured=coloured)
        lines = [Text(visible.plain(line)) for line in turn.required]
        if following is not None:
            lines = lines or [Text()]
            lines[-1] += Text(visible.plain(following.typed or ""), "bold cyan")
        for line in lines:
            page.add(line)
        yield page.text()


class _Stage:
    """Draws turns in two columns; knows whether the first mistake was shown."""

    def __init__(self, play: Playback, width: int, *, coloured: bool) -> None:
        self._play = play
        self._width = width
        self._column = (width - len(_SAME)) // 2
        self._coloured = coloured
        self._is_clean = True

    def head(self, name: str) -> str:
        page = self._page()
        page.add(Text(visible.plain(name), "bold"))
        expected, observed = map(say, _HEADS)
        page.add(_beside(Text(expected, "dim"), Text(observed, "dim"), self._column))
        return page.text()

    def scene(self, step: Step) -> str:
        page = self._page()
        observed = self._lines(step.observed, step.typed[1])
        if step.expected is None:
            expected = [say(_ANOTHER_GAME)]
            pairs = list(zip_longest(expected, observed, fillvalue=""))
            differing = set[int]()
        else:
            expected = self._lines(step.expected, step.typed[0])
            aligned = list(picture.aligned(expected, observed))
            differing = {row for row, (one, other) in enumerate(aligned) if one != other}
            pairs = [(one or "", other or "") for one, other in aligned]
        first = min(differing, default=None) if step.findings and self._is_clean else None
        for row, (one, other) in enumerate(pairs):
            if row == first:
                page.add(_beside(Text(), Text(say(_FIRST), "bold red"), self._column))
            page.add(self._row(one, other, differs=row in differing))
        for finding in step.findings:
            self._is_clean = False
            page.wrap(Text.assemble(("✗ ", "bold red"), (finding, "bold")), hanging=2)
        return page.text()

    def end(self, case: ReportedCase, missing: int) -> str:
        page = self._page()
        ending = visible.plain(case.ending)
        if case.status is None:
            said = say("The session ended: {ending}.", ending=ending)
        else:
            said = say(
                "The session ended: {ending}, status {status}.", ending=ending, status=case.status
            )
        page.wrap(Text(said, "dim"))
        if missing:
            said = say_count(
                "{n} turn of the golden game did not come to be played.",
                "{n} turns of the golden game did not come to be played.",
                missing,
            )
            page.wrap(Text(said, "dim"))
        return page.text()

    def _page(self) -> Lines:
        return Lines(self._width, coloured=self._coloured)

    def _lines(self, blocks: Sequence[Block], typed: str | None) -> list[str]:
        lines = [line for block in blocks for line in self._of_block(block)]
        if typed is not None:
            lines = [*lines[:-1], (lines[-1] if lines else "") + typed]
        # What the shelf holds is escaped already, and is so again where two lines are compared.
        return [unescape(line) for line in lines]

    def _of_block(self, block: Block) -> Iterator[str]:
        if isinstance(block, tuple):
            yield from (self._play.lines[index] for index in block[1:])
        elif block < 0:
            yield from _drawn(self._play.boards[~block])
        else:
            yield self._play.lines[block]

    def _row(self, one: str, other: str, *, differs: bool) -> Text:
        if not differs:
            left, right = (Text(visible.cut(line, self._column)) for line in (one, other))
            return _beside(left, right, self._column)
        seen = visible.compare(one, other, self._column)
        left = picture.coloured_from(seen.expected, seen.column, "green")
        right = picture.coloured_from(seen.observed, seen.column, "bold red")
        return _beside(left, right, self._column, _DIFFERS)


def _beside(left: Text, right: Text, column: int, gap: str = _SAME) -> Text:
    padding = " " * (column - cell_len(left.plain))
    return Text.assemble(left, padding, (gap, "dim" if gap == _SAME else "bold red"), right)


def _drawn(squares: str) -> Iterator[str]:
    size = math.isqrt(len(squares))
    letters = string.ascii_lowercase[:size]
    yield f"  {' '.join(letters)}"
    for row, letter in enumerate(letters):
        yield f"{letter} {' '.join(squares[row * size : (row + 1) * size])}"
