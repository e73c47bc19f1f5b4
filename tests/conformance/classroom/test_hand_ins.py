"""Who handed in what."""

import os
import re
from pathlib import Path

import pytest

from reversi_conformance.classroom.hand_ins import HandIns, find


def laid_out(folder: Path, *entries: str) -> Path:
    """A folder with these files, and these folders where a name ends in "/"."""
    for entry in entries:
        path = folder / entry
        if entry.endswith("/"):
            path.mkdir(parents=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    return folder


def who(found: HandIns) -> dict[str, list[str]]:
    return {each.student: [path.name for path in each.paths] for each in found.hand_ins}


def reasons(found: HandIns) -> dict[str, str]:
    return {each.path.name: each.reason for each in found.left_out}


def test_one_folder_for_each_student(tmp_path: Path) -> None:
    found = find(laid_out(tmp_path, "zhang/reversi.py", "li/reversi.py", "wang/src/Main.java"))
    assert who(found) == {"li": ["li"], "wang": ["wang"], "zhang": ["zhang"]}
    assert found.left_out == ()


def test_one_archive_for_each_student(tmp_path: Path) -> None:
    names = ("a.zip", "b.tar.gz", "c.TGZ", "d.7z", "e.rar", "f.tar.xz", "2018.1.zip")
    assert [*who(find(laid_out(tmp_path, *names)))] == ["2018.1", "a", "b", "c", "d", "e", "f"]


def test_one_file_for_each_student(tmp_path: Path) -> None:
    found = find(laid_out(tmp_path, "2018013370.py", "2018013371.java", "li.c", "li.h"))
    assert who(found) == {
        "2018013370": ["2018013370.py"],
        "2018013371": ["2018013371.java"],
        "li": ["li.c", "li.h"],
    }


def test_what_is_nobodys_is_told(tmp_path: Path) -> None:
    laid_out(tmp_path, "li.zip", ".DS_Store", "__MACOSX/", "README.md", "marks.xlsx", "readme")
    (tmp_path / "link").symlink_to("/etc")
    os.mkfifo(tmp_path / "pipe")
    found = find(tmp_path)
    assert [*who(found)] == ["li"]
    assert reasons(found) == {
        ".DS_Store": "made by a system for itself",
        "__MACOSX": "made by a system for itself",
        "README.md": "papers, not a program",
        "link": "a link: put what it leads to in its place",
        "marks.xlsx": "papers, not a program",
        "pipe": "neither a file nor a folder",
        "readme": "papers, not a program",
    }


def test_a_download_from_canvas(tmp_path: Path) -> None:
    found = find(
        laid_out(
            tmp_path,
            "zhangsan_1001_50001_reversi.zip",
            "lisi_LATE_1002_50002_board.py",
            "lisi_LATE_1002_50003_main_2.py",
            "lisi_LATE_1002_50004_report.pdf",
        )
    )
    zhang, li = found.hand_ins
    assert (zhang.student, zhang.name, zhang.is_late) == ("1001", "zhangsan", False)
    assert zhang.names == ("reversi.zip",)
    assert (li.student, li.name, li.is_late) == ("1002", "lisi", True)
    assert li.names == ("board.py", "main_2.py", "report.pdf")


def test_on_canvas_the_newest_version_counts_and_the_older_are_told(tmp_path: Path) -> None:
    found = find(
        laid_out(
            tmp_path,
            "li_1_10_reversi.py",
            "li_1_11_reversi-1.py",
            "li_1_12_reversi-2.py",
            "wang_2_20_hw-2.zip",
            "wang_2_25_hw-10.zip",
        )
    )
    li, wang = found.hand_ins
    assert ([path.name for path in li.paths], li.names) == (
        ["li_1_12_reversi-2.py"],
        ("reversi.py",),
    )
    assert [path.name for path in wang.paths] == ["wang_2_25_hw-10.zip"]
    assert [(each.path.name, each.student) for each in found.left_out] == [
        ("li_1_10_reversi.py", "1"),
        ("li_1_11_reversi-1.py", "1"),
        ("wang_2_20_hw-2.zip", "2"),
    ]
    assert "'li_1_12_reversi-2.py' counts" in found.left_out[0].reason


def test_on_canvas_two_parts_are_not_two_versions(tmp_path: Path) -> None:
    [li] = find(laid_out(tmp_path, "li_1_10_part-1.py", "li_1_11_part-2.py")).hand_ins
    assert li.names == ("part-1.py", "part-2.py")


def test_on_canvas_a_new_version_has_its_old_name(tmp_path: Path) -> None:
    [li] = find(laid_out(tmp_path, "li_1_10_board-1.py", "li_1_11_main.py")).hand_ins
    assert li.names == ("board.py", "main.py")


def test_names_that_only_look_like_those_of_canvas_stay_apart(tmp_path: Path) -> None:
    laid_out(tmp_path, "li_2024_1_reversi.zip", "zhang_2024_1_reversi.zip")
    assert [*who(find(tmp_path))] == ["li_2024_1_reversi", "zhang_2024_1_reversi"]


@pytest.mark.parametrize("tail", ["_file_/reversi.zip", "_file_reversi.zip"])
def test_a_download_from_moodle(tmp_path: Path, tail: str) -> None:
    found = find(
        laid_out(
            tmp_path, f"San Zhang_123_assignsubmission{tail}", f"李 四_124_assignsubmission{tail}"
        )
    )
    assert [(each.student, each.name) for each in found.hand_ins] == [
        ("123", "San Zhang"),
        ("124", "李 四"),
    ]


def test_on_moodle_all_files_of_a_student_belong_together(tmp_path: Path) -> None:
    found = find(
        laid_out(
            tmp_path,
            "San Zhang_123_assignsubmission_file_a.zip",
            "San Zhang_123_assignsubmission_file_b.zip",
            "San Zhang_123_assignsubmission_onlinetext_onlinetext.html",
        )
    )
    [zhang] = found.hand_ins
    assert zhang.names == ("a.zip", "b.zip")
    assert [(each.student, each.reason) for each in found.left_out] == [
        ("123", "text typed on the web site, no file")
    ]


def test_a_pattern_says_who_handed_in_what(tmp_path: Path) -> None:
    laid_out(
        tmp_path, "hw1-2018_张三_late.zip", "hw1-2019_李四.zip", "hw1-2019_李四.pdf", "other.zip"
    )
    pattern = re.compile(r"hw1-(?P<student>\d+)_(?P<name>[^_.]+)(?P<late>_late)?")
    found = find(tmp_path, pattern)
    assert [(each.student, each.name, each.is_late) for each in found.hand_ins] == [
        ("2018", "张三", True),
        ("2019", "李四", False),
    ]
    assert reasons(found) == {"other.zip": "its name does not match the pattern"}


def test_who_handed_in_twice_is_told_and_the_folder_counts(tmp_path: Path) -> None:
    names = ("zhang.zip", "zhang/", "zhang.tar", "li.zip", "li.rar", "li.py")
    found = find(laid_out(tmp_path, *names))
    assert who(found) == {"li": ["li.rar"], "zhang": ["zhang"]}
    assert [(each.path.name, each.student) for each in found.left_out] == [
        ("li.py", "li"),
        ("li.zip", "li"),
        ("zhang.tar", "zhang"),
        ("zhang.zip", "zhang"),
    ]
    assert "handed in twice: 'zhang' counts" in found.left_out[2].reason


@pytest.mark.parametrize("around", ["hw1", "hw1/hw1"])
def test_a_folder_around_the_class_is_passed_through(tmp_path: Path, around: str) -> None:
    laid_out(tmp_path, f"{around}/li.zip", f"{around}/wang/reversi.py", f"{around}/.DS_Store")
    found = find(tmp_path)
    assert found.folder == tmp_path / around
    assert [*who(found)] == ["li", "wang"]


@pytest.mark.parametrize("entries", [("src/", "README.md"), ("reversi.py",), ("src/", "test/")])
def test_the_only_students_folder_is_not_taken_for_the_class(
    tmp_path: Path, entries: tuple[str, ...]
) -> None:
    laid_out(tmp_path / "zhang", *entries)
    assert who(find(tmp_path)) == {"zhang": ["zhang"]}


def test_a_name_in_gbk_is_read(tmp_path: Path) -> None:
    os.mkdir(os.path.join(os.fsencode(tmp_path), "张三".encode("gbk")))  # noqa: PTH102, PTH118
    assert [each.student for each in find(tmp_path).hand_ins] == ["张三"]


def test_the_same_name_in_two_normal_forms_is_one_student(tmp_path: Path) -> None:
    found = find(laid_out(tmp_path, "andre\u0301.zip", "andr\xe9.tar"))
    assert [*who(found)] == ["andr\xe9"]


def test_an_archive_without_a_suffix_is_known_by_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "zhang").write_bytes(b"PK\x03\x04")
    (tmp_path / "zhang.7z").write_bytes(b"")
    found = find(tmp_path)
    assert who(found) == {"zhang": ["zhang"]}
