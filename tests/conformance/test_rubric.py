"""Points: shares of cases passed, what one cause costs over all cases, and what counts at all."""

import msgspec
import pytest

from reversi_conformance.assignment import Assignment, Check, Criterion, Latitude, load
from reversi_conformance.findings import Finding, FindingKind, Judgement, Value
from reversi_conformance.observation import Confinement
from reversi_conformance.report import Report, make_report
from reversi_conformance.rubric import CheckScore, ScoreSheet, score, settle
from reversi_conformance.run import Run
from reversi_conformance.transcript import Case
from reversi_engine import Board, Disc

from .referee.sessions import (
    FULL_BOARD,
    HUMAN_PASSES,
    ILLEGAL,
    NO_MOVES,
    SILENT,
    WIPE_OUT,
    Asking,
    Died,
    Student,
    Talk,
    attend,
)
from .referee.test_turns import EndsAfterPass, PassEndsInSilence

PYTHON = load("python")
ENDS = ("ends.full-board", "ends.wipe-out", "ends.no-moves", "ends.illegal-move")
ALL = [NO_MOVES, ILLEGAL, WIPE_OUT, FULL_BOARD]


def fault(check: str, code: str = "some.code", **params: Value) -> Finding:
    return Finding(check, code, FindingKind.FAULT, 0, (), params)


def judgement(*assessed: str, faults: tuple[Finding, ...] = ()) -> Judgement:
    checks = {*assessed, *(each.check for each in faults)}
    return Judgement(faults, frozenset(checks), reached_end=True)


def sheet(*judgements: Judgement, cut_short: tuple[str, ...] = ()) -> ScoreSheet:
    return score(judgements, PYTHON, cut_short)


def row(scored: ScoreSheet, check: str) -> CheckScore:
    rows = (each for criterion in scored.criteria for each in criterion.checks)
    (found,) = (each for each in rows if each.id == check)
    return found


# --- one check


def test_a_check_of_which_nothing_is_seen_leaves_the_total() -> None:
    log, flips, end = "printing.log", "rules.flips", "ends.illegal-move"
    scored = score([judgement(flips)], PYTHON, (end, log), unseen=(log,))
    assert row(scored, log).earned is None
    assert row(scored, log).reason == "not assessed: a captured session does not show it"
    assert row(scored, end).earned == 0
    assert scored.total.possible == row(scored, flips).possible + row(scored, end).possible


@pytest.mark.parametrize(
    ("passed", "failed", "earned"),
    [(4, 0, 10), (3, 1, 5), (2, 2, 5), (1, 3, 2.5), (1, 2, 3.33), (0, 4, 0), (99, 1, 5)],
)
def test_a_check_earns_its_share_of_cases_and_at_most_half_with_a_failed_one(
    passed: int, failed: int, earned: float
) -> None:
    cases = [judgement("rules.flips")] * passed
    cases += [judgement(faults=(fault("rules.flips"),))] * failed
    found = row(sheet(*cases), "rules.flips")
    assert (found.earned, found.possible) == (earned, 10)
    assert (found.passed, found.assessed) == (passed, passed + failed)


@pytest.mark.parametrize(("partial_credit", "earned"), [(0, 0), (0.25, 2.5), (0.9, 7.5), (1, 7.5)])
def test_the_most_that_is_left_is_the_assignments_to_say(
    partial_credit: float, earned: float
) -> None:
    check = Check("rules.flips", "Flips", 10, "…", partial_credit)
    criteria = (Criterion("rules", "Rules", (check,)),)
    assignment = msgspec.structs.replace(PYTHON, criteria=criteria)
    cases = [judgement("rules.flips")] * 3 + [judgement(faults=(fault("rules.flips"),))]
    assert score(cases, assignment, ()).total.earned == earned


def test_several_faults_of_one_case_cost_one_case() -> None:
    twice = judgement(faults=(fault("rules.flips", "one"), fault("rules.flips", "other")))
    found = row(sheet(twice, judgement("rules.flips")), "rules.flips")
    assert (found.passed, found.assessed, found.earned) == (1, 2, 5)


