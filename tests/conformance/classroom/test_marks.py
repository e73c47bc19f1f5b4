"""The marks by hand survive whoever edits them, and whatever a spreadsheet makes of the file."""

import csv
import io
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from reversi_conformance import assignment as assignments
from reversi_conformance.classroom import cells, tables, workbooks
from reversi_conformance.classroom.marks import (
    Mark,
    Marks,
    MarksError,
    add_students,
    load,
)
from reversi_conformance.classroom.students import Student

from ..payloads import PAYLOADS

ASSIGNMENT = assignments.load("typescript")
HEADER = "student,name,style,override,late_days,comment"
CLASS = (Student("s1", "张三"), Student("s2", "Ann"), Student("0012", "李四"))


def write(folder: Path, *rows: str, header: str = HEADER) -> Path:
    path = folder / "marks.csv"
    path.write_text("\r\n".join([header, *rows, ""]), encoding="utf-8-sig", newline="")
    return path


def marks_of(folder: Path, *rows: str, header: str = HEADER) -> Marks:
    write(folder, *rows, header=header)
    return load(folder, ASSIGNMENT, CLASS)


def problems_of(folder: Path, *rows: str, header: str = HEADER) -> tuple[str, ...]:
    path = write(folder, *rows, header=header)
    before = path.read_bytes()
    with pytest.raises(MarksError) as caught:
        load(folder, ASSIGNMENT, CLASS)
    with pytest.raises(MarksError):
        add_students(folder, ASSIGNMENT, CLASS)
    assert path.read_bytes() == before
    assert list(folder.iterdir()) == [path]
    return caught.value.problems


def test_a_new_file_has_a_row_for_each_student_and_a_column_for_each_criterion_by_hand(
    tmp_path: Path,
) -> None:
    add_students(tmp_path, ASSIGNMENT, CLASS)
    assert (tmp_path / "marks.csv").read_bytes().decode("utf-8") == (
        "\ufeffstudent,name,style,override,late_days,comment\r\n"
        "s1,张三,,,,\r\n"
        "s2,Ann,,,,\r\n"
        "0012,李四,,,,\r\n"
    )
    assert load(tmp_path, ASSIGNMENT, CLASS) == Marks(dict.fromkeys(["s1", "s2", "0012"], Mark()))


def test_without_a_part_by_hand_there_is_no_column_for_it(tmp_path: Path) -> None:
    add_students(tmp_path, assignments.load("python"), CLASS[:1])
    text = (tmp_path / "marks.csv").read_text(encoding="utf-8-sig")
    assert text == "student,name,override,late_days,comment\ns1,张三,,,\n"


def test_without_a_file_there_are_no_marks(tmp_path: Path) -> None:
    assert load(tmp_path, ASSIGNMENT, CLASS) == Marks()


def test_what_is_entered_is_read(tmp_path: Path) -> None:
    marks = marks_of(tmp_path, "s1,张三,25.5,61,2,good", "s2,Ann,0,,,", "0012,李四,,,,")
    assert marks == Marks(
        {
            "s1": Mark({"style": Decimal("25.5")}, Decimal(61), 2, "good"),
            "s2": Mark({"style": Decimal(0)}),
            "0012": Mark(),
        }
    )


def test_a_run_that_finds_every_student_leaves_the_file_to_the_byte(tmp_path: Path) -> None:
    path = write(
        tmp_path, "0012;李四;007;;;", "", "s2;;;;;", "s1;;;;;", header=HEADER.replace(",", ";")
    )
    path.write_bytes(path.read_bytes().decode("utf-8-sig").encode("gbk"))
    before = path.read_bytes()
    add_students(tmp_path, ASSIGNMENT, CLASS)
    assert path.read_bytes() == before


