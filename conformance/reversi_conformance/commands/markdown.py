"""Markdown drawn for a terminal; without colours it is plain text, and code keeps its backticks.

Meant for pages of this project: nothing is escaped.
"""

import io
import re
from typing import ClassVar, Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.padding import Padding
from rich.text import Text

_CODE: Final = re.compile(r"(?<!`)`([^`]+)`(?!`)")


class _Heading(Heading):
    """A heading at the left margin, underlined so that it is seen without colours, too."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text.assemble(self.text, justify="left")
        yield Text("─" * min(self.text.cell_len, options.max_width), "dim")


class _CodeBlock(CodeBlock):
    """Lines as they are, indented and without a background."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Padding(Text(str(self.text).rstrip(), "cyan", overflow="fold"), (0, 0, 0, 4))


class _Page(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _CodeBlock,
    }


def draw(text: str, width: int, *, coloured: bool) -> str:
    """Return the text of a page, for lines of so many cells."""
    written = io.StringIO()
    console = Console(
        file=written,
        width=width,
        force_terminal=coloured,
        color_system="standard" if coloured else None,
        legacy_windows=False,
        _environ={},
    )
    shown = text if coloured else _CODE.sub(r"`` `\1` ``", text)
    console.print(_Page(shown, hyperlinks=False))
    drawn = "\n".join(line.rstrip() for line in written.getvalue().splitlines())
    return drawn.strip("\n") + "\n"
