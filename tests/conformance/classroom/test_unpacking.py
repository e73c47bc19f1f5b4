"""What students hand in becomes plain files in a folder."""

import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from reversi_conformance.classroom.hand_ins import HandIn, find
from reversi_conformance.classroom.unpacking import fingerprint, unpack_class
from reversi_conformance.confinement import probe
from reversi_conformance.sandboxes import KINDS

from .archives import PROGRAM, held, member, raw_zip, tarred, unpacked, zipped

PACKER = next(filter(None, map(shutil.which, ("7zz", "7z", "7za"))), None)


def laid_out(folder: Path, *files: str) -> Path:
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return folder


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", ["zip", "tar.xz"])
def test_an_archive_is_unpacked_under_every_confinement(
    tmp_path: Path, kind: str, form: str
) -> None:
    if lack := probe(kind).lack:
        pytest.skip(lack.reason)
    path = tmp_path / f"zhang: 3=4.{form}"
    archive = zipped(path, PROGRAM) if form == "zip" else tarred(path, mode="xz")
    archive.chmod(0o600)
    assert unpacked(tmp_path / "into", archive, sandbox=kind) == {}
    assert held(tmp_path / "into") == PROGRAM


@pytest.mark.parametrize("mode", ["", "bz2"])
def test_a_tar_is_unpacked_however_it_is_compressed(tmp_path: Path, mode: str) -> None:
    archive = tarred(tmp_path / f"li.tar{mode and '.'}{mode}", mode=mode)
    assert unpacked(tmp_path / "into", archive) == {}
    assert held(tmp_path / "into") == PROGRAM


def test_a_zip_is_unpacked_however_it_is_compressed(tmp_path: Path) -> None:
    kinds = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    with zipfile.ZipFile(tmp_path / "li.zip", "w") as archive:
        for kind in kinds:
            archive.writestr(f"{kind}.py", b"print()", kind)
    assert unpacked(tmp_path / "into", tmp_path / "li.zip") == {}
    assert held(tmp_path / "into") == {f"{kind}.py": b"print()" for kind in kinds}


