"""What people paste: beginnings, ends, slips, several games, other words."""

import re
from itertools import pairwise

import pytest

from reversi_conformance.captures import CaptureError
from reversi_conformance.observation import EndingKind

from .forms import (
    CASES,
    HUMAN_PASSES,
    SAMPLE,
    compared,
    faults,
    redirected,
    remarks,
    seen,
)

TEXT = seen(SAMPLE)
MOVE = "Enter move for O (RowCol): "
BEFORE_MOVE = TEXT[: TEXT.index(f"{MOVE}ac") + len(MOVE)]
"""The sample up to its first move, which is ac."""
AFTER_MOVE = TEXT.removeprefix(f"{BEFORE_MOVE}ac\n")
CRASH = 'Traceback (most recent call last):\n  File "reversi.py", line 7, in <module>\n'


def reworded(size: str, side: str, move: str) -> str:
    text = TEXT.replace("Enter the board dimension: ", size)
    return text.replace("Computer plays (X/O) : ", side).replace(MOVE, move)


# --- what stands around a session


def test_lines_before_and_after_a_session_are_left_out() -> None:
    pasted = (
        "Microsoft Windows [Version 10.0]\n(c) Microsoft Corporation\n\n"
        f"C:\\Users\\me>javac Reversi.java\n\nC:\\Users\\me>java Reversi\n{TEXT}\nC:\\Users\\me>\n"
    )
    session, judgement = compared(pasted, SAMPLE)
    assert judgement.findings == ()
    assert session.observation.transcript.turns[0].printed == ("Enter the board dimension: ",)


def test_a_session_out_of_a_mail_is_read() -> None:
    quoted = "".join(f"> {line}\n" for line in f"```\n{TEXT}```".split("\n"))
    _, judgement = compared(quoted, SAMPLE)
    assert judgement.findings == ()


def test_what_the_program_prints_before_its_first_question_is_its_own() -> None:
    _, judgement = compared(f"$ ./reversi\nWelcome to Reversi!\n{TEXT}$ ")
    assert faults(judgement) == [("printing.prompts", "prompts.extra")]


def test_a_prompt_behind_the_last_line_is_the_shell_s() -> None:
    _, judgement = compared(f"{TEXT.rstrip()}me@host:~/reversi$ exit\n")
    assert judgement.findings == ()


def test_the_first_of_several_games_is_judged() -> None:
    both = f"$ ./reversi\n{TEXT}$ ./reversi\n{seen(HUMAN_PASSES)}$ "
    session, _ = compared(both, SAMPLE)
    assert remarks(session) == ["capture.games"]
    assert session.games == 2
    session, judgement = compared(both, HUMAN_PASSES, game=2)
    assert judgement.findings == ()
    assert session.case is HUMAN_PASSES


def test_games_follow_upon_each_other_in_one_program_too() -> None:
    both = f"{TEXT}Play again? (y/n): y\n{seen(HUMAN_PASSES)}Play again? (y/n): n\n"
    for game, case in ((1, SAMPLE), (2, HUMAN_PASSES)):
        _, judgement = compared(both, case, game=game)
        assert [code for _, code in faults(judgement)] == ["end.waits"]


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(CaptureError, match="only one game stands in the capture, and no game 2"):
        compared(TEXT, game=2)


# --- questions and answers


def test_answers_on_the_line_below_are_found() -> None:
    text = re.sub(r"^(Enter .*: |Computer plays .*: )", r"\1\n", TEXT, flags=re.MULTILINE)
    for case in (SAMPLE, None):
        session, judgement = compared(text, case)
        assert faults(judgement) == []
        assert {each.code for each in judgement.findings} == {"prompts.line-break"}
        assert session.observation.transcript.answers == SAMPLE.header.answers


@pytest.mark.parametrize(
    "words",
    [
        ("ENTER THE BOARD DIMENSION:", "COMPUTER PLAYS(X/O):", "ENTER MOVE FOR O(ROWCOL):"),
        ("请输入棋盘大小：", "计算机执（X/O）：", "请O落子（行列）："),
        ("请输入棋盘的大小", "计算机执黑还是白？(X/O)", "请输入O的落子位置"),
        ("Board size? ", "Which colour for the computer, X or O? ", "Your move, player O > "),
        ("n = ", "side> ", "O> "),
    ],
    ids=["capitals", "full-width", "no mark", "English", "signs"],
)
def test_questions_in_other_words_cost_their_wording_alone(words: tuple[str, str, str]) -> None:
    for case in (SAMPLE, None):
        session, judgement = compared(reworded(*words).encode("gbk"), case)
        assert {check for check, _ in faults(judgement)} <= {"printing.prompts"}
        assert judgement.reached_end
        assert session.observation.transcript.answers == SAMPLE.header.answers


def test_questions_that_come_after_their_answers_are_not_flushed() -> None:
    turns = SAMPLE.transcript.turns
    late = "4\nX\n" + turns[0].required[0] + turns[1].required[0]
    for turn, following in pairwise(turns[2:]):
        *lines, question = turn.required
        late += "\n".join((*lines, f"{following.typed}\n{question}"))
    late += "\n".join(turns[-1].required)
    session, judgement = compared(f"$ java Reversi\n{late}\n", SAMPLE)
    assert faults(judgement) == [("printing.prompts", "prompts.unflushed")]
    assert session.observation.unflushed == (0, 1)


