"""A class in figures."""

import random

import pytest

from reversi_conformance.classroom.concerns import Concern, Reason
from reversi_conformance.classroom.figures import Bin, Failure, Points, Spread, Standing
from reversi_conformance.classroom.statistics import summarise
from reversi_conformance.classroom.students import Student
from reversi_conformance.repetition import Variation
from reversi_conformance.rubric import DEAF, CriterionScore
from reversi_conformance.submission import Problem

from ..reports.samples import case, check, criterion, finding, report
from .classes import TIES_LAST, ended, student

BROKEN = Problem("build.failed", {}, "gcc could not build it", ("reversi.c:1: error",))
TORN = Problem("archive.broken", {}, "a.zip ends too early")
VARIATION = Variation("py-1", 3, "aa", "bb")
NO_GCC = Problem("build.tool", {}, "there is no gcc on this machine", is_ours=True)


def test_the_totals_are_of_those_that_were_judged() -> None:
    reports = [
        student("a", flips=0),
        student("b", flips=5, messages=1),
        student("c"),
        student("d", board=0, messages=0, flips=0, problems=[BROKEN], is_played=False),
        student("e", flips=5, problems=[NO_GCC]),
    ]
    summary = summarise(reports, [Student("f", "张三")])
    assert [row.standing for row in summary.rows] == [
        Standing.JUDGED,
        Standing.JUDGED,
        Standing.JUDGED,
        Standing.NOT_PLAYED,
        Standing.NOT_JUDGED,
        Standing.ABSENT,
    ]
    assert [row.earned for row in summary.rows] == [7, 10, 17, 0, None, None]
    assert summary.judged == 4
    assert summary.possible == 17
    assert summary.totals == Spread(
        mean=8.5, lowest=0, lower_quartile=5.25, median=8.5, upper_quartile=11.75, highest=17
    )


def test_one_student_is_a_class_too() -> None:
    assert summarise([student("a", flips=5)]).totals == Spread(12, 12, 12, 12, 12, 12)


def test_a_class_of_nobody_has_no_figures() -> None:
    summary = summarise([], [Student("a")])
    assert summary.totals is None
    assert summary.histogram == ()
    assert summary.criteria == ()
    assert summary.most_failed == ()
    assert summary.standing(Standing.ABSENT) == 1


def test_full_marks_stand_in_the_last_bar() -> None:
    reports = [student("a"), student("b", flips=1), student("c", flips=0, messages=0, board=0)]
    histogram = summarise(reports).histogram
    assert histogram[0] == Bin(0, 2, 1)
    assert histogram[4] == Bin(8, 10, 1)
    assert histogram[-1] == Bin(16, 17, 1)
    assert sum(bar.count for bar in histogram) == 3


def test_seventy_points_are_fourteen_bars_of_five() -> None:
    whole = criterion("all", "All", check("all.all", "All", 70, 70))
    made = report(case("py-1"), criteria=[whole], submission=student("a").submission)
    assert [bar.low for bar in summarise([made]).histogram] == list(range(0, 70, 5))


def test_criteria_and_checks_have_their_mean_and_who_has_all() -> None:
    summary = summarise([student("a", flips=5), student("b", messages=1), student("c")])
    printing, rules = summary.criteria
    assert (printing.id, printing.mean, printing.full, printing.counted) == (
        "printing",
        6.33,
        2,
        3,
    )
    assert (rules.mean, rules.full) == (8.33, 2)
    board, messages = printing.checks
    assert (board.mean, board.full, board.failures) == (4, 3, ())
    assert (messages.full, messages.failures) == (2, (Failure("b", 1, 1),))


def test_what_was_not_assessed_could_not_be_had() -> None:
    unseen = criterion(
        "rules",
        "Moves follow the rules",
        check("rules.flips", "Flips", None, 10, assessed=0),
        check("rules.turns", "Turns", 5, 5),
    )
    partly = report(case("py-1"), criteria=[unseen], submission=student("a").submission)
    summary = summarise([partly, student("b")])
    assert summary.partly_assessed == 1
    [rules, _] = summary.criteria
    assert summary.rows[0].criteria[0] == Points(5, 5)
    assert (rules.full, rules.counted) == (2, 2)
    flips = rules.checks[0]
    assert (flips.full, flips.counted, flips.mean) == (1, 1, 10)


def test_a_part_that_a_person_marks_is_no_figure() -> None:
    marked = student("a")
    by_hand = CriterionScore("style", "Style", None, 30, ())
    with_style = report(
        case("py-1"), criteria=[*marked.criteria, by_hand], submission=marked.submission
    )
    assert [each.id for each in summarise([with_style]).criteria] == ["printing", "rules"]


