"""What is obeyed where text is shown, and how it is written so that it is seen instead.

Terminals, editors and browsers obey characters without a sign of their own. A runner of CI obeys
lines of its log: GitHub's those that begin with "::", whatever blanks stand before it, and "##["
wherever it stands; Azure's "##vso[" and TeamCity's "##teamcity[" likewise. Knows no format.
"""

import re
from collections.abc import Iterator
from typing import Final

_COMMAND: Final = re.compile(r"^[^\S\n]*:(?=:)|#(?=#\w*\[)", re.MULTILINE)
"""Ends with the character without which there is no command."""


def escape_character(character: str) -> str:
    r"""Return one character by its number, whatever it is: \x1b, \u202e, \U000e0041."""
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def as_text(name: str) -> str:
    r"""Return a file's name, which may hold bytes that are no text, as text.

    >>> as_text("张\udcff.py")
    '张\\xff.py'
    """
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def obeyed(line: str) -> Iterator[int]:
    """Yield the index of every character of a line that would be obeyed."""
    yield from (index for index, sign in enumerate(line) if not sign.isprintable())
    yield from (found.end() - 1 for found in _COMMAND.finditer(line))


def harmless(line: str) -> str:
    r"""Return a line with what would be obeyed escaped, and all else as it is.

    For names and messages, in which a backslash stays one.

    >>> harmless("C:\\黑\x1b[2J"), harmless("  ::error::"), harmless("##[error]")
    ('C:\\黑\\x1b[2J', '  \\x3a:error::', '\\x23#[error]')
    """
    found = set(obeyed(line))
    return "".join(
        escape_character(sign) if index in found else sign for index, sign in enumerate(line)
    )


def inert(text: str) -> str:
    """Return lines of characters that may be shown, so that no runner of CI obeys any of them."""
    return _COMMAND.sub(lambda found: found[0][:-1] + escape_character(found[0][-1]), text)
