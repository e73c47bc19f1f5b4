r"""What may stand in a cell of a spreadsheet, whoever wrote it.

A spreadsheet computes a text that begins with one of `= + - @`, whatever blanks stand before it,
and some do so for the full-width forms, and behind a ";" where that parts the cells of a line. An
apostrophe before it makes it a text again. Characters without a sign of their own stand there by
their numbers (`escaping`): XML cannot hold some of them, and others turn around what is near them.
Knows no format of files.
"""

import re
from decimal import Decimal
from typing import Final

from reversi_conformance.escaping import escape_character, harmless

LONGEST: Final = 32_000
"""Characters of a cell; spreadsheets take 32,767."""
_COMPUTED: Final = re.compile(r"'*\s*[=+\-@＝＋－＠]")
_GUARDED: Final = re.compile(r"''*\s*[=+\-@＝＋－＠]")
_NUMBERED: Final = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")


def shown(text: str) -> str:
    """Return a text to be read in a cell; what is too long is cut, and said."""
    safe = guard(harmless(text))
    if len(safe) <= LONGEST:
        return safe
    return f"{safe[:LONGEST]}… (and {len(safe) - LONGEST} more characters)"


def kept(text: str) -> str:
    """Return a text as a cell that `given` reads back; never the same cell for two texts."""
    marked = _NUMBERED.sub(lambda found: escape_character("\\") + found[0][1:], text)
    signs = (sign if _is_seen(sign) else escape_character(sign) for sign in marked)
    # A cell of blanks alone counts as empty.
    return guard("".join(signs) if marked.strip() else "".join(map(escape_character, marked)))


def given(cell: str) -> str:
    """Return the text of which `kept` made this cell."""
    return _NUMBERED.sub(_numbered, unguard(cell))


def guard(text: str) -> str:
    """Return a text that no spreadsheet computes; `unguard` takes off what was added."""
    return ";".join(f"'{part}" if _COMPUTED.match(part) else part for part in text.split(";"))


def unguard(cell: str) -> str:
    """Return a cell without the apostrophes that `guard` has put there."""
    return ";".join(part[1:] if _GUARDED.match(part) else part for part in cell.split(";"))


def number(value: Decimal) -> str:
    """Return a number without an exponent and without zeros at its end.

    >>> number(Decimal("12.50")), number(Decimal("70")), number(Decimal("0.00"))
    ('12.5', '70', '0')
    """
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _is_seen(sign: str) -> bool:
    """Whether a sign can stand in a cell as it is; wide blanks stand in Chinese names."""
    return sign.isprintable() or sign == "\u3000"


def _numbered(found: re.Match[str]) -> str:
    code = int.from_bytes(bytes.fromhex(found[0][2:]))
    # What a person has written into a cell need not be the number of any character.
    return chr(code) if code <= 0x10FFFF else found[0]
