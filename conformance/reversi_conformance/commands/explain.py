"""`explain`: the page about a check, or about the check that a message belongs to."""
# ruff: noqa: PLC0415 - what is only needed to work is imported then, so that --help is quick

import shutil
import sys
from typing import TYPE_CHECKING, Final

import click

from reversi_conformance import language
from reversi_conformance.commands import completions, output

if TYPE_CHECKING:
    from reversi_conformance.handbook import Page

_WIDTH: Final = 80
_WIDEST: Final = 100


@click.command()
@click.argument(
    "subject", metavar="[CHECK|CODE]", required=False, shell_complete=completions.checks
)
def explain(*, subject: str | None) -> int:
    """Explain a check of the score sheet, or one of its messages.

    The page of a check tells what the handout asks for, how it is looked at, what is left to you,
    what most often goes wrong, and what each message means. The code of a message, as the JSON
    report has it, leads to the check that it belongs to. Without an argument the checks are listed.

    \b
    reversi-conformance explain
    reversi-conformance explain rules.flips
    reversi-conformance explain flips.wrong

    The exit status is 0, or 2 for a check or message that there is not.
    """
    from reversi_conformance import handbook

    if subject is None:
        output.say("".join(map(_listed, handbook.load())))
        return 0
    try:
        pages = handbook.about(subject)
    except handbook.UnknownSubjectError as error:
        raise click.UsageError(str(error.args[0])) from None
    if language.in_force() != language.ENGLISH:
        output.say(f"{language.say('(The pages about the checks are written in English.)')}\n\n")
    output.say(_drawn(pages[0].text if len(pages) == 1 else _message(subject, pages)))
    return 0


def _listed(page: "Page") -> str:
    return f"{click.style(page.check, bold=True)}\n    {language.say(page.title)}\n"


def _message(code: str, pages: "tuple[Page, ...]") -> str:
    """A message that belongs to several checks, in Markdown."""
    checks = "".join(f"- `{page.check}`: {page.title}\n" for page in pages)
    return (
        f"# {code}\n\n{pages[0].meanings[code]}\n\n"
        f"It can stand in each of these checks; explain one of them to read more:\n\n{checks}"
    )


def _drawn(text: str) -> str:
    """A page for whoever reads standard output."""
    from reversi_conformance.commands import markdown

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _WIDTH
    return markdown.draw(text, min(width, _WIDEST), coloured=output.colours())
