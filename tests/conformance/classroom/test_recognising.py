"""Which program a folder holds, in the mixtures that students hand in."""

import os
import shutil
from pathlib import Path

import pytest

from reversi_conformance.classroom import tools
from reversi_conformance.classroom.recipes.sources import decoded

from .handed_in import C, problem, program, write

_GUARD = 'if __name__ == "__main__":\n    main()\n'
_JAVA_MAIN = "public static void main(String[] args) {}"


@pytest.fixture(autouse=True)
def _every_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is recognised does not depend on what is installed here.
    monkeypatch.setattr(tools, "find", lambda name: f"/usr/bin/{name}")


@pytest.mark.parametrize(
    ("files", "recipe", "entry", "choice"),
    [
        pytest.param(
            {"game.py": "", "README.md": "", "reversi.csv": ""},
            "python",
            "game.py",
            "the only Python file",
            id="the only source",
        ),
        pytest.param(
            {"main.py": "from game import play\n" + _GUARD, "game.py": _GUARD},
            "python",
            "main.py",
            "no other file imports it",
            id="what imports before what is imported",
        ),
        pytest.param(
            {"play.py": _GUARD, "old.py": "print()\n"},
            "python",
            "play.py",
            "it has the main function",
            id="what guards its main",
        ),
        pytest.param(
            {"a.py": "'''\n" + _GUARD + "'''\n", "b.py": _GUARD},
            "python",
            "b.py",
            "it has the main function",
            id="no main in a comment",
        ),
        pytest.param(
            {"reversi.py": "", "rules.py": ""},
            "python",
            "reversi.py",
            "it is called like the program",
            id="the name",
        ),
        pytest.param(
            {"game.py": "", "test_game.py": _GUARD, "tests/run.py": _GUARD},
            "python",
            "game.py",
            "the only Python file",
            id="no tests",
        ),
        pytest.param(
            {"game.py": "", "venv/pyvenv.cfg": "", "venv/x.py": "", "__MACOSX/._game.py": ""},
            "python",
            "game.py",
            "the only Python file",
            id="nothing that other tools left",
        ),
        pytest.param(
            {"src/game.ts": "", "dist/game.js": "", "package.json": "{}"},
            "typescript",
            "src/game.ts",
            "the only TypeScript file",
            id="a source before what is built from it",
        ),
        pytest.param(
            {
                "package.json": '{"scripts": {"start": "tsc && node dist/play.js"}}',
                "src/play.ts": "",
                "src/extra.ts": "",
            },
            "typescript",
            "src/play.ts",
            "package.json names it",
            id="what package.json starts",
        ),
        pytest.param(
            {"package.json": '{"bin": {"r": "./lib/a.js"}}', "lib/a.js": "", "lib/b.js": ""},
            "javascript",
            "lib/a.js",
            "package.json names it",
            id="package.json's bin",
        ),
        pytest.param(
            {"package.json": '{"main": "../../x.js"}', "x.js": "require('./y')", "y.js": ""},
            "javascript",
            "x.js",
            "no other file imports it",
            id="package.json names a file outside",
        ),
        pytest.param(
            {"game.ts": "import './types'", "types.ts": "", "global.d.ts": "", "a.test.ts": ""},
            "typescript",
            "game.ts",
            "no other file imports it",
            id="declarations are no program",
        ),
        pytest.param(
            {"main.c": C, "board.c": "int f;", "board.h": "", "a.out": b"\x7fELF"},
            "c",
            "main.c",
            "the only file with a main function",
            id="C before a left-over binary",
        ),
        pytest.param(
            {"reversi.c": C, "trial.c": C},
            "c",
            "reversi.c",
            "it is called like the program",
            id="several mains",
        ),
        pytest.param(
            {"a.c": "/* int main( */ // int main(\nint f;", "b.c": C},
            "c",
            "b.c",
            "the only file with a main function",
            id="no main in a comment of C",
        ),
        pytest.param(
            {"game.cpp": C, "board.c": "int f;"},
            "cpp",
            "game.cpp",
            "the only file with a main function",
            id="C++ with C",
        ),
        pytest.param(
            {"src/g/Board.java": "class Board {}", "src/g/Play.java": f"class P {{{_JAVA_MAIN}}}"},
            "java",
            "src/g/Play.java",
            "the only file with a main function",
            id="Java",
        ),
        pytest.param(
            {"go.mod": "module x", "a.go": "package main\nfunc main() {}", "a_test.go": ""},
            "go",
            "a.go",
            "the only file with a main function",
            id="Go",
        ),
        pytest.param(
            {"Cargo.toml": "[package]", "src/main.rs": "fn main() {}", "src/b.rs": "fn b() {}"},
            "cargo",
            "src/main.rs",
            "the only file with a main function",
            id="Cargo",
        ),
        pytest.param(
            {"game.rs": "fn main() {}"},
            "rust",
            "game.rs",
            "the only file with a main function",
            id="Rust",
        ),
        pytest.param(
            {"reversi": "#!/bin/sh\n", "notes": "text"},
            "executable",
            "reversi",
            "the only executable file",
            id="a script without suffix",
        ),
        pytest.param(
            {"reversi.py": "", "warmup.c": C},
            "python",
            "reversi.py",
            "it is called like the program",
            id="two languages and one name",
        ),
    ],
)
def test_the_program_is_found(
    files: dict[str, str | bytes], recipe: str, entry: str, choice: str, tmp_path: Path
) -> None:
    found = program(write(tmp_path, files))
    assert (found.recipe.id, found.entry, found.choice) == (recipe, entry, choice)


