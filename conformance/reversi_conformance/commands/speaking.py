"""Which language a command speaks, found out before anything is said, even help or a refusal.

The option goes before the environment's variable, that before a file of configuration, and the
locale decides where none of them does.
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from typing import Final

import click

from reversi_conformance import language
from reversi_conformance.commands.inputs import Choice

OPTION: Final = "--language"
_NAME: Final = "language"
VARIABLE: Final = "REVERSI_CONFORMANCE_LANGUAGE"
"""The variable of the environment that says which language is spoken."""
_GETTEXTS: Final = "LANGUAGE"
"""The variable in which gettext finds the language that click is to speak."""
_USUAL_DOMAIN: Final = "messages"


def option() -> click.Option:
    """Return the option, for one command."""
    return click.Option(
        [OPTION],
        type=Choice(language.LANGUAGES),
        envvar=VARIABLE,
        expose_value=False,
        help="Speak English or Chinese.  [default: what the locale says]",
    )


def asked_for(
    command: click.Command, context: click.Context | None, arguments: Sequence[str]
) -> str | None:
    """Return the language that a command line asks for, wherever the option stands in it.

    None where it asks for none, or for what is none: that is refused when the line is taken in.
    """
    settings = {**command.context_settings, "resilient_parsing": True}
    beside = click.Context(command, parent=context, **settings)
    given, _, _ = command.make_parser(beside).parse_args([*arguments])
    return _known(given.get(_NAME))


def of_variable() -> str | None:
    """Return the language that the environment's variable asks for; None where it asks for none."""
    return _known(os.environ.get(VARIABLE))


def _known(wanted: object) -> str | None:
    return wanted if isinstance(wanted, str) and wanted in language.LANGUAGES else None


def use(asked: str | None, configured: object = None) -> None:
    """Speak the language that was asked for, or that a file has, or else the locale's."""
    chosen = asked or _known(configured) or language.of_environment(os.environ)
    if chosen == language.in_force():
        return
    language.use(chosen)
    _have_click_speak(chosen)


@contextlib.contextmanager
def one_program() -> Iterator[None]:
    """Leave everything as it was: a program may be called more than once in a process."""
    former = os.environ.get(_GETTEXTS)
    with language.speaking(language.ENGLISH):
        try:
            yield
        finally:
            if language.in_force() != language.ENGLISH:
                _have_click_speak_as_before(former)


def _have_click_speak(chosen: str) -> None:
    """Have click find its own words in this catalogue, too: it asks gettext, and that the variable.

    No program that is judged sees the variable: each gets an environment of its own.
    """
    import gettext  # noqa: PLC0415 - English needs none

    gettext.bindtextdomain(language.DOMAIN, language.FOLDER)
    gettext.textdomain(language.DOMAIN)
    os.environ[_GETTEXTS] = language.locale_name(chosen)


def _have_click_speak_as_before(variable: str | None) -> None:
    import gettext  # noqa: PLC0415 - as above

    gettext.textdomain(_USUAL_DOMAIN)
    if variable is None:
        os.environ.pop(_GETTEXTS, None)
    else:
        os.environ[_GETTEXTS] = variable
