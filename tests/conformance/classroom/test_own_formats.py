"""Our own CSV and workbook say the same as the gradebook, to whoever reads them."""

import csv
import io
from collections.abc import Iterable
from decimal import Decimal

import msgspec
import openpyxl
import pytest
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from reversi_conformance import assignment as assignments
from reversi_conformance.assignment import Late
from reversi_conformance.classroom.books import csv as csv_book
from reversi_conformance.classroom.books import xlsx
from reversi_conformance.classroom.books.columns import columns
from reversi_conformance.classroom.gradebook import Gradebook, make_gradebook
from reversi_conformance.classroom.marks import Marks
from reversi_conformance.classroom.students import Student

from ..payloads import PAYLOADS
from ..reports import samples
from . import gradebooks as classes
from .formulas import computed
from .gradebooks import LATE, gradebook, mark

POLICIES = {
    "no policy": None,
    "points": LATE,
    "a share": Late(percent_per_day=12.5, free_days=1),
    "without an end": Late(points_per_day=33.3),
}
COMPUTED = {
    "printing", "rules", "strategy", "ends", "automatic", "program", "subtotal", "late_deduction",
    "final",
}  # fmt: skip


def table(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline=""), strict=True))


def points_sheet(data: bytes, *, computed: bool = False) -> Worksheet:
    return openpyxl.load_workbook(io.BytesIO(data), data_only=computed)["Points"]


def cells_of(sheet: Worksheet, line: int) -> dict[str, str]:
    """Where each column of a row stands."""
    headers = [str(cell.value) for cell in sheet[2]]
    return {name: f"{get_column_letter(at)}{line}" for at, name in enumerate(headers, 1)}


def blank(value: object) -> object:
    """A value, where an empty text is an empty cell, and 0 is none."""
    return None if value == "" else value


def number(cell: str) -> Decimal | None:
    return Decimal(cell) if cell else None


def test_no_two_columns_share_a_name_whatever_the_assignment() -> None:
    for name in assignments.shipped():
        assignment = assignments.load(name)
        book = make_gradebook([], assignment, Marks())
        own = {each.id for each in assignment.criteria} | {each.id for each in assignment.checks}
        ids = [part.id for part in columns(book)]
        assert len(set(ids)) == len(ids)
        assert set(ids) - own == set(assignments._COLUMNS)


def test_the_csv_has_the_points_of_the_book() -> None:
    book = gradebook(LATE)
    for row, cells in zip(book.rows, table(csv_book.render(book)), strict=True):
        assert {name: number(cells[name]) for name in row.points} == row.points
        assert number(cells["style"]) == row.by_hand["style"]
        for name in ("automatic", "override", "program", "subtotal", "late_deduction", "final"):
            assert number(cells[name]) == getattr(row, name)
        assert (cells["status"], cells["student"], cells["name"]) == (
            row.status.value,
            row.student,
            row.name,
        )


def test_the_csv_says_what_is_missing_and_why() -> None:
    rows = {row["student"]: row for row in table(csv_book.render(gradebook(LATE)))}
    assert (rows["s1"]["final"], rows["s1"]["missing"]) == ("95.5", "")
    assert (rows["s3"]["final"], rows["s3"]["missing"], rows["s3"]["late"]) == (
        "",
        "late_days",
        "yes",
    )
    assert (rows["s4"]["automatic"], rows["s4"]["rules.flips"]) == ("", "")
    assert rows["s4"]["look_by_hand"] == (
        "gcc is not installed; compiler.missing: gcc is not installed"
    )
    assert rows["s2"]["causes"] == "it turns no diagonals"
    assert rows["s1"]["comment"] == "clear, short"


