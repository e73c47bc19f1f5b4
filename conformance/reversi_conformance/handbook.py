"""The handbook: one page about each check, in Markdown. The only reader of `docs/checks/`.

An installed package carries the pages inside; a checkout has them in its docs: this module alone
knows the difference.
"""

import difflib
import re
from pathlib import Path
from typing import Final

import msgspec

from reversi_conformance.assignment import CHECK_IDS
from reversi_conformance.language import listed, say

_PACKAGE: Final = Path(__file__).parent
_ROW: Final = re.compile(r"^\| `(?P<code>[a-z.-]+)` \| (?P<meaning>.*) \|$", re.MULTILINE)


class UnknownSubjectError(LookupError):
    """No check and no message is called so; the message names the nearest ones."""


class Page(msgspec.Struct, frozen=True):
    """What is to be known about one check."""

    check: str
    title: str
    text: str
    """The whole page, in Markdown; the title is its first line."""

    @property
    def meanings(self) -> dict[str, str]:
        """What each message of the check means, by its code, in Markdown."""
        meanings: dict[str, str] = {}
        for row in _ROW.finditer(self.text):
            code, meaning = row["code"], row["meaning"]
            meanings[code] = f"{meanings[code]} {meaning}" if code in meanings else meaning
        return meanings


def home() -> Path:
    """The folder that holds `<check id>.md` for each check."""
    installed = _PACKAGE / "checks"
    return installed if installed.is_dir() else _PACKAGE.parents[1] / "docs" / "checks"


def load() -> tuple[Page, ...]:
    """Every page, in the order of the score sheet."""
    return tuple(map(_read, CHECK_IDS))


def about(subject: str) -> tuple[Page, ...]:
    """The page of this check, or all pages that name the message of this code.

    Raises `UnknownSubjectError`.
    """
    pages = load()
    found = tuple(page for page in pages if subject == page.check or subject in page.meanings)
    if found:
        return found
    codes = {code: None for page in pages for code in page.meanings}
    near = difflib.get_close_matches(subject, [*CHECK_IDS, *codes], n=3)
    if near:
        hint = say("did you mean {names}?", names=listed(near))
    else:
        hint = say("there are {names}", names=listed(CHECK_IDS))
    raise UnknownSubjectError(
        say("no check and no message is called {subject!r}; {hint}", subject=subject, hint=hint)
    )


def _read(check: str) -> Page:
    text = (home() / f"{check}.md").read_text(encoding="utf-8")
    title = text.partition("\n")[0].removeprefix("# ")
    return Page(check, title, text)
