"""What it means for each format of a report to be safe to show.

A format that is entered in `reports.FORMATS` needs a row in `SAFE`, or a test fails.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

_OBEYED: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of characters that terminals and viewers obey, hide, or draw as anything at all."""
_COMMAND: Final = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)
"""What runners of CI obey in a log: GitHub's "::" where a line begins, after any blanks, and the
older "##[" of GitHub, Azure's "##vso[" and TeamCity's "##teamcity[" wherever they stand."""


def unsafe_signs(text: str) -> Iterator[str]:
    """Every character that no text for a terminal may hold, as its number."""
    for sign in sorted(set(text) - {"\n"}):
        if unicodedata.category(sign) in _OBEYED:
            yield f"U+{ord(sign):04X}"


def unsafe_commands(text: str) -> Iterator[str]:
    """Every beginning of a command to a runner of CI."""
    return (found[0] for found in _COMMAND.finditer(text))


def unsafe_text(text: str) -> Iterator[str]:
    """What is unsafe in plain text: it goes to terminals and to the logs of CI."""
    yield from unsafe_signs(text)
    yield from unsafe_commands(text)


def unsafe_json(text: str) -> Iterator[str]:
    """What is unsafe in JSON: it is printed, too, and must be JSON all the same."""
    yield from unsafe_text(text)
    json.loads(text)


SAFE: Final[Mapping[str, Callable[[str], Iterator[str]]]] = MappingProxyType(
    {"text": unsafe_text, "json": unsafe_json}
)
"""By format, what yields everything in a rendering that is unsafe; nothing where it is safe."""
