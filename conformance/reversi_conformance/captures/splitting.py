"""From the lines of a capture to games, and from a game to what was asked and typed.

In a terminal what is typed stands behind a question, or on the line below it. Where a program does
not flush, it stands on lines of its own before the question; where input came from a file, it does
not stand there at all and the output runs together. Knows the shapes of questions and answers;
whether any of it is right is for the referee.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from reversi_conformance.captures import CaptureError
from reversi_conformance.captures.surroundings import cut_where_broken_off, mark
from reversi_conformance.language import say
from reversi_conformance.reader.boards import find_pictures
from reversi_conformance.reader.messages import Sides, read_line
from reversi_conformance.reader.prompts import Prompt, PromptFinder, is_entry
from reversi_conformance.statements import Kind
from reversi_engine import Disc

QUESTIONS: Final = (Kind.ASK_SIZE, Kind.ASK_COMPUTER, Kind.ASK_HUMAN, Kind.ASK_MOVE)
"""What is answered before and in a game; all else is answered by whatever a person likes."""
_SIDES: Final = Sides(4, Disc.BLACK)
"""Whoever plays what: questions are found before this is known."""
_RESULT: Final = frozenset((Kind.OVER, Kind.WINS, Kind.DRAW, Kind.SCORE))
_CRASH: Final = frozenset((Kind.CRASH,))
_KEY: Final = re.compile(r"\b(?:press|hit)\b|按.{0,8}(?:键|回车|enter)", re.IGNORECASE)
_NUMBER_LAST: Final = re.compile(r"(.*?)(?<!\d)(\d{1,2})\s*")
_SIDE_LAST: Final = re.compile(r"(.*?)(?<![A-Za-z0-9])[XxOo]\s*")
_QUESTION: Final = re.compile(r"[^\W\d_]{2}|[:：>?？=]")
"""What a question has and a row of a board has not."""
_SQUARE_LAST: Final = re.compile(r"(.*[:：>?？)）\]]\s*)[A-Za-z]{2}\s*")
_COMPUTER: Final = re.compile(r"comput|计算机|电脑|机器|\bai\b|\bcpu\b|\bpc\b", re.IGNORECASE)
_MARKER: Final = re.compile(r"\s*[>?:：$=-]*\s*")
_WAITING_ENDS: Final = (":", "：", "?", "？", ">", ")", "）", "]", "...", "…")
_SIZES: Final = range(4, 27, 2)
_MOST_GUESSES: Final = 500
"""Lines in which a question for the size is looked for that cannot be read as one."""
_TALLEST: Final = 60
"""Lines in which a board of the largest size stands, with lines drawn between its rows."""


class Stretch(NamedTuple):
    """The lines of one game, from the first that its program may have printed."""

    lines: tuple[str, ...]
    has_left: bool
    """A shell or a tool is there again after it: the program has ended."""
    is_broken_off: bool
    """A person ended it."""
    is_cut: bool = False
    """It stops within a line, as pasted text may where not all was marked."""


class Piece(NamedTuple):
    """What is printed up to one wait for input, and what is typed then."""

    printed: tuple[str, ...]
    """The last line is the one on which something is typed."""
    kind: Kind | None
    """What is asked for; None where the program prints its last lines."""
    typed: str | None = None
    """None where nothing was typed, or where it is not in the capture."""


class Dialogue(NamedTuple):
    """A game, taken apart."""

    pieces: tuple[Piece, ...]
    """The last one is typed in no more."""
    has_answers: bool
    """False where what was typed is not in the capture."""
    is_blind: bool = False
    """What is typed stands before the questions that it answers."""


def games(lines: Sequence[str], finder: PromptFinder) -> tuple[Stretch, ...]:
    """The games that stand in a capture, one after the other; what is around them is left out.

    Raises `CaptureError` where no question for a size is found.
    """
    marked = mark(lines)
    outside = marked.is_outside
    starts = tuple(_starts(marked.lines, outside, finder))
    if not starts:
        raise CaptureError(
            say(
                "no question for the size of the board is found, with its answer"
                " behind it or on the next line; a session begins where the"
                " program asks for the size"
            )
        )
    befores = (-1, *starts[:-1])
    firsts = [
        _first_line(outside, start, before) for before, start in zip(befores, starts, strict=True)
    ]
    ends = (*firsts[1:], len(outside))
    return tuple(
        _stretch(marked.lines, outside, first, start, end)
        for first, start, end in zip(firsts, starts, ends, strict=True)
    )


def split(lines: Sequence[str], finder: PromptFinder) -> Dialogue:
    """Take the lines of one game apart."""
    if _is_blind(lines, _next_with_text(lines, 0)):
        return Dialogue(tuple(_split_blindly(lines)), has_answers=True, is_blind=True)
    pieces = tuple(_Splitter(lines, finder).split())
    if any(piece.typed for piece in pieces if piece.kind in QUESTIONS):
        return Dialogue(pieces, has_answers=True)
    unanswered = split_unanswered(lines, finder)
    if sum(piece.kind in QUESTIONS for piece in unanswered) < 2:
        return Dialogue(pieces, has_answers=True)
    return Dialogue(unanswered, has_answers=False)


def split_unanswered(lines: Sequence[str], finder: PromptFinder) -> tuple[Piece, ...]:
    """Take the lines of one game apart of which it is known that nothing typed stands in them."""
    return tuple(_Splitter(lines, finder, runs_together=True).split())


def says(lines: Collection[str], kinds: Collection[Kind]) -> bool:
    """Whether something of one of these kinds stands in the lines."""
    return any(each.kind in kinds for line in lines for each in read_line(line, 0, _SIDES))


class _Splitter:
    """Goes through the lines of one game."""

    def __init__(
        self, lines: Sequence[str], finder: PromptFinder, *, runs_together: bool = False
    ) -> None:
        self._lines = list(lines)
        self._finder = finder
        self._runs_together = runs_together
        self._printed: list[str] = []
        self._index = 0
        self._known = {
            found.kind for line in lines if (found := finder.find(line)) and found.is_certain
        }
        self._answered: set[Kind] = set()
        self._has_crashed = False

    def split(self) -> Iterator[Piece]:
        """All pieces; the last one is typed in no more."""
        while self._index < len(self._lines):
            line = self._lines[self._index]
            piece = None if self._has_crashed else self._piece(line)
            if piece is None:
                self._has_crashed = self._has_crashed or says([line], _CRASH)
                self._printed.append(line)
                self._index += 1
                continue
            self._printed = []
            if piece.kind is not None:
                self._answered.add(piece.kind)
            yield piece
            if piece.typed is None and not self._runs_together:
                return
        if self._printed or not self._runs_together:
            yield Piece(tuple(self._printed), None)

    def _piece(self, line: str) -> Piece | None:
        """The piece that ends on this line; None where nobody waits on it."""
        for prompt in (self._finder.find(line), self._guess(line)):
            piece = self._take(line, prompt) if prompt is not None else None
            if piece is not None:
                return piece
        return None

    def _take(self, line: str, prompt: Prompt) -> Piece | None:
        """The piece that ends with the question on this line; None where nobody waits there."""
        rest = line[prompt.end :]
        below = self._next_line()
        is_last = not any(each.strip() for each in self._lines[self._index + 1 :])
        if is_last and self._finder.is_cut(line):
            return None
        if rest.strip() and not prompt.is_certain and is_entry(below, prompt.kind):
            return self._typed_below(line, prompt.kind)
        if rest.strip():
            return self._typed_behind(line, prompt)
        if prompt.kind is Kind.ASK_OTHER and not self._is_wait(line):
            return None
        if self._is_typed_below(below, prompt.kind) and not self._runs_together:
            return self._typed_below(line, prompt.kind)
        if is_last:
            self._index = len(self._lines)
            return Piece((*self._printed, line), prompt.kind)
        if not prompt.is_certain and prompt.kind is not Kind.ASK_OTHER:
            return None
        self._index += 1
        if self._runs_together:
            return Piece((*self._printed, line, ""), prompt.kind)
        return Piece((*self._printed, line), prompt.kind, "")

    def _typed_behind(self, line: str, prompt: Prompt) -> Piece | None:
        rest = line[prompt.end :]
        if not self._runs_together and self._finder.is_answer(rest, prompt.kind):
            self._index += 1
            start = len(line) - len(rest.lstrip())
            return Piece((*self._printed, line[:start]), prompt.kind, rest.strip())
        if not self._runs_together:
            return None
        self._lines[self._index] = rest
        return Piece((*self._printed, line[: prompt.end]), prompt.kind)

    def _typed_below(self, line: str, kind: Kind) -> Piece:
        below = self._next_line()
        start = _marker_end(below)
        self._index += 2
        return Piece((*self._printed, line, below[:start]), kind, below[start:].strip())

    def _is_typed_below(self, below: str, kind: Kind) -> bool:
        return is_entry(below[_marker_end(below) :], kind)

    def _next_line(self) -> str:
        following = self._index + 1
        return self._lines[following] if following < len(self._lines) else ""

    def _is_wait(self, line: str) -> bool:
        if line.rstrip().endswith(_WAITING_ENDS) or _KEY.search(line):
            return True
        return says(self._printed, _RESULT)

    def _guess(self, line: str) -> Prompt | None:
        """A question that cannot be read as one, where one is due and its answer is there."""
        if Kind.ASK_SIZE not in self._known | self._answered:
            found, kind = _size_last(line), Kind.ASK_SIZE
        elif not (self._known | self._answered) & {Kind.ASK_COMPUTER, Kind.ASK_HUMAN}:
            found, kind = _SIDE_LAST.fullmatch(line), Kind.ASK_COMPUTER
            found = found if found and _QUESTION.search(found[1]) else None
        elif Kind.ASK_MOVE not in self._known and not _COMPUTER.search(line):
            found, kind = _SQUARE_LAST.fullmatch(line), Kind.ASK_MOVE
        else:
            return None
        return Prompt(kind, found.end(1), is_certain=True) if found else None


def _starts(lines: Sequence[str], outside: Sequence[bool], finder: PromptFinder) -> Iterator[int]:
    """The lines on which games begin: a size is asked for, and not once more."""
    is_new, found_any = True, False
    for index, line in enumerate(lines):
        if outside[index]:
            is_new = True
            continue
        prompt = finder.find(line)
        asks = prompt is not None and prompt.kind is Kind.ASK_SIZE
        if is_new and (_is_blind(lines, index) or (asks and _is_asked(lines, index, prompt))):
            yield index
            is_new, found_any = False, True
        elif prompt is not None and prompt.kind is Kind.ASK_MOVE:
            is_new = True
        elif not is_new:
            is_new = says([line], _RESULT)
    if not found_any:
        yield from _guessed_start(lines, outside)


def _is_asked(lines: Sequence[str], index: int, prompt: Prompt | None) -> bool:
    if prompt is None or prompt.is_certain or lines[index][prompt.end :].strip():
        return prompt is not None
    return index + 1 < len(lines) and is_entry(lines[index + 1], prompt.kind)


def _guessed_start(lines: Sequence[str], outside: Sequence[bool]) -> Iterator[int]:
    """The first line that ends in a number which is the size of a board below it."""
    for index, line in enumerate(lines[:_MOST_GUESSES]):
        found = None if outside[index] else _size_last(line)
        if found is None:
            continue
        below = lines[index + 1 : index + 1 + _TALLEST]
        if find_pictures(below, int(found[2])):
            yield index
            return


def _size_last(line: str) -> re.Match[str] | None:
    found = _NUMBER_LAST.fullmatch(line)
    return found if found and int(found[2]) in _SIZES else None


def _first_line(outside: Sequence[bool], start: int, before: int) -> int:
    """The first line of a program: behind a shell's line, or where the last game has begun anew."""
    for index in range(start - 1, before, -1):
        if outside[index]:
            return index + 1
    return 0 if before < 0 else start


