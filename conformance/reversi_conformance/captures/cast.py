"""Recordings of asciinema, versions 1, 2 and 3: what was printed in them.

Version 1 is one JSON object with `stdout`, a list of [seconds, text]. Versions 2 and 3 are lines:
an object, then events [seconds, code, text], of which "o" is output; version 3 has comments that
begin with "#". The timing and all that is not output are left out: what was typed stands in its
echo.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from reversi_conformance.captures import CaptureError
from reversi_conformance.language import say

_OF_LINES: Final = (2, 3)
_LOOKS_LIKE_ONE: Final = re.compile(rb'\s*\{[^{}]{0,400}?"version"\s*:')
_OUTPUT: Final = "o"


class Recording(NamedTuple):
    """One recording."""

    form: str
    """Such as "asciinema-v2"."""
    output: str


def read(data: bytes) -> Recording | None:
    """The recording that this is; None where it is something else.

    Raises `CaptureError`, with the number of the line, where a recording is broken.
    """
    if not _LOOKS_LIKE_ONE.match(data):
        return None
    text = data.decode("utf-8", "replace")
    lines = text.split("\n")
    first = next(number for number, line in enumerate(lines) if line.strip())
    version = _version(_parse(lines[first]))
    if version in _OF_LINES:
        return Recording(f"asciinema-v{version}", "".join(_outputs(lines, first + 1)))
    return Recording("asciinema-v1", "".join(_outputs_of_object(text)))


def _outputs(lines: list[str], start: int) -> Iterator[str]:
    for number, line in enumerate(lines[start:], start + 1):
        if not line.strip() or line.startswith("#"):
            continue
        match _parse(line):
            case [int() | float(), str(code), str(text)]:
                if code == _OUTPUT:
                    yield text
            case _:
                raise CaptureError(
                    say(
                        "the cast is broken at line {number}: an event is [seconds, code,"
                        " text], not {line!r}; an end that was cut off may be deleted",
                        number=number,
                        line=line[:60],
                    )
                )


def _outputs_of_object(text: str) -> Iterator[str]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise CaptureError(
            say("the cast is broken at line {lineno}: {msg}", lineno=error.lineno, msg=error.msg)
        ) from None
    except (RecursionError, ValueError) as error:
        raise CaptureError(say("the cast is broken: {error}", error=error)) from None
    if _version(found) != 1 or not isinstance(found.get("stdout"), list):
        raise CaptureError(
            say(
                "the cast is broken at line 1: it is of none of the versions 1, 2"
                " and 3 of asciinema"
            )
        )
    for number, event in enumerate(found["stdout"], 1):
        match event:
            case [int() | float(), str(output)]:
                yield output
            case _:
                raise CaptureError(
                    say(
                        "the cast is broken at its event {number}: it is no [seconds, text]",
                        number=number,
                    )
                )


def _parse(line: str) -> Any:
    """What a line holds as JSON; None where it is none."""
    try:
        return json.loads(line)
    except (RecursionError, ValueError):
        return None


def _version(found: object) -> int | None:
    version = found.get("version") if isinstance(found, dict) else None
    return version if isinstance(version, int) and not isinstance(version, bool) else None
