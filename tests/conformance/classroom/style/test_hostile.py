"""Whatever stands in a source, it is studied, in time."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reversi_conformance.classroom.style import (
    COUNTED,
    LANGUAGES,
    TOTALS,
    UNSURE,
    Source,
    study,
    tree,
)
from reversi_conformance.classroom.style.marks import words

DEEP = 2_000
HOSTILE = {
    "brackets": "(" * DEEP + "1" + ")" * DEEP,
    "open brackets": "[" * DEEP,
    "blocks": "{" * DEEP,
    "functions": "()=>" * (DEEP // 4) + "1",
    "lambdas": "lambda:" * (DEEP // 4) + "1",
    "members": "a" + ".b" * DEEP,
    "calls": "a" + ".push(1)" * (DEEP // 8),
    "callbacks": "a.map(x=>" * (DEEP // 8) + "x" + ")" * (DEEP // 8),
    "sums": "a" + "+a" * DEEP,
    "names": ";".join(f"a{i}=1" for i in range(DEEP // 8)),
    "one name": "a=1;" * (DEEP // 4),
    "functions beside each other": "".join(f"function f{i}(){{f{i + 1}()}}" for i in range(200)),
    "aliases": "let a0=b;" + "".join(f"let a{i + 1}=a{i};a{i}.x=1;" for i in range(150)),
    "templates": "`${" * (DEEP // 4),
    "line separators": "let a = 1;\u2028for (;;) {}\u2029" * 100,
    "control characters": "".join(map(chr, range(1, 0x250))),
}


@pytest.mark.parametrize("suffix", [".ts", ".py"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_any_nesting_and_any_length_is_studied(text: str, suffix: str) -> None:
    found = study([Source(f"a{suffix}", suffix, text)])
    assert [trait.id for trait in found] == [*COUNTED, *TOTALS, *UNSURE]


def test_a_source_that_the_parser_is_given_up_for_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tree, "_MOST_SECONDS", -1)
    found = {each.id: each for each in study([Source("a.ts", ".ts", "a(b<" * 20_000)])}
    assert found["not-read"].places == ("a.ts",)
    assert found["files"].count == 0


def test_a_hundred_thousand_brackets_are_no_recursion() -> None:
    (found,) = (
        each for each in study([Source("a.ts", ".ts", "[" * 100_000)]) if each.id == "files"
    )
    assert found.count == 1


WORDS = st.sampled_from(
    sorted(
        words(
            """function => ( ) { } [ ] , ; = += . : ? ... if else for while of in return class this
            new x y f self let const var lambda def import from as global nonlocal del match case 1
            'a' ` ${ / * export default async await yield with try except catch static get # @ -- ++
            ! < > |"""
        )
    )
)
SOURCES = st.one_of(
    st.text(max_size=100),
    st.binary(max_size=100).map(lambda data: data.decode("utf-8", "replace")),
    st.lists(st.one_of(WORDS, st.just("\n"), st.just("\n    ")), max_size=60).map(" ".join),
)


@settings(max_examples=40, deadline=None)
@given(text=SOURCES, suffix=st.sampled_from(sorted(LANGUAGES)))
@example(text="for", suffix=".ts")
@example(text="delete", suffix=".js")
@example(text="class { constructor", suffix=".ts")
@example(text="def", suffix=".py")
def test_any_text_is_studied(text: str, suffix: str) -> None:
    found = {trait.id: trait for trait in study([Source("a", suffix, text)])}
    lines = text.count("\n") + 1
    assert found["files"].count == 1
    assert found["pure-functions"].count <= found["functions"].count
    for trait in COUNTED:
        assert all(1 <= int(place[2:]) <= lines for place in found[trait].places)
        assert len(found[trait].places) <= found[trait].count


def test_counts_are_whole_where_places_are_cut() -> None:
    found = {each.id: each for each in study([Source("a.js", ".js", "a++;\n" * 250)])}
    assert found["reassignments"].count == 250
    assert found["reassignments"].places == tuple(f"a.js:{line}" for line in range(1, 101))