def _stretch(
    lines: Sequence[str], outside: Sequence[bool], first: int, start: int, end: int
) -> Stretch:
    last = next((index for index in range(start, end) if outside[index]), end)
    kept = lines[first:last]
    while kept and not kept[0].strip():
        kept = kept[1:]
    cut = cut_where_broken_off(kept)
    return Stretch(cut.lines, has_left=last < end, is_broken_off=cut.is_broken_off)


def _is_blind(lines: Sequence[str], index: int) -> bool:
    """Whether size and side stand on two lines of their own, without a question."""
    pair = lines[index : index + 2]
    kinds = (Kind.ASK_SIZE, Kind.ASK_COMPUTER)
    return len(pair) == 2 and all(map(is_entry, pair, kinds))


def _split_blindly(lines: Sequence[str]) -> Iterator[Piece]:
    kinds = [Kind.ASK_SIZE, Kind.ASK_COMPUTER]
    printed: list[str] = []
    for line in lines[_next_with_text(lines, 0) :]:
        kind = kinds[0] if kinds else Kind.ASK_MOVE
        if is_entry(line, kind):
            del kinds[:1]
            yield Piece((*printed, ""), kind, line.strip())
            printed = []
        else:
            printed.append(line)
    yield Piece(tuple(printed), None)


def _next_with_text(lines: Sequence[str], index: int) -> int:
    return next((at for at in range(index, len(lines)) if lines[at].strip()), len(lines))


def _marker_end(line: str) -> int:
    found = _MARKER.match(line)
    return found.end() if found else 0
