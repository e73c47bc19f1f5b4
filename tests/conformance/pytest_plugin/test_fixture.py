"""The fixture `reversi`: a program is played with answers of one's own, and looked at."""

import pytest

from .runs import PLAIN, run

pytest_plugins = ["pytester"]


@pytest.fixture(autouse=True)
def with_a_right_program(pytester: pytest.Pytester) -> None:
    pytester.makeini(f"[pytest]\nreversi = python3 {PLAIN}\n")


def test_a_game_is_played_and_looked_at(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        '''
        START = """\\
          a b c d
        a . . . .
        b . O X .
        c . X O .
        d . . . .""".replace("\\n        ", "\\n").removeprefix("        ")

        def test_a_game_that_goes_on(reversi):
            session = reversi.play(board=4, computer="X", moves="aa")
            assert session.answers == ("4", "X", "aa")
            assert session.boards[0] == START
            assert len(session.boards) == 4
            assert session.board == session.boards[-1] != START
            assert session.printed[0] == "  a b c d"
            assert session.printed[-1] == "Enter move for O (RowCol): "
            assert "Computer places X at ab.\\n" in session.transcript
            assert "Enter move for O (RowCol): aa\\n" in session.transcript
            assert (session.ending, session.status) == ("waited", None)
            assert (session.result, session.winner, session.score) == ("", "", None)
            assert session.log == ()

        def test_a_whole_game(reversi):
            session = reversi.play(board=4, computer="X", moves=["aa", "ac", "ca", "dc", "cd"])
            assert (session.ending, session.status) == ("exited", 0)
            assert (session.result, session.winner) == ("O player wins.", "O")
            assert session.score == (2, 11)
            [row] = session.log
            assert row.endswith(",4*4,computer,human,2 to 11")

        def test_a_draw(reversi):
            moves = "bb ce ac ec ee aa cf ca be ef db fe ea af eb"
            session = reversi.play(board=6, computer="X", moves=moves)
            assert (session.result, session.winner) == ("Draw!", "draw")

        def test_nothing_but_a_size(reversi):
            assert reversi.type("4").printed == ("Computer plays (X/O) : ",)
        '''
    )
    run(pytester).assert_outcomes(passed=4)


def test_what_a_program_prints_reaches_a_failing_test_escaped(pytester: pytest.Pytester) -> None:
    program = pytester.path / "hostile.py"
    program.write_text(
        "print('\\x1b]0;title\\x07 ::error::')\nprint('::error::x\\u202e')\ninput()\n"
    )
    pytester.makepyfile(
        """
        def test_it(reversi):
            session = reversi.type()
            assert session.printed == ()
        """
    )
    seen = run(pytester, "--reversi=python3 hostile.py", "--deselect", "reversi::", "-vv")
    seen.assert_outcomes(failed=1)
    said = seen.stdout.str()
    assert "\x1b" not in said
    assert "\u202e" not in said
    assert "\\x3a:error::x\\u202e" in said
    assert "Captured reversi call" in said


def test_a_test_that_needs_a_program_says_so_where_there_is_none(
    pytester: pytest.Pytester,
) -> None:
    pytester.makeini("[pytest]\n")
    pytester.makepyfile("def test_it(reversi): pass")
    seen = run(pytester)
    seen.assert_outcomes(errors=1)
    assert "there is no program to play: give --reversi COMMAND, or write" in seen.stdout.str()


def test_the_program_of_an_ini_file_is_looked_for_beside_it(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nreversi = missing.py\n")
    folder = pytester.mkdir("tests")
    (folder / "test_it.py").write_text("def test_it(reversi): pass")
    said = run(pytester, "tests").stdout.str()
    assert f"'missing.py' is no file in '{pytester.path}' and not on PATH: check the name" in said
