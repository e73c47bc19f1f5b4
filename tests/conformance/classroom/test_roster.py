"""The list of a class, and who of it handed in."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.classroom.roster import (
    Entry,
    Matched,
    Roster,
    RosterError,
    Unknown,
    match,
    read,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "roster.csv"


def students(path: Path, text: str, encoding: str = "utf-8") -> tuple[Entry, ...]:
    path.write_bytes(text.encode(encoding))
    return read(path).students


ZHANG_AND_LI = (Entry("2018013370", "张三"), Entry("2018013371", "李四"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_a_list_is_read_however_a_spreadsheet_saved_it(
    path: Path, encoding: str, between: str
) -> None:
    text = "学号,姓名\r\n2018013370,张三\r\n2018013371,李四\r\n".replace(",", between)
    assert students(path, text, encoding) == ZHANG_AND_LI


@pytest.mark.parametrize(
    "heading", ["id,name", "Student,Full name", "学号,姓名", "学生编号, 姓名 ", "Student ID,Name"]
)
def test_headings_are_english_or_chinese(path: Path, heading: str) -> None:
    assert students(path, f"{heading}\n2018013370,张三\n2018013371,李四\n") == ZHANG_AND_LI


def test_without_headings_ids_come_first(path: Path) -> None:
    assert students(path, "2018013370,张三\n\n2018013371,李四") == ZHANG_AND_LI
    assert students(path, "zhang\nli\n") == (Entry("zhang"), Entry("li"))


def test_all_that_a_list_may_say_is_read(path: Path) -> None:
    text = "班级,姓名,邮箱,用户名,学号\n3,张三,zs@x.cn,zs18,2018013370\n"
    assert students(path, text) == (Entry("2018013370", "张三", "zs18", "zs@x.cn", "3"),)


def test_the_gradebook_of_canvas_is_a_list(path: Path) -> None:
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Section,Reversi (77)\n"
        "    Points Possible,,,,,100\n"
        '"San, Zhang",1001,2018013370,zs18,1,\n'
    )
    assert students(path, text) == (
        Entry("1001", "San, Zhang", "zs18", section="1", other_ids=("2018013370",)),
    )


def test_the_grading_worksheet_of_moodle_is_a_list(path: Path) -> None:
    text = "Identifier,Full name,Email address\nParticipant 123,San Zhang,zs@x.cn\n"
    assert students(path, text) == (Entry("123", "San Zhang", email="zs@x.cn"),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,name\n1,a\n2,b\n1,c\n", ":4: the id '1' stands in line 2, too"),
        ("id,name\nLi,a\nli,b\n", ":3: the id 'li' stands in line 2, too"),
        ("id,name\n\n,a\n", ":3: there is no id in column 1: ['', 'a']"),
        ("name,section\nLi,1\n", ":1: no column is headed 'id', 'student', '学号' or the like"),
        ("Matrikel,Vorname\n123,Li\n", ":1: no column is headed 'id', 'student', '学号'"),
        ("id,name\n2.018E+09,a\n", ":2: a spreadsheet has shortened the id to '2.018E+09'"),
        ('id,name\n1,"a\n', ":2: unexpected end of data"),
        ('id,name\n1,"a\nb"\n,c\n', ":4: there is no id"),
        ("", ": there is no line in it"),
        ("id,name\n", ": there is no student in it"),
    ],
)
def test_what_is_wrong_with_a_list_is_told_with_its_line(
    path: Path, text: str, message: str
) -> None:
    with pytest.raises(RosterError) as raised:
        students(path, text)
    assert str(raised.value).startswith(f"{path}{message}")


@given(st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_a_list_or_an_error_that_is_documented(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    try:
        found = read(path)
    except RosterError as error:
        assert str(path) in str(error)  # noqa: PT017
    else:
        assert found.students


def hand_in(student: str, name: str = "") -> HandIn:
    return HandIn(student, name, (Path(student),))


CLASS = Roster(
    (
        Entry("2018013370", "Zhang San", login="zs18", email="zhangs@x.cn"),
        Entry("2018013371", "李 四", other_ids=("77",)),
        Entry("0042", "Wang, Wei"),
        Entry("2018013373", "Wang Wei"),
        Entry("2018013374", "Andr\xe9 Dupont-Martin"),
    )
)


def who(*hand_ins: HandIn) -> Matched:
    return match(hand_ins, CLASS)


@pytest.mark.parametrize(
    ("student", "name", "found"),
    [
        ("2018013370", "", "2018013370"),
        ("42", "", "0042"),
        ("zs18", "", "2018013370"),
        ("ZS18", "", "2018013370"),
        ("zhangs", "", "2018013370"),
        ("zhangs@x.cn", "", "2018013370"),
        ("77", "", "2018013371"),
        ("5", "zhangsan", "2018013370"),
        ("5", "sanzhang", "2018013370"),
        ("5", "San, Zhang", "2018013370"),
        ("5", "San Zhang", "2018013370"),
        ("李四", "", "2018013371"),
        ("2018013371-张三-hw1", "", "2018013371"),
        ("2018013371张三", "", "2018013371"),
        ("5", "dupontmartinandre\u0301", "2018013374"),
    ],
)
def test_a_student_is_found(student: str, name: str, found: str) -> None:
    matched = who(hand_in(student, name))
    assert [each.student for each in matched.hand_ins] == [found]
    assert (matched.unknown, matched.twice) == ((), ())
    assert found not in {each.id for each in matched.missing}
    assert len(matched.missing) == len(CLASS.students) - 1


def test_a_student_gets_the_name_on_the_list() -> None:
    [found] = who(hand_in("2018013371", "lisi")).hand_ins
    assert found.name == "李 四"


@pytest.mark.parametrize("name", ["wangwei", "Wang Wei", "weiwang"])
def test_whom_two_may_be_is_unknown(name: str) -> None:
    matched = who(hand_in("5", name))
    assert matched.unknown == (Unknown("5", "it may be any of '0042', '2018013373'"),)
    assert [each.student for each in matched.hand_ins] == ["5"]
    assert matched.missing == CLASS.students


@pytest.mark.parametrize("name", ["", "zhang", "san", "zhangsanfeng", "zhang3"])
def test_who_is_not_on_the_list_is_unknown(name: str) -> None:
    [unknown] = who(hand_in("5", name)).unknown
    assert unknown.reason == "nobody on the list has such an id, login, e-mail or name"


def test_an_id_that_is_another_sites_does_not_outweigh_the_name() -> None:
    [unknown] = who(hand_in("77", "zhangsan")).unknown
    assert unknown.reason == "it may be any of '2018013370', '2018013371'"


def test_who_handed_in_twice_is_told() -> None:
    by_id, by_login = hand_in("2018013370"), hand_in("zs18")
    matched = who(by_login, by_id)
    assert [each.student for each in matched.hand_ins] == ["2018013370"]
    [twice] = matched.twice
    assert (twice.student, twice.counts, twice.left_out) == ("2018013370", by_id, (by_login,))


def test_two_of_one_name_are_nobodys_for_sure() -> None:
    matched = who(hand_in("5", "zhangsan"), hand_in("6", "sanzhang"))
    assert [each.student for each in matched.hand_ins] == ["5", "6"]
    assert [each.student for each in matched.unknown] == ["5", "6"]
    assert "2 hand-ins bear the name 'Zhang San'" in matched.unknown[0].reason


def test_a_namesake_of_who_handed_in_is_unknown() -> None:
    matched = who(hand_in("2018013370"), hand_in("6", "zhangsan"))
    assert [each.student for each in matched.hand_ins] == ["2018013370", "6"]
    assert [each.student for each in matched.unknown] == ["6"]
    assert matched.twice == ()


def test_who_handed_in_nothing_is_missing() -> None:
    assert who().missing == CLASS.students
