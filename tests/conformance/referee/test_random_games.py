"""Random games: right programs lose nothing, and one slip costs its own check alone."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from reversi_conformance.messages import sentence
from reversi_conformance.transcript import Case

from .sessions import Student, attend, game
from .slips import COSTS, EndsTooEarly, Ignores, Skips, Slip, TakesOwn
from .strategies import Liberal, cases, exercised, liberal_students


@given(cases(largest=10))
@settings(deadline=None, max_examples=50)
def test_the_right_program_loses_nothing_and_is_judged_in_all_that_its_game_exercises(
    case: Case,
) -> None:
    session = attend(case, Student())
    assert session.judgement.findings == ()
    assert session.judgement.assessed == exercised(case)
    assert session.judgement.reached_end
    assert session.typed == case.header.answers


@given(cases(), liberal_students())
@settings(deadline=None, max_examples=100)
def test_a_right_program_that_takes_every_liberty_loses_nothing(
    case: Case, student: Liberal
) -> None:
    session = attend(case, student)
    assert session.costs == {}
    assert session.judgement.assessed == exercised(case)
    assert session.typed == case.header.answers


@given(cases(), st.sampled_from(["by lines", "at the end"]))
@settings(deadline=None, max_examples=40)
def test_prompts_that_come_late_cost_the_prompts_alone(case: Case, flushes: str) -> None:
    session = attend(case, Student(flushes=flushes))
    assert session.costs == {"printing.prompts": "prompts.unflushed"}
    assert session.judgement.assessed == exercised(case)


@given(cases(), st.sampled_from(sorted(COSTS, key=str)), st.integers(1, 14))
@example(game(4, "X", "aa ac ca cd db dd"), TakesOwn, 11)
@example(game(4, "X", "aa ac cd db ca"), Skips, 11)
@example(game(4, "X", "aa ac cd ca db dd"), Ignores, 10)
@example(game(4, "O", "ab cd ba"), EndsTooEarly, 7)
@settings(deadline=None, max_examples=250)
def test_one_slip_costs_its_own_check_alone(case: Case, slip: type[Slip], at: int) -> None:
    session = attend(case, slip(at=at))
    assert len(session.costs) <= 1
    assert session.costs.keys() <= COSTS[slip]
    assert all(sentence(finding) for finding in session.judgement.findings)