def test_new_students_are_added_below_and_all_else_stays(tmp_path: Path) -> None:
    header = "group,comment,student,name,override,style,late_days,seen by"
    mine = 'A,"good; see ""x""\nline 2",0012,李四 (absent),,07.50,,me'
    gone = "B,,s9,Gone,,,,"
    path = write(tmp_path, mine, gone, header=header)
    add_students(tmp_path, ASSIGNMENT, CLASS)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        header.split(","),
        ["A", 'good; see "x"\nline 2', "0012", "李四 (absent)", "", "07.50", "", "me"],
        gone.split(","),
        ["", "", "s1", "张三", "", "", "", ""],
        ["", "", "s2", "Ann", "", "", "", ""],
    ]
    marks = load(tmp_path, ASSIGNMENT, CLASS)
    assert marks.by_student["0012"].by_hand == {"style": Decimal("7.5")}
    assert marks.notes == ("marks.csv:3: 's9' is not of this class; the row is kept",)


def test_marks_of_somebody_who_left_are_kept_and_told(tmp_path: Path) -> None:
    write(tmp_path, "s9,Gone,20,,,")
    marks = load(tmp_path, ASSIGNMENT, CLASS, former={"s9"})
    assert marks.by_student == {}
    assert marks.notes == ("marks.csv:2: 's9' is not of this class; the row is kept",)
    add_students(tmp_path, ASSIGNMENT, CLASS, former={"s9"})
    assert "s9,Gone,20,,," in (tmp_path / "marks.csv").read_text(encoding="utf-8-sig")


@pytest.mark.parametrize(
    ("row", "wrong"),
    {
        "too much": ("s1,,30.5,,,", "C, 'style': a number from 0 to 30 with two decimals at most"),
        "negative": ("s1,,-1,,,", "C, 'style': a number from 0 to 30 with two decimals at most"),
        "no number": ("s1,,good,,,", "C, 'style': a number from 0 to 30 with two decimals at most"),
        "not finite": ("s1,,nan,,,", "C, 'style': a number from 0 to 30 with two decimals at most"),
        "a power": ("s1,,1e1,,,", "C, 'style': a number from 0 to 30 with two decimals at most"),
        "a share": ("s1,,80%,,,", "C, 'style': a number from 0 to 30 with two decimals at most"),
        "three decimals": ("s1,,1.125,,,", "C, 'style': a number from 0 to 30 with two decimals"),
        "thousands": ('s1,,"1,000",,,', "C, 'style': a number from 0 to 30 with two decimals"),
        "a very long number": (f"s1,,{'9' * 99},,,", "C, 'style': a number from 0 to 30"),
        "override": ("s1,,,70.01,,", "D, 'override': a number from 0 to 70 with two decimals"),
        "half a day": ("s1,,,,0.5,", "E, 'late_days': whole days from 0 to 366 are wanted"),
        "many days": ("s1,,,,367,", "E, 'late_days': whole days from 0 to 366 are wanted"),
        "unknown": ("s3,,1,,,", "A, 'student': no student of this class has the id 's3'; correct"),
        "nobody": (",,1,,,", "A, 'student': the id of a student is wanted beside marks"),
        "shortened": ("2.01912E+11,,1,,,", "A, 'student': '2.01912E+11' is an id that a spread"),
    }.values(),
)  # fmt: skip
def test_what_cannot_be_taken_is_told_with_its_place(row: str, wrong: str, tmp_path: Path) -> None:
    assert [each[: len(wrong) + 20] for each in problems_of(tmp_path, "s2,,,,,", row)] == [
        f"marks.csv:3: column {wrong}"[: len(wrong) + 20]
    ]


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "s1,,31,x,y,", "s1,,1,,,", "s5,,,2,,") == (
        "marks.csv:2: column C, 'style': a number from 0 to 30 with two decimals at most is"
        " wanted, not '31'",
        "marks.csv:2: column D, 'override': a number from 0 to 70 with two decimals at most is"
        " wanted, not 'x'",
        "marks.csv:2: column E, 'late_days': whole days from 0 to 366 are wanted, not 'y'",
        "marks.csv:3: column A, 'student': 's1' has a row already, row 2",
        "marks.csv:4: column A, 'student': no student of this class has the id 's5'; correct it,"
        " or delete the row",
    )


def test_columns_missing_and_named_twice_are_told(tmp_path: Path) -> None:
    header = "student,style,Style,override,late days"
    assert problems_of(tmp_path, "s1,1,2,,", header=header) == (
        "marks.csv:1: there is no column 'late_days', but 'student', 'style', 'Style', 'override',"
        " 'late days'",
        "marks.csv:1: the column 'style' stands there twice",
    )


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    assert problems_of(tmp_path, header="")[0] == (
        "marks.csv:1: there is no column 'student', but nothing"
    )


