"""Recordings of asciinema: what was printed in them, and where they are broken."""

import json

import pytest

from reversi_conformance.captures import CaptureError, cast, decoding


def rows(*found: object) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in found).encode()


V2 = {"version": 2, "width": 80, "height": 24}
V3 = {"version": 3, "term": {"cols": 80, "rows": 24}}


def test_output_of_version_1_is_read() -> None:
    data = json.dumps({"version": 1, "width": 80, "stdout": [[0.1, "a"], [2, "b\r\n"]]}).encode()
    assert cast.read(data) == ("asciinema-v1", "ab\r\n")


def test_output_of_version_2_is_read_and_nothing_else() -> None:
    data = rows(V2, [0.1, "o", "a"], [0.2, "i", "x"], [0.3, "m", ""], [4, "o", "b\r\n"])
    assert cast.read(data) == ("asciinema-v2", "ab\r\n")


def test_version_3_has_comments_and_an_exit_status() -> None:
    data = rows(V3, [0.1, "o", "a"]) + b"# a comment\n\n" + rows([0.2, "o", "b"], [0.1, "x", "0"])
    assert cast.read(data) == ("asciinema-v3", "ab")


def test_text_that_only_looks_like_json_is_no_cast() -> None:
    assert cast.read(b'{"size": 4}\n') is None
    assert cast.read(b"Enter the board dimension: 4\n") is None


def test_a_cast_is_read_whatever_it_is_called() -> None:
    page = decoding.read(rows(V2, [0.1, "o", "好\r\n"]))
    assert (page.lines, page.form, page.encoding) == (("好",), "asciinema-v2", "utf-8")


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (rows(V2, [0.1, "o", "a"]) + b'[0.2, "o", "cut', "line 3"),
        (rows(V2, [0.1, "o"]), "line 2"),
        (rows(V2, {"time": 1}), "line 2"),
        (rows(V2) + b"[" * 100_000, "line 2"),
        (b'{"version": 2, "width": 80\n', "line 2"),
        (b'{"version": 1,\n "stdout": [[1, "a"]\n', "line 3"),
        (rows({"version": 1, "stdout": [[1, "a"], ["b"]]}), "event 2"),
        (rows({"version": 1}), "line 1"),
        (rows({"version": 4}), "line 1"),
        (rows({"version": True, "stdout": []}), "line 1"),
    ],
)
def test_a_broken_cast_is_broken_at_a_place(data: bytes, where: str) -> None:
    with pytest.raises(CaptureError, match=f"the cast is broken at .*{where}"):
        cast.read(data)
