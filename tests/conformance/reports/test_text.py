"""The score sheet, as a student and a teaching assistant read it."""

from collections.abc import Callable

import click

from reversi_conformance.observation import Confinement
from reversi_conformance.report import ReportedCause, ReportedRemark
from reversi_conformance.reports import text
from reversi_conformance.rubric import CriterionScore
from reversi_conformance.submission import Problem, Submission

from .samples import (
    BOARD,
    BOARD_AFTER_AB,
    case,
    check,
    criterion,
    finding,
    lines,
    report,
    sheet,
    wrong_flips,
)

Golden = Callable[[str], None]

SESSION = """\
  Enter the board dimension: «4»
  Computer plays (X/O) : «X»
    a b c d
  a . . . .
  b . O X .
  c . X O .
  d . . . .
  Computer places X at ba.
    a b c d
  a . X . .
  b . X X .
  c . X O .
  d . . . .
  Enter move for O (RowCol): «»
"""


def test_a_right_program_gets_a_short_friendly_sheet(golden: Golden) -> None:
    golden(text.render(report(case("py-1"), case("py-2"))))


def test_one_code_is_one_entry_however_many_cases_show_it(golden: Golden) -> None:
    late = finding(expected=("Draw!",), observed=("Draw.",), answers=("4", "X", "aa", "bb"))
    early = finding(expected=("Game over.",), observed=("Game over!",), answers=("4", "X"))
    other = finding(code="messages.missing", message="the message is missing", expected=("Draw!",))
    cases = (case("py-late", late), case("py-early", early, other), case("py-right"))
    criteria = sheet(messages=1.5)
    golden(text.render(report(*cases, criteria=criteria)))


def test_many_answers_are_cut_in_the_middle() -> None:
    answers = ("26", "X", *(f"a{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"))
    found = finding(answers=answers, expected=("Draw!",))
    shown = text.render(report(case("py-many", found), criteria=sheet(messages=1)))
    assert "typed     26 X … 14 more … ao ap aq ar as at au av aw ax ay az\n" in shown


def test_what_a_program_was_seen_to_do_stands_in_the_head() -> None:
    remark = ReportedRemark("seen.files-left", {"cases": 1, "files": "a"}, "it leaves a\x1b[2J")
    shown = text.render(report(case("py-1"), seen=[remark]))
    assert "Seen: it leaves a\\x1b[2J.\n" in shown


def test_what_kept_a_submission_from_being_played_stands_in_the_head() -> None:
    failed = Problem("build.failed", {}, "gcc could not build it", ("a.c:1: error\x1b[2J",) * 14)
    lacking = Problem("program.tool-missing", {}, "gcc is not installed", is_ours=True)
    handed_in = Submission(student="s1", name="", sources=("s1",), problems=(failed, lacking))
    shown = text.render(report(chosen=44, submission=handed_in))
    assert "gcc could not build it.\n  a.c:1: error\\x1b[2J\n" in shown
    assert "  … and 2 more lines\n" in shown
    assert "gcc is not installed (not the submission's fault: no mark follows).\n" in shown


def test_an_empty_answer_shows() -> None:
    found = finding(answers=("4", "X", ""), expected=("Draw!",))
    shown = text.render(report(case("py-empty", found), criteria=sheet(messages=1)))
    assert "typed     4 X (Enter)\n" in shown


def test_what_costs_nothing_stands_in_the_notes(golden: Golden) -> None:
    paid = finding("rules.flips", "end.waits", "the program waits")
    again = finding("printing.board", "end.waits", "the program waits", kind="note")
    blanks = finding("printing.board", "board.blanks", "the board has other blanks", kind="note")
    advice = finding("rules.flips", "end.status", "the program ends with status 1", kind="advice")
    cases = (case("py-1", paid), case("py-2", again, blanks), case("py-3", blanks, advice))
    golden(text.render(report(*cases, criteria=sheet(flips=5))))