def test_several_candidates_are_named_and_asked_about(tmp_path: Path) -> None:
    found = problem(write(tmp_path, {"a.py": "", "b.py": ""}))
    assert (found.code, found.is_ours) == ("program.several", True)
    assert found.message == (
        "any of several files may be the program: 'a.py', 'b.py'; say which one with --run"
    )


def test_a_folder_without_a_program_is_told_with_what_it_holds(tmp_path: Path) -> None:
    found = problem(write(tmp_path, {f"page{number}.pdf": "" for number in range(10)}))
    assert (found.code, found.is_ours) == ("program.none", False)
    assert found.message.startswith("there is no program; there is 'page0.pdf', 'page1.pdf'")
    assert found.message.endswith("and 2 more")


@pytest.mark.parametrize("name", ["Reversi.cs", "Reversi.class", "reversi.ipynb"])
def test_a_language_without_a_recipe_costs_no_mark(name: str, tmp_path: Path) -> None:
    assert problem(write(tmp_path, {name: ""})).is_ours


def test_a_source_in_which_nothing_begins_is_the_students(tmp_path: Path) -> None:
    assert not problem(write(tmp_path, {"board.c": "int f;"})).is_ours


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "reversi.c").symlink_to("/etc/passwd")
    (tmp_path / "src").symlink_to("/usr/include")
    assert problem(tmp_path).params == {"files": ""}


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "reversi.c")
    assert problem(tmp_path).code == "program.none"


def test_a_missing_tool_is_ours_and_told_with_what_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "find", lambda name: None)
    monkeypatch.setattr(
        shutil, "which", lambda name: f"/usr/bin/{name}" if name == "apt-get" else None
    )
    found = problem(write(tmp_path, {"reversi.ts": ""}))
    assert (found.code, found.is_ours) == ("program.tool-missing", True)
    assert found.message == (
        "TypeScript needs tsc and node, which are not on PATH:"
        " sudo apt-get install nodejs && npm install --global typescript"
    )


def test_where_there_is_no_tsc_tsx_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "find", lambda name: None if name == "tsc" else f"/usr/bin/{name}")
    assert program(write(tmp_path, {"reversi.ts": ""})).recipe.id == "typescript-tsx"


@pytest.mark.parametrize(
    ("run", "entry"),
    [("src/b.py", "src/b.py"), ("b*.py", "src/b.py"), ("src/*", "src/b.py"), ("a b.py", "a b.py")],
)
def test_the_teaching_assistant_names_the_file(run: str, entry: str, tmp_path: Path) -> None:
    found = program(write(tmp_path, {"a b.py": "", "src/b.py": "", "c.js": ""}), run)
    assert (found.recipe.id, found.entry, found.choice) == ("python", entry, "as --run says")


def test_a_pattern_of_several_files_decides_nothing(tmp_path: Path) -> None:
    assert problem(write(tmp_path, {"a.py": "", "b.py": ""}), "*.py").code == "program.several"


def test_a_name_that_is_not_there_costs_no_mark(tmp_path: Path) -> None:
    found = problem(write(tmp_path, {"a.py": ""}), "reversi.py")
    assert (found.code, found.is_ours) == ("program.none", True)


def test_a_command_line_is_taken_as_it_is(tmp_path: Path) -> None:
    found = program(write(tmp_path, {"src/a.py": ""}), "python3 -u {folder}/src/a.py")
    assert found.recipe.run == ("python3", "-u", "{folder}/src/a.py")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_source_is_read_in_the_encodings_that_students_use(encoding: str) -> None:
    assert decoded("// 黑白棋\n".encode(encoding)) == "// 黑白棋\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "\n" * 130_000),
        ("a.py", '"""' * 43_000),
        ("a.ts", "import * as x from 'x';\n" * 5_400),
        ("a.ts", "import " * 18_000),
        ("a.c", "/*" * 65_000),
        ("a.java", "public " * 18_000),
        ("a.js", "[" * 130_000),
    ],
)
def test_a_source_made_to_be_slow_to_search_is_not(name: str, text: str, tmp_path: Path) -> None:
    other = "b" + Path(name).suffix
    write(tmp_path, {name: text, other: text, "package.json": "[" * 130_000})
    problem(tmp_path)
