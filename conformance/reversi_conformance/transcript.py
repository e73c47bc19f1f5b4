"""Sessions as text: what a person sees when the program and its user have talked.

One type and one file format serve for what is expected and for what was observed. This module knows
the format and nothing of Reversi; it opens no file (`corpus` does).
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from reversi_conformance.escaping import escape_character
from reversi_conformance.signs import USUAL, Signs, exchange
from reversi_engine import Disc

REQUIRED: Final = " "
"""The line must stand there."""
OPTIONAL: Final = "?"
"""The line may stand there: the handout is silent or contradicts itself."""
ALTERNATIVE: Final = "|"
"""The line may stand there instead of the line above."""

_FENCE: Final = "+++"
_PLAIN: Final = f"{REQUIRED} "
"""How a line begins that must be there. One that holds nothing, not even blanks, is written without
its gutter."""
_TEXT: Final = r'"[^"\\\x00-\x1f\x7f]*"'
_FIELD: Final = re.compile(rf"([a-z_]+) = ({_TEXT}|[1-9]\d*|\[(?:{_TEXT}(?:, {_TEXT})*)?\])")
"""A row of a header that means the same in TOML and, but for its key, in JSON."""
_NO_CHARACTER: Final = 0x110000
_HIDDEN: Final = re.compile(r"[«»\\]|[^\x20-\x7e]")
_ESCAPE: Final = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.?))", re.DOTALL)


class TranscriptError(ValueError):
    """A transcript that cannot be read; the message begins with file and line."""


class Turn(msgspec.Struct, frozen=True):
    """One typed answer and all that is printed until the next answer is typed."""

    typed: str | None
    """What was typed, without Enter; None for what stands before the first answer."""
    printed: tuple[str, ...]
    """Lines without their ends. In every turn but the last one, the last element is the text on
    the line where the next answer is typed: the prompt, or "" where the cursor stood at its start.
    Alternatives to it follow it."""
    marks: str = ""
    """One gutter mark for each line of `printed`; "" where every line is required."""

    @property
    def required(self) -> tuple[str, ...]:
        """The lines that must stand there."""
        if not self.marks:
            return self.printed
        pairs = zip(self.printed, self.marks, strict=True)
        return tuple(line for line, mark in pairs if mark == REQUIRED)

    def accepts(self, printed: Sequence[str]) -> bool:
        """Whether these lines are, to the letter, what must or may stand there."""
        if not self.marks:
            return self.printed == tuple(printed)
        due: list[tuple[str, set[str]]] = []
        for line, mark in zip(self.printed, self.marks, strict=True):
            if mark == ALTERNATIVE and due:
                due[-1][1].add(line)
            else:
                due.append((mark, {line}))
        left = list(printed)
        for mark, lines in due:
            if left and left[0] in lines:
                left.pop(0)
            elif mark != OPTIONAL:
                return False
        return not left


class Transcript(msgspec.Struct, frozen=True):
    """A session from its first line to its last."""

    turns: tuple[Turn, ...]

    @property
    def answers(self) -> tuple[str, ...]:
        """What was typed, in order."""
        return tuple(turn.typed for turn in self.turns if turn.typed is not None)


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a case is made from; its printed lines follow from it and the assignment."""

    id: str
    """Permanent: no other case ever gets it."""
    board: int
    """The size n of the n x n board."""
    computer: Disc
    moves: tuple[str, ...]
    """The human's entries, in order; the last one may be illegal."""
    ends: str
    """How the game ends: "full-board", "wipe-out", "no-moves" or "illegal-move"."""
    exercises: tuple[str, ...] = ()
    """What the case is there for."""
    typed_side: str = ""
    """What is typed for the computer's side where that is not X or O."""

    @property
    def answers(self) -> tuple[str, ...]:
        """All that is typed in the session: size, the computer's side, moves."""
        return (str(self.board), self.typed_side or self.computer.value, *self.moves)


_HEADERS: Final = msgspec.json.Decoder(Header)


