"""Pages for a browser: one file each, with all that it needs inside, which fetches nothing.

The look is `pages/layout.html` with `pages/layout.css`; a page extends that template. The policy in
its head lets the browser use the one style sheet and run the one script that stand in the page, by
their hashes, and nothing else, whatever a stranger's text may look like. Knows no report.
"""

import base64
import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from reversi_conformance.escaping import escape_character
from reversi_conformance.language import forms, gap, in_force, say, tag

PACKAGE: Final = "reversi_conformance.reports"
"""The package with the layout, in its folder `pages`."""
_FOLDER: Final = "pages"
_WORDS: Final = "en.toml"
_OBEYED: Final = re.compile(r":(?=:)|#(?=#)")
"""What begins a command to a runner of CI; a reference to the character shows the same sign."""
_UNSEEN: Final = re.compile(r"[^\n\x20-\x7e]")
_ENDS: Final = re.compile("[<>&]")
_ASTRAL: Final = 0x10000


def render_page(
    template: str,
    values: Mapping[str, object],
    *,
    package: str = PACKAGE,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
) -> str:
    """Return a whole page, which ends in a newline; the same values give the same page.

    `template` extends "layout.html" and fills its blocks `title`, `top`, `content` and `foot`. It,
    the further `styles` and the `scripts` are files in the folder `pages` of the package; `text`
    is what `sentences` reads from there, in the language in force. Every text among the values is
    escaped.
    Raises `jinja2.UndefinedError` for a value that a template misses.
    """
    style = "\n" + _file(PACKAGE, "layout.css") + _together(package, styles)
    script = _together(package, scripts)
    page = _environment(package).get_template(template)
    written = page.render(
        values,
        text=sentences(package),
        language=tag(),
        gap=gap(),
        policy=_policy(style, script),
        style=Markup(style),  # noqa: S704 - files of this project, as are the scripts
        script=Markup(script),  # noqa: S704
    )
    return _UNSEEN.sub(_shown, written)


def data(value: object) -> Markup:
    """Return a value as JSON to stand in `<script type="application/json">`, which it cannot end.

    >>> data(["</script>", "好"])
    Markup('["\\\\u003c/script\\\\u003e","好"]')
    """
    text = _printable(msgspec.json.encode(value).decode(), _number)
    for ending in (_ENDS, _OBEYED):
        text = ending.sub(lambda found: _number(found[0]), text)
    return Markup(text)  # noqa: S704


def _printable(text: str, instead: Callable[[str], str]) -> str:
    """A text with something else instead of each sign that does not show."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else instead(sign) for sign in text)


def sentences(package: str) -> Mapping[str, Any]:
    """Return the words of a package's pages, from its `pages/en.toml` and the layout's.

    They are in the language in force: what stands there is the messages of the catalogue.
    """
    return _sentences(package, in_force())


@cache
def _sentences(package: str, _language: str) -> Mapping[str, Any]:
    words = (tomllib.loads(_file(each, _WORDS)) for each in (PACKAGE, package))
    return {name: _told(table) for tables in words for name, table in tables.items()}


def _told(words: Any) -> Any:
    """Words in the language in force; of a pair with numbers in it both are the same message."""
    match words:
        case str():
            return say(words)
        case [str(one), str(many)] if "{" in one:
            return [*forms(one, many)]
        case list():
            return [_told(each) for each in words]
        case dict():
            return {name: _told(each) for name, each in words.items()}
    return words


def counted(count: int, words: Sequence[str]) -> str:
    """Return the sentence for one, or the one for any other number, with the number in it.

    >>> counted(1, ["{n} case", "{n} cases"]), counted(3, ["{n} case", "{n} cases"])
    ('1 case', '3 cases')
    """
    return words[0 if count == 1 else 1].format(n=count)


@cache
def _environment(package: str) -> Environment:
    places = dict.fromkeys((package, PACKAGE))
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(place, _FOLDER) for place in places]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["counted"] = counted
    environment.globals["say"] = say
    return environment


def _finalized(value: object) -> object:
    """A text as it stands in a page: what browsers and runners of CI obey is shown instead."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    signs = _printable(value, escape_character)
    return Markup(_OBEYED.sub(lambda found: f"&#{ord(found[0])};", str(escape(signs))))  # noqa: S704


def _policy(style: str, script: str) -> str:
    """The Content-Security-Policy of a page with this style sheet and this script."""
    runs = f" script-src {_hash(script)};" if script else ""
    return (
        f"default-src 'none'; style-src {_hash(style)};{runs} img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _together(package: str, names: Sequence[str]) -> str:
    return "".join(_file(package, name) for name in names)


@cache
def _file(package: str, name: str) -> str:
    return files(package).joinpath(_FOLDER, name).read_text(encoding="utf-8")


def _shown(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else escape_character(found[0])


def _number(sign: str) -> str:
    r"""A character as JSON has it by its number: \u2028, \ud83d\ude00."""
    code = ord(sign)
    if code < _ASTRAL:
        return f"\\u{code:04x}"
    high, low = divmod(code - _ASTRAL, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
