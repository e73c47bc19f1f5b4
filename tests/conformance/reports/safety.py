"""What it means for each format of a report to be safe to show.

A format that is entered in `reports.FORMATS` needs a row in `SAFE`, or a test fails.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from types import MappingProxyType
from typing import Final

_OBEYED: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of characters that terminals and viewers obey, hide, or draw as anything at all."""
_COMMAND: Final = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)
"""What runners of CI obey in a log: GitHub's "::" where a line begins, after any blanks, and the
older "##[" of GitHub, Azure's "##vso[" and TeamCity's "##teamcity[" wherever they stand."""
_ELEMENTS: Final = {
    "a", "blockquote", "body", "caption", "code", "dd", "details", "div", "dl", "dt", "figcaption",
    "figure", "footer", "h1", "h2", "h3", "h4", "head", "header", "html", "kbd", "label", "li",
    "main", "mark", "meta", "nav", "noscript", "ol", "option", "p", "pre", "script", "section",
    "select", "small", "span", "strong", "style", "summary", "table", "tbody", "td", "tfoot", "th",
    "thead", "title", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES: Final = {
    "aria-hidden", "aria-label", "aria-labelledby", "charset", "class", "colspan", "content",
    "data-checks", "data-session", "hidden", "href", "http-equiv", "id", "lang", "name", "role",
    "scope", "tabindex", "type", "value",
}  # fmt: skip


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


def unsafe_page(text: str) -> Iterator[str]:
    """What is unsafe in a page: it is printed, too, and must hold nothing but its own elements."""
    yield from unsafe_text(text)
    page = _Page()
    page.feed(text)
    page.close()
    yield from page.strange


class _Page(HTMLParser):
    """Collects what no page of ours has: elements, attributes and addresses of a stranger's."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []
        self._scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._scripts += tag == "script"
        if tag not in _ELEMENTS or self._scripts > 2:
            self.strange.append(f"<{tag}>")
        for name, value in attrs:
            if name not in _ATTRIBUTES or (name == "href" and not (value or "").startswith("#")):
                self.strange.append(f"<{tag} {name}={value!r}>")

    def handle_comment(self, data: str) -> None:
        self.strange.append(f"<!--{data}-->")

    def unknown_decl(self, data: str) -> None:
        self.strange.append(f"<![{data}]>")


SAFE: Final[Mapping[str, Callable[[str], Iterator[str]]]] = MappingProxyType(
    {"text": unsafe_text, "json": unsafe_json, "html": unsafe_page}
)
"""By format, what yields everything in a rendering that is unsafe; nothing where it is safe."""