class Case(msgspec.Struct, frozen=True):
    """A golden transcript: its header and what the right program prints."""

    header: Header
    transcript: Transcript

    @property
    def id(self) -> str:
        """The permanent id."""
        return self.header.id


def exchange_turn(turn: Turn, signs: Signs) -> Turn:
    """Return a turn with these signs and the usual ones in each other's place."""
    if signs == USUAL:
        return turn
    typed = None if turn.typed is None else exchange(turn.typed, signs)
    return Turn(typed, tuple(exchange(line, signs) for line in turn.printed), turn.marks)


def exchange_case(case: Case, signs: Signs) -> Case:
    """Return a case with these signs and the usual ones in each other's place."""
    if signs == USUAL:
        return case
    side = exchange(case.header.answers[1], signs)
    typed = "" if side == case.header.computer.value else side
    header = msgspec.structs.replace(case.header, typed_side=typed)
    turns = tuple(exchange_turn(turn, signs) for turn in case.transcript.turns)
    return Case(header, Transcript(turns))


def parse_case(text: str, name: str) -> Case:
    """Read a golden transcript from the text of its file.

    `name` stands in messages. Raises `TranscriptError` where the text is not of the format, or
    where the typed answers are not those that the header names.
    """
    header, first_line, body = _split_header(text, name)
    transcript = parse_transcript(body, name, first_line=first_line)
    if transcript.turns and transcript.answers != header.answers:
        message = (
            f"{name}: the header has the answers {header.answers}, the lines {transcript.answers}"
        )
        raise TranscriptError(message)
    return Case(header, transcript)


def parse_header(text: str, name: str) -> Header:
    """Read the header of a golden transcript, whatever stands below it.

    Raises `TranscriptError`.
    """
    return _split_header(text, name)[0]


def format_case(case: Case) -> str:
    """Write a golden transcript; `parse_case` reads the same case back."""
    return f"{_format_header(case.header)}{format_transcript(case.transcript)}"


def parse_transcript(body: str, name: str, *, first_line: int = 1) -> Transcript:
    """Read lines with a gutter and typed answers in «».

    Raises `TranscriptError`: each line begins with ' ', '?' or '|' and a blank, or is empty.
    """
    turns: list[Turn] = []
    typed: str | None = None
    lines: list[str] = []
    marks: list[str] = []
    for number, raw in enumerate(body.removesuffix("\n").split("\n"), first_line):
        if raw.startswith(_PLAIN) and "«" not in raw and "\\" not in raw:
            lines.append(raw[len(_PLAIN) :])
            marks.append(REQUIRED)
            continue
        mark, text, answer = _parse_line(raw, f"{name}:{number}")
        if mark == ALTERNATIVE and answer is not None and turns and not lines:
            if answer != typed:
                raise TranscriptError(f"{name}:{number}: {typed!r} was typed, not {answer!r}")
            turns[-1] = _with_alternative(turns[-1], text)
            continue
        lines.append(text)
        marks.append(mark)
        if answer is not None:
            turns.append(_turn(typed, lines, marks))
            typed, lines, marks = answer, [], []
    turns.append(_turn(typed, lines, marks))
    return Transcript(tuple(turns))


def format_transcript(transcript: Transcript) -> str:
    """Write lines with their gutter; anything that is not plain text is escaped."""
    return "".join(f"{line}\n" for line in _gutter_lines(transcript.turns))


def escape(text: str) -> str:
    r"""Text in which every character can be seen: «, », backslash and control characters as \x1b.

    Letters of any script stay as they are.

    >>> escape("ab\x1b[2J 好")
    'ab\\x1b[2J 好'
    """
    return _HIDDEN.sub(lambda found: _escape_hidden(found[0]), text)


def unescape(text: str) -> str:
    """Undo `escape`. Raises ValueError on a backslash that begins no escape of a character."""
    return _ESCAPE.sub(_unescape_character, text)


def _escape_hidden(character: str) -> str:
    is_plain = character.isprintable() and character not in "«»\\"
    return character if is_plain else escape_character(character)


