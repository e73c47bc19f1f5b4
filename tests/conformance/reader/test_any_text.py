"""Whatever is printed can be read, and a board in any layout is the same board."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reversi_conformance.reader import Reader
from reversi_conformance.reader.messages import split_after_prompts
from reversi_engine import Board, Disc, Square, format_board

from .readings import boards

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
PHRASES = st.sampled_from(
    (
        *("Enter ", "move ", "for ", "X", "O", "0", " (RowCol): ", "(X/O)", "Computer ", "places "),
        *(
            "at ",
            "ab",
            ".",
            "!",
            ":",
            "=",
            "2",
            "11",
            " : ",
            "player ",
            "wins",
            "has ",
            "no valid ",
        ),
        *("Game over", "Invalid ", "Draw!", "Both ", "a . O X .", "  a b c d", "黑", "获胜", "\t"),
        *("Error: ", "Traceback (most recent call last):", "    at x (y.js:1:1)", "●", "\ufe0f"),
        *("棋盘", "请输入", "按", "   ", "----", "\0", "ﷺ", "İ", "ß", "²", "٣", "x:", "o=", "｡"),
    )
)
LINES = st.lists(TEXT | st.lists(PHRASES, max_size=8).map("".join), max_size=12)


@st.composite
def positions(draw: st.DrawFn, largest: int = 12) -> Board:
    size = draw(st.integers(2, largest // 2)) * 2
    signs = draw(st.lists(st.sampled_from("..XO"), min_size=size**2, max_size=size**2))

    def squares(sign: str) -> list[Square]:
        return [Square(*divmod(index, size)) for index, each in enumerate(signs) if each == sign]

    return Board.from_discs(size, squares("X"), squares("O"))


@st.composite
def layouts(draw: st.DrawFn) -> Callable[[Board], str]:
    """Draws boards with the signs, blanks, labels and header that some student has."""
    between = draw(st.sampled_from([" ", "  ", "\t", "", " | ", ","]))
    empty = draw(st.sampled_from(".·*#-_+☐"))
    discs = draw(st.sampled_from(["XO", "xo", "X0", "●○", "○●", "BW", "黑白", "12"]))
    names = draw(st.sampled_from([LETTERS, LETTERS.upper()]))
    indent = draw(st.sampled_from(["", " ", "    "]))
    margin = draw(st.sampled_from([" ", "  ", "\t", " | ", ": "]))
    end = draw(st.sampled_from(["", " ", " |", "\0"]))
    has_header = draw(st.booleans())

    def layout(board: Board) -> str:
        signs = {".": empty, "X": discs[0], "O": discs[1]}
        header = f"{indent}  {between.join(names[: board.size])}"
        rows = [
            f"{indent}{name}{margin}{between.join(signs[sign] for sign in cells)}{end}"
            for name, cells in zip(names, board.rows(), strict=False)
        ]
        return "\n".join([header, *rows] if has_header else rows)

    return layout


@given(positions(), layouts())
@settings(deadline=None)
def test_a_board_in_any_layout_is_the_same_board(
    board: Board, layout: Callable[[Board], str]
) -> None:
    start = Board.initial(board.size)
    assert boards(layout(start), layout(board), size=board.size) == [start, board]


@given(positions(largest=26))
@settings(deadline=None, max_examples=30)
def test_a_board_of_any_size_is_read_as_it_is_drawn(board: Board) -> None:
    assert boards(format_board(board), size=board.size) == [board]


@given(LINES, st.sampled_from([4, 6, 26]), st.booleans())
@settings(deadline=None)
def test_any_text_can_be_read(lines: list[str], size: int, late_prompts: bool) -> None:
    reader = Reader(size, Disc.WHITE)
    for _ in range(2):
        statements = reader.read(lines, late_prompts=late_prompts)
        assert all(each.text for each in statements)
        starts = [each.line for each in statements]
        assert starts == sorted(starts)
        reader.exchange_sides()
    reader.other_size(lines)


@given(LINES)
@settings(deadline=None)
def test_a_line_is_cut_without_loss(lines: list[str]) -> None:
    for line in lines:
        assert "".join(split_after_prompts(line)) == line


@given(LINES)
@settings(deadline=None)
def test_statements_quote_the_lines_in_which_they_stand(lines: list[str]) -> None:
    for each in Reader(4, Disc.BLACK).read(lines):
        assert all(text in lines[each.line + offset] for offset, text in enumerate(each.text))


LONG = 100_000
LONG_LINES = {
    "one letter": "x" * LONG,
    "blanks": " " * LONG + "!",
    "blanks after a beginning": "row" + " " * LONG,
    "blanks after a score": "final score" + " " * LONG + "!",
    "beginnings of questions": "enter next please 输入 棋盘 " * (LONG // 25),
    "beginnings of scores": "x : o = 1 : " * (LONG // 12),
    "messages": "Invalid move. " * (LONG // 14),
    "prompts": "Enter move for O (RowCol): " * (LONG // 27),
    "a row without end": "a " + ". " * (LONG // 2),
    "what becomes longer in lower case": "ﷺ" * (LONG // 18),
}


@pytest.mark.parametrize("line", LONG_LINES.values(), ids=LONG_LINES)
def test_a_line_without_end_is_read_all_the_same(line: str) -> None:
    assert Reader(4, Disc.BLACK).read([line], late_prompts=True)
