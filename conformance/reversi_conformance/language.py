"""The language in which this program speaks: English, which the source has, or Chinese.

Findings, causes and scores are data; they are put into words where they are shown, and these words
are looked up here at that moment. One program speaks one language at a time: `cli` sets it once,
before anything is said, and whatever renders stays a function of what it shows and of the language
in force. It is a variable of the process and not of a context, since a thread that draws begins
with an empty one and would fall back to English unseen. Processes that work for another judge and
speak English; the one that they work for tells their reports in its language (`retelling`).

The catalogue is read when the first word of another language is asked for. Knows no message;
`catalogue.py` at the top of the project finds them in the source.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH: Final = "en"
CHINESE: Final = "zh"
LANGUAGES: Final = (ENGLISH, CHINESE)
DOMAIN: Final = "reversi_conformance"
"""What the catalogues are called."""
FOLDER: Final = os.path.join(os.path.dirname(__file__), "locale")  # noqa: PTH118, PTH120 - quick
_LOCALES: Final[Mapping[str, str]] = {CHINESE: "zh_CN"}
_TAGS: Final[Mapping[str, str]] = {ENGLISH: "en", CHINESE: "zh-CN"}
_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_UNTRANSLATED: Final = frozenset({"C", "POSIX"})


class _Speaker:
    """Which language is in force."""

    def __init__(self) -> None:
        self.language = ENGLISH


_speaker: Final = _Speaker()


def in_force() -> str:
    """Return the language that is spoken, one of `LANGUAGES`."""
    return _speaker.language


def use(language: str) -> None:
    """Speak this language from now on, one of `LANGUAGES`."""
    if language not in LANGUAGES:
        raise ValueError(f"no language that is spoken here: {language!r}")
    _speaker.language = language


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language until the block is left, and then the former one."""
    former = _speaker.language
    use(language)
    try:
        yield
    finally:
        _speaker.language = former


def tag() -> str:
    """Return the language in force as pages have it in `lang`."""
    return _TAGS[_speaker.language]


def locale_name(language: str) -> str:
    """Return the locale of a language as catalogues and `LANGUAGE` name it; English has none."""
    return _LOCALES.get(language, ENGLISH)


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language that the locale of an environment asks for.

    As gettext has it: the first of LC_ALL, LC_MESSAGES and LANG that is set is the locale; unless
    that is C, the list in LANGUAGE goes before it.

    >>> of_environment({"LANG": "zh_CN.UTF-8"})
    'zh'
    >>> of_environment({"LANG": "zh_CN.UTF-8", "LANGUAGE": "de:en:zh"})
    'en'
    >>> of_environment({"LC_ALL": "C", "LANG": "zh_CN.UTF-8", "LANGUAGE": "zh"})
    'en'
    """
    name = next((value for each in _VARIABLES if (value := environment.get(each))), "C")
    if _stem(name) in _UNTRANSLATED:
        return ENGLISH
    for wanted in (*environment.get("LANGUAGE", "").split(":"), name):
        spoken = _stem(wanted).partition("_")[0].lower()
        if spoken in LANGUAGES:
            return spoken
    return ENGLISH


def _stem(name: str) -> str:
    """A locale without its encoding and variant; some write it with a hyphen."""
    return name.partition(".")[0].partition("@")[0].replace("-", "_")


def gap() -> str:
    """Return what parts two pieces of a line: the wide brackets of Chinese need nothing there."""
    return " " if _speaker.language == ENGLISH else ""


def mark(message: str) -> str:
    """Return a message as it is, which is put into the catalogue and told by `say` later on."""
    return message


def mark_count(one: str, many: str) -> tuple[str, str]:
    """Return both forms of a message as they are, which `say_count` tells later on."""
    return one, many


def say(message: str, /, **values: object) -> str:
    """Return a message of the source in the language in force; values are put in by their names.

    Without values it is no pattern: braces stand for themselves.
    """
    shown = _messages(_speaker.language).gettext(message) if _is_foreign(message) else message
    return shown.format(**values) if values else shown


def say_count(one: str, many: str, count: int, /, **values: object) -> str:
    """Return the message for a number of things, which both have as {n}.

    >>> say_count("{n} case", "{n} cases", 1), say_count("{n} case", "{n} cases", 3)
    ('1 case', '3 cases')
    """
    if _speaker.language == ENGLISH:
        shown = one if count == 1 else many
    else:
        shown = _messages(_speaker.language).ngettext(one, many, count)
    return shown.format(n=count, **values)


def forms(one: str, many: str) -> tuple[str, str]:
    """Return the message for one thing, and the one for any other number, as patterns with {n}."""
    if _speaker.language == ENGLISH:
        return one, many
    messages = _messages(_speaker.language)
    return messages.ngettext(one, many, 1), messages.ngettext(one, many, 2)


def listed(items: Iterable[str]) -> str:
    """Return things one after the other, as the language in force separates them.

    >>> listed(["aa", "ab"])
    'aa, ab'
    """
    return say(", ").join(items)


def listed_with_and(items: Sequence[str]) -> str:
    """Return things of which all hold, one at least.

    >>> listed_with_and(["aa", "ab", "ac"])
    'aa, ab and ac'
    """
    *others, last = items
    return say("{others} and {last}", others=listed(others), last=last) if others else last


def _is_foreign(message: str) -> bool:
    """Whether to look a message up; the empty one leads to the head of a catalogue."""
    return bool(message) and _speaker.language != ENGLISH


@cache
def _messages(language: str) -> "NullTranslations":
    import gettext  # noqa: PLC0415 - English needs none

    return gettext.translation(DOMAIN, FOLDER, languages=[locale_name(language)])