def test_a_comma_that_moves_what_comes_after_it_is_told(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "s1,张三,12,5,,,", "s2,,,,,good, but slow") == (
        "marks.csv:2: the row has 7 cells, and the header 6; a cell with a separator in it stands"
        " in quotes, and a column has a name",
        "marks.csv:3: the row has 7 cells, and the header 6; a cell with a separator in it stands"
        " in quotes, and a column has a name",
    )


def test_a_quote_that_does_not_end_is_told(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, 's1,"张三,1,,,', "s2,,,,,")
    assert problem == "marks.csv: line 3: unexpected end of data"


def test_bytes_of_no_encoding_are_told(tmp_path: Path) -> None:
    (tmp_path / "marks.csv").write_bytes(HEADER.encode() + b"\r\ns1,\xff\xff,,,,\r\n")
    with pytest.raises(MarksError, match=r"marks\.csv: it is neither UTF-8 nor GBK; save it as"):
        load(tmp_path, ASSIGNMENT, CLASS)


def test_two_files_of_marks_are_told(tmp_path: Path) -> None:
    write(tmp_path)
    openpyxl.Workbook().save(tmp_path / "marks.xlsx")
    with pytest.raises(MarksError, match=r"marks\.csv and marks\.xlsx are both there; keep"):
        load(tmp_path, ASSIGNMENT, CLASS)
    with pytest.raises(MarksError, match=r"marks\.csv and marks\.xlsx are both there; keep"):
        add_students(tmp_path, ASSIGNMENT, CLASS)


ROWS = (
    HEADER.split(","),
    ["s1", "张三", "10.0", "", "", "很好, 不错"],
    ["s2", "Ann", "7.5", "", "1", ""],
    ["0012", "李四", "", "", "", ""],
)
READ = {
    "s1": Mark({"style": Decimal(10)}, comment="很好, 不错"),
    "s2": Mark({"style": Decimal("7.5")}, late_days=1),
    "0012": Mark(),
}


def as_text(rows: Sequence[Sequence[str]], separator: str = ",", end: str = "\r\n") -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator=end).writerows(rows)
    return out.getvalue()