def test_the_check_that_most_students_fail_comes_first() -> None:
    reports = [student("a", flips=5, messages=1), student("b", messages=1), student("c", flips=0)]
    failed = summarise([*reports, student("d", flips=5)]).most_failed
    assert [(check.id, [each.student for each in check.failures]) for check in failed] == [
        ("rules.flips", ["a", "c", "d"]),
        ("printing.messages", ["a", "b"]),
    ]


def test_what_was_never_played_failed_no_check() -> None:
    unbuilt = student("a", flips=0, board=0, messages=0, problems=[BROKEN], is_played=False)
    summary = summarise([unbuilt])
    assert summary.most_failed == ()
    assert summary.criteria[1].mean == 0
    [unplayed] = summary.unplayed
    assert (unplayed.student, unplayed.code, unplayed.lines) == (
        "a",
        "build.failed",
        ("reversi.c:1: error",),
    )


def test_likely_causes_are_counted_by_student() -> None:
    causes = summarise(
        [student("b", causes=[TIES_LAST]), student("a", causes=[TIES_LAST]), student("c")]
    ).causes
    assert [(cause.ids, cause.students) for cause in causes] == [(("ties.last-row",), ("a", "b"))]


def test_whom_to_look_at_is_told_by_reason_and_by_cases() -> None:
    crash = finding(code="stopped.crash", message="the program crashes after 'ab' was typed: Oops")
    slow = finding(code="stopped.silent", message="no output for 10 s")
    summary = summarise(
        [
            student("a", case("py-1", crash)),
            student("b", case("py-1", crash), ended(case("py-2"), "signalled")),
            student("c", ended(case("py-1", slow), "silent"), ended(case("py-2"), "out-of-cpu")),
            student("d", ended(case("py-1"), "flooded"), case("py-2", soft_waits=2)),
            student("e", case("py-1", finding()), variations=[VARIATION]),
            student("f", problems=[NO_GCC]),
            student("g", complete=False),
            student("h", problems=[TORN]),
            student("i", why=DEAF),
            student("j", seen=["a.txt is left behind", "a process goes on"]),
        ]
    )
    assert list(summary.concerns) == [
        Concern(Reason.HARNESS, "f", 0, "there is no gcc on this machine"),
        Concern(Reason.INTERRUPTED, "g", 3),
        Concern(Reason.PARTLY, "h", 0, "a.zip ends too early"),
        Concern(Reason.SEEN, "j", 0, "a.txt is left behind; a process goes on"),
        Concern(Reason.ONE_GAME, "i"),
        Concern(Reason.VARYING, "e", 1, case="py-1"),
        Concern(Reason.TIMED_OUT, "c", 2, "no output for 10 s", "py-1"),
        Concern(Reason.LIMITS, "d", 1),
        Concern(Reason.SOFT_WAITS, "d", 1),
        Concern(Reason.CRASHED, "b", 2, "the program crashes after 'ab' was typed: Oops", "py-1"),
        Concern(Reason.CRASHED, "a", 1, "the program crashes after 'ab' was typed: Oops", "py-1"),
    ]
    assert {row.student: row.reasons for row in summary.rows}["d"] == (
        Reason.LIMITS,
        Reason.SOFT_WAITS,
    )


def test_points_that_are_not_final_do_not_count() -> None:
    summary = summarise([student("a", complete=False), student("b")])
    assert summary.judged == 1
    assert summary.rows[0].earned is None


def test_the_slowest_programs_are_five_at_most() -> None:
    reports = [
        student(f"s{index}", ended(case("py-1"), "exited", index), case("py-2"))
        for index in range(1, 8)
    ]
    slowest = summarise(reports).slowest
    assert [each.student for each in slowest] == ["s7", "s6", "s5", "s4", "s3"]
    assert (slowest[0].seconds, slowest[0].case, slowest[0].case_seconds) == (7.25, "py-1", 7)


def test_the_order_of_the_reports_changes_nothing() -> None:
    reports = [
        student(f"s{index:02}", flips=index % 3, messages=index % 2, causes=[TIES_LAST])
        for index in range(20)
    ]
    shuffled = random.Random(1).sample(reports, len(reports))
    assert summarise(reports) == summarise(shuffled)


def test_numbers_in_names_are_in_order_and_equal_figures_go_by_name() -> None:
    reports = [student(name, flips=5) for name in ("s10", "s9", "S1", "9", "b")]
    summary = summarise(reports, [Student("s11")])
    assert [row.student for row in summary.rows] == ["9", "b", "S1", "s9", "s10", "s11"]
    [failed] = summary.most_failed
    assert [each.student for each in failed.failures] == ["9", "b", "S1", "s9", "s10"]
    assert [each.student for each in summary.slowest] == ["9", "b", "S1", "s9", "s10"]


def test_a_report_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match=r"who handed it in; 'reversi\.py' does not"):
        summarise([report(case("py-1"))])
