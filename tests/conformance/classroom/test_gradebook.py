"""The gradebook has the very points of the reports, and none where none are known."""

import itertools
from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_conformance import assignment as assignments
from reversi_conformance import rubric
from reversi_conformance.assignment import AssignmentError, Late, parse
from reversi_conformance.classroom.gradebook import GradebookError, Row, Status, make_gradebook
from reversi_conformance.classroom.marks import Mark, Marks
from reversi_conformance.classroom.policy import deduction, exact
from reversi_conformance.classroom.students import Student
from reversi_conformance.findings import Judgement
from reversi_conformance.repetition import Variation
from reversi_conformance.report import Report, ReportedRemark

from ..reports import samples
from ..test_own_assignment import SHIPPED
from . import gradebooks as classes
from .gradebooks import LATE, TYPESCRIPT, gradebook, mark, report, with_late


def rows(late: Late | None = None, marks: Marks = classes.MARKS) -> dict[str, Row]:
    return {row.student: row for row in gradebook(late, marks).rows}


def row(late: Late | None, marks: Mark, *, is_late: bool = False) -> Row:
    reports = [report("s1", is_late=is_late)]
    return make_gradebook(reports, with_late(late), Marks({"s1": marks})).rows[0]


def test_the_final_points_are_the_automatic_ones_and_those_by_hand() -> None:
    found = rows()["s1"]
    assert (found.status, found.reason, found.missing) == (Status.JUDGED, "", ())
    assert (found.automatic, found.by_hand, found.final) == (
        Decimal(70),
        {"style": Decimal("25.5")},
        Decimal("95.5"),
    )
    assert found.comment == "clear, short"


def test_until_every_part_by_hand_is_marked_there_are_no_final_points() -> None:
    found = rows(marks=Marks())["s1"]
    assert (found.automatic, found.by_hand) == (Decimal(70), {"style": None})
    assert (found.subtotal, found.late_deduction, found.final) == (None, None, None)
    assert found.missing == ("style",)


def test_without_a_part_by_hand_the_automatic_points_are_final() -> None:
    python = assignments.load("python")
    book = make_gradebook([report("s1", assignment=python)], python, Marks())
    assert (book.by_hand, book.rows[0].final) == ((), Decimal(70))


def test_no_mark_by_hand_is_not_the_mark_0() -> None:
    assert row(None, mark(0)).final == Decimal(70)
    assert row(None, mark()).final is None


def test_each_check_and_criterion_has_the_points_of_the_report() -> None:
    found = rows()["s2"]
    assert found.points["rules.flips"] == Decimal("3.33")
    assert found.points["rules"] == Decimal("13.33")
    assert found.points["ends"] == Decimal(15)
    assert found.automatic == Decimal("58.33")
    assert found.final == Decimal("68.33")
    assert (found.cases, found.failed_cases) == (4, 4)


def test_a_check_that_does_not_count_is_empty_and_told() -> None:
    found = rows()["s3"]
    assert found.points["ends.wipe-out"] is None
    assert found.points["ends"] == 15
    assert found.automatic == found.automatic_possible == 65
    assert found.flags == ("late", "ends.wipe-out does not count: no game came to it")


def test_what_could_not_be_judged_has_no_points_and_says_why() -> None:
    found = rows(marks=Marks({"s4": mark(20)}))["s4"]
    assert (found.status, found.reason) == (Status.NOT_JUDGED, "gcc is not installed")
    assert set(found.points.values()) == {None}
    assert (found.automatic, found.automatic_possible, found.program) == (None, None, None)
    assert (found.cases, found.failed_cases) == (None, None)
    assert (found.final, found.missing) == (None, ("override",))


def test_an_override_stands_in_the_place_of_the_automatic_points() -> None:
    found = rows()["s4"]
    assert (found.automatic, found.override, found.program) == (
        None,
        Decimal("50.25"),
        Decimal("50.25"),
    )
    assert found.final == Decimal("70.25")
    assert row(None, mark(1, 0)).final == Decimal(1)


def test_a_check_that_was_broken_off_has_its_points_and_no_final_ones() -> None:
    found = rows()["s5"]
    assert (found.status, found.reason) == (Status.INCOMPLETE, "1 of 9 games were played")
    assert (found.automatic, found.program, found.final) == (Decimal("67.5"), None, None)
    assert found.missing == ("override",)
    assert found.failed_cases == 0


def test_what_does_not_build_by_its_students_fault_has_no_points_left() -> None:
    found = rows()["s6"]
    assert (found.status, found.automatic) == (Status.JUDGED, Decimal(0))
    assert found.flags == ("build.failed: gcc could not build it",)


def test_games_that_were_not_played_because_nothing_was_built_failed() -> None:
    unbuilt = msgspec.structs.replace(report("s1", chosen=44), cases=())
    found = make_gradebook([unbuilt], TYPESCRIPT, Marks()).rows[0]
    assert (found.cases, found.failed_cases) == (44, 44)


