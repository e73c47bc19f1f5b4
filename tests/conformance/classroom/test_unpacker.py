"""The program that takes archives apart, by itself: what it says and what it leaves."""

import contextlib
import json
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reversi_conformance.classroom import unpacker

from .archives import PROGRAM, member, raw_zip, tarred, zipped, zipped_link


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, as the confinement would choose it."""
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


def told(archive: Path, kind: str, **more: Any) -> dict[str, Any]:
    """What the manifest says of an archive."""
    task: dict[str, Any] = {
        "archive": str(archive),
        "kind": kind,
        "tool": [],
        "is_tar_on_output": False,
        "most_bytes": 1000,
        "most_files": 10,
        "most_entries": 20,
        "most_told": 2000,
        "passed_over": ["node_modules"],
        "of_environments": ["bin"],
        **more,
    }
    unpacker.main(unpacker.Task(**task))  # type: ignore[typeddict-item]
    found: dict[str, Any] = json.loads(Path("manifest.json").read_text(encoding="ascii"))
    return found


def kinds(manifest: dict[str, Any]) -> dict[str, str]:
    return {entry["name"]: entry["kind"] for entry in manifest["entries"]}


NOBODYS = {"node_modules/a.js": b"", "venv/pyvenv.cfg": b"", "venv/bin/activate": b""}


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_files_get_numbers_for_names(tmp_path: Path, folder: Path, kind: str) -> None:
    files = {"../../evil.py": b"x", **NOBODYS, **PROGRAM}
    path = tmp_path / "li"
    manifest = told(zipped(path, files) if kind == "zip" else tarred(path, files=files), kind)
    assert kinds(manifest) == dict.fromkeys(
        ("../../evil.py", "venv/pyvenv.cfg", "reversi.py"), "file"
    )
    left = {str(each.relative_to(folder)) for each in folder.rglob("*")}
    assert left == {"files", "files/0", "files/1", "files/2", "manifest.json"}
    assert Path("files/2").read_bytes() == PROGRAM["reversi.py"]


def test_what_is_no_file_is_only_noted(tmp_path: Path) -> None:
    members = [
        member("link", tarfile.SYMTYPE, "/etc"),
        member("hard", tarfile.LNKTYPE, "link"),
        member("pipe", tarfile.FIFOTYPE),
        member("src", tarfile.DIRTYPE),
    ]
    assert kinds(told(tarred(tmp_path / "li", *members, files={}), "tar")) == {
        "link": "link",
        "hard": "hard",
        "pipe": "special",
        "src": "folder",
    }


def test_what_is_no_file_in_a_zip_is_only_noted(tmp_path: Path) -> None:
    archive = zipped_link(tmp_path / "li", "link", "/etc", {"src/": b""})
    manifest = told(archive, "zip")
    assert kinds(manifest) == {"src/": "folder", "link": "link"}
    assert manifest["entries"][1]["target"] == "/etc"


def test_what_cannot_be_read_is_noted(tmp_path: Path) -> None:
    archive = zipped(tmp_path / "li", {"a": b"damage me", **PROGRAM}, zipfile.ZIP_STORED)
    archive.write_bytes(archive.read_bytes().replace(b"damage me", b"damaged !"))
    assert kinds(told(archive, "zip")) == {"a": "damaged", "reversi.py": "file"}


def test_what_is_locked_is_noted(tmp_path: Path) -> None:
    assert kinds(told(raw_zip(tmp_path / "li", {b"a": b"?"}, 1), "zip")) == {"a": "encrypted"}


@pytest.mark.parametrize("kind", ["zip", "tar"])
@pytest.mark.parametrize(
    ("files", "trouble"),
    [
        ({"a": bytes(1001)}, "too-large"),
        ({f"{number}": b"" for number in range(11)}, "too-many"),
        ({f"node_modules/{number}": b"" for number in range(21)}, "too-many"),
    ],
    ids=["bytes", "files", "entries"],
)
def test_there_is_a_most_of_everything(
    tmp_path: Path, kind: str, files: dict[str, bytes], trouble: str
) -> None:
    path = tmp_path / "li"
    manifest = told(zipped(path, files) if kind == "zip" else tarred(path, files=files), kind)
    assert manifest["trouble"] == trouble


def test_there_is_a_most_of_what_is_told(tmp_path: Path) -> None:
    files = {f"{number}" + "x" * 500: b"" for number in range(5)}
    assert told(zipped(tmp_path / "li", files), "zip") == {
        "trouble": "too-many",
        "said": "",
        "entries": [],
    }


TOOL = """
import io, sys, tarfile
with tarfile.open(fileobj=sys.stdout.buffer, mode="w|") as archive:
    for name in ("a.py", "node_modules/b.js"):
        archive.addfile(tarfile.TarInfo(name))
print("ERROR: " + sys.argv[1], file=sys.stderr)
sys.exit(int(sys.argv[2]))
"""


@pytest.mark.parametrize(
    ("said", "status", "trouble", "entries"),
    [
        ("", 0, "", {"a.py": "file"}),
        ("no end in /li.7z", 1, "broken", {"a.py": "file"}),
        ("Wrong password", 2, "", {"a.py": "file", "": "encrypted"}),
        ("Can't allocate required memory", 8, "too-large", {"a.py": "file"}),
    ],
)
def test_a_tool_says_what_is_in_an_archive(
    said: str, status: int, trouble: str, entries: dict[str, str]
) -> None:
    tool = [sys.executable, "-c", TOOL, said, str(status)]
    manifest = told(Path("/li.7z"), "7z", tool=tool, is_tar_on_output=True)
    assert (manifest["trouble"], kinds(manifest)) == (trouble, entries)
    assert manifest["said"] == ("ERROR: no end in archive" if trouble == "broken" else "")


@given(st.data())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_the_bytes_are_there_is_an_answer(tmp_path: Path, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["zip", "tar"]))
    mode = data.draw(st.sampled_from(["", "gz", "bz2", "xz"]))
    path = tmp_path / "li"
    sound = zipped(path, PROGRAM) if kind == "zip" else tarred(path, mode=mode)
    damaged = bytearray(sound.read_bytes())
    changes = st.tuples(st.integers(0, len(damaged) - 1), st.integers(0, 255))
    for at, byte in data.draw(st.lists(changes, max_size=4)):
        damaged[at] = byte
    path.write_bytes(damaged[: data.draw(st.integers(0, len(damaged)))])
    with tempfile.TemporaryDirectory(dir=tmp_path) as place, contextlib.chdir(place):
        assert told(path, kind)["trouble"] in {"", "broken", "overlaps", "too-large", "too-many"}
