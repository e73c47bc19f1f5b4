"""Lines of shells and tools are not the program's; a program's own lines are."""

import pytest

from reversi_conformance.captures.surroundings import (
    cut_where_broken_off,
    is_outside,
    mark,
    without_margin,
)


@pytest.mark.parametrize(
    "line",
    [
        "$ python3 reversi.py",
        "$ ",
        "% ./reversi",
        "me@host:~/reversi$ exit",
        "(base) me@host reversi % python reversi.py",
        "[me@host reversi]$ ",
        "root@box:/# java Reversi",
        "bash-5.1$ ./a.out",
        "sh-5.2# ",
        "C:\\Users\\王>python reversi.py",
        "PS C:\\作业> & C:/Python/python.exe c:/作业/reversi.py",
        "➜  reversi git:(main) ✗ node dist/main.js",
        ">>> ",
        "= RESTART: C:/Users/x/reversi.py",
        "C:\\Python39\\python.exe C:/Users/x/reversi.py",
        "/usr/bin/python3.8 /home/me/reversi.py",
        'Script started on 2026-11-21 12:23:42+00:00 [TERM="xterm"]',
        'Script done on 2026-11-21 12:23:42+00:00 [COMMAND_EXIT_CODE="0"]',
        "Process finished with exit code 0",
        "进程已结束，退出代码为 0",
        "Process exited after 12.5 seconds with return value 0",
        "请按任意键继续. . .",
        "Press any key to continue . . .",
        "[Done] exited with code=0 in 12.3 seconds",
        "> reversi@1.0.0 start",
        "> node dist/main.js",
        "```text",
    ],
)
def test_a_line_of_a_shell_or_a_tool_is_outside(line: str) -> None:
    assert is_outside(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Enter the board dimension: 4",
        "Computer plays (X/O) : X",
        "Enter move for O (RowCol): cd",
        "> ab",
        "> 4",
        ">>> ab",
        "X : O = 2 : 11",
        "# # # #",
        "a # X O #",
        "a . . . .",
        "Press any key to continue...",
        "----------",
        "Welcome to Reversi!",
    ],
)
def test_a_line_of_a_program_is_not(line: str) -> None:
    assert not is_outside(line)


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("O player wins.me@host:~/x$ exit", "O player wins."),
        ("Draw!(base) me@host:~$ ", "Draw!"),
        ("X : O = 2 : 11root@box:/tmp# ", "X : O = 2 : 11"),
        ("O player wins.C:\\Users\\me>", "O player wins."),
        ("O player wins.Process finished with exit code 0", "O player wins."),
    ],
)
def test_a_shell_s_prompt_behind_output_is_cut_off(line: str, printed: str) -> None:
    marked = mark([line])
    assert marked.lines[0] == printed
    assert marked.is_outside == (False, True)


@pytest.mark.parametrize("margin", ["    ", "\t", "> ", ">", "> > "])
def test_a_margin_before_every_line_is_taken_away(margin: str) -> None:
    lines = ("size: 4", "", "  a b c d", "a . . . .")
    assert without_margin([f"{margin}{line}".rstrip() for line in lines]) == lines


@pytest.mark.parametrize("lines", [(), ("",), ("size: 4", "  a b c d"), ("> ab", "a . . . .")])
def test_lines_without_a_common_margin_stay(lines: tuple[str, ...]) -> None:
    assert without_margin(lines) == lines


def test_a_drawn_line_is_a_tool_s_only_beside_it() -> None:
    rule = "--------------------------------"
    assert mark([rule, "Process exited after 1 seconds"]).is_outside == (True, True)
    assert mark([rule, "a . . . ."]).is_outside == (False, False)


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["move: ^C"], ["move: "]),
        (["move: ^CTraceback (most recent call last):", "KeyboardInterrupt"], ["move: "]),
        (["move: Traceback (most recent call last):", "  File", "KeyboardInterrupt"], ["move: "]),
        (["move: Traceback (most recent call last):", "EOFError: EOF"], ["move: "]),
        (
            ["move:", 'Exception in thread "main" java.util.NoSuchElementException: No line'],
            ["move:", ""],
        ),
        (["a . . .", "^C", "more"], ["a . . .", ""]),
    ],
)
def test_what_comes_of_breaking_off_is_left_out(lines: list[str], left: list[str]) -> None:
    cut = cut_where_broken_off(lines)
    assert list(cut.lines) == left
    assert cut.is_broken_off


@pytest.mark.parametrize(
    "lines",
    [
        ["move: ab", "Traceback (most recent call last):", "IndexError: list"],
        ["O player wins.", "Traceback (most recent call last):", "EOFError: EOF"],
    ],
)
def test_a_crash_of_its_own_is_left(lines: list[str]) -> None:
    assert cut_where_broken_off(lines) == (tuple(lines), False)