def padded(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    return [*([*row, "", ""] for row in rows), [""] * 8, [""] * 8]


def quoted(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)


SAVED: dict[str, Callable[[], bytes]] = {
    "utf-8": lambda: as_text(ROWS).encode(),
    "utf-8 with a mark": lambda: as_text(ROWS).encode("utf-8-sig"),
    "gbk": lambda: as_text(ROWS).encode("gbk"),
    "gbk with semicolons": lambda: as_text(ROWS, ";").encode("gbk"),
    "tabs in utf-16": lambda: as_text(ROWS, "\t").encode("utf-16"),
    "line feeds": lambda: as_text(ROWS, end="\n").encode(),
    "old line ends": lambda: as_text(ROWS, end="\r").encode(),
    "no last line end": lambda: as_text(ROWS).rstrip().encode(),
    "empty cells and rows": lambda: as_text(padded(ROWS)).encode(),
    "everything in quotes": lambda: quoted(ROWS).encode(),
    "decimal commas": lambda: as_text(ROWS, ";").replace("7.5", "7,5").encode("gbk"),
    "decimal commas in quotes": lambda: as_text(ROWS).replace("7.5", '"7,5"').encode(),
    "full-width digits": lambda: as_text(ROWS).replace("7.5", "７．５").encode(),
    "blanks and capitals": lambda: as_text(ROWS).replace("style", " Style ").encode(),
    "an apostrophe": lambda: as_text(ROWS).replace("7.5", "'7.5").encode(),
    "noise of arithmetic": lambda: as_text(ROWS).replace("7.5", "7.500000000000001").encode(),
}


@pytest.mark.parametrize("saved", SAVED.values(), ids=SAVED)
def test_what_spreadsheets_do_to_a_csv_is_understood(
    saved: Callable[[], bytes], tmp_path: Path
) -> None:
    (tmp_path / "marks.csv").write_bytes(saved())
    assert load(tmp_path, ASSIGNMENT, CLASS) == Marks(READ)
    add_students(tmp_path, ASSIGNMENT, [*CLASS, Student("s7", "Новый")])
    again = load(tmp_path, ASSIGNMENT, [*CLASS, Student("s7", "Новый")])
    assert again == Marks({**READ, "s7": Mark()})


def test_gbk_that_looks_like_utf_8_is_told_by_the_names_of_the_class(tmp_path: Path) -> None:
    text = f"{HEADER}\r\n路小,路小,3,,,\r\n"
    assert text.encode("gbk").decode("utf-8") != text
    (tmp_path / "marks.csv").write_bytes(text.encode("gbk"))
    assert load(tmp_path, ASSIGNMENT, [Student("路小", "路小")]) == Marks(
        {"路小": Mark({"style": Decimal(3)})}
    )


def test_an_id_that_lost_its_zeros_is_matched_and_told(tmp_path: Path) -> None:
    marks = marks_of(tmp_path, "12,,3,,,", "Ｓ１ ,,4,,,")
    assert marks.by_student == {
        "0012": Mark({"style": Decimal(3)}),
        "s1": Mark({"style": Decimal(4)}),
    }
    assert marks.notes == (
        "marks.csv:2: '12' is taken for the student '0012'",
        "marks.csv:3: 'Ｓ１ ' is taken for the student 's1'",
    )
    add_students(tmp_path, ASSIGNMENT, CLASS)
    assert load(tmp_path, ASSIGNMENT, CLASS).by_student["0012"].by_hand == {"style": Decimal(3)}


def test_an_id_that_can_be_two_students_is_told(tmp_path: Path) -> None:
    write(tmp_path, "12,,3,,,")
    with pytest.raises(MarksError, match=r"'12' can be each of '0012', '012'; write it in full"):
        load(tmp_path, ASSIGNMENT, [Student("0012"), Student("012")])
    with_it = [Student("0012"), Student("12")]
    assert load(tmp_path, ASSIGNMENT, with_it) == Marks({"12": Mark({"style": Decimal(3)})})


def test_an_id_with_and_without_its_zeros_is_one_student_twice(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "0012,,3,,,", "12,,4,,,") == (
        "marks.csv:3: column A, 'student': '0012' has a row already, row 2",
    )


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_a_hostile_name_is_kept_and_computed_by_no_spreadsheet(
    payload: str, tmp_path: Path
) -> None:
    students = [Student("a" + payload, payload), Student(payload or "x", "Ann")]
    add_students(tmp_path, ASSIGNMENT, students)
    assert load(tmp_path, ASSIGNMENT, students) == Marks({each.id: Mark() for each in students})
    text = (tmp_path / "marks.csv").read_text(encoding="utf-8-sig")
    assert all(sign.isprintable() or sign in "\n\u3000" for sign in text)
    for separator in ",;":
        for row in csv.reader(io.StringIO(text), delimiter=separator):
            assert not [cell for cell in row if cell.strip()[:1] in tuple("=+-@＝＋－＠")]


TEXT = st.text(st.characters(), max_size=12) | st.sampled_from(
    ["'=1", "\\x41", "';-", "'''+", "路小"]
)


@given(TEXT)
def test_a_text_is_read_as_it_was_written_into_a_cell(text: str) -> None:
    assert cells.given(cells.kept(text)) == text
    assert cells.unguard(cells.guard(text)) == text
    assert not cells.guard(text).lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))


@settings(
    deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=4, unique_by=lambda each: each[0]),
    st.sampled_from(["utf-8-sig", "utf-8", "gbk", "gb18030", "utf-16"]),
    st.sampled_from(",;\t"),
)
@example([("=1+1;-2", "张三", "'ok\r\n;=2")], "gbk", ";")
def test_any_id_name_and_comment_survive_being_saved_by_a_spreadsheet(
    tmp_path: Path, rows: list[tuple[str, str, str]], encoding: str, separator: str
) -> None:
    students = [Student(student, name) for student, name, _ in rows if student]
    assume(students)
    path = tmp_path / "marks.csv"
    path.unlink(missing_ok=True)
    add_students(tmp_path, ASSIGNMENT, students)
    written = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline="")))
    for row, (_, _, comment) in zip(written[1:], rows, strict=False):
        row[2], row[5] = "7.5", cells.kept(comment)
    text = as_text(written, separator)
    assume(text.encode(encoding, "replace").decode(encoding) == text)
    path.write_bytes(text.encode(encoding))
    marks = load(tmp_path, ASSIGNMENT, students)
    assert marks.notes == ()
    assert list(marks.by_student) == [student.id for student in students]
    assert {mark.by_hand["style"] for mark in marks.by_student.values()} == {Decimal("7.5")}
    add_students(tmp_path, ASSIGNMENT, [*students, Student("one more of them")])
    again = load(tmp_path, ASSIGNMENT, students)
    assert again.by_student == marks.by_student


