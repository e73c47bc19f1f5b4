"""What bytes show on a terminal: told by examples, and held against another terminal's reading."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_conformance.sessions import COLUMNS, ROWS
from reversi_conformance.sessions.lines import MOST_CELLS
from reversi_conformance.sessions.screen import Screen


def lines_of(*pieces: bytes) -> tuple[str, ...]:
    screen = Screen()
    for piece in pieces:
        screen.feed(piece)
    return screen.printed()


def session(*pieces: bytes | str) -> list[tuple[str, ...]]:
    """Feed bytes, type strings; return the turns."""
    screen = Screen()
    turns = []
    for piece in pieces:
        if isinstance(piece, bytes):
            screen.feed(piece)
        else:
            turns.append(screen.printed())
            screen.type(piece)
    return [*turns, screen.printed_at_last()]


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(b"", ("",), id="nothing is one empty line"),
        pytest.param(b"a b \r\n\r\nc", ("a b ", "", "c"), id="blanks and blank lines stay"),
        pytest.param(b"abc\rX", ("Xbc",), id="a carriage return writes over"),
        pytest.param(b"abc\b\bX", ("aXc",), id="a backspace moves back"),
        pytest.param(b"\b\b\bX", ("X",), id="no backspace goes past the start"),
        pytest.param(b"a\tb\t\r\n", ("a\tb\t", ""), id="tabs stay tabs"),
        pytest.param(b"a\tb\r12", ("12      b",), id="a tab written over is blanks"),
        pytest.param(b"abcdefghij\r\tX", ("abcdefghXj",), id="a tab over text only moves"),
        pytest.param(b"ab\tc\r\x1b[Pd", ("d      c",), id="a tab that is moved is blanks"),
        pytest.param(b"abc\x1b[2DX", ("aXc",), id="left"),
        pytest.param(b"a\x1b[3CX", ("a   X",), id="right leaves blanks"),
        pytest.param(b"abc\x1b[1GX", ("Xbc",), id="to a column"),
        pytest.param(b"abc\x1b[1G\x1b[KX", ("X",), id="erase to the end"),
        pytest.param(b"abc\x1b[1KX", ("   X",), id="erase to the start"),
        pytest.param(b"abcd\x1b[2D\x1b[1K", ("   d",), id="erase to the cursor"),
        pytest.param(b"abc\x1b[2KX", ("   X",), id="erase the line"),
        pytest.param(b"abcd\x1b[1G\x1b[2PX", ("Xd",), id="delete characters"),
        pytest.param(b"abcd\x1b[1G\x1b[2@X", ("X abcd",), id="insert blanks"),
        pytest.param(b"\x1b[31mred\x1b[0m \x1b[1;4mx", ("red x",), id="colours are no text"),
        pytest.param(
            b"\x1b]0;title\x07a\x1b]52;c;Zg==\x1b\\b", ("ab",), id="no titles, no clipboard"
        ),
        pytest.param(b"\x1bP1;2qdata\x1b\\a\x1b(Bb\x1b=c", ("abc",), id="other sequences"),
        pytest.param(b"\x1b]0;never ends\r\nb", ("", "b"), id="a title ends with the line"),
        pytest.param(b"a\x1b[", ("a",), id="half a sequence"),
        pytest.param(b"\x1b[99999999999999999999Ca", (" " * (COLUMNS - 1) + "a",), id="too far"),
        pytest.param(b"a\x07\x01\x7fb", ("ab",), id="bells and other controls"),
        pytest.param(b"  a\x00b", ("  a\0b",), id="NUL stays"),
        pytest.param(b"\xef\xbb\xbfa", ("a",), id="a byte order mark is dropped"),
        pytest.param(b"x" * 616, ("x" * 616,), id="no margin"),
        pytest.param(
            "好a\x1b[1G\x1b[2C!".encode(), ("好!",), id="wide characters take two columns"
        ),
        pytest.param("好\x1b[2G!".encode(), (" !",), id="half a wide character is none"),
        pytest.param("e\N{COMBINING ACUTE ACCENT}x".encode(), ("e\u0301x",), id="marks combine"),
        pytest.param(b"one\r\ntwo\x1b[1A\r\x1b[KONE", ("ONE",), id="up"),
        pytest.param(b"one\r\ntwo\x1b[1A\rX\x1b[1B\r", ("Xne", "two"), id="up and down"),
        pytest.param(b"one\r\n\x1b[2J\x1b[Htwo", ("one", "two"), id="clearing turns the page"),
        pytest.param(b"one\r\n\x1b[H\x1b[2J\x1b[3Jtwo", ("one", "two"), id="clear"),
        pytest.param(b"one\x1b[1;1H\x1b[0Jtwo", ("one", "two"), id="console.clear"),
        pytest.param(b"one\x1bctwo", ("one", "two"), id="reset"),
        pytest.param(b"ab\x1b7cd\x1b8X", ("abXd",), id="save and restore"),
        pytest.param(b"a\nb", ("a", " b"), id="a bare line feed keeps the column"),
        pytest.param(b"a\x1eb\x0bc\r\n", ("ab", "  c", ""), id="odd separators"),
    ],
)
def test_bytes_become_the_lines_a_person_sees(data: bytes, lines: tuple[str, ...]) -> None:
    assert lines_of(data) == lines


def test_readline_of_node_draws_its_prompt_and_its_echo_once() -> None:
    prompt = b"\x1b[1G\x1b[0JEnter move for O (RowCol): \x1b[28G"
    turns = session(prompt, "ab", b"a", b"b", b"\r\r\n  a b c d\r\n", prompt)
    assert turns == [
        ("Enter move for O (RowCol): ",),
        ("  a b c d", "Enter move for O (RowCol): "),
    ]


def test_a_prompt_drawn_anew_at_every_key_shows_once() -> None:
    draws = [b"\x1b[2K\x1b[0GMove: " + text + b"\x1b[7G" for text in (b"", b"a", b"ab")]
    assert session(draws[0], "ab", *draws[1:], b"\r\nok\r\n") == [("Move: ",), ("ok",)]


def test_a_menu_that_rewrites_its_prompt_around_the_answer_shows_the_prompt_as_it_was() -> None:
    rewritten = b"\x1b[2K\x1b[1G\xe2\x9c\x94 Move \xc2\xb7 ab\r\n"
    assert session("? Move › ".encode(), "ab", rewritten, b"ok") == [("? Move › ",), ("ok",)]


@pytest.mark.parametrize(
    ("pieces", "turns"),
    [
        pytest.param((b"> ", "ab", b"ab\r\nok\r\n"), [("> ",), ("ok",)], id="by the kernel"),
        pytest.param((b"> ", "ab", b"ok\r\n"), [("> ",), ("ok",)], id="none at all"),
        pytest.param((b"> ", "ab", b"ab\r\n\r\nok"), [("> ",), ("", "ok")], id="then a blank line"),
        pytest.param((b"> ", "", b"\r\nok"), [("> ",), ("ok",)], id="of nothing"),
        pytest.param((b"> ", "ab", b"ab\r\n", "x", b"x\r\n"), [("> ",), ("",), ()], id="no output"),
        pytest.param(
            (b">\r\n", "ab", b"ab\r\nok"), [(">", ""), ("ok",)], id="on a line of its own"
        ),
        pytest.param(
            (b"> ", "a\x01", b"a^A\r\nok"), [("> ",), ("ok",)], id="of control characters"
        ),
        pytest.param((b"[  ]\b\b\b", "ab", b"ab\r\nok"), [("[  ]",), ("ok",)], id="over a form"),
        pytest.param((b"> ", "ab", b"ab said"), [("> ",), (" said",)], id="and more on the line"),
        pytest.param((b"ab", "ab", b"ab\r\nab\r\n"), [("ab",), ("ab",)], id="like the prompt"),
        pytest.param(
            (b"x" * 9000, "ab", b"ab\r\nok"),
            [(f"{'x' * MOST_CELLS} … and 808 characters more",), ("ok",)],
            id="far to the right",
        ),
    ],
)
def test_the_echo_is_taken_away(pieces: tuple[bytes | str], turns: list[tuple[str, ...]]) -> None:
    assert session(*pieces) == turns


def test_a_line_is_read_as_utf_8_or_else_as_gb18030() -> None:
    screen = Screen()
    screen.feed("棋盘\r\n".encode() + "电脑\r\n".encode("gb18030") + b"ok")
    assert screen.printed() == ("棋盘", "电脑", "ok")
    assert screen.encoding == "gb18030"


def test_what_is_neither_is_marked_as_undecodable() -> None:
    screen = Screen()
    screen.feed("电脑\r\n".encode("gb18030") + b"a\xff\xff")
    assert screen.printed() == ("电脑", "a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}")
    assert screen.encoding == "undecodable"


def test_only_escape_sequences_count_as_colours() -> None:
    screen = Screen()
    screen.feed(b"plain\tand\btext\r\n")
    assert not screen.coloured
    screen.feed(b"\x1b[1m")
    assert screen.coloured


def test_a_line_without_end_is_cut_and_says_by_how_much() -> None:
    assert lines_of(b"x" * 1_000_000) == (f"{'x' * MOST_CELLS} … and 991808 characters more",)


def test_marks_without_end_stay_few() -> None:
    [line] = lines_of(b"e" + "\N{COMBINING ACUTE ACCENT}".encode() * 100_000)
    assert len(line) < 100


plain = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=3, max_size=25)
moves = st.builds("\x1b[{}{}".format, st.integers(0, 12), st.sampled_from("CDGPX@AF"))
erasers = st.sampled_from(["\x1b[K", "\x1b[0K", "\x1b[1K", "\x1b[2K", "\x1b[J"])
controls = st.sampled_from(["\r", "\r\t", "\r\n", "\b", "\b\b\b", "\t"])
swallowed = st.sampled_from(
    ["\x1b[31;1m", "\x1b[0m", "\x1b[?25l", "\x1b]0;t\x07", "\x07", "\x1b(B"]
)
printing = st.builds(str.__add__, plain, moves | erasers | controls | controls | swallowed)


@given(st.lists(printing, min_size=6, max_size=20), st.integers(1, 7))
def test_another_terminal_reads_the_same(pieces: list[str], at_once: int) -> None:
    oracle = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(oracle).feed("".join(pieces))
    screen = Screen()
    for start in range(0, len(pieces), at_once):
        screen.feed("".join(pieces[start : start + at_once]).encode())
    seen = [line.expandtabs(8).rstrip() for line in screen.printed_at_last()]
    rows = [oracle.buffer[row] for row in sorted(oracle.buffer)]
    lines = ["".join(row[column].data for column in range(COLUMNS)).rstrip() for row in rows]
    # Wider text than the other terminal has room for is wrapped there.
    if all(len(line) < COLUMNS - 1 for line in lines):
        assert [line for line in seen if line] == [line for line in lines if line]


@given(st.lists(st.text("好a：ｘé◯", max_size=8) | st.sampled_from(["\r\n", "\t"]), max_size=20))
def test_another_terminal_reads_every_script_the_same(pieces: list[str]) -> None:
    oracle = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(oracle).feed("".join(pieces))
    screen = Screen()
    screen.feed("".join(pieces).encode())
    rows = [oracle.buffer[row] for row in sorted(oracle.buffer)]
    lines = ["".join(row[column].data for column in range(COLUMNS)).split() for row in rows]
    words = [line.split() for line in screen.printed()]
    assert [line for line in words if line] == [line for line in lines if line]


@given(st.lists(plain | st.sampled_from(["好", "é", "\t", "\r", "\n", "\r\n"]), max_size=20))
def test_a_bell_changes_nothing_that_is_seen(pieces: list[str]) -> None:
    assert lines_of("".join(pieces).encode()) == lines_of("\a".join(pieces).encode())


@given(st.lists(st.binary(max_size=20) | printing.map(str.encode), max_size=30))
def test_no_bytes_break_it(pieces: list[bytes]) -> None:
    screen = Screen()
    for piece in pieces:
        screen.feed(piece)
        assert screen.printed()
        screen.type("ab")
    assert all("\x1b" not in line for line in screen.printed_at_last())
