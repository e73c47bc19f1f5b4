"""The Chinese sentences are written as docs/glossary.md says."""

import re
import string

import catalogue
import pytest

SENTENCES = [
    said
    for message in catalogue.load()
    if message.id
    for said in ([message.string] if isinstance(message.string, str) else message.string or [])
]
PLACEHOLDER = "\N{WHITE SQUARE}"
HAN = "[\u4e00-\u9fff]"
LATIN = r"[0-9A-Za-z'\"`]"
HEADING = "用法:"
"""Stands before a command line; the other headings of help get their colon from click."""


def without_placeholders(sentence: str) -> str:
    """The sentence with a sign that is neither Chinese nor Latin for each value put in."""
    parts = string.Formatter().parse(sentence)
    return "".join(text + (PLACEHOLDER if field is not None else "") for text, field, *_ in parts)


def found(pattern: str) -> list[str]:
    """The sentences in which a pattern is found, in what is not put in."""
    return [each for each in SENTENCES if re.search(pattern, without_placeholders(each))]


def test_punctuation_beside_chinese_is_full_width() -> None:
    assert found(rf"{HAN}[,;:!?()]|[,;:!?(]{HAN}") == [HEADING]


def test_a_blank_parts_chinese_from_latin() -> None:
    assert found(rf"{HAN}{LATIN}|{LATIN}{HAN}") == []


def test_no_blank_stands_beside_full_width_punctuation_but_before_a_default() -> None:
    assert found(r"[，。；：（“、] (?! ?\[)| [，。；：）”、]") == []


@pytest.mark.parametrize("word", ["您", "弃权", "回合", "测试点", "成绩单"])
def test_no_other_word_stands_for_a_concept_of_the_glossary(word: str) -> None:
    assert [each for each in SENTENCES if word in each] == []
