"""Boards are read in every layout that students draw."""

import pytest

from reversi_conformance.reader import Reader
from reversi_conformance.statements import Kind
from reversi_engine import Board, Disc, format_board

from .readings import boards, picture

START = Board.initial(4)

LAYOUTS = {
    "as in the handout": """\
  a b c d
a . . . .
b . O X .
c . X O .
d . . . .""",
    "two blanks": """\
   a  b  c  d
a  .  .  .  .
b  .  O  X  .
c  .  X  O  .
d  .  .  .  .""",
    "tabs": """\
\ta\tb\tc\td
a\t.\t.\t.\t.
b\t.\tO\tX\t.
c\t.\tX\tO\t.
d\t.\t.\t.\t.""",
    "trailing blanks": """\
  a b c d\x20
a . . . .\x20
b . O X .\x20
c . X O .\x20
d . . . .\x20""",
    "no blanks": """\
 abcd
a....
b.OX.
c.XO.
d....""",
    "blanks after the labels alone": """\
  abcd
a ....
b .OX.
c .XO.
d ....""",
    "no labels and no blanks": """\
abcd
....
.OX.
.XO.
....""",
    "no header": """\
a . . . .
b . O X .
c . X O .
d . . . .""",
    "neither header nor labels": """\
. . . .
. O X .
. X O .
. . . .""",
    "a header that is not indented": """\
a b c d
a . . . .
b . O X .
c . X O .
d . . . .""",
    "a header that is too short": """\
  a b c
a . . . .
b . O X .
c . X O .
d . . . .""",
    "a header for eight columns": """\
  a b c d e f g h
a . . . .
b . O X .
c . X O .
d . . . .""",
    "a header with capitals": """\
  A B C D
a . . . .
b . O X .
c . X O .
d . . . .""",
    "capitals everywhere": """\
  A B C D
A . . . .
B . O X .
C . X O .
D . . . .""",
    "numbers": """\
  1 2 3 4
1 . . . .
2 . O X .
3 . X O .
4 . . . .""",
    "numbers from zero": """\
  0 1 2 3
0 . . . .
1 . O X .
2 . X O .
3 . . . .""",
    "lower case": """\
  a b c d
a . . . .
b . o x .
c . x o .
d . . . .""",
    "zeros for white": """\
  a b c d
a . . . .
b . 0 X .
c . X 0 .
d . . . .""",
    "zeros for empty squares": """\
  a b c d
a 0 0 0 0
b 0 2 1 0
c 0 1 2 0
d 0 0 0 0""",
    "discs as discs": """\
  a b c d
a · · · ·
b · ○ ● ·
c · ● ○ ·
d · · · ·""",
    "discs as they look on black": """\
  a b c d
a . . . .
b . ● ○ .
c . ○ ● .
d . . . .""",
    "blank squares": """\
  a b c d
a       \x20
b   O X \x20
c   X O \x20
d       \x20""",
    "blank squares without trailing blanks": """\
  a b c d
a
b   O X
c   X O
d""",
    "blank squares between bars": """\
   a b c d
a | | | | |
b | |O|X| |
c | |X|O| |
d | | | | |""",
    "boxes": """\
☐ a b c d
a ☐ ☐ ☐ ☐
b ☐ ○ ● ☐
c ☐ ● ○ ☐
d ☐ ☐ ☐ ☐""".replace("☐ a", "  a"),
    "drawn lines": """\
    a   b   c   d
  +---+---+---+---+
a | . | . | . | . |
  +---+---+---+---+
b | . | O | X | . |
  +---+---+---+---+
c | . | X | O | . |
  +---+---+---+---+
d | . | . | . | . |
  +---+---+---+---+""",
    "drawn boxes": """\
    a   b   c   d
  ┌───┬───┬───┬───┐
a │   │   │   │   │
  ├───┼───┼───┼───┤
b │   │ ○ │ ● │   │
  ├───┼───┼───┼───┤
c │   │ ● │ ○ │   │
  ├───┼───┼───┼───┤
d │   │   │   │   │
  └───┴───┴───┴───┘""",
    "a frame": """\
   a b c d
  ╔═══════╗
a ║. . . .║
b ║. O X .║
c ║. X O .║
d ║. . . .║
  ╚═══════╝""",
    "labels on both sides": """\
  a b c d
a . . . . a
b . O X . b
c . X O . c
d . . . . d
  a b c d""",
    "labels with colons": """\
  a b c d
a: . . . .
b: . O X .
c: . X O .
d: . . . .""",
    "lists": """\
['.', '.', '.', '.']
['.', 'O', 'X', '.']
['.', 'X', 'O', '.']
['.', '.', '.', '.']""",
    "blank lines between the rows": """\
  a b c d

a . . . .

b . O X .

c . X O .

d . . . .""",
    "indented": """\
      a b c d
    a . . . .
    b . O X .
    c . X O .
    d . . . .""",
    "NUL bytes": """\
\0 a b c d\0
a . . . .\0
b . O X .
c . X O .
d . . . .""",
    "emoji": """\
  a b c d
a ➕ ➕ ➕ ➕
b ➕ ⚪ ⚫ ➕
c ➕ ⚫ ⚪ ➕
d ➕ ➕ ➕ ➕""",
    "emoji with variation selectors": """\
   a b c d
a ⬜\ufe0f ⬜\ufe0f ⬜\ufe0f ⬜\ufe0f
b ⬜\ufe0f ⚪\ufe0f ⚫\ufe0f ⬜\ufe0f
c ⬜\ufe0f ⚫\ufe0f ⚪\ufe0f ⬜\ufe0f
d ⬜\ufe0f ⬜\ufe0f ⬜\ufe0f ⬜\ufe0f""",
    "Chinese": """\
  a b c d
a ＋＋＋＋
b ＋白黑＋
c ＋黑白＋
d ＋＋＋＋""",
}


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_a_board_is_read_in_any_layout(text: str) -> None:
    assert boards(text) == [START]