def test_notes_and_advice_cost_nothing() -> None:
    noted = tuple(
        msgspec.structs.replace(fault("rules.flips"), kind=kind)
        for kind in (FindingKind.NOTE, FindingKind.ADVICE)
    )
    assert (
        row(sheet(Judgement(noted, frozenset({"rules.flips"}), True)), "rules.flips").earned == 10
    )


def test_a_case_that_does_not_come_to_a_check_does_not_count_for_it() -> None:
    found = row(sheet(judgement("rules.flips"), judgement("rules.turns")), "rules.flips")
    assert (found.passed, found.assessed, found.earned) == (1, 1, 10)


def test_a_check_that_no_game_came_to_is_left_out_of_the_total() -> None:
    scored = sheet(judgement("rules.flips"))
    found = row(scored, "strategy.ties")
    assert (found.earned, found.assessed, found.reason) == (None, 0, "no game came to it")
    assert (scored.total.earned, scored.total.possible) == (10, 10)


def test_a_check_that_every_session_stopped_before_earns_nothing() -> None:
    scored = sheet(judgement("rules.flips"), cut_short=("strategy.ties",))
    found = row(scored, "strategy.ties")
    assert (found.earned, found.assessed) == (0, 0)
    assert found.reason == "every session stopped before"
    assert (scored.total.earned, scored.total.possible) == (10, 18)


# --- criteria and the total


def test_a_right_program_earns_all_automatic_points() -> None:
    scored = sheet(judgement(*(check.id for check in PYTHON.checks)))
    assert (scored.total.earned, scored.total.possible) == (70, 70)
    assert [(each.id, each.earned, each.possible) for each in scored.criteria] == [
        ("printing", 10, 10),
        ("rules", 20, 20),
        ("strategy", 20, 20),
        ("ends", 20, 20),
    ]


def test_a_criterion_by_hand_is_not_marked_and_stands_outside_the_total() -> None:
    assignment = load("typescript")
    scored = score([judgement(*(check.id for check in assignment.checks))], assignment, ())
    by_hand = [each for each in scored.criteria if not each.checks]
    assert [(each.id, each.earned, each.possible) for each in by_hand] == [("style", None, 30)]
    assert (scored.total.earned, scored.total.possible) == (70, 70)


def test_no_session_earns_no_points() -> None:
    scored = sheet()
    assert (scored.total.earned, scored.total.possible) == (0, 0)
    assert all(each.earned is None for each in scored.criteria)


# --- one cause over all cases


def test_a_habit_at_every_end_costs_at_the_first_end_where_it_shows() -> None:
    habit = [judgement(faults=(fault(check, "end.waits"),)) for check in reversed(ENDS)]
    scored = sheet(*settle(habit))
    assert [row(scored, check).earned for check in ENDS] == [0, 5, 5, 5]


def test_a_habit_that_shows_at_later_ends_alone_costs_at_the_first_of_them() -> None:
    habit = [judgement(faults=(fault(check, "end.no-over"),)) for check in ENDS[1:]]
    scored = sheet(judgement(ENDS[0]), *settle(habit))
    assert [row(scored, check).earned for check in ENDS] == [5, 0, 5, 5]


def test_each_habit_has_its_own_first_end() -> None:
    cases = settle(
        [
            judgement(faults=(fault(ENDS[0], "end.waits"), fault(ENDS[0], "end.no-score"))),
            judgement(faults=(fault(ENDS[1], "end.waits"), fault(ENDS[1], "end.no-over"))),
        ]
    )
    assert [[each.code for each in case.faults] for case in cases] == [
        ["end.waits", "end.no-score"],
        ["end.no-over"],
    ]


def test_a_habit_costs_every_case_of_its_first_end() -> None:
    cases = [judgement(faults=(fault(ENDS[0], "end.waits"),))] * 3
    assert row(sheet(*settle(cases)), ENDS[0]).passed == 0


@pytest.mark.parametrize(
    "code", ["end.wrong-winner", "end.wrong-score", "end.not-noticed", "illegal.asked-again"]
)
def test_what_is_wrong_of_itself_costs_at_each_end(code: str) -> None:
    cases = [judgement(faults=(fault(check, code),)) for check in ENDS]
    scored = sheet(*settle(cases))
    assert [row(scored, check).earned for check in ENDS] == [0, 0, 0, 0]


def too_early(*, is_pass: bool) -> Judgement:
    return judgement(faults=(fault(ENDS[0], "end.too-early", is_pass=int(is_pass)),))