def workbook(folder: Path, *rows: Sequence[object]) -> Path:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(list(row))
    path = folder / "marks.xlsx"
    book.save(path)
    return path


def test_a_workbook_is_read(tmp_path: Path) -> None:
    workbook(
        tmp_path,
        HEADER.split(","),
        ["s1", "张三", 25.5, 61, 2, "good"],
        [],
        [12, "李四", 7.1 + 1e-15, None, "1", None],
        ["s2", None, "10", None, None, None],
    )
    assert load(tmp_path, ASSIGNMENT, CLASS) == Marks(
        {
            "s1": Mark({"style": Decimal("25.5")}, Decimal(61), 2, "good"),
            "0012": Mark({"style": Decimal("7.1")}, None, 1, ""),
            "s2": Mark({"style": Decimal(10)}),
        },
        ("marks.xlsx:4: '12' is taken for the student '0012'",),
    )


def test_what_is_no_number_in_a_workbook_is_told(tmp_path: Path) -> None:
    workbook(tmp_path, HEADER.split(","), ["s1", "", "=C3*2", True, "#N/A", ""])
    with pytest.raises(MarksError) as caught:
        load(tmp_path, ASSIGNMENT, CLASS)
    assert [each.rpartition(", not ")[2] for each in caught.value.problems] == [
        "'=C3*2'",
        "'TRUE'",
        "'#N/A'",
    ]


def test_new_students_are_added_to_a_workbook_and_all_else_stays(tmp_path: Path) -> None:
    path = workbook(
        tmp_path, [*HEADER.split(","), "sum"], ["s1", "张三", 25.5, None, None, "", "=C2+1"]
    )
    book = openpyxl.load_workbook(path)
    book.worksheets[0]["C2"].number_format = "0.000"
    book.worksheets[0].column_dimensions["A"].width = 33
    book.create_sheet("mine")["A1"] = "x"
    book.save(path)
    class_now = [*CLASS, Student("=1+1", "@x"), Student("#N/A")]
    add_students(tmp_path, ASSIGNMENT, class_now)
    book = openpyxl.load_workbook(path)
    sheet = book.worksheets[0]
    assert [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2, max_col=3)] == [
        ["s1", "张三", 25.5],
        ["s2", "Ann", None],
        ["0012", "李四", None],
        ["'=1+1", "'@x", None],
        ["#N/A", None, None],
    ]
    assert {cell.data_type for cell in sheet["A"]} == {"s"}
    assert sheet["G2"].value == "=C2+1"
    assert sheet["C2"].number_format == "0.000"
    assert sheet.column_dimensions["A"].width == 33
    assert book["mine"]["A1"].value == "x"
    before = path.read_bytes()
    add_students(tmp_path, ASSIGNMENT, class_now)
    assert path.read_bytes() == before
    assert load(tmp_path, ASSIGNMENT, class_now).by_student["=1+1"] == Mark()


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06" + bytes(18), b"student,name"])
def test_a_workbook_that_is_none_is_told(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "marks.xlsx").write_bytes(data)
    with pytest.raises(MarksError, match=r"^marks.xlsx: it is no workbook that can be read: "):
        load(tmp_path, ASSIGNMENT, CLASS)


def test_without_openpyxl_it_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbook(tmp_path, HEADER.split(","))
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(MarksError, match="openpyxl is not installed: pip install 'reversi-conf"):
        load(tmp_path, ASSIGNMENT, CLASS)
    with pytest.raises(tables.TableError):
        workbooks.parse(b"")
