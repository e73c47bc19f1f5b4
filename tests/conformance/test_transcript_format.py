"""The file format of transcripts: what is written is read back; what cannot be read says why."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_conformance.transcript import (
    ALTERNATIVE,
    OPTIONAL,
    REQUIRED,
    Case,
    Header,
    Transcript,
    TranscriptError,
    Turn,
    escape,
    format_case,
    format_transcript,
    parse_case,
    parse_transcript,
    unescape,
)
from reversi_engine import Disc

TEXT = """\
+++
id = "py-4-X-sample"
board = 4
computer = "X"
moves = ["zz"]
ends = "illegal-move"
exercises = ["illegal-far-off", "illegal-at-first-turn"]
+++
  Enter the board dimension: «4»
  Computer plays (X/O) : «X»
| Computer plays (X/O): «X»
    a b c d
  a . . . .

  Enter move for O (RowCol): «zz»
? One more line.
  Invalid move.
  Game over.
"""

CASE = Case(
    Header(
        "py-4-X-sample",
        4,
        Disc.BLACK,
        ("zz",),
        "illegal-move",
        ("illegal-far-off", "illegal-at-first-turn"),
    ),
    Transcript(
        (
            Turn(None, ("Enter the board dimension: ",)),
            Turn(
                "4", ("Computer plays (X/O) : ", "Computer plays (X/O): "), REQUIRED + ALTERNATIVE
            ),
            Turn("X", ("  a b c d", "a . . . .", "", "Enter move for O (RowCol): ")),
            Turn(
                "zz",
                ("One more line.", "Invalid move.", "Game over."),
                OPTIONAL + REQUIRED + REQUIRED,
            ),
        )
    ),
)

# A line break ends a line; all other characters may stand in one.
any_line = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))
likely_line = st.text(st.sampled_from(string.ascii_letters + " .«»\\|?\x1b\t\r好"), max_size=12)
lines = likely_line | any_line | st.text(" ", max_size=3)
any_word = st.text(st.characters(exclude_categories=["Cs"]))


@st.composite
def turns(draw: st.DrawFn, *, first: bool, last: bool) -> Turn:
    printed = draw(st.lists(lines, min_size=1, max_size=4))
    marks = [draw(st.sampled_from(REQUIRED + OPTIONAL)) for _ in printed]
    for _ in range(0 if last else draw(st.integers(0, 2))):
        printed.append(draw(lines))
        marks.append(ALTERNATIVE)
    together = "".join(marks)
    typed = None if first else draw(lines)
    return Turn(typed, tuple(printed), together if together.strip() else "")


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    count = draw(st.integers(1, 4))
    positions = range(count)
    return Transcript(tuple(draw(turns(first=at == 0, last=at == count - 1)) for at in positions))


def test_a_case_is_read() -> None:
    assert parse_case(TEXT, "py-4-X-sample.txt") == CASE


def test_a_case_is_written() -> None:
    assert format_case(CASE) == TEXT


def test_the_answers_are_size_side_and_moves() -> None:
    assert CASE.header.answers == CASE.transcript.answers == ("4", "X", "zz")


def test_required_lines_are_those_without_a_mark() -> None:
    assert CASE.transcript.turns[-1].required == ("Invalid move.", "Game over.")
    assert CASE.transcript.turns[0].required == ("Enter the board dimension: ",)


@given(transcripts())
def test_what_is_written_is_read_back(transcript: Transcript) -> None:
    assert parse_transcript(format_transcript(transcript), "any") == transcript


@given(transcripts())
def test_a_file_has_only_visible_characters_and_line_breaks(transcript: Transcript) -> None:
    text = format_transcript(transcript)
    assert text.endswith("\n")
    assert all(line.isprintable() for line in text.split("\n"))


@given(lines)
def test_an_escaped_text_is_the_text(text: str) -> None:
    assert unescape(escape(text)) == text


@given(
    any_word,
    st.sampled_from(range(4, 27, 2)),
    st.sampled_from(Disc),
    st.lists(any_word, max_size=3),
    st.lists(any_word, max_size=3),
)
def test_a_header_is_read_back(
    name: str, board: int, computer: Disc, moves: list[str], exercises: list[str]
) -> None:
    header = Header(name, board, computer, tuple(moves), "no-moves", tuple(exercises))
    prompts = [Turn(typed, ("",)) for typed in (None, *header.answers)]
    case = Case(header, Transcript(tuple(prompts)))
    assert parse_case(format_case(case), "any") == case


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "  Invalid",
            "BInvalid",
            "py-4-X-sample.txt:17: a line begins with ' ', '?' or '|', not 'B'",
        ),
        ("  Invalid", " xInvalid", "py-4-X-sample.txt:17: the second column is blank, not 'x'"),
        ("«4»", "«4", "py-4-X-sample.txt:9: a typed answer ends the line with », not '4'"),
        (
            "«4»",
            "«4» and more",
            "py-4-X-sample.txt:9: a typed answer ends the line with », not '» and more'",
        ),
        (
            "move.",
            "move\\.",
            "py-4-X-sample.txt:17: '\\\\.' is no escape; write a backslash as '\\x5c'",
        ),
        (
            "move.",
            "move\\udc80",
            "py-4-X-sample.txt:17: '\\\\udc80' is no escape; write a backslash as '\\x5c'",
        ),
        ("(X/O): «X»", "(X/O): «O»", "py-4-X-sample.txt:11: 'X' was typed, not 'O'"),
        (
            "+++\nid",
            "id",
            "py-4-X-sample.txt:1: a transcript begins with a TOML header between two lines +++",
        ),
        (
            "«zz»",
            "«aa»",
            "py-4-X-sample.txt: the header has the answers ('4', 'X', 'zz'),"
            " the lines ('4', 'X', 'aa')",
        ),
        (
            'computer = "X"',
            'computer = "Y"',
            "py-4-X-sample.txt: the header cannot be read:"
            " Invalid enum value 'Y' - at `$.computer`",
        ),
        (
            "board = 4",
            "bored = 4",
            "py-4-X-sample.txt: the header cannot be read: Object contains unknown field `bored`",
        ),
    ],
)
def test_what_cannot_be_read_says_where_and_why(old: str, new: str, message: str) -> None:
    with pytest.raises(TranscriptError) as raised:
        parse_case(TEXT.replace(old, new, 1), "py-4-X-sample.txt")
    assert str(raised.value) == message


def test_a_header_that_is_no_toml_is_not_read() -> None:
    with pytest.raises(TranscriptError, match=r"^any\.txt: the header cannot be read: "):
        parse_case("+++\nid = \n+++\n", "any.txt")


@pytest.mark.parametrize(
    "row",
    ["board = 4  # small", "board = 0x4", "'board' = 4", "board=+4", 'board = 4\n"ends" = ""'],
)
def test_a_header_may_be_written_in_any_way_that_toml_has(row: str) -> None:
    text = TEXT.replace("board = 4", row, 1)
    text = text if "ends" not in row else text.replace('ends = "illegal-move"', "", 1)
    assert parse_case(text, "any.txt").header.board == 4


@pytest.mark.parametrize("row", ['board = 4, "moves": []', "board = 4\nboard = 4", "board = 04"])
def test_a_header_that_only_looks_like_toml_is_not_read(row: str) -> None:
    with pytest.raises(TranscriptError, match="the header cannot be read"):
        parse_case(TEXT.replace("board = 4", row, 1), "any.txt")
