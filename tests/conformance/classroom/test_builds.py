"""What is recognised is built and plays, with the compilers that this machine has."""

import errno
import functools
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from reversi_conformance import corpus
from reversi_conformance.classroom import tools
from reversi_conformance.classroom.builds import Built, build
from reversi_conformance.confinement import choose, probe
from reversi_conformance.runner import run_cases
from reversi_conformance.sandboxes import KINDS
from reversi_conformance.sessions.command import Command
from reversi_conformance.submission import Problem

from ..submissions import suite
from .handed_in import NODE_MODULES, PROGRAMS, C, program, write

_CASES = {
    "python": ("py-4-X-sample", "py-6-O-sample"),
    "typescript": ("ts-4-X-sample", "ts-6-O-sample"),
}


@functools.cache
def strongest() -> str:
    return choose().kind


@pytest.fixture(autouse=True)
def _packages_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{NODE_MODULES.resolve() / '.bin'}{os.pathsep}{os.environ['PATH']}")


def need(*names: str) -> None:
    if missing := [name for name in names if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")


def made(folder: Path, run: str | None = None, *, sandbox: str | None = None) -> Built:
    return build(
        program(folder, run),
        folder,
        sandbox=sandbox or strongest(),
        packages=NODE_MODULES,
    )


def failed(folder: Path) -> Problem:
    built = made(folder)
    assert built.argv == ()
    [problem] = built.problems
    return problem


def said(built: Built) -> str:
    assert built.argv, built.problems
    answer = subprocess.run(built.argv, capture_output=True, check=True, cwd="/")
    return answer.stdout.decode()


def faults(built: Built, folder: Path, assignment: str, sandbox: str) -> list[str]:
    rules, cases = suite(assignment)
    runs, _ = run_cases(
        Command(built.argv, built.shown, folder),
        corpus.choose_cases(cases, _CASES[assignment]),
        rules,
        jobs=2,
        on_run=lambda _: None,
        sandbox=sandbox,
    )
    assert len(runs) == 2
    return [finding.code for run in runs for finding in run.judgement.faults]


@pytest.mark.parametrize(
    ("file", "assignment", "needs"),
    [
        ("classes.py", "python", ("python3",)),
        ("reversi.c", "python", ("gcc",)),
        ("reversi.cpp", "python", ("g++",)),
        ("Reversi.java", "python", ("javac", "java")),
        ("typescript_tabs.ts", "typescript", ("tsc", "node")),
        ("prompt_sync.js", "typescript", ("tsc", "node")),
    ],
)
def test_a_right_program_is_built_and_plays_without_a_fault(
    file: str, assignment: str, needs: tuple[str, ...], tmp_path: Path
) -> None:
    need(*needs)
    shutil.copy(PROGRAMS / file, tmp_path)
    before = (tmp_path / file).read_bytes()

    built = made(tmp_path)

    assert built.problems == ()
    assert faults(built, tmp_path, assignment, strongest()) == []
    assert (tmp_path / file).read_bytes() == before


@pytest.mark.parametrize("sandbox", KINDS)
def test_it_is_built_and_plays_in_every_confinement(sandbox: str, tmp_path: Path) -> None:
    need("gcc")
    if KINDS[sandbox].promises and (lack := probe(sandbox).lack) is not None:
        pytest.skip(f"{sandbox}: {lack.reason}")
    shutil.copy(PROGRAMS / "reversi.c", tmp_path)
    (tmp_path / "reversi.c").chmod(0o600)

    built = made(tmp_path, sandbox=sandbox)

    assert built.shown == ".built/reversi"
    assert built.build.endswith(" -o .built/reversi ./reversi.c -lm")
    assert faults(built, tmp_path, "python", sandbox) == []
    assert all(path.stat().st_uid == os.geteuid() for path in tmp_path.rglob("*"))


def test_go_is_built(tmp_path: Path) -> None:
    need("go")
    write(
        tmp_path,
        {
            "main.go": "package main\nfunc main() { println(f()) }\n",
            "f.go": 'package main\nfunc f() string { return "go" }\n',
        },
    )
    assert made(tmp_path).problems == ()


def test_a_package_of_cargo_is_built_with_its_modules(tmp_path: Path) -> None:
    need("cargo", "rustc")
    write(
        tmp_path,
        {
            "Cargo.toml": '[package]\nname = "my-game"\nversion = "0.1.0"\nedition = "2021"\n',
            "src/main.rs": 'mod b;\nfn main() { println!("{}", b::name()); }\n',
            "src/b.rs": 'pub fn name() -> &\'static str { "rust" }\n',
        },
    )
    assert said(made(tmp_path)) == "rust\n"


def test_all_sources_of_c_are_built_but_other_mains(tmp_path: Path) -> None:
    need("gcc")
    write(
        tmp_path,
        {
            "reversi.c": '#include <stdio.h>\n#include "in/b.h"\n#include "table.c"\n'
            'int main(void) { printf("%d%d", b(), table()); return 0; }\n',
            "in/b.c": "int b(void) { return 4; }\n",
            "in/b.h": "int b(void);\n",
            "table.c": "static int table(void) { return 2; }\n",
            "trial.c": C,
        },
    )
    built = made(tmp_path)
    assert built.build.endswith(" -o .built/reversi ./reversi.c ./in/b.c -lm")
    assert said(built) == "42"


def test_an_older_version_in_another_folder_does_not_come_in_the_way(tmp_path: Path) -> None:
    need("gcc")
    write(
        tmp_path,
        {
            "main.c": '#include <stdio.h>\nint b(void);int main(void) { printf("%d", b()); }\n',
            "b.c": "int b(void) { return 2; }\n",
            "old/b.c": "int b(void) { return 1; }\n",
        },
    )
    assert said(made(tmp_path)) == "2"


def test_cpp_of_an_older_standard_is_built_all_the_same(tmp_path: Path) -> None:
    need("g++")
    # From C++17 on there is a `std::size`.
    text = "#include <string>\nusing namespace std;\nint size;\nint main() { return size; }\n"
    built = made(write(tmp_path, {"a.cpp": text}))
    assert "-std=gnu++14" in built.build
    assert built.problems == ()


def test_c_of_an_older_standard_is_built_all_the_same(tmp_path: Path) -> None:
    need("gcc")
    write(tmp_path, {"a.c": 'n;\nmain() { return puts("c") < 0; }\n', "b.c": "int n;\n"})
    assert said(made(tmp_path)) == "c\n"


def test_java_is_run_by_the_class_that_holds_main_whatever_the_encodings(tmp_path: Path) -> None:
    need("javac", "java")
    write(
        tmp_path,
        {
            # Before main a class within the class, and braces that count for nothing.
            "src/g/Play.java": "\ufeffpackage g;\npublic class Play { static class In { int x; }\n"
            '/* { */ String s = "{{"; public static void main(String[] a) {\n'
            "  System.out.print(new Board().黑()); } }\n",
            "src/g/Board.java": 'package g; class Board { String 黑() { return "黑"; } }\n'.encode(
                "gbk"
            ),
            "src/g/BoardTest.java": "import org.junit.Test;\n",
            "old/g/Board.java": "package g; class Board { }\n",
        },
    )
    built = made(tmp_path)
    assert built.shown == "java -cp .built g.Play"
    assert said(built) == "黑"


def test_c_in_gbk_prints_what_it_means(tmp_path: Path) -> None:
    need("gcc")
    text = '#include <stdio.h>\n#include "w.h"\nint main(void) { printf(W); }\n'
    write(tmp_path, {"a.c": text, "w.h": '#define W "黑\\n"\n'.encode("gbk")})
    assert said(made(tmp_path)) == "黑\n"


def test_typescript_of_many_kinds_is_built_at_once(tmp_path: Path) -> None:
    # One run of the compiler costs seconds: a module of ES, JSON, JavaScript, no types.
    need("tsc", "node")
    write(
        tmp_path,
        {
            "package.json": '{"type": "module", "scripts": {"postinstall": "touch installed"}}',
            "tsconfig.json": '{"compilerOptions": {"noEmit": true, "strict": true}}',
            "src/reversi.ts": "import * as fs from 'fs';\nimport fs2 from 'node:fs';\n"
            "import sync from 'prompt-sync';\nimport { n } from './b';\n"
            "import { m } from './c.js';\nimport d from '../d.json';\nenum Disc { X = 1 }\n"
            "const wrong: number = 'x';\nconst ask = sync();\n"
            "const both = fs.existsSync('/') && fs2.existsSync('/');\n"
            "console.log(n, m, d.d, Disc.X, typeof ask, both);\n",
            "src/b.ts": "export const n = 1;\n",
            "src/c.js": "exports.m = 2;\n",
            "d.json": '{"d": 3}',
        },
    )
    assert said(made(tmp_path)) == "1 2 3 1 function true\n"
    assert not (tmp_path / "installed").exists()


def put_compiler(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a script take the place of the compiler for TypeScript."""
    path = folder / "bin" / "tsc"
    write(folder, {"bin/tsc": f"#!/bin/sh\n{script}\n"})
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize(
    ("imports", "interop"),
    [
        ("import * as ask from 'prompt-sync';\nconst input = ask();", "false"),
        ("import ask from 'prompt-sync';\nconst input = ask();", "true"),
        ("import * as readline from 'readline';\nreadline.createInterface({});", "true"),
    ],
)
def test_a_package_is_imported_as_the_program_uses_it(
    imports: str, interop: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("node")
    put_compiler(tmp_path, "cat .built/tsconfig.json", monkeypatch)
    files = {"a.ts": imports, "node_modules/prompt-sync/index.js": "module.exports = Object"}
    folder = write(tmp_path / "handed-in", files)
    [problem] = made(folder, sandbox="limits").problems
    assert f'        "esModuleInterop": {interop},' in problem.lines


def test_what_a_compiler_says_of_types_and_of_our_settings_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("node")
    lines = (
        ".built/tsconfig.json(10,9): error TS5023: Unknown compiler option 'noCheck'.",
        "a.ts(1,21): error TS2307: Cannot find module 'fs'.",
    )
    script = "\n".join(f'echo "{line}"' for line in lines)
    put_compiler(tmp_path, f"{script}\n: > .built/a.js\nexit 2", monkeypatch)
    built = made(write(tmp_path / "handed-in", {"a.ts": ""}), sandbox="limits")
    assert built.problems == ()
    assert built.argv


def test_what_waits_at_the_top_is_a_module_and_is_played_whatever_the_compiler_says(
    tmp_path: Path,
) -> None:
    need("tsc", "node")
    write(tmp_path, {"a.ts": "const a: number = await Promise.resolve(5);\nconsole.log(a;\n"})
    built = made(tmp_path)
    [problem] = built.problems
    assert (problem.code, problem.is_note, problem.is_ours) == ("build.complained", True, False)
    assert problem.lines == ("a.ts(2,14): error TS1005: ')' expected.",)
    assert said(built) == "5\n"


def test_python_finds_its_modules_by_the_names_of_its_folders(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "src/main.py": "from src.board import NAME\nfrom .rules import N\nimport sys\n"
            "print(NAME, N, len(sys.argv), __name__)\n",
            "src/board.py": "NAME = 'board'\n",
            "src/rules.py": "N = 3\n",
        },
    )
    built = made(tmp_path)
    assert built.shown == "python3 -m src.main"
    assert said(built) == "board 3 1 __main__\n"


def test_python_in_a_folder_is_run_as_a_file_where_it_can_be(tmp_path: Path) -> None:
    write(tmp_path, {"src/main.py": "import board\n", "src/board.py": "print(1)\n"})
    assert made(tmp_path).shown == "python3 src/main.py"


def test_a_script_without_permission_runs(tmp_path: Path) -> None:
    write(tmp_path, {"reversi": "#!/usr/bin/env python3\nprint('script')\n"})
    built = made(tmp_path)
    assert (said(built), built.shown) == ("script\n", "./reversi")


def test_a_command_line_of_the_teaching_assistant_runs(tmp_path: Path) -> None:
    write(tmp_path, {"src/a b.py": "print('told')\n"})
    built = made(tmp_path, "python3 '{folder}/src/a b.py'")
    assert (said(built), built.shown) == ("told\n", "python3 'src/a b.py'")


def test_a_program_for_another_system_costs_no_mark(tmp_path: Path) -> None:
    problem = failed(write(tmp_path, {"reversi.exe": b"MZ\x90\0\3"}))
    assert (problem.code, problem.is_ours) == ("program.foreign", True)
    assert problem.message.startswith("'reversi.exe' was built for another system")


@pytest.mark.parametrize(
    ("files", "tool", "lines"),
    [
        (
            {"a.c": "int unused;\nint main(void) { return x; }\n"},
            "gcc",
            ("a.c:2:25: error: ‘x’ undeclared (first use in this function)",),
        ),
        (
            {"src/A.java": "class A { public static void main(String[] a) { int i = q; } }\n"},
            "javac",
            ("src/A.java:1: error: cannot find symbol",),
        ),
    ],
)
def test_a_build_that_fails_is_told_with_the_first_error(
    files: dict[str, str], tool: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    need(tool)
    problem = failed(write(tmp_path, files))
    assert (problem.code, problem.is_ours) == ("build.failed", False)
    assert problem.lines[:1] == lines


def test_of_many_errors_twelve_lines_are_shown(tmp_path: Path) -> None:
    need("gcc")
    lines = "".join(f"int f{number}(void) {{ return x; }}\n" for number in range(9))
    problem = failed(write(tmp_path, {"a.c": lines + C}))
    assert len(problem.lines) == 12
    assert problem.message == f"gcc could not build it ({problem.params['more']} more lines)"


def test_a_header_that_this_machine_lacks_costs_no_mark(tmp_path: Path) -> None:
    need("gcc")
    problem = failed(write(tmp_path, {"a.c": "#include <conio.h>\n" + C}))
    assert (problem.code, problem.is_ours) == ("build.module-missing", True)
    assert problem.params["module"] == "conio.h"


def test_a_header_that_was_not_handed_in_is_the_students(tmp_path: Path) -> None:
    need("gcc")
    assert failed(write(tmp_path, {"a.c": '#include "b.h"\n' + C})).code == "build.failed"


def test_a_package_that_this_machine_lacks_costs_no_mark(tmp_path: Path) -> None:
    need("node")
    write(
        tmp_path,
        {"a.js": "require('node:fs'); require('fs/promises'); require('./b')", "b.js": ""},
    )
    assert made(tmp_path).problems == ()
    problem = failed(write(tmp_path, {"b.js": "const x = require('no-such-package/part')"}))
    assert (problem.code, problem.is_ours) == ("build.module-missing", True)
    assert problem.params["module"] == "no-such-package"


@pytest.mark.parametrize("name", ["msvcrt", "no_such_package"])
def test_a_module_that_this_python_lacks_costs_no_mark(name: str, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import os, b\n", "b.py": f"from {name}.part import *\n"})
    problem = failed(tmp_path)
    assert (problem.code, problem.is_ours) == ("build.module-missing", True)
    assert problem.params["module"] == name


def test_a_module_that_a_program_can_do_without_need_not_be_there(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "a.py": "import json\nfrom part import b\ntry:\n    import msvcrt\n"
            "except ImportError:\n    print(b)\n",
            "part/b.py": "",
            "unused.py": "import no_such_package\n",
        },
    )
    assert made(tmp_path, "a.py").problems == ()


def test_a_module_of_es_is_declared_as_one_for_an_older_node(tmp_path: Path) -> None:
    need("node")
    write(tmp_path, {"a.js": "import fs from 'fs';\nconsole.log(fs.existsSync('/'));\n"})
    assert said(made(tmp_path)) == "true\n"
    assert (tmp_path / "package.json").read_text() == '{"type": "module"}\n'


@pytest.mark.parametrize(
    "files",
    [
        {"a.js": "const fs = require('fs');\nconst s = `\nimport x`;\n"},
        {"a.js": "import 'fs';\n", "package.json": '{"type": "commonjs"}'},
        {"a.mjs": "import 'fs';\n"},
    ],
)
def test_no_other_program_is_declared_a_module(files: dict[str, str], tmp_path: Path) -> None:
    need("node")
    assert made(write(tmp_path, files)).argv
    assert {path.name for path in tmp_path.iterdir()} == set(files)


def test_a_package_that_was_handed_in_is_used(tmp_path: Path) -> None:
    need("node")
    write(
        tmp_path,
        {
            "a.js": "console.log(require('mine'))",
            "node_modules/mine/index.js": "module.exports = 7",
        },
    )
    assert said(made(tmp_path)) == "7\n"


def test_a_place_in_which_nothing_can_be_made_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("gcc")
    found = program(write(tmp_path, {"a.c": C}))

    def refuse(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    [problem] = build(found, tmp_path, sandbox="limits").problems
    assert (problem.code, problem.is_ours) == ("build.not-started", True)
    assert "No space left on device" in problem.message


def test_what_is_ready_can_be_read_by_everybody(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": ""})
    (tmp_path / "src" / "a.py").chmod(0o4700)
    (tmp_path / "src").chmod(0o700)
    assert made(tmp_path).argv
    assert (tmp_path / "src").stat().st_mode & 0o7777 == 0o755
    assert (tmp_path / "src" / "a.py").stat().st_mode & 0o7777 == 0o755


def test_a_tool_that_is_gone_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need("gcc")
    found = program(write(tmp_path, {"a.c": C}))
    monkeypatch.setattr(tools, "find", lambda name: f"/usr/bin/no-such-{name}")
    [problem] = build(found, tmp_path, sandbox="limits").problems
    assert (problem.code, problem.is_ours) == ("build.not-started", True)