def test_the_csv_is_the_same_everywhere() -> None:
    lines = csv_book.render(gradebook()).split("\r\n")
    assert lines[0] == (
        "\ufeffstudent,name,status,printing.board,printing.prompts,printing.messages,printing.log,"
        "printing,rules.placement,rules.flips,rules.turns,rules,strategy.most-discs,strategy.ties,"
        "strategy,ends.full-board,ends.wipe-out,ends.no-moves,ends.illegal-move,ends,automatic,"
        "automatic_possible,override,program,style,subtotal,late,late_days,late_deduction,final,"
        "missing,cases,failed_cases,look_by_hand,causes,comment"
    )
    assert lines[1] == (
        "s1,张三,judged,4,2,3,1,10,5,10,5,20,12,8,20,5,5,5,5,20,70,70,,70,25.5,95.5,,,0,95.5,,1,0,,,"
        '"clear, short"'
    )
    assert lines[-1] == ""


@pytest.mark.parametrize("late", POLICIES.values(), ids=POLICIES)
def test_the_workbook_shows_and_computes_the_points_of_the_book(late: Late | None) -> None:
    book = gradebook(late)
    data = xlsx.render(book)
    shown, written = points_sheet(data, computed=True), points_sheet(data)
    parts = {part.id: part for part in columns(book)}
    for line, row in enumerate(book.rows, 3):
        places = cells_of(written, line)
        for name, place in places.items():
            value = parts[name].value(row)
            expected = float(value) if isinstance(value, Decimal) else value
            assert blank(shown[place].value) == blank(expected), (name, line)
            assert str(written[place].value).startswith("=") == (name in COMPUTED)
            assert computed(written, place) == ("" if expected is None else expected), name


@pytest.mark.parametrize("late", POLICIES.values(), ids=POLICIES)
def test_the_totals_follow_the_marks_that_are_edited_in_the_workbook(late: Late | None) -> None:
    sheet = points_sheet(xlsx.render(gradebook(late, Marks())))
    marks = {
        "s1": mark(3.25, None, 2),
        "s2": mark(30, 69.99, 9),
        "s3": mark(12.5, None, 1),
        "s4": mark(1, 40, 3),
        "s5": mark(20, None, 1),
        "s6": mark(None, 3, 1),
        "s7": mark(10, 0, 2),
    }
    expected = gradebook(late, Marks(marks))
    for line, row in enumerate(expected.rows, 3):
        places = cells_of(sheet, line)
        entered = marks[row.student]
        for name, points in (
            ("style", entered.by_hand.get("style")),
            ("override", entered.override),
        ):
            if points is not None:
                sheet[places[name]] = float(points)
        if entered.late_days is not None:
            sheet[places["late_days"]] = entered.late_days
        for name in ("program", "subtotal", "late_deduction", "final"):
            value = getattr(row, name)
            assert computed(sheet, places[name]) == ("" if value is None else float(value)), name


def test_the_totals_follow_points_that_are_edited_in_the_workbook() -> None:
    sheet = points_sheet(xlsx.render(gradebook()))
    places = cells_of(sheet, 3)
    sheet[places["rules.flips"]] = 2.25
    assert computed(sheet, places["rules"]) == 12.25
    assert computed(sheet, places["final"]) == 95.5 - 7.75


def test_the_workbook_is_laid_out_to_be_read() -> None:
    book = openpyxl.load_workbook(io.BytesIO(xlsx.render(gradebook())))
    assert book.sheetnames == ["Points", "Findings"]
    sheet = book["Points"]
    assert [cell.value for cell in sheet[1]][:8] == [
        "points possible", "marks go into marks.csv; this is made anew", None, 4, 2, 3, 1, 10,
    ]  # fmt: skip
    assert (sheet.freeze_panes, sheet.print_title_rows) == ("C3", "$1:$2")
    assert sheet.auto_filter.ref == f"A2:{get_column_letter(sheet.max_column)}9"
    assert sheet["D2"].comment is not None
    assert sheet["D2"].comment.text.startswith("The board looks as in the handout")
    assert sheet["D3"].number_format == "0.00"
    assert book["Findings"].freeze_panes == "C2"


