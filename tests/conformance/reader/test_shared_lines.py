"""Several messages on one line, prompts that come late, and tracebacks."""

import pytest

from reversi_conformance.reader import Reader
from reversi_conformance.referee.ends import last_line
from reversi_conformance.statements import Kind
from reversi_engine import Disc

from .readings import meaning, meanings

SHARED = {
    "X player has no valid move. Enter move for O (RowCol): ": ["passes X", "ask_move O"],
    "X player has no valid move.Enter move for O (RowCol): ": ["passes X", "ask_move O"],
    "X player has no valid move.O player has no valid move.": ["passes X", "passes O"],
    "Invalid move. Game over. X player wins.": ["invalid", "over", "wins X"],
    "Invaild move!Game Over!X player wins!": ["invalid", "over", "wins X"],
    "Game over.X : O = 2 : 11O player wins.": ["over", "score 2 11", "wins O"],
    "Game over. X : O = 8 : 8 Draw!": ["over", "score 8 8", "draw"],
    "Both players have no valid move. Game over.": ["no_moves", "over"],
    "Computer places X at ab. Enter move for O (RowCol): ": ["places X ab", "ask_move O"],
    "Enter move for O (RowCol): Invalid move.": ["ask_move O", "invalid"],
    "Game over, the winner is O.": ["over", "wins O"],
    "Game over! X wins.": ["over", "wins X"],
    "Game over: tie": ["over", "draw"],
    "游戏结束，白方胜": ["over", "wins O"],
    "X:O=2:11,O wins": ["score 2 11", "wins O"],
    "X : O = 2 : 11, the winner is O": ["score 2 11", "wins O"],
    "X wins: X 11, O 2": ["score 11 2", "wins X"],
}


@pytest.mark.parametrize(("line", "told"), SHARED.items())
def test_all_that_a_line_says_is_heard(line: str, told: list[str]) -> None:
    assert meanings(line) == told


def test_only_the_first_statement_has_its_line_for_itself() -> None:
    told = Reader(4, Disc.BLACK).read(["Game over. X : O = 2 : 11 O player wins."])
    assert [each.shares_line for each in told] == [False, True, True]


LATE = {
    "Enter move for O (RowCol):   a b c d": ["ask_move O", "other"],
    "Computer plays (X/O) :   a b c d": ["ask_computer", "other"],
    "Enter the board dimension: Computer plays (X/O) : Thinking": [
        "ask_size",
        "ask_computer",
        "other",
    ],
    "Enter move for O (RowCol): Enter move for O (RowCol): ": ["ask_move O", "ask_move O"],
}


@pytest.mark.parametrize(("line", "told"), LATE.items())
def test_a_late_prompt_is_cut_off_what_it_is_glued_to(line: str, told: list[str]) -> None:
    read = Reader(4, Disc.BLACK).read([line], late_prompts=True)
    assert [meaning(each) for each in read] == told


def test_a_late_prompt_hides_no_board() -> None:
    lines = "Computer plays (X/O) :   a b c d\na . . . .\nb . O X .\nc . X O .\nd . . . ."
    read = Reader(4, Disc.BLACK).read(lines.split("\n"), late_prompts=True)
    assert [each.kind for each in read] == [Kind.ASK_COMPUTER, Kind.BOARD]
    assert read[-1].text[0] == "  a b c d"


TRACEBACKS = {
    "Python": (
        """\
Traceback (most recent call last):
  File "reversi.py", line 5, in <module>
    raise ValueError("no move")
  File "reversi.py", line 2, in place
IndexError: list index out of range""",
        "IndexError: list index out of range",
    ),
    "Python, a cause": (
        """\
Traceback (most recent call last):
  File "reversi.py", line 5, in <module>
KeyError: 'e'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "reversi.py", line 7, in <module>
reversi.BoardError: Game over. X player wins.""",
        "reversi.BoardError: Game over. X player wins.",
    ),
    "Java": (
        """\
Exception in thread "main" java.lang.StringIndexOutOfBoundsException: index 1, length 1
	at java.base/java.lang.String.checkIndex(String.java:4604)
	at java.lang.IndexOutOfBoundsException.<init>(IndexOutOfBoundsException.java:5)
	at Reversi.main(Reversi.java:25)""",
        'Exception in thread "main" java.lang.StringIndexOutOfBoundsException: index 1, length 1',
    ),
    "Node": (
        """\
/home/student/reversi.js:3
    throw new Error("x");
    ^

TypeError: Cannot read properties of undefined (reading '0')
    at Object.<anonymous> (/home/student/reversi.js:3:7)
    at node:internal/main/run_main_module:28:49

Node.js v20.1.0""",
        "TypeError: Cannot read properties of undefined (reading '0')",
    ),
    "Node, of its own": (
        """\
node:fs:581
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open 'data/reversi.csv'
    at Object.openSync (node:fs:581:18) {
  code: 'ENOENT'
}""",
        "Error: ENOENT: no such file or directory, open 'data/reversi.csv'",
    ),
    "Node, logged": (
        "Error: x\n    at async main (/home/student/reversi.js:3:5)",
        "Error: x",
    ),
    "C++": (
        """\
terminate called after throwing an instance of 'std::out_of_range'
  what():  basic_string::at: __n (which is 1) >= this->size() (which is 1)""",
        "what():  basic_string::at: __n (which is 1) >= this->size() (which is 1)",
    ),
    "Go": ("panic: runtime error: index out of range\n\ngoroutine 1 [running]:", None),
    "Ctrl-C": ("KeyboardInterrupt", "KeyboardInterrupt"),
}


@pytest.mark.parametrize("text", [text for text, _ in TRACEBACKS.values()], ids=TRACEBACKS)
def test_a_traceback_is_a_crash_from_its_first_line_on(text: str) -> None:
    lines = ["Invalid move.", *text.split("\n"), "Game over."]
    first, *others = Reader(4, Disc.BLACK).read(lines)
    assert first.kind is Kind.INVALID
    assert {each.kind for each in others} == {Kind.CRASH}
    assert others[0].line == 1


@pytest.mark.parametrize("name", [name for name, (_, last) in TRACEBACKS.items() if last])
def test_the_last_line_of_a_traceback_says_what_went_wrong(name: str) -> None:
    text, last = TRACEBACKS[name]
    assert last_line(Reader(4, Disc.BLACK).read(text.split("\n"))) == last