@pytest.mark.parametrize("magic", [b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07\x01\x00"])
def test_without_an_unpacker_nobody_is_to_blame_but_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, magic: bytes
) -> None:
    (tmp_path / "li.zip").write_bytes(magic)
    monkeypatch.setenv("PATH", str(tmp_path))
    [problem] = unpacked(tmp_path / "into", tmp_path / "li.zip").values()
    assert problem.code == "archive.no-unpacker"
    assert problem.is_ours
    assert str(problem.params["command"]) in problem.message


@pytest.mark.skipif(PACKER is None, reason="there is no 7z here")
@pytest.mark.parametrize(
    ("password", "codes"), [(None, []), ("secret", ["archive.encrypted"])], ids=["open", "locked"]
)
def test_a_7z_is_unpacked(tmp_path: Path, password: str | None, codes: list[str]) -> None:
    laid_out(tmp_path, "hw/黑白棋.py", "hw/src/a.py")
    lock = [f"-p{password}"] if password else []
    command = [str(PACKER), "a", *lock, str(tmp_path / "li.7z"), "hw"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert [*unpacked(tmp_path / "into", tmp_path / "li.7z")] == codes
    assert [*held(tmp_path / "into")] == ([] if password else ["src/a.py", "黑白棋.py"])


@pytest.mark.parametrize("name", ["li.rar", "li"])
def test_the_wrong_suffix_does_no_harm(tmp_path: Path, name: str) -> None:
    assert unpacked(tmp_path / "into", zipped(tmp_path / name, PROGRAM)) == {}
    assert held(tmp_path / "into") == PROGRAM


@pytest.mark.parametrize("name", ["reversi.jar", "reversi.pyz"])
def test_a_program_that_is_a_zip_inside_stays_whole(tmp_path: Path, name: str) -> None:
    program = zipped(tmp_path / name, PROGRAM)
    assert unpacked(tmp_path / "into", program) == {}
    assert held(tmp_path / "into") == {name: program.read_bytes()}


def test_chinese_names_without_a_flag_are_read(tmp_path: Path) -> None:
    names = {"黑白棋.py": "gbk", "作业/翻转.py": "gbk", "作业/棋盘.py": "utf-8"}
    files = {name.encode(encoding): b"x" for name, encoding in names.items()}
    assert unpacked(tmp_path / "into", raw_zip(tmp_path / "li.zip", files)) == {}
    assert held(tmp_path / "into") == dict.fromkeys(names, b"x")


def test_gbk_that_is_marked_as_utf_8_is_read(tmp_path: Path) -> None:
    names = ["黑白棋.py", "翻转.py"]
    archive = raw_zip(tmp_path / "li.zip", {name.encode("gbk"): b"x" for name in names}, 1 << 11)
    assert unpacked(tmp_path / "into", archive) == {}
    assert held(tmp_path / "into") == dict.fromkeys(names, b"x")


def test_chinese_names_taken_for_an_old_code_page_are_read(tmp_path: Path) -> None:
    name = "黑白棋.py".encode("gbk").decode("cp437")
    assert unpacked(tmp_path / "into", zipped(tmp_path / "li.zip", {name: b"x"})) == {}
    assert held(tmp_path / "into") == {"黑白棋.py": b"x"}


def test_chinese_names_in_a_tar_are_read(tmp_path: Path) -> None:
    name = os.fsdecode("黑白棋.py".encode("gbk"))
    with tarfile.open(tmp_path / "li.tar", "w", format=tarfile.GNU_FORMAT) as archive:
        archive.addfile(tarfile.TarInfo(name))
    assert unpacked(tmp_path / "into", tmp_path / "li.tar") == {}
    assert held(tmp_path / "into") == {"黑白棋.py": b""}


def test_backslashes_from_windows_separate_folders(tmp_path: Path) -> None:
    files = {b"hw\\src\\Main.java": b"x", b"hw\\run.bat": b"y"}
    assert unpacked(tmp_path / "into", raw_zip(tmp_path / "li.zip", files)) == {}
    assert held(tmp_path / "into") == {"src/Main.java": b"x", "run.bat": b"y"}


def test_outer_folders_are_stripped_but_not_those_of_the_program(tmp_path: Path) -> None:
    for number, (name, kept) in enumerate(
        {
            "li/hw1/reversi.py": "reversi.py",
            "li/src/main.rs": "src/main.rs",
            "com/reversi/Main.java": "com/reversi/Main.java",
        }.items()
    ):
        archive = zipped(tmp_path / f"{number}.zip", {name: b""})
        assert unpacked(tmp_path / f"into{number}", archive) == {}
        assert [*held(tmp_path / f"into{number}")] == [kept]


def test_a_package_keeps_its_folder(tmp_path: Path) -> None:
    files = {"hw/reversi/__init__.py": b"", "hw/reversi/game.py": b""}
    assert unpacked(tmp_path / "into", zipped(tmp_path / "li.zip", files)) == {}
    assert [*held(tmp_path / "into")] == ["reversi/__init__.py", "reversi/game.py"]


@pytest.mark.parametrize("is_packed", [True, False])
def test_what_is_nobodys_own_is_left_out(tmp_path: Path, is_packed: bool) -> None:
    folder = laid_out(
        tmp_path / "li",
        "reversi.py",
        ".DS_Store",
        "__MACOSX/._reversi.py",
        "._reversi.py",
        "Thumbs.db",
        "node_modules/a/index.js",
        ".git/config",
        "__pycache__/reversi.cpython-311.pyc",
        "venv/pyvenv.cfg",
        "venv/bin/activate",
        "venv/lib/python3/site.py",
        "venv/strategy.py",
    )
    (folder / "venv" / "bin" / "python").symlink_to("/usr/bin/python3")
    path = folder
    if is_packed:
        path = Path(shutil.make_archive(str(tmp_path / "li"), "gztar", tmp_path, "li"))
    assert unpacked(tmp_path / "into", path) == {}
    assert [*held(tmp_path / "into")] == ["reversi.py", "venv/strategy.py"]


@pytest.mark.parametrize(
    ("files", "kept"),
    [
        (["Cargo.toml", "src/main.rs", "target/debug/out/made.rs"], ["Cargo.toml", "src/main.rs"]),
        (["src/index.ts", "dist/index.js", "dist/index.d.ts"], ["src/index.ts"]),
        (["reversi.py", "build/reversi", "dist/reversi"], ["reversi.py"]),
        (["src/Main.java", "build/Main.class"], ["src/Main.java"]),
        (["app/a.hs", "lib/build/b.o"], ["app/a.hs", "lib/build/b.o"]),
        (["package.json", "dist/index.js"], ["dist/index.js", "package.json"]),
        (["webpack.config.js", "dist/index.js"], ["dist/index.js", "webpack.config.js"]),
        (
            ["a.py", "x/build/b.o", "x/build/build/c.o"],
            ["a.py", "x/build/b.o", "x/build/build/c.o"],
        ),
        (["x/a.py", "x/y/b.py", "x/y/build/c.o", "d.py"], ["d.py", "x/a.py", "x/y/b.py"]),
        (["README.md", "build/reversi.py"], ["README.md", "build/reversi.py"]),
        (["try.py", "build/reversi.py"], ["build/reversi.py", "try.py"]),
        (["build/Main.class"], ["build/Main.class"]),
        (["__pycache__/reversi.pyc"], ["__pycache__/reversi.pyc"]),
    ],
)
def test_what_was_built_is_left_out_only_beside_its_sources(
    tmp_path: Path, files: list[str], kept: list[str]
) -> None:
    assert unpacked(tmp_path / "into", laid_out(tmp_path / "li", *files)) == {}
    found = [*held(tmp_path / "into")]
    assert found == kept or [f"__pycache__/{found[0]}"] == kept


def test_an_archive_in_an_archive_is_unpacked_once(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", PROGRAM)
    outer = tarred(tmp_path / "li.tgz", files={"hw/inner.zip": inner.read_bytes(), "hw/a.pdf": b""})
    assert unpacked(tmp_path / "into", outer) == {}
    assert [*held(tmp_path / "into")] == ["a.pdf", "reversi.py"]
    third = zipped(tmp_path / "third.zip", {"li.tgz": outer.read_bytes()})
    assert unpacked(tmp_path / "third", third) == {}
    assert [*held(tmp_path / "third")] == ["a.pdf", "inner.zip"]


def test_an_archive_beside_a_program_stays_one(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "li", "reversi.py")
    zipped(folder / "old.zip", PROGRAM)
    assert unpacked(tmp_path / "into", folder) == {}
    assert [*held(tmp_path / "into")] == ["old.zip", "reversi.py"]


def test_an_archive_alone_in_a_students_folder_is_unpacked(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "li", "report.pdf")
    zipped(folder / "hw.zip", {"hw/reversi.py": b""})
    assert unpacked(tmp_path / "into", folder) == {}
    assert [*held(tmp_path / "into")] == ["report.pdf", "reversi.py"]


def test_archives_alone_in_a_students_folder_are_all_unpacked(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "li", "report.pdf")
    for name in ("part1.zip", "part2.zip"):
        zipped(folder / name, {"hw/reversi.py": b""})
    assert unpacked(tmp_path / "into", folder) == {}
    assert [*held(tmp_path / "into")] == ["part1/reversi.py", "part2/reversi.py", "report.pdf"]


def test_several_files_keep_the_names_they_were_handed_in_by(tmp_path: Path) -> None:
    laid_out(tmp_path, "li_1_2_board.py", "li_1_3_main.py")
    paths = (tmp_path / "li_1_2_board.py", tmp_path / "li_1_3_main.py")
    assert unpacked(tmp_path / "into", *paths, names=("board.py", "main.py")) == {}
    assert [*held(tmp_path / "into")] == ["board.py", "main.py"]


def test_several_archives_keep_apart(tmp_path: Path) -> None:
    paths = [zipped(tmp_path / name, PROGRAM) for name in ("a.zip", "b.zip")]
    assert unpacked(tmp_path / "into", *paths) == {}
    assert [*held(tmp_path / "into")] == ["a/reversi.py", "b/reversi.py"]


def test_what_can_be_run_stays_so_and_all_can_be_read_and_written(tmp_path: Path) -> None:
    members = [member("run", mode=0o4100), member("data", mode=0)]
    assert unpacked(tmp_path / "into", tarred(tmp_path / "li.tar", *members, mode="")) == {}
    modes = {path.name: path.stat().st_mode & 0o700 for path in (tmp_path / "into").iterdir()}
    assert modes == {"data": 0o600, "reversi.py": 0o600, "run": 0o700}


def test_a_link_within_a_submission_becomes_a_file(tmp_path: Path) -> None:
    members = [
        member("src/same.py", tarfile.SYMTYPE, "../reversi.py"),
        member("twin.py", tarfile.LNKTYPE, "reversi.py"),
    ]
    assert unpacked(tmp_path / "into", tarred(tmp_path / "li.tgz", *members)) == {}
    assert held(tmp_path / "into") == dict.fromkeys(
        ("reversi.py", "src/same.py", "twin.py"), PROGRAM["reversi.py"]
    )


def test_empty_folders_are_kept(tmp_path: Path) -> None:
    members = [member("logs", tarfile.DIRTYPE)]
    assert unpacked(tmp_path / "into", tarred(tmp_path / "li.tgz", *members)) == {}
    assert (tmp_path / "into" / "logs").is_dir()


@pytest.mark.parametrize("is_packed", [True, False])
def test_nothing_handed_in_is_told(tmp_path: Path, is_packed: bool) -> None:
    (tmp_path / "li").mkdir()
    path = zipped(tmp_path / "li.zip", {".DS_Store": b""}) if is_packed else tmp_path / "li"
    assert [*unpacked(tmp_path / "into", path)] == ["archive.empty"]


def test_the_download_of_a_class_is_unpacked_and_read(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", PROGRAM).read_bytes()
    files = {
        "张三_17_assignsubmission_file_/hw.zip": inner,
        "李四_18_assignsubmission_file_/src/a.py": b"",
    }
    archive = zipped(tmp_path / "download.zip", files)
    into = tmp_path / "class"
    into.mkdir()
    assert unpack_class(archive, into, sandbox="limits") == ()
    zhang, li = find(into).hand_ins
    assert (zhang.student, zhang.name, li.student) == ("17", "张三", "18")
    assert unpacked(tmp_path / "into", *zhang.paths) == {}
    assert held(tmp_path / "into") == PROGRAM


def test_in_the_download_of_a_class_no_link_is_followed(tmp_path: Path) -> None:
    stolen = member("li/reversi.py", tarfile.SYMTYPE, "../zhang/reversi.py")
    archive = tarred(tmp_path / "class.tgz", stolen, files={"zhang/reversi.py": b"mine"})
    into = tmp_path / "class"
    into.mkdir()
    assert [each.code for each in unpack_class(archive, into, sandbox="limits")] == [
        "archive.links"
    ]
    assert held(into) == {"zhang/reversi.py": b"mine"}


def test_what_was_handed_in_has_a_fingerprint_of_its_own(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "li", "reversi.py", "src/a.py")
    (folder / "link").symlink_to("reversi.py")
    seen = [fingerprint(HandIn("li", "", (folder,)))]
    assert seen[0] == fingerprint(HandIn("li", "", (folder,)))
    (folder / "reversi.py").write_text("other", encoding="utf-8")
    seen.append(fingerprint(HandIn("li", "", (folder,))))
    (folder / "src" / "a.py").rename(folder / "src" / "b.py")
    seen.append(fingerprint(HandIn("li", "", (folder,))))
    (folder / "link").unlink()
    (folder / "link").symlink_to("src")
    seen.append(fingerprint(HandIn("li", "", (folder,))))
    seen.append(fingerprint(HandIn("li", "", (zipped(tmp_path / "li.zip", PROGRAM),))))
    assert len({*seen}) == len(seen)


def test_what_a_system_adds_changes_no_fingerprint(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "li", "reversi.py")
    before = fingerprint(HandIn("li", "", (folder,)))
    laid_out(folder, ".DS_Store", "node_modules/a.js", "__MACOSX/a")
    assert fingerprint(HandIn("li", "", (folder,))) == before


def test_a_fingerprint_does_not_depend_on_where_the_class_lies(tmp_path: Path) -> None:
    folders = [laid_out(tmp_path / where / "li", "reversi.py") for where in ("a", "b")]
    assert len({fingerprint(HandIn("li", "", (folder,))) for folder in folders}) == 1