def test_an_early_end_at_a_pass_is_a_pass_taken_for_the_end_where_others_are() -> None:
    passes = judgement(faults=(fault("rules.turns", "turns.pass-ends-game"),))
    with_others, alone = (
        settle([too_early(is_pass=True), passes]),
        settle([too_early(is_pass=True)]),
    )
    assert with_others[0].faults == ()
    assert len(alone[0].faults) == 1
    assert len(settle([too_early(is_pass=False), passes])[0].faults) == 1


# --- whole programs


def report_of(student: type[Student], cases: list[Case], assignment: Assignment = PYTHON) -> Report:
    sessions = [attend(case, student(), assignment) for case in cases]
    runs = [
        Run(case, session.observation, session.judgement)
        for case, session in zip(cases, sessions, strict=True)
    ]
    sandbox = Confinement("limits", verified=False)
    return make_report("reversi", assignment, cases, runs, sandbox=sandbox, waiting="kernel")


def lost(report: Report) -> dict[str, float]:
    rows = (each for criterion in report.criteria for each in criterion.checks)
    return {
        each.id: each.earned
        for each in rows
        if each.earned is not None and each.earned < each.possible
    }


def test_the_right_program_loses_nothing() -> None:
    report = report_of(Student, ALL)
    assert report.conforms
    assert report.total.earned == report.total.possible == 70


class WaitsForEnter(Student):
    def finish(self, board: Board) -> Talk:
        self.print("Press Enter", end="")
        yield


def test_waiting_at_every_end_costs_one_end() -> None:
    report = report_of(WaitsForEnter, ALL)
    assert lost(report) == {"ends.full-board": 0}
    assert report.total.earned == 65


def test_a_pass_taken_for_the_end_costs_the_turns_and_not_what_then_never_shows() -> None:
    report = report_of(EndsAfterPass, [*ALL, HUMAN_PASSES])
    assert lost(report) == {"rules.turns": 2.5}
    [end] = [
        each
        for criterion in report.criteria
        for each in criterion.checks
        if each.id == "ends.no-moves"
    ]
    assert (end.earned, end.reason) == (None, "no game came to it")


def test_a_pass_on_the_last_empty_square_is_recognised_by_the_others() -> None:
    report = report_of(PassEndsInSilence, [HUMAN_PASSES, NO_MOVES])
    (pass_on_last_square, _) = report.cases
    [early] = [each for each in pass_on_last_square.findings if each.code == "end.too-early"]
    assert (early.kind, early.follows) == ("note", "turns.pass-ends-game")


class HangsAtFirstMove(Student):
    def ask(self, key: str, **facts: object) -> Asking:
        typed = yield from super().ask(key, **facts)
        if key == "ask_move":
            raise Died(SILENT)
        return typed


def test_a_program_that_stops_early_earns_nothing_for_what_it_never_showed() -> None:
    report = report_of(HangsAtFirstMove, ALL)
    assert set(lost(report)) >= set(ENDS)
    reasons = {each.reason for criterion in report.criteria for each in criterion.checks}
    assert "every session stopped before" in reasons
    assert report.total.possible == 70


class AnotherSign(Student):
    def picture(self, board: Board) -> str:
        return super().picture(board).replace("O", "0")


def test_a_check_that_the_assignment_leaves_out_costs_nothing() -> None:
    kept = tuple(each for each in PYTHON.criteria if each.id != "printing")
    without = msgspec.structs.replace(PYTHON, criteria=kept)
    report = report_of(AnotherSign, ALL, without)
    assert report.conforms
    assert report.total.earned == report.total.possible == 60


class Extra(Student):
    def tell_winner(self, board: Board) -> None:
        self.say("wins", disc="X" if board.count(Disc.BLACK) > board.count(Disc.WHITE) else "O")
        self.print("", end="\n")


def test_latitude_made_a_fault_costs_points() -> None:
    assert lost(report_of(Extra, ALL)) == {}
    strict = msgspec.structs.replace(
        PYTHON, latitude=msgspec.structs.replace(PYTHON.latitude, blanks=Latitude.FAULT)
    )
    assert set(lost(report_of(Extra, ALL, strict))) == {"printing.messages"}
