"""Whatever a program prints or is called: a report shows it and obeys none of it."""

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from reversi_conformance.reports import text, visible

from .samples import case, finding, report, sheet

HOSTILE = {
    "escape-sequence": ("\x1b[2J\x1b[31mred", "\\x1b[2J\\x1b[31mred"),
    "window-title": ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
    "c1-control": ("\x9b2J", "\\x9b2J"),
    "markup": ("[red]Draw![/red] [link=http://a.b]x[/]", "[red]Draw![/red] [link=http://a.b]x[/]"),
    "unclosed-markup": ("[/] [bold", "[/] [bold"),
    "emoji-code": (":warning: :skull:", ":warning: :skull:"),
    "right-to-left": ("\u202egro.live\u2066", "\\u202egro.live\\u2066"),
    "workflow-command": ("::error file=a::b", "::error file=a::b"),
    "nul": ("a\0b", "a\\x00b"),
    "carriage-return": ("100 of 100\rcheat", "100 of 100\\x0dcheat"),
    "backspace": ("0\b9", "0\\x089"),
    "line-separator": ("a\u2028b", "a\\u2028b"),
    "private-use": ("\ue000", "\\ue000"),
    "surrogate": ("\udc80", "\\udc80"),
    "our-own-signs": ("«typed» \\x1b", "\\xabtyped\\xbb \\x5cx1b"),
}


@pytest.mark.parametrize(("printed", "shown"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_shown_and_not_obeyed(printed: str, shown: str) -> None:
    found = [
        finding(code="messages.extra", observed=(printed,)),
        finding(code="messages.wording", expected=("Draw!",), observed=(printed,)),
        finding(code="messages.order", expected=("Draw!", "a"), observed=(printed, "b", printed)),
        finding(code="stopped.crash", message=f"the program crashes: {printed}"),
    ]
    cases = [case(f"py-{index}", each) for index, each in enumerate(found)]
    for coloured in (False, True):
        sheet_of = text.render(
            report(*cases, criteria=sheet(messages=1), program=printed), coloured=coloured
        )
        seen = click.unstyle(sheet_of)
        assert all(row.isprintable() for row in seen.split("\n"))
        assert seen.count(shown) >= 8


def test_ten_thousand_characters_are_cut_and_counted() -> None:
    long = "A" * 10_000
    found = [
        finding(code="messages.extra", observed=(long,)),
        finding(code="messages.wording", expected=("Draw!",), observed=(long,)),
        finding(code="messages.order", expected=("Draw!", "a"), observed=(long, "b")),
        finding(code="stopped.crash", message=f"the program crashes: {long}"),
    ]
    cases = [case(f"py-{index}", each) for index, each in enumerate(found)]
    shown = text.render(report(*cases, criteria=sheet(messages=1), program=long))
    assert len(shown) < 8_000
    assert shown.count("more characters)") >= 3
    assert "of 5 and 10000" in shown


def test_a_thousand_lines_are_cut_and_counted() -> None:
    found = finding(code="messages.extra", observed=("x",) * 1000)
    shown = text.render(report(case("py-1", found), criteria=sheet(messages=1)))
    assert "… and 988 more lines" in shown


def test_of_two_long_sides_the_rows_that_differ_are_shown() -> None:
    right, wrong = [f"line {number}" for number in range(100)], ["x"] * 2
    found = finding(expected=[*right, "Draw!"], observed=[*right, *wrong])
    shown = text.render(report(case("py-1", found), criteria=sheet(messages=1)))
    assert "… 98 more lines" in shown
    assert "line 97" not in shown
    assert "    Draw!    ≠ x\n" in shown


@given(st.text())
def test_anything_becomes_printable(line: str) -> None:
    assert visible.plain(line).isprintable()


@given(st.text(), st.integers(min_value=40, max_value=120))
def test_a_cut_line_fits(line: str, width: int) -> None:
    assert cell_len(visible.cut(line, width)) <= width


@given(st.text(), st.text(), st.integers(min_value=20, max_value=120))
def test_two_compared_lines_fit(one: str, other: str, width: int) -> None:
    seen = visible.compare(one, other, width)
    assert cell_len(seen.expected) <= width
    assert cell_len(seen.observed) <= width
    assert 0 <= seen.column <= width


@given(st.text(), st.text(), st.text())
def test_two_compared_lines_are_alike_until_they_differ(start: str, one: str, other: str) -> None:
    seen = visible.compare(start + one, start + other, 10_000)
    assert cell_len(visible.plain(start)) <= seen.column or start + one == start + other
