"""Archives and folders made to do harm: nothing leaves the folder, all is told, the rest works."""

import gzip
import os
import socket
import struct
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reversi_conformance.classroom import trees, unpacker
from reversi_conformance.classroom.file_names import decoded
from reversi_conformance.classroom.hand_ins import HandIn
from reversi_conformance.classroom.trees import Caps
from reversi_conformance.classroom.troubles import Troubles
from reversi_conformance.classroom.unpacking import fingerprint
from reversi_conformance.removal import remove_tree

from .archives import PROGRAM, held, member, raw_zip, tarred, unpacked, zipped, zipped_link

REST = {"reversi.py": PROGRAM["reversi.py"]}
SMALL = Caps(1024 * 1024, 100, 1000)


@pytest.fixture
def into(tmp_path: Path) -> Iterator[Path]:
    """Where to unpack; nothing may be beside it afterwards, nor be left of unpacking."""
    place = tmp_path / "place"
    place.mkdir()
    yield place / "into"
    assert [path.name for path in place.iterdir()] == ["into"]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bombs that are large enough, and quick."""
    monkeypatch.setattr("reversi_conformance.classroom.unpacking.SUBMISSION", SMALL)


def test_names_that_lead_out_are_left_out(tmp_path: Path, into: Path) -> None:
    names = ("../evil.py", "a/../../evil.py", "..\\evil.py", "/../evil.py")
    files = {name.encode(): b"x" for name in names} | {b"reversi.py": b"print()"}
    problems = unpacked(into, raw_zip(tmp_path / "li.zip", files))
    assert [*problems] == ["archive.hostile escapes"]
    assert problems["archive.hostile escapes"].params["names"] == names
    assert held(into) == REST


def test_absolute_names_begin_at_the_submissions_folder(tmp_path: Path, into: Path) -> None:
    files = {b"/etc/1": b"1", b"C:\\etc\\2": b"2", b"\\etc\\3": b"3", b"reversi.py": b"print()"}
    assert [*unpacked(into, raw_zip(tmp_path / "li.zip", files))] == ["archive.names absolute"]
    assert held(into) == {"etc/1": b"1", "etc/2": b"2", "etc/3": b"3", **REST}


def test_nothing_is_written_through_a_link(tmp_path: Path, into: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    members = [member("link", tarfile.SYMTYPE, str(target)), member("link/evil.py", size=3)]
    problems = unpacked(into, tarred(tmp_path / "li.tgz", *members))
    assert [*problems] == ["archive.hostile link"]
    assert held(into) == {"link/evil.py": b"xxx", **REST}
    assert [*target.iterdir()] == []


def test_links_that_lead_out_are_left_out(tmp_path: Path, into: Path) -> None:
    members = [
        member("1", tarfile.SYMTYPE, "/etc/passwd"),
        member("2", tarfile.SYMTYPE, "../secret"),
        member("3", tarfile.SYMTYPE, "a/../../secret"),
        member("4", tarfile.LNKTYPE, "/etc/passwd"),
        member("5", tarfile.LNKTYPE, "../secret"),
    ]
    problems = unpacked(into, tarred(tmp_path / "li.tgz", *members))
    assert [*problems] == ["archive.hostile link"]
    assert problems["archive.hostile link"].params["count"] == len(members)
    assert held(into) == REST


def test_a_link_in_a_zip_that_leads_out_is_left_out(tmp_path: Path, into: Path) -> None:
    archive = zipped_link(tmp_path / "li.zip", "link", "/etc/passwd")
    assert [*unpacked(into, archive)] == ["archive.hostile link"]
    assert held(into) == REST


def test_links_to_one_another_lead_nowhere(tmp_path: Path, into: Path) -> None:
    members = [member("a", tarfile.SYMTYPE, "b"), member("b", tarfile.SYMTYPE, "a")]
    assert [*unpacked(into, tarred(tmp_path / "li.tgz", *members))] == ["archive.links"]
    assert held(into) == REST


def test_the_submissions_folder_itself_cannot_be_a_link(tmp_path: Path, into: Path) -> None:
    members = [member(name, tarfile.SYMTYPE, "/etc") for name in (".", "/", "a/..")]
    assert unpacked(into, tarred(tmp_path / "li.tgz", *members)) == {}
    assert held(into) == REST


def test_devices_and_pipes_are_left_out(tmp_path: Path, into: Path) -> None:
    members = [
        member("1", tarfile.CHRTYPE, devmajor=1, devminor=3),
        member("2", tarfile.BLKTYPE, devmajor=8, devminor=0),
        member("3", tarfile.FIFOTYPE),
    ]
    problems = unpacked(into, tarred(tmp_path / "li.tgz", *members))
    assert [*problems] == ["archive.hostile special"]
    assert problems["archive.hostile special"].params["names"] == ("1", "2", "3")
    assert held(into) == REST


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", ["zip", "tar"])
def test_of_a_bomb_nothing_is_unpacked(tmp_path: Path, into: Path, form: str) -> None:
    zeros = {"zeros": bytes(2 * SMALL.bytes), **PROGRAM}
    path = tmp_path / f"li.{form}"
    archive = zipped(path, zeros) if form == "zip" else tarred(path, files=zeros, mode="xz")
    assert [*unpacked(into, archive)] == ["archive.hostile bomb"]
    assert held(into) == {}


def test_a_bomb_of_gigabytes_in_42_kilobytes(tmp_path: Path, into: Path) -> None:
    with tarfile.open(tmp_path / "li.tar.xz", "w:xz") as archive:
        zeros = member("zeros", size=8 << 30)
        archive.fileobj.write(zeros.tobuf() + bytes(1 << 20))
    problems = unpacked(into, tmp_path / "li.tar.xz")
    assert [*problems] == ["archive.hostile bomb"]
    assert not problems["archive.hostile bomb"].is_ours


def test_a_zip_that_lies_about_its_sizes(tmp_path: Path, into: Path) -> None:
    archive = zipped(tmp_path / "li.zip", {"zeros": bytes(5_000_000), **PROGRAM})
    data = bytearray(archive.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 10)
    archive.write_bytes(data)
    problems = unpacked(into, archive)
    assert [*problems] == ["archive.broken files"]
    assert held(into) == REST


@pytest.mark.usefixtures("small")
def test_a_bomb_within_an_archive(tmp_path: Path, into: Path) -> None:
    bomb = zipped(tmp_path / "bomb.zip", {"zeros": bytes(2 * SMALL.bytes)}).read_bytes()
    assert [*unpacked(into, zipped(tmp_path / "li.zip", {"bomb.zip": bomb}))] == [
        "archive.hostile bomb"
    ]
    assert held(into) == {}


def test_entries_that_share_their_bytes_are_a_bomb(tmp_path: Path, into: Path) -> None:
    content = b"x" * 1000
    archive = raw_zip(tmp_path / "li.zip", {b"a.py": content, b"b.py": content})
    data = bytearray(archive.read_bytes())
    second = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    data[second + 42 : second + 46] = struct.pack("<I", 0)
    archive.write_bytes(data)
    assert [*unpacked(into, archive)] == ["archive.hostile bomb"]
    assert held(into) == {}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", ["zip", "folder"])
def test_what_is_too_large_is_no_bomb(tmp_path: Path, into: Path, form: str) -> None:
    noise = {"noise": os.urandom(SMALL.bytes + 1), **PROGRAM}
    if form == "zip":
        path = zipped(tmp_path / "li.zip", noise)
    else:
        path = tmp_path / "li"
        path.mkdir()
        for name, content in noise.items():
            (path / name).write_bytes(content)
    assert [*unpacked(into, path)] == ["archive.too-large"]
    assert held(into) == {}


def test_a_hundred_thousand_empty_files_are_too_many(tmp_path: Path, into: Path) -> None:
    empty = member("x").tobuf()
    with gzip.open(tmp_path / "li.tar.gz", "wb", compresslevel=1) as archive:
        archive.write(empty * 100_000 + bytes(1024))
    assert [*unpacked(into, tmp_path / "li.tar.gz")] == ["archive.too-large"]
    assert held(into) == {}


def test_names_that_not_every_system_takes_are_changed(tmp_path: Path, into: Path) -> None:
    names = [
        "x" * 300 + ".py",
        "a\nb.py",
        "\x1b[2J.py",
        "\u202efdp.py",
        "con.py",
        "a:b.py",
        "-rf.py",
        "aux",
        " ",
    ]
    files = {name.encode(): b"x" for name in names} | {b"reversi.py": b"print()"}
    problems = unpacked(into, raw_zip(tmp_path / "li.zip", files, 1 << 11))
    assert [*problems] == ["archive.names"]
    assert problems["archive.names"].params["count"] == len(names)
    assert problems["archive.names"].message.isprintable()
    changed = held(into).keys() - REST.keys()
    assert len(changed) == len(names)
    assert "".join(changed).isprintable()
    assert sum(name.endswith(".py") for name in changed) == 7


def test_a_name_that_cannot_be_decoded_is_kept_apart(tmp_path: Path, into: Path) -> None:
    files = {b"\xff\xfe.py": b"1", b"\xff\xfd.py": b"2"}
    problems = unpacked(into, raw_zip(tmp_path / "li.zip", files))
    assert [*problems] == ["archive.names"]
    assert problems["archive.names"].message.isascii()
    assert sorted(held(into).values()) == [b"1", b"2"]


def test_names_that_are_one_in_a_normal_form_stay_two(tmp_path: Path, into: Path) -> None:
    files = {"e\u0301.py": b"1", "\xe9.py": b"2"}
    assert [*unpacked(into, zipped(tmp_path / "li.zip", files))] == ["archive.names"]
    assert sorted(held(into).values()) == [b"1", b"2"]


def test_names_that_differ_in_case_alone_stay_two(tmp_path: Path, into: Path) -> None:
    files = {"Board.py": b"1", "board.py": b"2", "Src/a.py": b"3", "src/a.py": b"4"}
    unpacked(into, zipped(tmp_path / "li.zip", files))
    assert sorted(held(into).values()) == [b"1", b"2", b"3", b"4"]


def test_of_two_entries_of_one_name_the_later_counts(tmp_path: Path, into: Path) -> None:
    members = [member("reversi.py", size=3)]
    assert unpacked(into, tarred(tmp_path / "li.tgz", *members)) == {}
    assert held(into) == REST


def test_a_file_and_a_folder_of_one_name_are_both_kept(tmp_path: Path, into: Path) -> None:
    unpacked(into, tarred(tmp_path / "li.tgz", member("a", size=1), member("a/b", size=2)))
    assert sorted(held(into).values()) == [b"print()", b"x", b"xx"]


@pytest.mark.parametrize("part", [0.5, 0.95])
def test_a_truncated_zip_is_broken(tmp_path: Path, into: Path, part: float) -> None:
    archive = zipped(tmp_path / "li.zip", {"a.py": os.urandom(5000), **PROGRAM})
    data = archive.read_bytes()
    archive.write_bytes(data[: int(len(data) * part)])
    assert [*unpacked(into, archive)] == ["archive.broken"]
    assert held(into) == {}


def test_of_a_truncated_tar_what_is_whole_is_kept(tmp_path: Path, into: Path) -> None:
    archive = tarred(tmp_path / "li.tgz", files={**PROGRAM, "noise": os.urandom(100_000)})
    archive.write_bytes(archive.read_bytes()[:50_000])
    problems = unpacked(into, archive)
    assert "archive.broken" in problems
    assert not any(problem.is_ours for problem in problems.values())
    assert held(into) == REST


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("li.zip", b""),
        ("li.zip", b"PK\x03\x04 and so on"),
        ("li.tar", bytes(5000)),
        ("li.tar.gz", b"\x1f\x8b\x08?"),
        ("li.tar.gz", b"no archive"),
    ],
)
def test_what_is_no_archive_at_all_is_broken(
    tmp_path: Path, into: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    [problem] = unpacked(into, tmp_path / name).values()
    assert problem.code in {"archive.broken", "archive.empty"}
    assert not problem.is_ours


def test_a_damaged_file_costs_no_other(tmp_path: Path, into: Path) -> None:
    archive = zipped(tmp_path / "li.zip", {"a.py": b"damage me", **PROGRAM}, zipfile.ZIP_STORED)
    archive.write_bytes(archive.read_bytes().replace(b"damage me", b"damaged !"))
    problems = unpacked(into, archive)
    assert problems["archive.broken files"].params["names"] == ("a.py",)
    assert held(into) == REST


def test_a_locked_zip_is_told(tmp_path: Path, into: Path) -> None:
    problems = unpacked(into, raw_zip(tmp_path / "li.zip", {b"reversi.py": b"?" * 20}, flags=1))
    assert [*problems] == ["archive.encrypted"]
    assert held(into) == {}


def test_what_is_no_file_in_a_folder_is_left_out(tmp_path: Path, into: Path) -> None:
    folder = tmp_path / "li"
    folder.mkdir()
    (folder / "reversi.py").write_bytes(PROGRAM["reversi.py"])
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(str(folder / "socket"))
        problems = unpacked(into, folder)
        fingerprint(HandIn("li", "", (folder,)))
    assert problems["archive.hostile special"].params["names"] == ("pipe", "socket")
    assert held(into) == REST


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path, into: Path) -> None:
    folder = tmp_path / "li"
    folder.mkdir()
    (folder / "reversi.py").write_bytes(PROGRAM["reversi.py"])
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("secret", encoding="utf-8")
    (folder / "loop").symlink_to(".")
    (folder / "out").symlink_to(tmp_path / "secret")
    (folder / "up").symlink_to("../secret/key")
    problems = unpacked(into, folder)
    assert [*problems] == ["archive.hostile link", "archive.links"]
    assert problems["archive.hostile link"].params["names"] == ("out", "up")
    assert held(into) == REST


def test_a_link_handed_in_is_not_followed(tmp_path: Path, into: Path) -> None:
    (tmp_path / "li.py").symlink_to("/etc/passwd")
    (tmp_path / "li.zip").symlink_to(zipped(tmp_path / "other.zip", PROGRAM))
    assert all(
        each.code == "archive.unreadable"
        for each in unpacked(into, tmp_path / "li.py", tmp_path / "li.zip").values()
    )
    assert held(into) == {}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_nobodys_fault(tmp_path: Path, into: Path) -> None:
    folder = tmp_path / "li"
    (folder / "closed").mkdir(parents=True)
    (folder / "closed").chmod(0)
    problems = unpacked(into, folder)
    assert problems["archive.unreadable"].is_ours
    assert "archive.empty" not in problems


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may read it")
def test_a_closed_folder_that_may_be_read_is_unpacked(tmp_path: Path, into: Path) -> None:
    folder = tmp_path / "li"
    folder.mkdir()
    (folder / "reversi.py").write_bytes(PROGRAM["reversi.py"])
    (folder / "reversi.py").chmod(0)
    folder.chmod(0)
    assert unpacked(into, folder) == {}
    assert held(into) == REST


@pytest.mark.parametrize("is_packed", [True, False])
def test_a_tree_of_thousands_of_levels_is_cut(tmp_path: Path, into: Path, is_packed: bool) -> None:
    if is_packed:
        path = raw_zip(tmp_path / "li.zip", {b"d/" * 1500 + b"x": b"", b"reversi.py": b"print()"})
        assert [*unpacked(into, path)] == ["archive.names deep"]
    else:
        path = tmp_path / "li"
        path.mkdir()
        (path / "reversi.py").write_bytes(PROGRAM["reversi.py"])
        _dig(path, 5000)
        assert [*unpacked(into, path)] == ["archive.names deep"]
        fingerprint(HandIn("li", "", (path,)))
        remove_tree(path)
    assert [*held(into)] == ["reversi.py"]


def _dig(folder: Path, levels: int) -> None:
    at = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(at)


@pytest.mark.parametrize(
    "lie",
    [
        b"",
        b"{}",
        b"[" * 100_000,
        b'{"trouble": "", "said": "", "entries": [{"name": "a", "kind": "file", "file": "../x"}]}',
    ],
)
def test_what_the_unpacker_says_is_not_believed(
    tmp_path: Path, into: Path, monkeypatch: pytest.MonkeyPatch, lie: bytes
) -> None:
    liar = tmp_path / "liar.py"
    liar.write_text(f"open('manifest.json', 'wb').write({lie!r})", encoding="utf-8")
    monkeypatch.setattr(unpacker, "__file__", str(liar))
    problems = unpacked(into, zipped(tmp_path / "li.zip", PROGRAM))
    assert [*problems] == ["archive.not-unpacked"]
    assert problems["archive.not-unpacked"].is_ours
    assert held(into) == {}


def test_where_it_cannot_be_unpacked_nobody_is_to_blame_but_us(
    tmp_path: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    problems = unpacked(into, zipped(tmp_path / "li.zip", PROGRAM))
    assert [*problems] == ["archive.not-unpacked"]
    assert problems["archive.not-unpacked"].is_ours
    assert held(into) == {}


def test_what_the_unpacker_leaves_is_not_followed(
    tmp_path: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    liar = tmp_path / "liar.py"
    liar.write_text(
        """