def test_the_findings_stand_on_a_sheet_of_their_own() -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.render(gradebook())))["Findings"]
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
        ["student", "name", "check", "kind", "code", "message", "follows", "games", "cases"],
        ["s2", "Ann", "rules.flips", "fault", "flips.wrong", "X at ab turns too few", None, 2,
         "ts-1, ts-2"],
        ["s2", "Ann", "printing.board", "note", "board.blanks", "two blanks", None, 1, "ts-2"],
    ]  # fmt: skip


def test_of_many_games_with_the_same_mistake_the_first_are_named() -> None:
    found = samples.finding("rules.flips", "flips.wrong")
    games = [samples.case(f"ts-{number}", found) for number in range(7)]
    many = classes.report("s1", "", None, *games)
    book = make_gradebook([many], classes.TYPESCRIPT, Marks())
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.render(book)))["Findings"]
    assert (sheet["H2"].value, sheet["I2"].value) == (
        7,
        "ts-0, ts-1, ts-2, ts-3, ts-4 and 2 more",
    )


def test_an_empty_class_makes_a_workbook_and_a_csv() -> None:
    book = make_gradebook([], classes.TYPESCRIPT, Marks())
    assert table(csv_book.render(book)) == []
    assert points_sheet(xlsx.render(book)).max_row == 2


def test_the_same_class_makes_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    one = xlsx.render(gradebook())
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert xlsx.render(gradebook()) == one


def hostile(*payloads: str) -> Gradebook:
    """A class in which everything that a stranger decides is a payload."""
    reports = [
        classes.report(
            f"s{payload}",
            payload,
            None,
            samples.case(payload, samples.finding(payload, payload, payload, kind=payload)),
            problems=[msgspec.structs.replace(classes.PROBLEM, message=payload)],
            causes=[msgspec.structs.replace(classes.CAUSE, message=payload)],
        )
        for payload in payloads
    ]
    absent = [Student(payload or "x", payload) for payload in payloads]
    marks = {f"s{payload}": mark(1, comment=payload) for payload in payloads}
    return make_gradebook(reports, classes.TYPESCRIPT, Marks(marks), absent)


def unsafe(cells: Iterable[object]) -> list[str]:
    """The texts of cells that a spreadsheet computes, or that hold a sign to be obeyed."""
    texts = [cell for cell in cells if isinstance(cell, str)]
    signs = tuple("=+-@＝＋－＠")
    return [text for text in texts if text.strip().startswith(signs) or not text.isprintable()]


def test_no_text_of_a_stranger_is_computed_or_obeyed() -> None:
    book = hostile(*PAYLOADS.values())
    text = csv_book.render(book).removeprefix("\ufeff")
    for separator in ",;\t":
        for cells in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            assert unsafe(cells) == []
    assert len(table(csv_book.render(book))) == 2 * len(PAYLOADS)
    workbook = openpyxl.load_workbook(io.BytesIO(xlsx.render(book)))
    for sheet in workbook.worksheets:
        headers = [str(cell.value) for cell in sheet[2]]
        for row in sheet.iter_rows():
            assert unsafe(cell.value for cell in row if cell.data_type != "f") == []
            formulas = [cell.column or 0 for cell in row if cell.data_type == "f"]
            assert {headers[column - 1] for column in formulas} <= COMPUTED
    assert workbook["Points"].max_row == 2 + 2 * len(PAYLOADS)
    assert workbook["Findings"].max_row == 1 + len(PAYLOADS)


def test_a_text_that_is_a_sign_by_its_number_in_xml_stays_what_it_is() -> None:
    sheet = points_sheet(xlsx.render(hostile("_x003D_1+1")))
    assert sheet["B3"].value == "_x003D_1+1"


def test_a_text_too_long_for_a_cell_is_cut_and_the_cut_is_said() -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(xlsx.render(hostile("A" * 40_000))))["Findings"]
    value = sheet["F2"].value
    assert isinstance(value, str)
    assert value.endswith("A… (and 8000 more characters)")