def test_who_handed_nothing_in_has_no_points_and_can_be_given_some() -> None:
    found = rows(marks=Marks())["s7"]
    assert (found.name, found.status) == ("Flo", Status.NOT_HANDED_IN)
    assert set(found.points.values()) == {None}
    assert set(found.points) == set(rows()["s6"].points)
    assert (found.final, found.missing) == (None, ("override", "style"))
    assert rows()["s7"].final == Decimal(0)


def test_what_a_person_should_look_at_is_said() -> None:
    found = rows()["s2"]
    assert found.flags == (
        "crashed in 1 game",
        "out of time in 1 game",
        "its waits were told from silence in 1 game",
    )
    assert found.causes == ("it turns no diagonals",)


def test_limits_that_were_reached_and_games_that_varied_are_said() -> None:
    flooded = msgspec.structs.replace(samples.case("ts-1"), ending="flooded", conforms=False)
    failed = msgspec.structs.replace(samples.case("ts-2"), status=1, conforms=False)
    seen = msgspec.structs.replace(
        report("s1", "", None, flooded, failed), variations=(Variation("ts-1", 2, "a", "b"),)
    )
    found = make_gradebook([seen], TYPESCRIPT, Marks()).rows[0]
    assert found.flags == (
        "crashed in 1 game",
        "over a limit in 1 game",
        "did something else when played again, in 1 game",
    )


def test_what_a_program_did_besides_playing_is_said() -> None:
    remark = ReportedRemark("left.processes", {}, "it left processes behind")
    seen = msgspec.structs.replace(report("s1"), seen=(remark,))
    found = make_gradebook([seen], TYPESCRIPT, Marks()).rows[0]
    assert found.flags == ("left.processes: it left processes behind",)


def test_a_mistake_is_found_once_with_its_cases() -> None:
    faults, notes = rows()["s2"].found
    assert (faults.check, faults.code, faults.cases) == (
        "rules.flips",
        "flips.wrong",
        ("ts-1", "ts-2"),
    )
    assert faults.message == "X at ab turns too few"
    assert (notes.kind, notes.cases) == ("note", ("ts-2",))


def test_students_stand_there_by_their_ids() -> None:
    book = make_gradebook(reversed(classes.REPORTS), TYPESCRIPT, Marks(), [Student("s0")])
    assert [each.student for each in book.rows] == [f"s{number}" for number in range(7)]


@pytest.mark.parametrize(
    ("reports", "reason"),
    [
        ([report("s1"), report("s1")], "'s1' stands 2 times in one class"),
        ([report("s7")], "'s7' stands 2 times in one class"),
        (
            [msgspec.structs.replace(report("s1"), submission=None)],
            "the report of 'reversi.py' is of no student",
        ),
        (
            [report("s1", assignment=assignments.load("python"))],
            "the report of 's1' was made with another assignment",
        ),
        (
            [msgspec.structs.replace(report("s1"), criteria=report("s1").criteria[1:])],
            "the report of 's1' was made with another assignment or other points",
        ),
    ],
)
def test_reports_that_make_no_class_are_refused(reports: list[Report], reason: str) -> None:
    with pytest.raises(GradebookError, match=reason):
        make_gradebook(reports, TYPESCRIPT, Marks(), classes.MISSING)


@given(
    st.lists(
        st.tuples(st.sampled_from(TYPESCRIPT.checks), st.integers(0, 60), st.integers(0, 60)),
        max_size=20,
    ),
    st.sets(st.sampled_from([check.id for check in TYPESCRIPT.checks]), max_size=3),
)
def test_the_sums_in_the_book_are_the_totals_of_the_reports(
    judged: list[tuple[assignments.Check, int, int]], unseen: set[str]
) -> None:
    judgements = [
        Judgement((), frozenset([check.id] if index % 3 else [check.id, "rules.flips"]), True)
        for index, (check, _, _) in enumerate(judged)
    ]
    sheet = rubric.score(judgements, TYPESCRIPT, ["ends.wipe-out"], unseen, is_deaf=len(judged) > 9)
    made = msgspec.structs.replace(report("s1"), total=sheet.total, criteria=sheet.criteria)
    found = make_gradebook([made], TYPESCRIPT, Marks({"s1": mark(7.25)})).rows[0]
    checks = [found.points[check.id] for check in TYPESCRIPT.checks]
    assert sum(filter(None, checks), Decimal(0)) == found.automatic == exact(sheet.total.earned)
    criteria = [found.points[each.id] for each in TYPESCRIPT.criteria if each.checks]
    assert sum(filter(None, criteria), Decimal(0)) == found.automatic
    assert found.final == exact(sheet.total.earned) + Decimal("7.25")


