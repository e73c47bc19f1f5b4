"""What Canvas and Moodle have exported gets the right marks in the right rows, and no others."""

import csv
import io
import zipfile
from collections.abc import Sequence

import pytest

from reversi_conformance.classroom.books import canvas, moodle
from reversi_conformance.classroom.books.filling import Filled, FillingError
from reversi_conformance.classroom.gradebook import Gradebook, make_gradebook
from reversi_conformance.classroom.marks import Mark, Marks
from reversi_conformance.classroom.students import Student

from ..payloads import PAYLOADS
from .gradebooks import TYPESCRIPT, mark, report

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (71),Reversi (72),Final Score
,,,,,Manual Posting,,
    Points Possible,,,,,10,100,(read only)
"Zhang, San",501,s1,zhangsan,"A, 1",9,12,88.5
"Li, Ann",502,0012,ann,A,8,,80
"Wu, Bob",503,s3,bob,A,7,50,70
"Student, Test",999,,abc,A,,,
"""
MOODLE = """\
Identifier,"Full name","ID number","Email address",Status,Grade,"Maximum Grade",\
"Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 11","张 三",s1,zs@x.org,Submitted,,100.00,Yes,"Monday, 5 November 2018, 1:00 PM",-,\
"-1: ""x"" is missing"
"Participant 12","Ann Li",0012,ann@x.org,Submitted,55.00,100.00,Yes,-,-,
"Participant 13","Bob Wu",s3,bob@x.org,Submitted,12.00,100.00,Yes,-,-,
"Participant 14","=cmd Eve",s4,eve@x.org,Submitted,,100.00,Yes,-,-,
"""
STUDENTS = (Student("s1", "zhangsan"), Student("0012", "annli"), Student("s3", "Bob Wu"))
MARKS = {"s1": mark(25.5), "0012": mark(0), "s3": mark()}


def book(students: Sequence[Student] = STUDENTS, marks: dict[str, Mark] | None = None) -> Gradebook:
    reports = [report(each.id, each.name) for each in students]
    return make_gradebook(reports, TYPESCRIPT, Marks(MARKS if marks is None else marks))


def rows(filled: Filled, separator: str = ",") -> list[list[str]]:
    text = filled.content.decode("utf-8")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))


def test_canvas_gets_the_final_points_of_one_assignment_and_nothing_else() -> None:
    filled = canvas.fill(book(), CANVAS.encode(), "72")
    assert rows(filled) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Reversi (72)"],
        ["", "", "", "", "", ""],
        ["    Points Possible", "", "", "", "", "100"],
        ["Zhang, San", "501", "s1", "zhangsan", "A, 1", "95.5"],
        ["Li, Ann", "502", "0012", "ann", "A", "70"],
    ]
    assert filled.notes == (
        "row 7 ('Student, Test') is nobody of this class; it is not filled in",
        "'s3' has no final points (judged; missing: style); nothing is changed",
    )


@pytest.mark.parametrize("wanted", ["72", "Reversi", "Reversi (72)"])
def test_the_assignment_of_canvas_is_known_by_number_and_title(wanted: str) -> None:
    assert rows(canvas.fill(book(), CANVAS.encode(), wanted))[0][-1] == "Reversi (72)"


def test_the_only_assignment_of_canvas_needs_no_name() -> None:
    one = "Student,ID,Section,Reversi (72)\n    Points Possible,,,100\nAnn,0012,A,\n"
    assert rows(canvas.fill(book(), one.encode()))[-1] == ["Ann", "0012", "A", "70"]


@pytest.mark.parametrize(
    ("exported", "wanted", "reason"),
    [
        (CANVAS, "", r"say which assignment it is; there are 'Homework 1 \(71\)', 'Reversi \(72"),
        (CANVAS, "Othello", "no assignment is called 'Othello'; there are 'Homework 1"),
        (CANVAS.replace("(71)", "(72)"), "72", "more than one assignment is called '72'"),
        (CANVAS.replace("10,100,", "10,100 (read only),"), "72", "Canvas computes this column"),
        (CANVAS.replace(",ID,", ",Id number,"), "72", "it is no gradebook of Canvas: it has no"),
        (CANVAS.replace("SIS User ID", "ID"), "72", "it is not plain which column is meant: 'ID'"),
        ("", "72", "the file is empty"),
        ('Student,ID,Section,"x', "", "line 1: unexpected end of data"),
        (MOODLE, "72", "it is no gradebook of Canvas"),
    ],
)
def test_what_is_no_export_of_canvas_is_refused(exported: str, wanted: str, reason: str) -> None:
    with pytest.raises(FillingError, match=reason):
        canvas.fill(book(), exported.encode(), wanted)


def test_other_points_possible_in_canvas_are_told() -> None:
    exported = CANVAS.replace("10,100,", "10,15,")
    assert canvas.fill(book(), exported.encode(), "72").notes[0] == (
        "Canvas has 15 as the points possible, and not 100"
    )


def test_a_student_who_is_called_like_the_row_of_points_is_a_student() -> None:
    exported = CANVAS + "Points Possible,777,s9,pp,A,,,\n"
    assert (
        rows(canvas.fill(book(), exported.encode(), "72"))[2:]
        == (rows(canvas.fill(book(), CANVAS.encode(), "72"))[2:])
    )


def test_what_excel_saved_of_canvas_is_read_and_answered_alike() -> None:
    saved = CANVAS.replace("Zhang, San", "张三").replace(",", ";").encode("gbk")
    filled = canvas.fill(book(), saved, "72")
    assert rows(filled, ";")[3][0] == "张三"
    marked = canvas.fill(book(), CANVAS.encode("utf-8-sig"), "72")
    assert marked.content.startswith(b"\xef\xbb\xbfStudent,ID")


def test_a_row_that_can_be_two_students_is_told_and_left_out() -> None:
    filled = canvas.fill(book(), CANVAS.replace("ann,A", "s1,A").encode(), "72")
    assert [row[1] for row in rows(filled)[3:]] == ["501"]
    assert "row 5 ('Li, Ann') could be each of '0012', 's1'; it is not filled in" in filled.notes
    assert "'0012' has no row; nothing is filled in" in filled.notes


def test_a_student_of_two_rows_is_told_and_left_out() -> None:
    twice = CANVAS + '"Zhang, San",505,s1,zhang3,B,,,\n'
    filled = canvas.fill(book(), twice.encode(), "72")
    assert [row[1] for row in rows(filled)[3:]] == ["502"]
    assert (
        "'s1' has row 4 ('Zhang, San') and row 8 ('Zhang, San'); nothing is filled in"
        in filled.notes
    )


def test_a_name_alone_is_enough_where_nobody_else_has_it_and_is_told() -> None:
    exported = CANVAS.replace("s3,bob", ",").replace("Wu, Bob", "bob wu")
    marks = {**MARKS, "s3": mark(1)}
    filled = canvas.fill(book(marks=marks), exported.encode(), "72")
    assert rows(filled)[-1][-1] == "71"
    assert "row 6 ('bob wu') is taken for 's3' by the name alone" in filled.notes
    twice = exported + "Bob Wu,508,,,B,,,\n"
    assert len(rows(canvas.fill(book(marks=marks), twice.encode(), "72"))) == 5
    with_ids = CANVAS.replace("Wu, Bob", "Bob Wu") + "Bob Wu,508,,,B,,,\n"
    filled = canvas.fill(book(marks=marks), with_ids.encode(), "72")
    assert [row[1] for row in rows(filled)[3:]] == ["501", "502", "503"]
    namesakes = [*STUDENTS, Student("s8", "Bob Wu")]
    assert len(rows(canvas.fill(book(namesakes, marks), exported.encode(), "72"))) == 5


def test_an_id_whose_names_are_of_two_people_is_told() -> None:
    exported = CANVAS.replace("Li, Ann", "Zhou, Eve")
    notes = canvas.fill(book(), exported.encode(), "72").notes
    assert "row 5 ('Zhou, Eve') is taken for '0012', who is called 'annli'" in notes


def test_moodles_worksheet_changes_in_the_grades_alone() -> None:
    filled = moodle.fill(book(), MOODLE.encode())
    before = list(csv.reader(io.StringIO(MOODLE)))
    after = rows(filled)
    assert [row[5] for row in after] == ["Grade", "95.5", "70", "12.00", ""]
    for one, other in zip(before, after, strict=True):
        assert [*other[:5], *other[6:]] == [*one[:5], *one[6:]] or one[1] == "=cmd Eve"
    assert after[4][1] == "'=cmd Eve"
    assert filled.notes == (
        "row 2 ('张 三') is taken for 's1', who is called 'zhangsan'",
        "row 5 ('=cmd Eve') is nobody of this class; it is not filled in",
        "'s3' has no final points (judged; missing: style); nothing is changed",
    )


HEADERS = {
    "Identifier": "识别码",
    "Full name": "全名",
    "ID number": "学号",
    "Email address": "Email地址",
    "Maximum Grade": "最高成绩",
    "Grade can be changed": "允许更改成绩",
    "Last modified (submission)": "最后修改（学生）",
    "Last modified (grade)": "最后修改（教师）",
    "Feedback comments": "反馈评语",
    "Grade": "成绩",
    "Participant ": "参与者",
    "Yes": "是",
}


@pytest.mark.parametrize(
    "changes", [{}, {"识别码": "标识符", "最后修改（教师）": "最后修改(成绩)"}]
)
def test_moodles_worksheet_in_chinese_is_known(changes: dict[str, str]) -> None:
    worksheet = MOODLE
    for english, chinese in {**HEADERS, **changes}.items():
        worksheet = worksheet.replace(english, chinese)
    after = rows(moodle.fill(book(), worksheet.encode()))
    assert [row[5] for row in after] == ["成绩", "95.5", "70", "12.00", ""]
    assert [row[0] for row in after[1:3]] == ["参与者11", "参与者12"]
    assert after[1][-1] == '-1: "x" is missing'


def test_a_student_known_by_the_number_of_a_participant_is_found() -> None:
    students = [Student("11", "张 三"), Student("12", "Ann Li")]
    marks = {"11": mark(1), "12": mark(2)}
    after = rows(moodle.fill(book(students, marks), MOODLE.encode()))
    assert [row[5] for row in after[1:3]] == ["71", "72"]


def test_grades_that_moodle_would_refuse_in_silence_are_told() -> None:
    worksheet = MOODLE.replace("zs@x.org,Submitted,,100.00", "zs@x.org,Submitted,,95.00")
    worksheet = worksheet.replace("55.00,100.00,Yes", "55.00,100.00,No")
    filled = moodle.fill(book(), worksheet.encode())
    assert [row[5] for row in rows(filled)[1:3]] == ["", "55.00"]
    assert filled.notes[-2:] == (
        "row 2: 's1' has 95.5 points, and Moodle takes 95 at most; it is not filled in",
        "row 3: Moodle has locked the grade of '0012'; it is not filled in",
    )


def test_a_row_that_names_no_participant_is_told() -> None:
    worksheet = MOODLE.replace("Participant 11", "Participant").encode()
    filled = moodle.fill(book(), worksheet)
    assert rows(filled)[1][5] == ""
    assert filled.notes[-1] == "row 2: 'Participant' names no participant; it is not filled in"
    filled = moodle.feedback(book(), worksheet, PAGES)
    assert filled.notes[-1] == "'s1' has no row; the page is left out"


@pytest.mark.parametrize(
    ("worksheet", "reason"),
    [
        (CANVAS, "it is no grading worksheet of Moodle: it has no column Identifier and no Grade"),
        (MOODLE.replace("Identifier", "Kennung"), "it has no column Identifier, in English or Chi"),
        (MOODLE.replace("Maximum Grade", "Scale"), "the assignment is graded on a scale in Moodle"),
        (MOODLE.replace("Status", "成绩"), "it is not plain which column is meant: '成绩'"),
        ("\n\n", "the file is empty"),
    ],
)
def test_what_is_no_worksheet_of_moodle_is_refused(worksheet: str, reason: str) -> None:
    with pytest.raises(FillingError, match=reason):
        moodle.fill(book(), worksheet.encode())
    with pytest.raises(FillingError, match=reason):
        moodle.feedback(book(), worksheet.encode(), {})


PAGES = {"s1": b"<p>one</p>", "0012": b"<p>two</p>", "gone": b"<p>three</p>"}


def test_feedback_lies_in_the_folders_by_which_moodle_knows_its_students() -> None:
    filled = moodle.feedback(book(), MOODLE.encode(), PAGES)
    with zipfile.ZipFile(io.BytesIO(filled.content)) as archive:
        assert archive.testzip() is None
        assert {entry.filename: archive.read(entry) for entry in archive.infolist()} == {
            "张 三_11_assignsubmission_file_/typescript.html": b"<p>one</p>",
            "Ann Li_12_assignsubmission_file_/typescript.html": b"<p>two</p>",
        }
    assert filled.notes[0] == moodle.WARNING
    assert filled.notes[-1] == "'gone' has no row; the page is left out"


def test_the_same_feedback_is_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    one = moodle.feedback(book(), MOODLE.encode(), PAGES).content
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert moodle.feedback(book(), MOODLE.encode(), PAGES).content == one


def line(cells: Sequence[str]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerow(cells)
    return out.getvalue()


def is_computed(cell: str) -> bool:
    return cell.strip()[:1] in tuple("=+-@＝＋－＠") and cell.strip() not in {"", "-"}


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_a_hostile_name_harms_neither_canvas_nor_moodle(payload: str) -> None:
    name = payload.replace("\0", "").replace("\r", "").replace("\n", " ") or "x"
    exported = CANVAS.replace('"Zhang, San"', line([name]).rstrip("\r\n")) + line([name] * 8)
    filled = canvas.fill(book(), exported.encode(), "72")
    assert [row[-1] for row in rows(filled)[3:]] == ["95.5", "70"]
    assert not any(is_computed(cell) for row in rows(filled) for cell in row)
    assert all(note.isprintable() for note in filled.notes)

    worksheet = MOODLE.replace('"张 三"', line([name]).rstrip("\r\n"))
    filled = moodle.fill(book(), worksheet.encode())
    assert [row[5] for row in rows(filled)[1:3]] == ["95.5", "70"]
    assert not any(is_computed(cell) for row in rows(filled) for cell in row[1:9])
    assert all(note.isprintable() for note in filled.notes)
    zipped = moodle.feedback(book(), worksheet.encode(), PAGES).content
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        folder, _, file = archive.namelist()[0].partition("/")
    assert file == "typescript.html"
    assert folder.split("_")[1:] == ["11", "assignsubmission", "file", ""]
    assert folder.isprintable()
    assert not folder.startswith((".", "~", " "))
