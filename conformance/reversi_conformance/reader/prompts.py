"""Where a question ends on a line, and what was typed behind it begins.

A terminal tells these apart; on a line of a captured session both stand together. Understands the
assignment's own questions to the letter and others by what they mean, as `messages` does.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from reversi_conformance.assignment import Wording
from reversi_conformance.reader.boards import LETTERS
from reversi_conformance.reader.messages import Sides, read_line
from reversi_conformance.statements import PROMPTS, Kind, other_wordings, said
from reversi_engine import Disc

_LONGEST: Final = 400
"""No question is so long; what is, is no line to look for one in."""
_MOST_CUTS: Final = 12
_LONGEST_ENTRY: Final = 12
_LONGEST_OTHER_ENTRY: Final = 40
_CUT: Final = re.compile(r"(?:[:：>?？=)）\]】»]|\.\.\.|…) ?")
_PUNCTUATION: Final = ":：>?？=)）]】»….,，。 "
_ENTRIES: Final = {
    Kind.ASK_SIZE: re.compile(r"\d{1,2}"),
    Kind.ASK_COMPUTER: re.compile(r"[XxOo0]"),
    Kind.ASK_HUMAN: re.compile(r"[XxOo0]"),
    Kind.ASK_MOVE: re.compile(r"[A-Za-z]{2}"),
    Kind.ASK_OTHER: re.compile(r"[YyNn]|yes|no"),
}
_WITHOUT_CUT: Final = re.compile(r"(.*(?:\s|[^\x00-\xff]))(\d{1,2}|[A-Za-z]{1,2})\s*")
_SHORTEST_REST: Final = 8
"""So much of a question is there where its beginning was cut off."""
_SHORTEST_HEADER: Final = 4


class Prompt(NamedTuple):
    """A question on a line."""

    kind: Kind
    end: int
    """The index behind it and its own blanks; what was typed may stand after further ones."""
    is_certain: bool
    """It is the assignment's own, or ends as questions do."""


class PromptFinder:
    """Finds the questions of one session."""

    def __init__(self, wording: Wording, sides: Sides) -> None:
        self._sides = sides
        self._own = tuple(_own_questions(wording))
        self._found: dict[str, Prompt | None] = {}

    def find(self, line: str) -> Prompt | None:
        """The question that stands last on a line, before what was typed; None where none does.

        Where something else than an answer follows upon a question, the first one counts.
        """
        if len(line) > _LONGEST or not line.strip() or _is_row(line):
            return None
        # Programs repeat themselves, and each line is looked at more than once.
        if line not in self._found:
            self._found[line] = self._find_own(line) or self._find_other(line)
        return self._found[line]

    def completed(self, line: str) -> str:
        """A line with the first letters of the assignment's first question, if they are lacking."""
        for kind, text in self._own:
            for missing in range(1, len(text) - _SHORTEST_REST):
                if kind is Kind.ASK_SIZE and line.startswith(text[missing:].rstrip()):
                    return text[:missing] + line
        return line

    def is_cut(self, line: str) -> bool:
        """Whether a line is the beginning of one of the assignment's questions, and no more."""
        begun = line.strip()
        questions = (text.rstrip() for _, text in self._own)
        return bool(begun) and any(text.startswith(begun) and text != begun for text in questions)

    def is_answer(self, text: str, kind: Kind) -> bool:
        """Whether somebody may have typed this for such a question, be it valid or not."""
        text = text.strip()
        if is_entry(text, kind):
            return True
        longest = _LONGEST_OTHER_ENTRY if kind is Kind.ASK_OTHER else _LONGEST_ENTRY
        if (
            not text.strip(_PUNCTUATION)
            or len(text) > longest
            or _is_header(text)
            or len(text.split()) > 3
        ):
            return False
        return all(each.kind is Kind.OTHER for each in read_line(text, 0, self._sides))

    def _find_own(self, line: str) -> Prompt | None:
        found = []
        for kind, text in self._own:
            bare = text.rstrip()
            start = line.find(bare)
            if start >= 0 and self._is_message(line[:start]):
                end = start + len(bare)
                blanks = len(text) - len(bare)
                end += len(line[end : end + blanks]) - len(line[end : end + blanks].lstrip())
                found.append((start, -end, kind))
        if not found:
            return None
        _, end, kind = min(found, key=lambda each: each[:2])
        return Prompt(kind, -end, is_certain=True)

    def _find_other(self, line: str) -> Prompt | None:
        whole = self._last_kind(line)
        if whole not in (*PROMPTS, Kind.OTHER):
            return None
        cuts = [found.end() for found in _CUT.finditer(line)][-_MOST_CUTS:]
        for end in reversed(cuts):
            kind, rest = self._question(line[:end]), line[end:]
            if kind is not None and self.is_answer(rest, kind):
                return Prompt(kind, end, is_certain=True)
        for end in cuts:
            kind, rest = self._question(line[:end]), line[end:]
            if kind is not None and self._is_output(rest, kind):
                return Prompt(kind, end, is_certain=True)
        if cuts and whole in PROMPTS and not line[cuts[-1] :].strip():
            return Prompt(whole, len(line), is_certain=True)
        if (found := _WITHOUT_CUT.fullmatch(line)) is not None:
            kind = self._question(found[1])
            if kind is not None and is_entry(found[2], kind):
                return Prompt(kind, found.start(2), is_certain=False)
        return Prompt(whole, len(line), is_certain=False) if whole in PROMPTS else None

    def _question(self, text: str) -> Kind | None:
        kind = self._last_kind(text)
        return kind if kind in PROMPTS else None

    def _last_kind(self, text: str) -> Kind:
        statements = tuple(read_line(text, 0, self._sides))
        return statements[-1].kind if statements else Kind.OTHER

    def _is_message(self, text: str) -> bool:
        """Whether this may stand before a question on its line: nothing, or a message."""
        statements = tuple(read_line(text, 0, self._sides))
        return all(each.kind not in (Kind.OTHER, Kind.CRASH) for each in statements)

    def _is_output(self, text: str, question: Kind) -> bool:
        """Whether this is no longer the same question, but what is printed after it."""
        if _is_header(text) or _is_row(text):
            return True
        statements = tuple(read_line(text, 0, self._sides))
        return bool(statements) and statements[0].kind not in (Kind.OTHER, question)


def is_entry(text: str, kind: Kind) -> bool:
    """Whether a text has the form in which the assignment answers such a question."""
    return kind in _ENTRIES and _ENTRIES[kind].fullmatch(text.strip()) is not None


def _own_questions(wording: Wording) -> Iterator[tuple[Kind, str]]:
    for kind in (Kind.ASK_SIZE, Kind.ASK_COMPUTER, Kind.ASK_MOVE):
        for disc in Disc if kind is Kind.ASK_MOVE else (None,):
            statement = said(kind, wording, disc=disc)
            for text in (statement.text[0], *other_wordings(statement, wording)):
                if text.strip():
                    yield kind, text


def _is_row(line: str) -> bool:
    """Whether a line is signs alone, as in a board."""
    return all(len(token) == 1 for token in line.split()) and len(line.split()) > 2


def _is_header(text: str) -> bool:
    together = "".join(text.split()).casefold()
    return len(together) >= _SHORTEST_HEADER and LETTERS.startswith(together)
