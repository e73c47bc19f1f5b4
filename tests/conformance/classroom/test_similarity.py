"""Which programs deviate in the same way, and which only share common mistakes."""

from collections.abc import Sequence

from reversi_conformance.classroom.concerns import Reason
from reversi_conformance.classroom.similarity import similar_programs
from reversi_conformance.classroom.statistics import summarise
from reversi_conformance.report import Report, ReportedCase, ReportedCause

from ..reports.samples import case, finding
from .classes import student

OWN_WORDS = ("Now it is time for O", "The machine lays X on aa", "You lost this")


def wordings(words: Sequence[str], cases: int = 6) -> list[ReportedCase]:
    """Cases in each of which each of these is printed for what the handout asks for."""
    return [
        case(
            f"py-{index}",
            *(
                finding(expected=("Draw!",), observed=(word,), turn=turn)
                for turn, word in enumerate(words)
            ),
        )
        for index in range(cases)
    ]


def crowd(count: int, *cases: ReportedCase) -> dict[str, Report]:
    return {f"s{index:03}": student(f"s{index:03}", *cases) for index in range(count)}


def test_programs_that_are_wrong_in_the_same_unusual_ways_are_similar() -> None:
    cases = wordings(OWN_WORDS)
    reports = {**crowd(5), "zhang": student("zhang", *cases), "li": student("li", *cases)}
    [group] = similar_programs(reports)
    assert group.students == ("li", "zhang")
    assert (group.share, group.cases) == (1.0, 6)
    assert group.examples == tuple(f"the message is worded otherwise: {word}" for word in OWN_WORDS)


def test_right_programs_are_not_similar_however_alike() -> None:
    assert similar_programs(crowd(10, case("py-1"), case("py-2"))) == ()


def test_what_many_print_wrongly_makes_nobody_similar() -> None:
    assert similar_programs(crowd(10, *wordings(OWN_WORDS))) == ()


def test_one_mistake_in_many_cases_makes_nobody_similar() -> None:
    cases = wordings(("Draw.",), cases=40)
    assert similar_programs({"a": student("a", *cases), "b": student("b", *cases)}) == ()


def with_codes(*codes: str) -> list[ReportedCase]:
    """Cases in each of which each of these is found."""
    return [
        case(
            f"py-{index}",
            *(finding("rules.flips", code, turn=turn) for turn, code in enumerate(codes)),
        )
        for index in range(8)
    ]


def test_all_that_a_single_wrong_rule_may_bring_about_is_one_mistake() -> None:
    cases = with_codes("flips.wrong", "placement.refused", "turns.skipped", "choice.fewer")
    assert similar_programs({name: student(name, *cases) for name in "ab"}) == ()


def test_all_that_comes_of_one_cause_is_one_mistake() -> None:
    codes = ("end.no-winner", "end.wrong-score", "end.waits")
    cases = with_codes(*codes)
    uncaused = {name: student(name, *cases) for name in "ab"}
    assert [group.students for group in similar_programs(uncaused)] == [("a", "b")]
    cause = ReportedCause(("ends.counts-exchanged",), "exchanged", "ends.no-moves", codes, 8)
    caused = {name: student(name, *cases, causes=[cause]) for name in "ab"}
    assert similar_programs(caused) == ()


def test_how_a_session_broke_off_makes_nobody_similar() -> None:
    codes = ("stopped.crash", "stopped.status", "end.crash", "log.crash", "stopped.silent")
    cases = [case(f"py-{index}", *(finding(code=code) for code in codes)) for index in range(8)]
    assert similar_programs({"a": student("a", *cases), "b": student("b", *cases)}) == ()


def test_a_program_with_one_more_mistake_is_still_similar() -> None:
    cases = wordings(OWN_WORDS)
    changed = [*wordings(OWN_WORDS), case("py-x", finding())]
    reports = {"a": student("a", *cases), "b": student("b", *changed)}
    [group] = similar_programs(reports)
    assert group.share == 18 / 19


def test_programs_that_share_less_are_not_similar() -> None:
    mine = [*wordings(OWN_WORDS), *[case(f"py-m{index}", finding()) for index in range(5)]]
    reports = {"a": student("a", *wordings(OWN_WORDS)), "b": student("b", *mine)}
    assert similar_programs(reports) == ()


def test_blanks_and_capitals_do_not_hide_what_is_the_same() -> None:
    shouted = [word.upper().replace(" ", "  ") for word in OWN_WORDS]
    reports = {"a": student("a", *wordings(OWN_WORDS)), "b": student("b", *wordings(shouted))}
    assert [group.students for group in similar_programs(reports)] == [("a", "b")]


def test_each_of_a_group_is_to_be_looked_at_with_the_others() -> None:
    cases = wordings(OWN_WORDS)
    summary = summarise([*crowd(3).values(), *(student(name, *cases) for name in "cab")])
    assert summary.similar[0].students == ("a", "b", "c")
    found = [each for each in summary.concerns if each.reason is Reason.SIMILAR]
    assert [(each.student, each.detail) for each in found] == [
        ("a", "b, c"),
        ("b", "a, c"),
        ("c", "a, b"),
    ]
