"""Names that strangers chose, as names of files."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reversi_conformance.classroom.file_names import changed_part, decoded, file_name, safe_part

ANY_NAME = st.text(st.characters(codec=None), max_size=300) | st.sampled_from(
    ["", ".", "..", "con", "CON", "a/b", "a\\b", "li", "Li", "LI", "lI", "li~2", "li~1", "ﬁ", "fi"]
)


@given(ANY_NAME, ANY_NAME)
def test_no_two_students_share_a_file(one: str, other: str) -> None:
    are_same = unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)
    assert (file_name(one).casefold() == file_name(other).casefold()) == are_same


@given(st.text("aAbBß~1", max_size=4), st.text("aAbBß~1", max_size=4))
def test_ids_that_differ_in_case_alone_get_two_files(one: str, other: str) -> None:
    assert (file_name(one).casefold() == file_name(other).casefold()) == (one == other)


@given(ANY_NAME)
def test_the_name_of_a_file_is_safe_everywhere(student: str) -> None:
    name = file_name(student)
    assert name.isprintable()
    assert not set(name) & set('<>:"/\\|?*')
    assert 0 < len(name.encode()) <= 160
    assert name[0] not in ". -"
    assert name[-1] not in ". "
    assert name.partition(".")[0].lower() not in {"con", "nul", "prn", "aux", "com1", "lpt9"}
    assert unicodedata.is_normalized("NFC", name)


@given(ANY_NAME)
def test_the_name_of_a_file_stays_the_same(student: str) -> None:
    assert file_name(student) == file_name(unicodedata.normalize("NFD", student))


@pytest.mark.parametrize(
    "student", ["2018013370", "zhangsan", "张三", "张 三", "li.si", "a_b-c", "é"]
)
def test_an_ordinary_id_is_its_own_file_name(student: str) -> None:
    assert file_name(student) == student


@pytest.mark.parametrize("student", ["Zhang San", "B12345678", "Doe, John"])
def test_an_id_with_capitals_can_still_be_read(student: str) -> None:
    assert file_name(student).startswith(f"{student}~")


@given(ANY_NAME)
def test_a_part_of_a_path_is_safe_everywhere(part: str) -> None:
    name = safe_part(part)
    assert name.isprintable()
    assert "/" not in name
    assert "\\" not in name
    assert 0 < len(name.encode()) <= 255
    assert name not in {".", ".."}
    assert safe_part(part) == name


def test_a_name_that_is_changed_keeps_its_suffix() -> None:
    assert safe_part("a\nb.py").startswith("a_b~~")
    assert safe_part("a\nb.py").endswith(".py")
    assert safe_part("x" * 300 + ".java").endswith(".java")


def test_a_name_that_is_taken_already_can_be_changed_again_and_again() -> None:
    names = {changed_part("Board.py", number) for number in range(3)}
    assert len(names) == 3
    assert all(name.startswith("Board~~") and name.endswith(".py") for name in names)


@pytest.mark.parametrize("name", ["黑白棋.py", "翻转/棋盘.java", "reversi.py", "Müller.py"])
@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_a_name_is_read_whether_utf_8_or_gbk(name: str, encoding: str) -> None:
    if encoding == "gbk" and "ü" in name:
        name = name.replace("ü", "u")
    assert decoded(name.encode(encoding)) == name


@pytest.mark.parametrize("name", ["黑白棋.py", "翻转/棋盘.java", "张三"])
def test_chinese_taken_for_an_old_code_page_is_read_as_chinese(name: str) -> None:
    assert decoded(name.encode("gbk").decode("cp437").encode()) == name


@given(st.binary(max_size=40))
def test_any_bytes_make_a_name(name: bytes) -> None:
    assert safe_part(decoded(name)).isprintable()
