"""Captures as bytes: encodings, line ends, what was overwritten, and what is no text."""

import pytest

from reversi_conformance.captures import CaptureError, decoding


def lines(data: bytes) -> tuple[str, ...]:
    return decoding.read(data).lines


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("大小：4\n".encode(), "utf-8"),
        ("大小：4\n".encode("utf-8-sig"), "utf-8"),
        ("大小：4\r\n".encode("gb18030"), "gb18030"),
        ("大小：4\r\n".encode("utf-16"), "utf-16-le"),
        (b"\xfe\xff" + "大小：4\r\n".encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_the_encoding_is_found(data: bytes, encoding: str) -> None:
    page = decoding.read(data)
    assert page.lines == ("大小：4",)
    assert page.encoding == encoding


def test_text_cut_within_a_character_is_read_up_to_there() -> None:
    assert lines("dimension: 4".encode("utf-16")[:-1])[0].startswith("dimension: ")


def test_line_ends_of_all_systems_are_line_ends() -> None:
    assert lines(b"a\r\nb\nc\r\r\nd") == ("a", "b", "c", "d")


def test_what_was_taken_back_is_gone() -> None:
    assert lines(b"size: 6\b \b4\nx\rab\x1b[K\n") == ("size: 4", "ab")


def test_coloured_lines_are_known() -> None:
    page = decoding.read(b"\x1b[31mX\x1b[0m O\nplain\x1b[0m\n\x1b[2Kline\n")
    assert page.lines == ("X O", "plain", "line")
    assert page.coloured == {"X O"}


@pytest.mark.parametrize("data", [b"", b" \r\n\n", b"\xff\xfe", b"\xef\xbb\xbf\n"])
def test_an_empty_capture_is_said_to_be_empty(data: bytes) -> None:
    with pytest.raises(CaptureError, match="the capture is empty"):
        decoding.read(data)


@pytest.mark.parametrize(
    "data",
    [b"\x7fELF\x02\x01\x01" + bytes(200), bytes(range(256)) * 4, "ab\n".encode("utf-16-le") * 9],
    ids=["program", "any bytes", "UTF-16 without its mark"],
)
def test_what_is_no_text_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(CaptureError, match=r"this is no text: .* save the session as text"):
        decoding.read(data)


def test_a_few_strange_characters_are_no_reason_to_refuse() -> None:
    assert lines(b"\0 a b c d\na . . . .\nb . X O .\n")[0] == "\0 a b c d"


def test_a_capture_has_a_largest_size() -> None:
    with pytest.raises(CaptureError, match="has more than 2000000 bytes"):
        decoding.read(b"x" * (decoding.MOST_BYTES + 1))