def test_answers_that_are_not_there_are_asked_of_the_case() -> None:
    with pytest.raises(CaptureError, match=r"name the case that was typed: .* compare CASE FILE"):
        compared(redirected(SAMPLE))


def test_questions_that_end_their_lines_need_no_echo_either() -> None:
    lines = "".join(f"{line}\n" for turn in SAMPLE.transcript.turns for line in turn.required)
    session, judgement = compared(f"$ ./reversi < moves.txt\n{lines}$ ", SAMPLE)
    assert {each.code for each in judgement.findings} == {"prompts.line-break"}
    assert session.observation.transcript.answers == SAMPLE.header.answers


def test_input_that_ends_is_nobody_s_fault() -> None:
    text = redirected(SAMPLE)
    cut = text[: text.index(MOVE) + len(MOVE)]
    session, judgement = compared(f"{cut}{CRASH}EOFError: EOF when reading a line\n$ ", SAMPLE)
    assert judgement.findings == ()
    assert remarks(session) == ["capture.supplied", "capture.stopped"]


# --- what else people type


def test_another_answer_than_the_case_s_makes_another_session() -> None:
    session, judgement = compared(seen(HUMAN_PASSES), SAMPLE)
    [said] = [each for each in session.remarks if each.code == "capture.deviates"]
    assert said.params == {"number": 5, "typed": "db", "case": "py-4-X-sample", "due": "ca"}
    assert judgement.findings == ()
    assert judgement.reached_end
    assert session.case.transcript == HUMAN_PASSES.transcript


def test_an_answer_to_a_question_of_the_program_s_own_is_no_deviation() -> None:
    session, judgement = compared(f"What is your name? Ada\n{TEXT}", SAMPLE)
    assert session.case is SAMPLE
    assert faults(judgement) == [("printing.prompts", "prompts.extra")]


def test_what_a_wrong_program_makes_one_type_is_no_deviation() -> None:
    text = "Enter the board dimension: 4\nPlayer plays (X/O) : O\n" + TEXT.split("\n", 2)[2]
    session, judgement = compared(text, SAMPLE)
    assert session.case is SAMPLE
    assert faults(judgement) == [("printing.prompts", "prompts.wording")]


@pytest.mark.parametrize(
    ("asked", "typed"),
    [
        (": X\n", ": x\n"),
        ("dimension: 4", "dimension:  4 "),
        (f"{MOVE}ac", f"{MOVE}AC"),
        (f"{MOVE}ac", f"{MOVE}a c"),
    ],
)
def test_an_entry_in_another_form_that_is_taken_counts(asked: str, typed: str) -> None:
    session, judgement = compared(TEXT.replace(asked, typed, 1), SAMPLE)
    assert session.case is SAMPLE
    assert {each.code for each in judgement.findings} <= {"prompts.blanks"}
    assert session.observation.transcript.answers == SAMPLE.header.answers


def test_a_side_that_is_chosen_by_its_number_is_read_off_the_questions() -> None:
    text = TEXT.replace("Computer plays (X/O) : X", "Computer plays (1 = X, 2 = O): 1")
    for case in (SAMPLE, None):
        session, judgement = compared(text, case)
        assert {check for check, _ in faults(judgement)} == {"printing.prompts"}
        assert session.case.header.computer is SAMPLE.header.computer


def test_questions_without_end_are_heard_as_long_as_a_session_lasts() -> None:
    _, judgement = compared("Enter the board dimension: 4\n" * 2000, SAMPLE)
    assert faults(judgement) == [("printing.prompts", "prompts.size-refused")]


@pytest.mark.parametrize(
    ("question", "entries"),
    [
        ("Enter the board dimension: ", ["5", "abc", "", "400"]),
        ("Computer plays (X/O) : ", ["Z", "", "white?"]),
        (MOVE, ["a1", "", "abc", "11"]),
    ],
)
def test_malformed_entries_that_are_asked_for_again_are_left_out(
    question: str, entries: list[str]
) -> None:
    again = "".join(f"{question}{entry}\nPlease try again.\n" for entry in entries)
    for case in (SAMPLE, None):
        session, judgement = compared(TEXT.replace(question, again + question, 1), case)
        assert judgement.findings == ()
        assert judgement.reached_end
        assert remarks(session) == ["capture.left-out"] * len(entries)


@pytest.mark.parametrize(
    "answer", ["Invalid move.\nGame over.\nO player wins.\n", f"{CRASH}IndexError: index\n$ "]
)
def test_what_becomes_of_a_malformed_entry_is_not_judged(answer: str) -> None:
    session, judgement = compared(f"{BEFORE_MOVE}a\n{answer}", SAMPLE)
    assert judgement.findings == ()
    assert not judgement.reached_end
    assert remarks(session) == ["capture.malformed"]


# --- where a session ends


