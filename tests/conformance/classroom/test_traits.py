"""Which files of a submission are studied, and what happens to those that cannot be."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from reversi_conformance.classroom import style, traits
from reversi_conformance.classroom.traits import find_traits, missing
from reversi_conformance.submission import Trait

from ..programs import FOLDER

LOOP = "for (;;) {}\n"


def found_in(folder: Path, files: Mapping[str, str | bytes]) -> dict[str, Trait]:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    found = find_traits(folder, [folder / name for name in files])
    return {trait.id: trait for trait in found}


def test_what_the_student_wrote_is_studied_and_nothing_else(tmp_path: Path) -> None:
    found = found_in(
        tmp_path,
        {
            "src/game.ts": "\nfor (;;) {}\n",
            "src/game.js": LOOP,
            "src/game.d.ts": "declare const a: number;\n",
            "dist/src/game.js": LOOP,
            "node_modules/left-pad/index.js": LOOP,
            "__MACOSX/src/._game.ts": LOOP,
            "jquery.min.js": LOOP,
            "other.js": LOOP,
            "main.py": "while 1: pass\n",
            "README.md": LOOP,
        },
    )
    assert found["files"].places == ("src/game.ts", "other.js", "main.py")
    assert found["loops"].places == ("src/game.ts:2", "other.js:1", "main.py:1")
    assert found["not-read"].count == 0


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    found = found_in(
        tmp_path,
        {
            "a.ts": LOOP,
            "binary.ts": b"\0\1\2\3" * 100,
            "line.js": "a=1;" * 10_000,
            "long.ts": "a = 1;\n" * 20_000,
            "bundle.js": f"{LOOP}//# sourceMappingURL=bundle.js.map\n",
        },
    )
    assert found["not-read"].places == ("binary.ts", "line.js", "long.ts", "bundle.js")
    assert found["loops"].places == ("a.ts:1",)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_usual_encoding_and_line_end_is_read(tmp_path: Path, encoding: str, end: str) -> None:
    text = end.join(["// 黑白棋的程序", "const 棋盘 = '\u2028';", "for (;;) {}", ""])
    found = traits._text(text.encode(encoding))
    assert found == text.replace(end, "\n")


def test_hostile_names_make_places_that_are_told_apart_and_can_be_written(tmp_path: Path) -> None:
    names = ["a\nb.ts", "a\\x0ab.ts", "a:1.ts", "\udcff.ts", "黑白棋.ts"]
    found = found_in(tmp_path, dict.fromkeys(names, LOOP))
    places = found["loops"].places
    assert places == ("a\\x0ab.ts:1", "a\\x5cx0ab.ts:1", "a:1.ts:1", "\\udcff.ts:1", "黑白棋.ts:1")


def test_links_pipes_and_folders_are_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "s1"
    folder.mkdir()
    (tmp_path / "secret.ts").write_text(LOOP, encoding="utf-8")
    (folder / "link.ts").symlink_to(tmp_path / "secret.ts")
    (folder / "folder").symlink_to(tmp_path)
    (folder / "loop.ts").symlink_to(folder / "loop.ts")
    (folder / "dir.ts").mkdir()
    os.mkfifo(folder / "pipe.ts")
    names = [
        "link.ts",
        "folder/secret.ts",
        "loop.ts",
        "dir.ts",
        "pipe.ts",
        "gone.ts",
        "../secret.ts",
    ]
    found = {each.id: each for each in find_traits(folder, [Path(name) for name in names])}
    assert found["files"].count == 0
    assert found["not-read"].places == tuple(names[:-1])


def test_sources_may_be_named_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "s1").mkdir()
    (tmp_path / "s1" / "a.ts").write_text(LOOP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for folder in (Path("s1"), tmp_path / "s1", Path("s1/../s1")):
        for source in (Path("a.ts"), tmp_path / "s1" / "a.ts"):
            (loops, *_) = find_traits(folder, [source])
            assert loops.places == ("a.ts:1",)


def test_nothing_is_found_where_no_source_is(tmp_path: Path) -> None:
    assert found_in(tmp_path, {"Main.java": "class Main {}\n"}) == {}


def test_modules_in_the_folder_where_it_is_started_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trap = "open('sprung', 'w').close()\n"
    found = found_in(tmp_path, {"msgspec.py": trap, "tree_sitter.py": trap, "resource.py": trap})
    assert found["files"].count == 3
    assert not (tmp_path / "sprung").exists()


def test_a_process_that_dies_leaves_all_files_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    found = found_in(tmp_path, {"a.ts": LOOP})
    assert found["not-read"].places == ("a.ts",)
    assert found["loops"].count == 0


def test_without_the_parser_nothing_is_found_and_one_line_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert missing() == ""
    monkeypatch.setattr(traits, "find_spec", lambda name: None if name == "tree_sitter" else name)
    assert missing() == (
        "functional style is not looked at: tree_sitter not installed"
        " (pip install 'reversi-conformance[style]')"
    )
    assert found_in(tmp_path, {"a.ts": LOOP}) == {}


def test_real_programs_show_the_style_in_which_they_are_written() -> None:
    found = find_traits(FOLDER, [Path("typescript_tabs.ts")])
    loops = {trait.id: trait.count for trait in found}
    found = find_traits(FOLDER, [Path("readline_promises.ts")])
    functional = {trait.id: trait.count for trait in found}
    assert loops == {
        "loops": 17,
        "reassignments": 28,
        "mutations": 8,
        "higher-order": 0,
        "pure-functions": 3,
        "functions": 15,
        "lines": 181,
        "files": 1,
        "not-understood": 0,
        "not-read": 0,
    }
    assert functional == {
        "loops": 1,
        "reassignments": 6,
        "mutations": 0,
        "higher-order": 17,
        "pure-functions": 32,
        "functions": 35,
        "lines": 115,
        "files": 1,
        "not-understood": 0,
        "not-read": 0,
    }


def test_every_program_of_the_tests_is_understood() -> None:
    sources = [
        style.Source(path.name, path.suffix, path.read_text(encoding="utf-8"))
        for path in sorted(FOLDER.iterdir())
        if path.suffix in style.LANGUAGES
    ]
    found = {trait.id: trait for trait in style.study(sources)}
    assert found["not-understood"].places == ()
    assert found["files"].count == len(sources)
