"""What got better or worse between two reports is said in a few lines."""

from reversi_conformance.report import ReportedCause
from reversi_conformance.reports.changes import render

from ..payloads import EVERY_LINE
from .safety import unsafe_commands, unsafe_signs
from .samples import case, finding, report, sheet

CAUSE = ReportedCause(("west",), "no discs turn to the west", "rules.flips", ("flips.wrong",), 2)
RIGHT = report(case("py-1"), case("py-2"))
WRONG = report(
    case("py-1", finding("rules.flips", "flips.wrong")),
    case("py-2"),
    criteria=sheet(flips=5),
    causes=[CAUSE],
)


def test_what_is_mended_is_better() -> None:
    assert render(WRONG, RIGHT, width=90) == (
        "Since the last time: 12 → 17 of 17 points\n"
        "  ▲ rules.flips: 5/10 → 10/10 in 1/1 cases  Exactly the outflanked discs are turned, in\n"
        "    all eight directions\n"
        "  ▲ no longer a likely cause: no discs turn to the west\n"
        "  ▲ conform now: py-1"
    )


def test_what_is_broken_is_worse() -> None:
    shown = render(RIGHT, WRONG, width=100)
    assert shown.startswith(
        "Since the last time: 17 → 12 of 17 points\n  ▼ rules.flips: 10/10 → 5/10"
    )
    assert "  ▼ a likely cause now: no discs turn to the west\n" in shown
    assert shown.endswith("  ▼ no longer conform: py-1")


def test_one_check_may_get_better_and_another_worse() -> None:
    other = report(
        case("py-1", finding()), case("py-2"), criteria=sheet(messages=1.5), causes=[CAUSE]
    )
    shown = render(WRONG, other)
    assert "▲ rules.flips" in shown
    assert "▼ printing.messages: 3/3 → 1.5/3 in 0/1 cases" in shown
    assert "conform" not in shown


def test_the_same_is_said_to_be_so() -> None:
    assert render(WRONG, WRONG) == "No better and no worse than the last time: 12 of 17 points."


def test_of_many_cases_some_are_named() -> None:
    before = report(*(case(f"py-{number}", finding()) for number in range(20)))
    after = report(*(case(f"py-{number}") for number in range(20)))
    assert "py-7 and 12 more" in render(before, after)


def test_colours_only_where_they_are_wanted() -> None:
    assert "\x1b[" in render(WRONG, RIGHT, coloured=True)
    assert "\x1b" not in render(WRONG, RIGHT)


def test_nothing_in_it_is_obeyed() -> None:
    for line in EVERY_LINE:
        cause = ReportedCause(("x",), line, "rules.flips", (), 1)
        shown = render(report(case("py-1")), report(case("py-1"), causes=[cause]))
        assert not list(unsafe_signs(shown))
        assert not list(unsafe_commands(shown))
