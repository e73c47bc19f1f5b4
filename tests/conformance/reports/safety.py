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
from xml.etree import ElementTree

import cmarkgfm
import yaml

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


def unsafe_xml(text: str) -> Iterator[str]:
    """What is unsafe in JUnit XML: it must be XML, of its own elements alone."""
    yield from unsafe_text(text.replace("\t", " "))
    own = {"testsuites", "testsuite", "properties", "property", "testcase", "system-out"}
    for element in ElementTree.fromstring(text).iter():  # our own, and small
        if element.tag not in own | {"failure", "error", "skipped"}:
            yield f"<{element.tag}>"


_TAP: Final = re.compile(
    r"TAP version 14|1\.\.[0-9]+|#( .*)?|Bail out! .*"
    r"|(not )?ok [0-9]+ - ([^#\\]|\\[#\\])*( # SKIP ([^#\\]|\\[#\\])*)?"
)
_YAML: Final = re.compile(r"^  ---\n(.*?)^  \.\.\.$\n", re.MULTILINE | re.DOTALL)


def unsafe_tap(text: str) -> Iterator[str]:
    """What is unsafe in TAP: lines that are none of its own, and YAML that holds other keys."""
    yield from unsafe_text(text)
    for block in _YAML.findall(text):
        if set(yaml.safe_load(block)) - {"message", "points", "possible", "details"}:
            yield block
    yield from (line for line in _YAML.sub("", text).splitlines() if not _TAP.fullmatch(line))


_WORKFLOW_COMMAND: Final = re.compile(r"::(error|warning|notice) (.*?)::(.*)")
_PROPERTY: Final = re.compile(r"(file|title)=([^,:]+)")


def unsafe_commands_of_github(text: str) -> Iterator[str]:
    """What is unsafe in workflow commands, read as the runner does: any but three, and other keys.

    It shows the message in the log as well, on as many lines as it has.
    """
    yield from unsafe_signs(text)
    for line in text.splitlines():
        found = _WORKFLOW_COMMAND.fullmatch(line)
        if not found or not all(map(_PROPERTY.fullmatch, found[2].split(","))):
            yield line
            continue
        for value in (*found[2].split(","), found[3]):
            yield from unsafe_text(_unescaped(value))


def _unescaped(value: str) -> str:
    for sign, number in (("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C"), ("%", "%25")):
        value = value.replace(number, sign)
    return value


_MARKDOWN_ELEMENTS: Final = {
    "br", "code", "details", "h2", "p", "pre", "span", "strong", "sub", "summary", "table", "tbody",
    "td", "th", "thead", "tr",
}  # fmt: skip
_MARKDOWN_ATTRIBUTES: Final = {"align", "lang"}
_TAKEN_UP: Final = re.compile(r"@\w|#\w|:[\w+-]+:|\$.*\$")
"""What GitHub takes up in the text of a page that Markdown has become, outside of code."""
_ROW: Final = re.compile(r"[✅❌➖]\|[—0-9.]+/[0-9.]+\|([0-9]+/[0-9]+)?")
"""What stands in a row besides the words of its second cell, which no pipe may push aside."""


def unsafe_markdown(text: str) -> Iterator[str]:
    """What is unsafe in Markdown, made into a page by GitHub's own parser."""
    yield from unsafe_text(text)
    page = _MarkdownPage()
    page.feed(cmarkgfm.github_flavored_markdown_to_html(text, cmarkgfm.Options.CMARK_OPT_UNSAFE))
    page.close()
    yield from page.strange
    if not page.cells:
        yield "no table"
    rows = zip(*[iter(page.cells)] * 4, strict=True)
    yield from (f"{row}" for row in rows if not _ROW.fullmatch("|".join((row[0], *row[2:]))))


class _MarkdownPage(HTMLParser):
    """Collects elements, attributes and words that only a stranger can have brought."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []
        self.cells: list[str] = []
        self._depth_of_code = 0
        self._is_in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._depth_of_code += tag in {"code", "pre"}
        if tag == "td":
            self.cells.append("")
            self._is_in_cell = True
        if tag not in _MARKDOWN_ELEMENTS or {name for name, _ in attrs} - _MARKDOWN_ATTRIBUTES:
            self.strange.append(f"<{tag} {attrs}>")

    def handle_endtag(self, tag: str) -> None:
        self._depth_of_code -= tag in {"code", "pre"}
        self._is_in_cell = self._is_in_cell and tag != "td"

    def handle_data(self, data: str) -> None:
        if self._is_in_cell:
            self.cells[-1] += data
        if not self._depth_of_code and _TAKEN_UP.search(data):
            self.strange.append(data)

    def handle_comment(self, data: str) -> None:
        self.strange.append(f"<!--{data}-->")


SAFE: Final[Mapping[str, Callable[[str], Iterator[str]]]] = MappingProxyType(
    {
        "text": unsafe_text,
        "json": unsafe_json,
        "html": unsafe_page,
        "markdown": unsafe_markdown,
        "junit": unsafe_xml,
        "ctrf": unsafe_json,
        "tap": unsafe_tap,
        "github": unsafe_commands_of_github,
        "gitlab": unsafe_json,
        "gradescope": unsafe_json,
        "prairielearn": unsafe_json,
        "classroom50": unsafe_json,
    }
)
"""By format, what yields everything in a rendering that is unsafe; nothing where it is safe."""