import json, os
os.mkdir("files")
os.symlink("/etc/passwd", "files/0")
os.mkfifo("files/1")
os.symlink("/etc", "tree")
entries = [{"name": "a", "kind": "file", "file": number} for number in (0, 1, 2, -1)]
entries = [{**entry, "name": f"{entry['file']}"} for entry in entries]
json.dump({"trouble": "", "said": "", "entries": entries}, open("manifest.json", "w"))
""",
        encoding="utf-8",
    )
    monkeypatch.setattr(unpacker, "__file__", str(liar))
    problems = unpacked(into, zipped(tmp_path / "li.zip", PROGRAM))
    assert "archive.unreadable" in problems
    assert held(into) == {}


def test_nothing_is_left_of_unpacking(
    tmp_path: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    unpacked(into, zipped(tmp_path / "li.zip", PROGRAM))
    assert [*place.iterdir()] == []


NAMES = st.lists(st.sampled_from(["a", "A", "b.py", "build", "src", "c\n", "con"]), min_size=1)
PARTS = NAMES.map(lambda names: tuple(names[:4]))
TARGETS = st.lists(st.sampled_from(["..", "a", "b.py", "build", "src", "", "c\n"])).map("/".join)


@given(
    st.lists(st.tuples(PARTS, st.booleans()), max_size=8),
    st.lists(st.tuples(PARTS, TARGETS, st.booleans()), max_size=4),
    st.lists(st.binary(min_size=1, max_size=12), max_size=4),
)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_there_is_it_is_put_within(
    tmp_path: Path,
    found: list[tuple[tuple[str, ...], bool]],
    links: list[tuple[tuple[str, ...], str, bool]],
    names: list[bytes],
) -> None:
    place = Path(tempfile.mkdtemp(dir=tmp_path))
    (place / "source").write_bytes(b"x")
    (place / "into").mkdir()
    paths = dict(found)
    paths |= {parts: True for name in names if (parts := trees.split(decoded(name)))}
    source = place / "source"
    tree = trees.Tree(
        tuple(trees.Entry(parts, source if is_file else None) for parts, is_file in paths.items()),
        tuple(trees.Link(*link) for link in links),
    )
    sifted = trees.sifted(trees.resolved(tree, Troubles()))
    count = trees.put(sifted, place / "into", SMALL, Troubles(), name="li")
    assert [*held(place / "into").values()] == [b"x"] * count
    assert count == len(sifted.files)
    assert sorted(path.name for path in place.iterdir()) == ["into", "source"]
