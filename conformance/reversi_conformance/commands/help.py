"""How `--help` looks on a terminal: headings and options stand out, where colours are wanted.

Help is written in English where the commands are; in another language it is told from the catalogue
when it is shown.
"""

import copy
import inspect
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

import click

from reversi_conformance import language
from reversi_conformance.commands import output
from reversi_conformance.language import say

REFUSAL: Final = "reversi_conformance.refusal"
"""The key under which a context keeps the error for which no command may be run."""
_KEPT_AS_IT_IS: Final = "\b"
_SEEN: Final = r"\b"


class Formatter(click.HelpFormatter):
    """Writes help as click does, with styles, and in Chinese by cells instead of characters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write what to type."""
        super().write_usage(_styled(prog, bold=True), args, prefix)

    def write_heading(self, heading: str) -> None:
        """Write what stands below."""
        super().write_heading(_styled(heading, fg="yellow", bold=True))

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        if language.in_force() == language.ENGLISH:
            super().write_text(text)
            return
        paragraphs = (self._wrapped(each, self.width) for each in text.split("\n\n"))
        self.write("\n\n".join("\n".join(lines) for lines in paragraphs) + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write options, commands and what they are for."""
        styled = [(_styled(name, fg="cyan"), about) for name, about in rows]
        if language.in_force() == language.ENGLISH:
            super().write_dl(styled, col_max, col_spacing)
            return
        self._write_list(styled, col_max, col_spacing)

    def _write_list(self, rows: Sequence[tuple[str, str]], col_max: int, col_spacing: int) -> None:
        from rich.cells import cell_len  # noqa: PLC0415 - takes time, and English needs none

        widths = [cell_len(click.unstyle(name)) for name, _ in rows]
        column = min(max(widths, default=0), col_max) + col_spacing
        room = max(self.width - self.current_indent - column, 10)
        for (name, about), wide in zip(rows, widths, strict=True):
            first, *others = self._lines(about, room)
            indent = " " * self.current_indent
            beside = wide <= column - col_spacing
            gap = " " * (column - wide) if beside else f"\n{indent}{' ' * column}"
            self.write(f"{indent}{name}{gap}{first}".rstrip() + "\n")
            for line in others:
                self.write(f"{indent}{' ' * column}{line}\n")

    def _wrapped(self, paragraph: str, width: int) -> list[str]:
        indent = " " * self.current_indent
        return [f"{indent}{line}" for line in self._lines(paragraph, width - len(indent))]

    @staticmethod
    def _lines(paragraph: str, width: int) -> list[str]:
        from reversi_conformance.wrapping import wrap  # noqa: PLC0415 - English needs none

        if paragraph.startswith(_KEPT_AS_IT_IS):
            return paragraph.removeprefix(_KEPT_AS_IT_IS).strip("\n").split("\n")
        return wrap(" ".join(paragraph.split()), width)


class Context(click.Context):
    """What a command is run in, with help that looks like that."""

    formatter_class = Formatter

    def get_help(self) -> str:
        """Return the help of the command in the language in force."""
        return told(self.command).get_help(self)

    def invoke(self, callback: Any, /, *args: Any, **parameters: Any) -> Any:
        """Run a command, unless something is amiss that its help need not wait for."""
        if self.parent is not None and REFUSAL in self.meta:
            raise self.meta[REFUSAL]
        return super().invoke(callback, *args, **parameters)


def option() -> click.Option:
    """Return the option that shows the help; click's own one keeps its first language for good."""
    return click.Option(
        ["-h", "--help"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show,
        help="Show this message and exit.",
    )


def _show(ctx: click.Context, _: click.Parameter, is_wanted: bool) -> None:
    if is_wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def told(command: click.Command) -> click.Command:
    """Return a command with its help, and that of its options, in the language in force."""
    if language.in_force() == language.ENGLISH:
        return command
    shown = copy.copy(command)
    shown.help = _help(command)
    shown.short_help = shown.help.partition("。")[0]
    shown.params = [_told(each) for each in command.params]
    if isinstance(shown, click.Group):
        shown.commands = {name: told(each) for name, each in shown.commands.items()}
    return shown


def _help(command: click.Command) -> str:
    """Help of whose paragraphs some keep their lines: in catalogues a visible sign says so."""
    written = inspect.cleandoc(command.help or "").replace(_KEPT_AS_IT_IS, _SEEN)
    return say(written).replace(_SEEN, _KEPT_AS_IT_IS)


def _told(parameter: click.Parameter) -> click.Parameter:
    if not isinstance(parameter, click.Option) or not parameter.help:
        return parameter
    shown = copy.copy(parameter)
    shown.help = say(parameter.help)
    return shown


def _styled(text: str, *, fg: str | None = None, bold: bool = False) -> str:
    return click.style(text, fg=fg, bold=bold or None) if output.colours(sys.stdout) else text