@pytest.mark.parametrize(
    ("days", "points", "taken"),
    [
        (0, 80, 0),
        (1, 80, 0),
        (2, 80, 5),
        (3, 80, 10),
        (4, 80, 70),
        (99, 80, 70),
        (3, 12, 2),
        (3, 10, 0),
        (9, 7, 0),
        (9, 0, 0),
    ],
)
def test_points_are_taken_for_each_day_after_the_free_ones_and_something_is_left(
    days: int, points: int, taken: int
) -> None:
    assert deduction(LATE, Decimal(points), days) == taken


def test_a_share_is_taken_of_the_points_that_there_are() -> None:
    late = Late(percent_per_day=10)
    assert deduction(late, Decimal("68.33"), 1) == Decimal("6.83")
    assert deduction(late, Decimal("61.45"), 1) == Decimal("6.15")
    assert deduction(late, Decimal("68.33"), 11) == Decimal("68.33")
    assert deduction(Late(percent_per_day=10, free_days=2), Decimal(50), 2) == 0


POLICIES = st.builds(
    Late,
    free_days=st.integers(0, 3),
    points_per_day=st.sampled_from([0.5, 5, 33.3]),
    most_days=st.integers(3, 6) | st.just(366),
    least=st.sampled_from([0, 10.5]),
)


@given(POLICIES, st.decimals(0, 100, places=2), st.integers(0, 10))
def test_being_late_never_adds_points_and_never_takes_what_must_be_left(
    late: Late, points: Decimal, days: int
) -> None:
    taken = [deduction(late, points, day) for day in range(days + 1)]
    assert taken[0] == 0
    assert all(one <= other for one, other in itertools.pairwise(taken))
    assert points - taken[-1] >= min(points, exact(late.least))


def test_the_deduction_stands_by_itself() -> None:
    found = rows(LATE)["s2"]
    assert (found.automatic, found.subtotal) == (Decimal("58.33"), Decimal("68.33"))
    assert (found.late_deduction, found.final) == (Decimal(10), Decimal("58.33"))


def test_without_a_policy_being_late_costs_nothing() -> None:
    found = rows()["s3"]
    assert found.is_late
    assert (found.late_deduction, found.final) == (Decimal(0), Decimal(95))


def test_a_late_submission_has_no_final_points_until_its_days_are_entered() -> None:
    found = rows(LATE)["s3"]
    assert (found.subtotal, found.late_deduction, found.final) == (Decimal(95), None, None)
    assert found.missing == ("late_days",)
    assert row(LATE, mark(30, None, 0), is_late=True).final == Decimal(100)
    assert row(LATE, mark(30, None, 2), is_late=True).final == Decimal(95)


def test_days_count_whatever_the_download_says() -> None:
    assert row(LATE, mark(30, None, 2)).final == Decimal(95)


def late_problem(*lines: str) -> str:
    with pytest.raises(AssignmentError) as caught:
        parse("\n".join([SHIPPED, "[late]", *lines]), "my.toml")
    return str(caught.value)


def test_a_policy_is_read_from_the_assignment() -> None:
    assert assignments.load("python").late is None
    lines = [line.removeprefix("# ") for line in SHIPPED.splitlines() if "_day" in line]
    shown = [line for line in lines if line.startswith(("free", "points", "most"))]
    read = parse("\n".join([SHIPPED, "[late]", *shown, "least = 10"]), "my.toml").late
    assert read == LATE


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "late: points_per_day or percent_per_day is needed, one of the two"),
        (["points_per_day = 1", "percent_per_day = 1"], "late: points_per_day or percent_per_day"),
        (["percent_per_day = 101"], "late.percent_per_day: Expected `float` <= 100.0"),
        (["points_per_day = 1", "free_days = -1"], "late.free_days: Expected `int` >= 0"),
        (["points_per_day = 1", "free_days = 2", "most_days = 1"], "late: most_days is smaller"),
        (["points_per_day = 1", "days = 2"], "late: Object contains unknown field `days`"),
    ],
)
def test_a_policy_that_says_nothing_or_too_much_is_refused(lines: list[str], problem: str) -> None:
    assert late_problem(*lines).startswith(f"my.toml: {problem}")


@pytest.mark.parametrize("name", ["final", "late_days", "student", "status"])
def test_no_criterion_is_called_like_another_column(name: str) -> None:
    source = SHIPPED.replace('id = "strategy"', f'id = "{name}"')
    with pytest.raises(AssignmentError, match=f"'{name}' is the name of another column of the gra"):
        parse(source, "my.toml")


def test_points_have_no_more_decimals_than_sums() -> None:
    source = SHIPPED.replace("points = 12", "points = 12.125")
    with pytest.raises(AssignmentError, match="points of 'strategy' have more than two decimals"):
        parse(source, "my.toml")