def test_what_follows_from_a_likely_cause_stands_under_it(golden: Golden) -> None:
    cause = ReportedCause(
        ids=("flips.misses-west", "legality.misses-west"),
        message="direction (0, -1), west, seems to be missing when discs are turned",
        check="rules.flips",
        codes=("flips.wrong", "placement.refused", "turns.skipped"),
        cases=3,
    )
    wrong = finding("rules.flips", "flips.wrong", "X at cd should also turn cc")
    refused = finding(
        "rules.placement",
        "placement.refused",
        "ad is a legal move (it turns ab, ac) and is refused",
        kind="note",
        follows="flips.misses-west",
    )
    skipped = finding(
        "rules.turns",
        "turns.skipped",
        "it is X's turn, who can move (ad), and O goes on",
        kind="note",
        follows="flips.misses-west",
    )
    blanks = finding("printing.board", "board.blanks", "the board has other blanks", kind="note")
    cases = (case("py-1", wrong, refused), case("py-2", skipped, blanks), case("py-3", skipped))
    golden(text.render(report(*cases, criteria=sheet(flips=5), causes=[cause])))


def test_what_follows_from_a_concealed_cause_is_a_note_that_says_so() -> None:
    found = finding(
        "rules.turns", "turns.first", "O begins; X should", kind="note", follows="hidden"
    )
    shown = text.render(report(case("py-1", found)))
    assert "hidden games give away" in shown
    assert "Likely cause" not in shown


def test_a_reason_that_many_rows_share_is_said_once(golden: Golden) -> None:
    reason = "every session stopped before"
    ends = criterion(
        "ends",
        "The four ends of the game",
        *(
            check(f"ends.{name}", name, 0, 5, passed=0, assessed=0, reason=reason)
            for name in ("full-board", "wipe-out", "no-moves")
        ),
        check("ends.illegal-move", "illegal", None, 5, passed=0, assessed=0, reason="no game"),
    )
    golden(text.render(report(case("py-1", finding()), criteria=(*sheet(messages=0), ends))))


def test_what_a_person_marks_and_what_no_game_showed_is_said(golden: Golden) -> None:
    criteria = (
        *sheet(),
        criterion(
            "ends",
            "The four ends of the game",
            check(
                "ends.wipe-out",
                "One side has no disc left: score, winner, end",
                None,
                5,
                passed=0,
                assessed=0,
                reason="the chosen cases do not exercise it",
            ),
        ),
        CriterionScore("style", "Functional style", None, 30, ()),
    )
    golden(text.render(report(case("py-1"), criteria=criteria)))


def test_an_interrupted_check_says_how_far_it_came(golden: Golden) -> None:
    golden(text.render(report(case("py-1"), chosen=44)))


def test_what_was_in_force_stands_at_the_end() -> None:
    shown = text.render(
        report(
            case("py-1", soft_waits=2),
            case("py-2", soft_waits=1),
            waiting="silence",
            sandbox=Confinement("bubblewrap", verified=True),
        ),
        width=120,
    )
    assert shown.endswith(
        "\nreversi-conformance 1.2.3; sandbox: bubblewrap, verified; waits: silence;"
        " 3 of the waits concluded from silence\n"
    )


def test_a_program_that_never_asks_is_not_played_in_all_cases() -> None:
    found = finding("printing.prompts", "stopped.cpu", "the program uses more than 10 s")
    shown = text.render(report(case("py-1", found), chosen=44, complete=True))
    assert "\nIt came to no question in 1 case; 43 more were not played.\n" in shown


def test_another_assignment_stands_in_the_command_that_shows_it_again() -> None:
    found = finding(expected=("Draw!",))
    shown = text.render(
        report(
            case("ts-1", found),
            criteria=sheet(messages=1),
            options=("--assignment", "my course.toml"),
            program="node 'my game.js'",
        )
    )
    command = (
        "reversi-conformance check --assignment 'my course.toml' --case ts-1 -- node 'my game.js'"
    )
    assert f"again     {command}\n" in shown


def test_colours_change_no_letter() -> None:
    plain = text.render(wrong_flips("4", lines(BOARD_AFTER_AB), lines(BOARD)))
    coloured = text.render(wrong_flips("4", lines(BOARD_AFTER_AB), lines(BOARD)), coloured=True)
    assert "\x1b[" not in plain
    assert "\x1b[" in coloured
    assert click.unstyle(coloured) == plain


def test_a_sheet_ends_in_one_line_break() -> None:
    shown = text.render(report(case("py-1")))
    assert shown.endswith("\n")
    assert not shown.endswith("\n\n")
