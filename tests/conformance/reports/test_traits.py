from reversi_conformance.reports.traits import trait_rows
from reversi_conformance.submission import Submission, Trait

from .samples import report

COUNTED = (
    Trait("loops", 17, ("game.ts:3",)),
    Trait("higher-order", 0, ()),
    Trait("pure-functions", 3, ("game.ts:5",)),
    Trait("functions", 15, ()),
    Trait("lines", 181, ()),
    Trait("not-understood", 0, ()),
    Trait("not-read", 0, ()),
)


def rows(*traits: Trait) -> dict[str, tuple[str, str]]:
    submission = Submission(student="s1", name="", sources=("s1.zip",), traits=traits)
    found = trait_rows(report(submission=submission))
    return {row.id: (row.title, row.amount) for row in found}


def test_a_count_is_told_with_what_it_is_a_part_of() -> None:
    assert rows(*COUNTED) == {
        "loops": ("Loops", "17 in 181 lines"),
        "higher-order": ("Higher-order functions", "0 in 181 lines"),
        "pure-functions": ("Pure functions", "3 of 15 functions"),
    }


def test_what_could_not_be_looked_at_is_told_where_there_is_any() -> None:
    found = rows(
        Trait("lines", 9, ()),
        Trait("not-understood", 2, ("a.ts:1",)),
        Trait("not-read", 1, ("b.ts",)),
    )
    assert found == {
        "not-understood": ("Not understood", "2 in 9 lines"),
        "not-read": ("Files not looked at", "1"),
    }


def test_a_row_says_whether_there_may_be_more_places() -> None:
    few = Trait("loops", 1, ("a.ts:1",))
    many = Trait("mutations", 250, tuple(f"a.ts:{line}" for line in range(1, 101)))
    submission = Submission(student="s1", name="", sources=(), traits=(few, many))
    found = trait_rows(report(submission=submission))
    assert [row.is_cut for row in found] == [False, True]
    assert [len(row.places) for row in found] == [1, 100]


def test_there_are_no_rows_where_nothing_was_counted() -> None:
    assert rows() == {}
    assert trait_rows(report()) == ()
