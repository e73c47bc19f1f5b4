"""The report as JSON, `reversi-conformance/report/v1`: the record, complete, to be read back.

Letters of any script stand there as they are, so that people can read and search it; what has no
sign of its own, and what runners of CI obey, stands there by its number. `report-v1.schema.json`
beside this module describes it.
"""

import re
from typing import Final

import msgspec

from reversi_conformance.language import say
from reversi_conformance.report import SCHEMA, Report
from reversi_conformance.retelling import retold

_ASTRAL: Final = 0x10000
_OBEYED: Final = re.compile(r"[^\n\x20-\x7e]|#(?=#\w*\[)")


class ReportError(ValueError):
    """A text that is no report; the message says why."""


def render(report: Report) -> str:
    """Return the report, indented by two, safe to be printed."""
    return write(report)


def write(value: object) -> str:
    """Return a value as JSON, indented by two, that reaches terminals and logs of CI unharmed."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    # JSON lets stand much that terminals obey. What it holds begins no line: no "::" does.
    return _OBEYED.sub(_escape_obeyed, text) + "\n"


def read(text: str | bytes) -> Report:
    """Read what `render` wrote, told in the language in force.

    Fields that this version does not know are left out.

    Raises `ReportError`.
    """
    try:
        found = msgspec.json.decode(text)
        schema = found.get("schema") if isinstance(found, dict) else None
        if schema != SCHEMA:
            raise ReportError(
                say(
                    'no report: its "schema" should be {schema!r}, not {found!r}',
                    schema=SCHEMA,
                    found=schema,
                )
            )
        return retold(msgspec.convert(found, Report))
    except msgspec.ValidationError as error:
        raise ReportError(
            say("no report of the format {schema!r}: {error}", schema=SCHEMA, error=error)
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ReportError(say("no JSON: {error}", error=error)) from None


def _escape_obeyed(found: re.Match[str]) -> str:
    character = found[0]
    if character.isprintable() and character != "#":
        return character
    code = ord(character)
    if code < _ASTRAL:
        return f"\\u{code:04x}"
    high, low = divmod(code - _ASTRAL, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