@pytest.mark.parametrize("empty", "·*#-_+ ☐□▢・。　~")
def test_a_board_is_read_with_any_empty_squares(empty: str) -> None:
    assert boards(format_board(START).replace(".", empty)) == [START]


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_a_board_keeps_its_lines_and_what_stands_around_it(text: str) -> None:
    lines = ["Computer places X at ab.", *text.split("\n"), "Game over."]
    before, board, after = Reader(4, Disc.BLACK).read(lines)
    assert (before.kind, board.kind, after.kind) == (Kind.PLACES, Kind.BOARD, Kind.OVER)
    assert lines[board.line : board.line + len(board.text)] == list(board.text)


LATE = picture("""
  a b c d
a O X . .
b . X X X
c O X O .
d . X . .
""")


@pytest.mark.parametrize(
    "signs",
    ["0X.", "ox.", "○●·", "○● ", "⚪⚫~", "⚪⚫➕", "白黑　", "WB-", "OX☐", "◯×。"],
)
def test_signs_are_learned_from_a_board_late_in_the_game(signs: str) -> None:
    assert boards(format_board(LATE).translate(str.maketrans("OX.", signs))) == [LATE]


@pytest.mark.parametrize("signs", ["●○·", "210", "ab.", "♙♟-", "@#."])
def test_signs_of_ones_own_are_learned_from_the_start(signs: str) -> None:
    own = str.maketrans("OX.", signs)
    first, later = (format_board(each).translate(own) for each in (START, LATE))
    assert boards(first, later) == [START, LATE]


def test_x_and_o_are_what_they_are_wherever_they_lie() -> None:
    exchanged = format_board(START).translate(str.maketrans("OX", "XO"))
    assert boards(exchanged) == [picture(exchanged)]


def test_two_boards_in_one_turn_are_two_boards() -> None:
    text = f"{format_board(START)}\nComputer places X at ab.\n{format_board(LATE)}"
    assert boards(text) == [START, LATE]


@pytest.mark.parametrize("size", range(4, 27, 2))
def test_a_board_of_any_size_is_read(size: int) -> None:
    start = Board.initial(size)
    assert boards(format_board(start), size=size) == [start]
    assert boards(format_board(start).replace(" ", "\t"), size=size) == [start]
    numbered = [f"{row} {' '.join(cells)}" for row, cells in enumerate(start.rows(), 1)]
    assert boards("\n".join(numbered), size=size) == [start]


NO_BOARDS = {
    "a row is missing": "  a b c d\na . . . .\nb . O X .\nc . X O .",
    "a column is missing": "  a b c d\na . . .\nb . O X\nc . X O\nd . . .",
    "a message stands within": "  a b c d\na . . . .\nb . O X .\nGame over.\nc . X O .\nd . . . .",
    "rows in another order": "  a b c d\nd . . . .\nc . X O .\nb . O X .\na . . . .",
    "words": "quit\nexit\nmove\npass",
    "an unknown sign after the first board": "a ? . . .\nb . O X .\nc . X O .\nd . . . .",
}


@pytest.mark.parametrize("text", NO_BOARDS.values(), ids=NO_BOARDS)
def test_what_is_no_board_is_not_read_as_one(text: str) -> None:
    assert boards(format_board(START), text) == [START]


@pytest.mark.parametrize(("asked", "shown"), [(4, 6), (6, 4), (6, 8), (26, 8), (4, 26)])
def test_a_board_of_another_size_is_noticed(asked: int, shown: int) -> None:
    lines = format_board(Board.initial(shown)).split("\n")
    assert Reader(asked, Disc.BLACK).other_size(lines) == shown


@pytest.mark.parametrize("rows", [5, 7])
def test_a_board_of_an_odd_size_is_noticed(rows: int) -> None:
    lines = ["  " + " ".join("abcdefg"[:rows])]
    lines += [f"{letter} {' '.join('.' * rows)}" for letter in "abcdefg"[:rows]]
    assert Reader(6, Disc.BLACK).other_size(lines) == rows


def test_small_talk_is_no_board_of_another_size() -> None:
    lines = ["...", "...", "...", "----", "----", "----", "----", "Game over."]
    assert Reader(6, Disc.BLACK).other_size(lines) is None


def test_a_board_right_below_another_keeps_its_header() -> None:
    lines = 3 * format_board(START).split("\n")
    assert [each.text for each in Reader(4, Disc.BLACK).read(lines)] == 3 * [tuple(lines[:5])]