def _unescape_character(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3]
    # Half a character, as UTF-16 has them, could be written nowhere.
    code = _NO_CHARACTER if digits is None else int(digits, 16)
    if code >= _NO_CHARACTER or 0xD800 <= code <= 0xDFFF:
        raise ValueError(f"{found[0]!r} is no escape; write a backslash as '\\x5c'")
    return chr(code)


def _split_header(text: str, name: str) -> tuple[Header, int, str]:
    lines = text.split("\n")
    if lines[0] != _FENCE or _FENCE not in lines[1:]:
        raise TranscriptError(
            f"{name}:1: a transcript begins with a TOML header between two lines +++"
        )
    end = lines.index(_FENCE, 1)
    try:
        header = _header_of_json(lines[1:end]) or _header_of_toml("\n".join(lines[1:end]))
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise TranscriptError(f"{name}: the header cannot be read: {error}") from None
    return header, end + 2, "\n".join(lines[end + 1 :])


def _header_of_toml(text: str) -> Header:
    return msgspec.convert(tomllib.loads(text), Header)


def _header_of_json(lines: Sequence[str]) -> Header | None:
    """Read a header as `format_case` writes it, many times as quickly; None for any other one."""
    found = [_FIELD.fullmatch(line) for line in lines]
    rows = {row[1]: row[2] for row in found if row}
    if len(rows) < len(lines):
        return None  # of another form, or with a key that comes twice
    text = ", ".join(f'"{key}": {value}' for key, value in rows.items())
    try:
        return _HEADERS.decode(f"{{{text}}}")
    except msgspec.MsgspecError:
        return None


def _parse_line(raw: str, where: str) -> tuple[str, str, str | None]:
    mark, blank, rest = raw[:1] or " ", raw[1:2] or " ", raw[2:]
    if mark not in " ?|":
        raise TranscriptError(f"{where}: a line begins with ' ', '?' or '|', not {mark!r}")
    if blank != " ":
        raise TranscriptError(f"{where}: the second column is blank, not {blank!r}")
    text, opened, answer = rest.partition("«")
    if opened and not answer.endswith("»"):
        raise TranscriptError(f"{where}: a typed answer ends the line with », not {answer[-10:]!r}")
    try:
        return mark, unescape(text), unescape(answer[:-1]) if opened else None
    except ValueError as error:
        raise TranscriptError(f"{where}: {error}") from None


def _with_alternative(turn: Turn, text: str) -> Turn:
    marks = turn.marks or REQUIRED * len(turn.printed)
    return Turn(turn.typed, (*turn.printed, text), marks + ALTERNATIVE)


def _turn(typed: str | None, lines: Iterable[str], marks: Iterable[str]) -> Turn:
    together = "".join(marks)
    return Turn(typed, tuple(lines), together if together.strip() else "")


def _gutter_lines(turns: tuple[Turn, ...]) -> Iterator[str]:
    for turn, following in zip(turns, (*turns[1:], None), strict=True):
        marks = turn.marks or REQUIRED * len(turn.printed)
        lines = [f"{mark} {escape(text)}" for mark, text in zip(marks, turn.printed, strict=True)]
        prompt = len(marks.rstrip(ALTERNATIVE)) - 1
        if following is not None:
            typed = escape(following.typed or "")
            lines[prompt:] = [f"{line}«{typed}»" for line in lines[prompt:] or ["  "]]
        yield from ("" if line == _PLAIN else line for line in lines)


def _format_header(header: Header) -> str:
    fields: dict[str, Any] = msgspec.to_builtins(header)
    if not header.typed_side:
        del fields["typed_side"]
    rows = (f"{key} = {_format_value(value)}" for key, value in fields.items())
    return "\n".join((_FENCE, *rows, _FENCE, ""))


def _format_value(value: object) -> str:
    import json  # noqa: PLC0415 - only to write a transcript

    # JSON's strings, whole numbers and arrays of them are TOML, too, once DEL is escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
