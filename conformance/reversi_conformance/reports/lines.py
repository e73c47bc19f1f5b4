"""Lines of a text for a terminal or a log, of a width in cells; none of them is obeyed there."""

import io
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from reversi_conformance import wrapping
from reversi_conformance.escaping import escape_character, obeyed
from reversi_conformance.language import ENGLISH, in_force


class Lines:
    """Lines one under the other, wrapped or as they are."""

    def __init__(self, width: int, *, coloured: bool) -> None:
        self.width = width
        self._written = io.StringIO()
        self._console = Console(
            file=self._written,
            width=width,
            force_terminal=coloured,
            color_system="standard" if coloured else None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            _environ={},
        )

    def add(self, line: Text | str = "", indent: int = 0) -> None:
        """Write a line as it is, however long."""
        text = _harmless(Text(" " * indent) + (Text(line) if isinstance(line, str) else line))
        text.rstrip()
        self._console.print(text, no_wrap=True, overflow="ignore", crop=False, soft_wrap=True)

    def wrap(self, text: Text, indent: int = 0, hanging: int = 0) -> None:
        """Write a text on as many lines as it needs; all but the first are indented further."""
        first, *others = self._wrapped(text, self.width - indent - hanging)
        self.add(_without_trailing_blanks(first), indent)
        for line in others:
            self.add(_without_trailing_blanks(line), indent + hanging)

    def columns(self, text: Text, width: int) -> Sequence[Text]:
        """Wrap a text without writing it."""
        return [_without_trailing_blanks(line) for line in self._wrapped(text, width)]

    def _wrapped(self, text: Text, width: int) -> Sequence[Text]:
        if in_force() == ENGLISH:
            return [*text.wrap(self._console, width)] or [Text()]
        return [*text.divide(wrapping.breaks(text.plain, width))]

    def text(self) -> str:
        """Return all that was written."""
        return self._written.getvalue()


def left(text: str, width: int) -> str:
    """Return a text with blanks behind it, so many cells wide where it is no longer."""
    return text + " " * (width - cell_len(text))


def right(text: str, width: int) -> str:
    """Return a text with blanks before it, so many cells wide where it is no longer."""
    return " " * (width - cell_len(text)) + text


def _harmless(text: Text) -> Text:
    """The text as it may be shown, whatever was forgotten to be escaped, or begins a line now."""
    for index in sorted(obeyed(text.plain), reverse=True):
        number = Text(escape_character(text.plain[index]))
        text = text[:index] + number + text[index + 1 :]
    return text


def _without_trailing_blanks(line: Text) -> Text:
    line.rstrip()
    return line
