"""The Chinese catalogue holds every message of the source, translated, and nothing else."""

import string
from collections.abc import Iterator
from pathlib import Path

import catalogue
import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry

from reversi_conformance import language

TEMPLATE = catalogue.template()
CHINESE = catalogue.load()


def entries(catalog: Catalog) -> Iterator[Entry]:
    return (entry for entry in catalog if entry.id)


def translations(entry: Entry) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def originals(entry: Entry) -> tuple[str, ...]:
    return (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)


def placeholders(text: str) -> set[tuple[str, str, str]]:
    """What is put in: its name, how it is converted and how it is written."""
    return {
        (name, conversion or "", spec or "")
        for _, name, spec, conversion in string.Formatter().parse(text)
        if name is not None
    }


def is_pattern(text: str) -> bool:
    """Whether braces in a text stand for values; in help they stand for themselves."""
    try:
        return bool(placeholders(text))
    except ValueError:
        return False


def test_every_message_of_the_source_is_in_the_catalogue_and_nothing_else() -> None:
    ours, theirs = ({entry.id for entry in entries(each)} for each in (TEMPLATE, CHINESE))
    assert sorted(map(str, ours - theirs)) == [], "run: python catalogue.py update"
    assert sorted(map(str, theirs - ours)) == [], "run: python catalogue.py update"


def test_every_message_is_translated() -> None:
    lacking = [entry.id for entry in entries(CHINESE) if not all(translations(entry))]
    assert lacking == []


def test_no_translation_is_a_guess() -> None:
    assert [entry.id for entry in entries(CHINESE) if entry.fuzzy] == []


def test_translations_put_in_what_the_messages_put_in() -> None:
    wrong = [
        entry.id
        for entry in entries(CHINESE)
        for translation in translations(entry)
        if translation
        and is_pattern(originals(entry)[-1])
        and placeholders(translation) != placeholders(originals(entry)[-1])
    ]
    assert wrong == []


def test_sentences_end_in_full_width_stops() -> None:
    wrong = [
        (entry.id, translation)
        for entry in entries(CHINESE)
        for translation in translations(entry)
        if translation.endswith((".", ",", ";")) and not translation.endswith("…")
    ]
    assert wrong == []


def test_the_catalogue_is_written_as_babel_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that an update changes what has changed and nothing else."""
    was = catalogue.CATALOGUE.read_text(encoding="utf-8")
    copy = tmp_path / "copy.po"
    copy.write_text(was, encoding="utf-8")
    monkeypatch.setattr(catalogue, "CATALOGUE", copy)
    catalogue.update()
    assert _entries_of(copy.read_text(encoding="utf-8")) == _entries_of(was)


def _entries_of(text: str) -> str:
    """All but the head, in which Babel signs with its version."""
    return text.partition("\n\n")[2]


def test_english_needs_no_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "FOLDER", str(tmp_path))
    language._messages.cache_clear()
    assert language.say("no disc seems to turn") == "no disc seems to turn"
    with language.speaking("zh"), pytest.raises(FileNotFoundError):
        language.say("no disc seems to turn")


def test_what_is_no_message_is_told_as_it_is() -> None:
    """Titles of one's own assignment are nobody's message."""
    with language.speaking("zh"):
        assert language.say("Eigener Titel {x}") == "Eigener Titel {x}"
        assert language.say("") == ""


def test_a_language_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(ValueError, match="'fr'"):
        language.use("fr")
    assert language.in_force() == "en"
