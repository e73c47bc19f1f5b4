"""Writes the manual pages of `reversi-conformance`, one for each command, from its commands.

    python docs/manpages.py

Creates and replaces docs/man1/*.1, which the wheel installs as share/man/man1.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click

from reversi_conformance.cli import main

FOLDER = Path(__file__).with_name("man1")
NAME = "reversi-conformance"
STATUSES = {
    "0": "everything conforms, or was shown or written",
    "1": "there are findings",
    "2": "a wrong option, or something named that is not there",
    "3": "nothing could be judged; this says nothing about the program",
    "130": "interrupted by Ctrl-C",
}


def pages() -> dict[str, str]:
    """Return the text of each page by the name of its file."""
    found = {f"{NAME}.1": _page(NAME, main)}
    for name, command in main.commands.items():
        found[f"{NAME}-{name}.1"] = _page(f"{NAME} {name}", command)
    return found


def _page(path: str, command: click.Command) -> str:
    context = click.Context(command, info_name=path, help_option_names=["-h", "--help"])
    title = path.replace(" ", "-")
    lines = [
        f'.TH "{_text(title.upper())}" "1" "" "{NAME}" "User Commands"',
        ".SH NAME",
        f"{_text(title)} \\- {_text(command.get_short_help_str(200).rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_text(path)}",
        _text(" ".join(command.collect_usage_pieces(context))),
        ".SH DESCRIPTION",
        *_paragraphs(command.help or ""),
        ".SH OPTIONS",
        *_options(command, context),
    ]
    if isinstance(command, click.Group):
        lines += [".SH COMMANDS", *_commands(command)]
        lines += [".SH EXIT STATUS", *_definitions(STATUSES)]
    else:
        lines += [".SH SEE ALSO", f".BR {_text(NAME)} (1)"]
    return "\n".join(lines) + "\n"


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    records = (parameter.get_help_record(context) for parameter in command.get_params(context))
    yield from _definitions(dict(record for record in records if record is not None))


def _commands(group: click.Group) -> Iterator[str]:
    for name, command in group.commands.items():
        yield from (".TP", f".BR {_text(f'{NAME}-{name}')} (1)")
        yield _text(command.get_short_help_str(200))


def _definitions(rows: dict[str, str]) -> Iterator[str]:
    for name, about in rows.items():
        yield from (".TP", f".B {_text(name)}", _text(about))


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a docstring; those that begin with a line \\b keep their lines."""
    for number, paragraph in enumerate(re.split(r"\n{2,}", inspect.cleandoc(text))):
        if paragraph.startswith("\b\n"):
            kept = (_text(line) for line in paragraph.removeprefix("\b\n").split("\n"))
            yield from (".PP", ".nf", *kept, ".fi")
        else:
            yield from (() if number == 0 else (".PP",))
            yield _text(" ".join(paragraph.split()))


def _text(text: str) -> str:
    """Text in which troff sees no command of its own."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    escaped = re.sub(r"[^\x00-\x7f]", lambda sign: f"\\[u{ord(sign[0]):04X}]", escaped)
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def write() -> None:
    """Write all pages, and remove those of commands that there are no more."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.1"):
        path.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
