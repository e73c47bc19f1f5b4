"""How `--help` looks on a terminal: headings and options stand out, where colours are wanted."""

import sys
from collections.abc import Iterable
from typing import Any, Final

import click

from reversi_conformance.commands import output

REFUSAL: Final = "reversi_conformance.refusal"
"""The key under which a context keeps the error for which no command may be run."""


class Formatter(click.HelpFormatter):
    """Writes help as click does, with styles."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write what to type."""
        super().write_usage(_styled(prog, bold=True), args, prefix)

    def write_heading(self, heading: str) -> None:
        """Write what stands below."""
        super().write_heading(_styled(heading, fg="yellow", bold=True))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options, commands and what they are for."""
        styled = [(_styled(name, fg="cyan"), about) for name, about in rows]
        super().write_dl(styled, col_max, col_spacing)


class Context(click.Context):
    """What a command is run in, with help that looks like that."""

    formatter_class = Formatter

    def invoke(self, callback: Any, /, *args: Any, **parameters: Any) -> Any:
        """Run a command, unless something is amiss that its help need not wait for."""
        if self.parent is not None and REFUSAL in self.meta:
            raise self.meta[REFUSAL]
        return super().invoke(callback, *args, **parameters)


def _styled(text: str, *, fg: str | None = None, bold: bool = False) -> str:
    return click.style(text, fg=fg, bold=bold or None) if output.colours(sys.stdout) else text
