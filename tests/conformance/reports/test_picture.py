"""What a finding shows: boards beside boards, lines under lines, and what was printed."""

from collections.abc import Callable

import pytest
from rich.cells import cell_len

from reversi_conformance.reports import text
from reversi_engine import Board, Disc, format_board

from .samples import (
    BOARD,
    BOARD_AFTER_AB,
    board,
    case,
    finding,
    lines,
    report,
    sheet,
    wrong_flips,
    wrong_line,
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


def test_two_boards_stand_side_by_side_with_brackets_round_what_differs(golden: Golden) -> None:
    golden(text.render(wrong_flips("4", lines(BOARD_AFTER_AB), lines(BOARD))))


def test_differing_neighbours_share_a_pair_of_brackets(golden: Golden) -> None:
    right = board(4, "aa ab ac ad", "bb")
    golden(text.render(wrong_flips("4", right, board(4, "aa ad", "ab ac bb"))))


def test_long_boards_stand_one_under_the_other_and_show_the_rows_that_differ(
    golden: Golden,
) -> None:
    right = board(26, "ab bb yz zz", "cc")
    golden(text.render(wrong_flips("26", right, board(26, "ab zz", "bb cc yz"))))


def test_long_boards_stand_side_by_side_where_there_is_room(golden: Golden) -> None:
    right = board(26, "ab bb", "cc")
    golden(text.render(wrong_flips("26", right, board(26, "ab", "bb cc")), width=120))


def test_a_board_that_differs_in_every_row_is_cut(golden: Golden) -> None:
    every = [f"{letter}a" for letter in "abcdefghijklmnopqrstuvwxyz"]
    right = board(26, " ".join(every), "zb")
    golden(text.render(wrong_flips("26", right, board(26, "", " ".join(every)))))


def test_a_choice_is_shown_on_the_board_before_it(golden: Golden) -> None:
    found = finding(
        "rules.flips",
        "choice.fewer",
        "ab turns 1, and cd would turn 2",
        observed=lines(BOARD),
        square="ab",
        best="cd",
    )
    golden(text.render(report(case("py-choice", found), criteria=sheet(flips=5))))


def test_the_first_difference_of_two_lines_has_a_caret(golden: Golden) -> None:
    golden(text.render(wrong_line("Computer places X at ab.", "Computer place X at ab.")))


@pytest.mark.parametrize(
    ("right", "shown", "drawn"),
    [
        ("Draw!", "Draw! ", ["Draw!", "Draw!·", "     ^"]),
        ("X : O = 2 : 3", "X : O =2:3", ["X·:·O·=·2·:·3", "X·:·O·=2:3", "       ^"]),
        ("Game over.", "\tGame over.", ["Game·over.", "→Game·over.", "^"]),
        ("a . .", "a · · ", ["a . .", "a · ·␣", "  ^"]),
        ("Draw!", "Draw?", ["Draw!", "Draw?", "    ^"]),
        ("Enter: ", "输入：", ["Enter:·", "输入：", "^"]),
        ("输入： ", "输入:", ["输入：·", "输入:", "    ^"]),
    ],
    ids=["trailing", "inside", "tab", "dots", "none", "before-wide", "after-wide"],
)
def test_blanks_and_tabs_show_where_they_differ(right: str, shown: str, drawn: list[str]) -> None:
    rows = text.render(wrong_line(right, shown)).split("\n")
    start = next(at for at, row in enumerate(rows) if row.startswith("    expected"))
    assert [row[14:] for row in rows[start : start + 3]] == drawn


def test_what_blanks_and_tabs_look_like_is_said() -> None:
    sheet_of = text.render(wrong_line("Draw!", "Draw! "))
    assert "(· is a blank)" in sheet_of
    assert "(· is a blank; → is a tab)" in text.render(wrong_line("a b", "a \tb"))
    assert "is a blank" not in text.render(wrong_line("Draw!", "Draw?"))


def test_a_layout_stands_row_by_row_beside_the_handout_s(golden: Golden) -> None:
    shown = ["  A B C D", *(f"{row} " for row in lines(BOARD)[1:])]
    found = finding("printing.board", "board.header", "…", expected=lines(BOARD), observed=shown)
    golden(text.render(report(case("py-layout", found), criteria=sheet(board=2))))


def test_missing_and_extra_lines_leave_the_other_side_empty(golden: Golden) -> None:
    due = [*lines(BOARD), "Computer places X at ab.", *lines(BOARD_AFTER_AB)]
    shown = [*lines(BOARD), *lines(BOARD_AFTER_AB), "Computer places X at ab."]
    found = finding("printing.board", "board.order", "…", expected=due, observed=shown)
    golden(text.render(report(case("py-order", found), criteria=sheet(board=2))))


def test_what_was_printed_shows_a_finding_that_has_no_lines(golden: Golden) -> None:
    found = finding(
        code="messages.square", message="the computer says ba and places its disc at ab"
    )
    golden(
        text.render(report(case("py-said", found, transcript=SESSION), criteria=sheet(messages=1)))
    )


def test_of_a_long_print_the_end_shows_how_a_game_ended(golden: Golden) -> None:
    printed = "".join(f"  line {number}\n" for number in range(1000))
    found = finding("rules.flips", "end.waits", "the program waits", answers=("4",))
    session = f"  Size: «4»\n{printed}  Again? "
    golden(text.render(report(case("py-end", found, transcript=session), criteria=sheet(flips=5))))


def test_a_crash_shows_the_last_lines(golden: Golden) -> None:
    found = finding(
        "rules.flips",
        "stopped.crash",
        "the program crashes after 'aa': IndexError: list index out of range",
        answers=("4", "X", "aa"),
        observed=(
            "Traceback (most recent call last):",
            '  File "/home/students/2018/a-long-name/reversi/source/reversi.py", line 7, in flip',
            "IndexError: list index out of range",
        ),
    )
    golden(text.render(report(case("py-crash", found), criteria=sheet(flips=5))))


def test_lines_too_long_for_the_page_are_cut_round_the_difference(golden: Golden) -> None:
    golden(text.render(wrong_line("x" * 5000 + "Draw!", "x" * 5000 + "draw!" + "y" * 5000)))


@pytest.mark.parametrize("width", [50, 72, 80, 100, 120])
@pytest.mark.parametrize("size", [4, 10, 16, 26])
def test_nothing_but_the_command_is_wider_than_the_page(width: int, size: int) -> None:
    right = Board.initial(size)
    wrong = right.play(Disc.BLACK, right.legal_moves(Disc.BLACK)[0])
    shown = text.render(
        wrong_flips(str(size), lines(format_board(right)), lines(format_board(wrong))), width=width
    )
    wide = [row for row in shown.split("\n") if cell_len(row) > width]
    # A board of 26 columns takes 68 cells; it cannot be folded.
    assert all("again" in row or (size == 26 and width < 72) for row in wide)


def test_no_finding_fills_more_than_a_screen() -> None:
    every = [f"{letter}a" for letter in "abcdefghijklmnopqrstuvwxyz"]
    right = board(26, " ".join(every), "zb")
    without = text.render(report(case("py-1"), criteria=sheet(flips=5)))
    shown = text.render(wrong_flips("26", right, board(26, "", " ".join(every))))
    assert len(shown.split("\n")) - len(without.split("\n")) < 40
