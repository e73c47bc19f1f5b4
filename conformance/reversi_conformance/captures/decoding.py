"""From the bytes of a capture to the lines that a person saw.

Knows encodings, the marks before them, and line ends; `sessions.screen` lays out what is left, with
its escape sequences, and decodes what is not UTF-8. Knows no shells, no prompts and no Reversi.
"""

import codecs
import re
from typing import Final, NamedTuple

from reversi_conformance.captures import CaptureError, cast
from reversi_conformance.language import say
from reversi_conformance.sessions.screen import Screen

MOST_BYTES: Final = 2_000_000
"""Several times the output that a session may have."""
_UTF_16: Final = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_STRANGE: Final = re.compile(r"[\x00-\x06\x0e-\x1a\x1c-\x1f\ufffd]")
"""Characters that a program seldom prints."""
_SHARE_OF_STRANGE: Final = 0.1
_COLOUR: Final = re.compile(r"\x1b\[[\d;]*m")
_ESCAPE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")


class Page(NamedTuple):
    """What a person saw, and how it had been written down."""

    lines: tuple[str, ...]
    """Without their ends; what was overwritten or erased is gone."""
    form: str
    """"text", or "asciinema" with its version."""
    encoding: str
    """"utf-8", "gb18030", "utf-16-le", "utf-16-be" or, where none fits, "undecodable"."""
    coloured: frozenset[str]
    """The lines of which a part was coloured."""
    ends_line: bool
    """A line end stands after the last line: it was not cut."""


def read(data: bytes) -> Page:
    """Lay a capture out. Raises `CaptureError` where it is empty, too long, or no text."""
    if len(data) > MOST_BYTES:
        raise CaptureError(
            say("no capture of a session has more than {most_bytes} bytes", most_bytes=MOST_BYTES)
        )
    encoding, data = _as_utf_8(data)
    form = "text"
    if (recording := cast.read(data)) is not None:
        form, data = recording.form, recording.output.encode("utf-8", "replace")
    screen = Screen()
    # A file has "\n" where a terminal is sent "\r\n".
    screen.feed(re.sub(rb"(?<!\r)\n", b"\r\n", data))
    lines = screen.printed_at_last()
    if not any(line.strip() for line in lines):
        raise CaptureError(say("the capture is empty"))
    _refuse_binary(lines)
    ends_line = data.rstrip(b" \t")[-1:] in (b"\n", b"\r")
    return Page(lines, form, encoding or screen.encoding, _coloured(data), ends_line)


def _as_utf_8(data: bytes) -> tuple[str, bytes]:
    """The encoding that a mark before the text names, and the text without it."""
    if data[:2] in _UTF_16:
        name = _UTF_16[data[:2]]
        # A capture cut within a character is readable before the cut.
        return name, data[2:].decode(name, "replace").encode("utf-8", "replace")
    return "", data.removeprefix(codecs.BOM_UTF8)


def _refuse_binary(lines: tuple[str, ...]) -> None:
    text = "\n".join(lines)
    strange = len(_STRANGE.findall(text))
    if strange > _SHARE_OF_STRANGE * len(text):
        raise CaptureError(
            say(
                "this is no text: {strange} of its {text} characters are none"
                " that a program prints; save the session as text (UTF-8, GBK, or"
                " UTF-16 with its mark)",
                strange=strange,
                text=len(text),
            )
        )


def _coloured(data: bytes) -> frozenset[str]:
    if b"\x1b[" not in data:
        return frozenset()
    lines = re.split(r"[\r\n]+", data.decode(errors="replace"))
    return frozenset(_ESCAPE.sub("", line) for line in lines if _has_colour(line))


def _has_colour(line: str) -> bool:
    """Whether visible text follows upon a colour, and not only the end of one."""
    colours = (found[0] for found in _COLOUR.finditer(line))
    return any(colour not in ("\x1b[m", "\x1b[0m") for colour in colours)