@pytest.mark.parametrize(
    "text",
    [
        BEFORE_MOVE,
        f"{BEFORE_MOVE}ac\n",
        f"{BEFORE_MOVE}ac\n  a b c d\na O O O .\nb X",
        f"{BEFORE_MOVE}^C",
        f"$ ./reversi\n{BEFORE_MOVE}^C{CRASH}KeyboardInterrupt\n$ ",
        f"$ ./reversi\n{BEFORE_MOVE}ac\n^C{CRASH}KeyboardInterrupt\n$ ",
        f"$ ./reversi\n{BEFORE_MOVE}\n$ ",
        "Enter the board dimension: ",
        TEXT[: TEXT.index("/O) : X")] + "/O)",
        BEFORE_MOVE.removesuffix("Col): "),
    ],
)
def test_nobody_loses_points_for_having_stopped(text: str) -> None:
    session, judgement = compared(text, SAMPLE)
    assert session.observation.ending.kind is EndingKind.INTERRUPTED
    assert judgement.findings == ()
    assert remarks(session) == ["capture.stopped"]


def test_what_came_before_the_stop_is_judged() -> None:
    wrong = BEFORE_MOVE.replace("a O X . .\nb X X X", "a O X . .\nb X O X")
    for case in (SAMPLE, None):
        _, judgement = compared(wrong, case)
        assert faults(judgement) == [("rules.flips", "flips.wrong")]


@pytest.mark.parametrize("name", ["py-4-X-sample", "py-6-O-sample", "py-4-X-human-must-pass"])
def test_wherever_a_paste_stops_nothing_is_lost(name: str) -> None:
    text = seen(CASES[name]).rstrip()
    before_winner = text.rindex("\n")
    for end in range(len("Enter the board dimension: 4"), before_winner):
        for case in (CASES[name], None):
            pasted = text[:end].rstrip("\n")
            assert faults(compared(pasted, case)[1]) == [], pasted[-80:]


def test_letters_that_were_not_marked_at_the_beginning_are_supplied() -> None:
    session, judgement = compared(TEXT.removeprefix("Enter "), SAMPLE)
    assert judgement.findings == ()
    assert session.case is SAMPLE


def test_a_program_whose_last_line_is_whole_has_told_its_result() -> None:
    for told in ("Game over.\n", "Game over.\n$ ", "Game over.me@host:~$ "):
        text = TEXT[: TEXT.index("Game over.")] + told
        _, judgement = compared(text, SAMPLE)
        assert [code for _, code in faults(judgement)] == ["end.no-score", "end.no-winner"]


def test_a_crash_costs_what_was_due() -> None:
    _, judgement = compared(f"{BEFORE_MOVE}ac\n{CRASH}IndexError: list index\n$ ", SAMPLE)
    assert faults(judgement) == [("rules.placement", "stopped.crash")]


def test_a_shell_that_is_back_shows_that_the_program_has_ended() -> None:
    _, judgement = compared(f"{BEFORE_MOVE}ac\nme@host:~$ ", SAMPLE)
    assert faults(judgement) == [("rules.placement", "stopped.early")]


def test_a_crash_after_the_result_may_be_the_log_s_and_is_not_judged() -> None:
    _, judgement = compared(f"{TEXT}{CRASH}PermissionError: reversi.csv\n$ ", SAMPLE)
    assert judgement.findings == ()
    assert judgement.reached_end


@pytest.mark.parametrize("end", ["", "\n", "\n\n$ ", "^C\n"])
@pytest.mark.parametrize(
    "question", ["Press Enter to exit...", "Press any key to end.", "Play again? (y/n) "]
)
def test_a_wait_after_the_result_costs_the_end(question: str, end: str) -> None:
    _, judgement = compared(f"$ ./reversi\n{TEXT}{question}{end}", SAMPLE)
    assert faults(judgement) == [("ends.no-moves", "end.waits")]


def test_output_without_end_costs_the_end() -> None:
    _, judgement = compared(TEXT + "O player wins.\n" * 40_000, SAMPLE)
    assert faults(judgement) == [("ends.no-moves", "end.flood")]


def test_an_illegal_move_that_is_asked_again_is_judged_to_its_end() -> None:
    text = seen(CASES["py-6-O-sample"]).replace("Invalid move.\nGame over.\nO player wins.\n", "")
    again = f"{text}Invalid move.\nEnter move for X (RowCol): bc\n  a b c d e f\n"
    session, judgement = compared(again, CASES["py-6-O-sample"])
    assert faults(judgement) == [("ends.illegal-move", "illegal.asked-again")]
    assert remarks(session) == []


# --- what cannot be judged


def test_a_capture_without_the_question_for_the_size_is_refused() -> None:
    for text in ("hello\n", TEXT.split("\n", 1)[1], "$ ls\nreversi.py\n$ "):
        with pytest.raises(CaptureError, match="no question for the size of the board is found"):
            compared(text)


def test_a_size_that_is_none_is_refused() -> None:
    text = f"Enter the board dimension: five\n{CRASH}ValueError: five\n"
    with pytest.raises(CaptureError, match="no size from 4 to 26 stands behind the question"):
        compared(text)
