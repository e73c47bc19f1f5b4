"""Nothing that a student hands in does harm, or goes on for ever, while it is built."""

import os
from pathlib import Path

import msgspec
import pytest

from reversi_conformance.classroom import builds
from reversi_conformance.classroom.builds import Built, build
from reversi_conformance.classroom.recipes import recognise
from reversi_conformance.classroom.recipes.recipe import parse
from reversi_conformance.classroom.recipes.recognising import Program

from .handed_in import RECIPES, C, program, write
from .test_builds import need, strongest

_MEBIBYTE = 1024 * 1024
_MAKE = """
[make]
title = "make"
rank = 1
suffixes = [".mk"]
build = ["sh", "{entry}"]
made = "{out}/reversi"
run = ["{out}/reversi"]
"""


def scripted(folder: Path, script: str) -> Built:
    """What becomes of a build that does what a submission says."""
    found = recognise(write(folder, {"a.mk": script}), parse(_MAKE, "make.toml"))
    assert isinstance(found, Program)
    return build(found, folder, sandbox=strongest())


@pytest.fixture
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = msgspec.structs.replace(
        builds.LIMITS,
        seconds_per_session=4.0,
        memory_bytes=64 * _MEBIBYTE,
        processes=16,
        file_bytes=4 * _MEBIBYTE,
        folder_bytes=8 * _MEBIBYTE,
        files=100,
        output_bytes=10_000,
    )
    monkeypatch.setattr(builds, "LIMITS", limits)


@pytest.mark.usefixtures("_narrow")
@pytest.mark.parametrize(
    ("script", "code", "what"),
    [
        ("for i in $(seq 20); do sleep 9 & done; wait", "build.used-too-much", "processes"),
        ("dd if=/dev/zero of=big bs=1M", "build.used-too-much", "bytes in one file"),
        (
            "for i in 1 2 3 4 5 6; do head -c 3M /dev/zero > big$i; done; sleep 9",
            "build.used-too-much",
            "bytes in its folder",
        ),
        (
            "i=0; while :; do i=$((i+1)); : > f$i; done",
            "build.used-too-much",
            "files",
        ),
    ],
)
def test_a_build_that_takes_too_much_is_ended(
    script: str, code: str, what: str, tmp_path: Path
) -> None:
    [problem] = scripted(tmp_path, script).problems
    assert (problem.code, problem.params["what"]) == (code, what)
    assert not problem.is_ours


@pytest.mark.usefixtures("_narrow")
def test_a_build_that_forks_for_ever_is_ended_with_all_it_started(tmp_path: Path) -> None:
    assert scripted(tmp_path, "f() { f & f; }; f").argv == ()
    assert _working_in(tmp_path) == []


@pytest.mark.usefixtures("_narrow")
@pytest.mark.parametrize("device", ["zero", "random"])
def test_a_source_without_end_is_not_read_to_its_end(device: str, tmp_path: Path) -> None:
    need("gcc")
    found = program(write(tmp_path, {"a.c": f'#include "/dev/{device}"\n' + C}))
    built = build(found, tmp_path, sandbox=strongest())
    assert built.argv == ()
    assert built.problems[0].code in {"build.used-too-much", "build.failed"}


def test_a_build_that_never_ends_is_ended_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = msgspec.structs.replace(builds.LIMITS, seconds_per_session=0.5)
    monkeypatch.setattr(builds, "LIMITS", limits)
    [problem] = scripted(tmp_path, "(setsid sleep 1000 &) ; yes").problems
    assert problem.code == "build.timed-out"
    assert _working_in(tmp_path) == []


def test_what_a_build_leaves_running_is_gone_afterwards(tmp_path: Path) -> None:
    built = scripted(tmp_path, "(setsid sleep 1000 &) ; echo '#!/bin/sh' > .built/reversi")
    assert built.argv
    assert _working_in(tmp_path) == []


def test_a_link_is_nothing_that_was_built(tmp_path: Path) -> None:
    [problem] = scripted(tmp_path, "ln -s /etc/passwd .built/reversi").problems
    assert problem.code == "build.failed"


def test_a_build_gives_nothing_away_of_what_links_lead_to(tmp_path: Path) -> None:
    outside = tmp_path / "secret"
    outside.write_text("x")
    outside.chmod(0o600)
    folder = tmp_path / "handed-in"
    folder.mkdir()
    (folder / "link").symlink_to(outside)
    (folder / "built").symlink_to(tmp_path)
    os.link(outside, folder / "other-name")
    scripted(folder, "chmod 777 link other-name built; echo > .built/reversi")
    assert outside.stat().st_mode & 0o777 == 0o600
    assert outside.stat().st_uid == os.geteuid()


@pytest.mark.parametrize("name", ["shims/python3", "cargo"])
def test_what_was_handed_in_is_never_asked_where_an_interpreter_lies(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever asks does so outside of every confinement.
    monkeypatch.chdir(tmp_path)
    asked = f"#!/bin/sh\ntouch {tmp_path / 'asked'}\n"
    folder = write(
        tmp_path / "s1",
        {"reversi": f"#!/usr/bin/env s1/{name}\n", name: asked, "rustup": asked},
    )
    for each in (name, "rustup"):
        (folder / each).chmod(0o755)
    build(program(folder, "reversi"), folder, sandbox=strongest())
    assert not (tmp_path / "asked").exists()


def test_the_folder_for_what_is_built_may_be_there_as_a_link(tmp_path: Path) -> None:
    need("gcc")
    outside = write(tmp_path / "outside", {"precious": "x"})
    folder = write(tmp_path / "handed-in", {"a.c": C})
    (folder / ".built").symlink_to(outside)
    assert build(program(folder), folder, sandbox=strongest()).argv
    assert [path.name for path in outside.iterdir()] == ["precious"]


def test_the_folder_for_what_is_built_may_be_there_as_a_pipe(tmp_path: Path) -> None:
    need("gcc")
    write(tmp_path, {"a.c": C})
    os.mkfifo(tmp_path / ".built")
    assert build(program(tmp_path), tmp_path, sandbox=strongest()).argv


def test_packages_are_not_copied_to_where_a_link_leads(tmp_path: Path) -> None:
    need("node")
    outside = write(tmp_path / "outside", {"precious": "x"})
    packages = write(tmp_path / "packages", {"mine/index.js": ""})
    folder = write(tmp_path / "handed-in", {"a.js": "require('mine')"})
    (folder / "node_modules").symlink_to(outside)
    built = build(program(folder), folder, sandbox=strongest(), packages=packages)
    assert [problem.code for problem in built.problems] == ["build.module-missing"]
    assert [path.name for path in outside.iterdir()] == ["precious"]


def test_names_that_look_like_options_are_names(tmp_path: Path) -> None:
    need("gcc")
    write(tmp_path, {"-o.c": C, "@file.c": "int x;\n", "--version.c": "int y;\n", "a\nb.c": ""})
    built = build(program(tmp_path), tmp_path, sandbox=strongest())
    assert built.problems == ()


def test_names_that_are_no_text_are_told_as_well_as_can_be(tmp_path: Path) -> None:
    need("gcc")
    write(tmp_path, {"caf\udce9.c": C})
    built = build(program(tmp_path), tmp_path, sandbox=strongest())
    assert built.build.endswith(" -o .built/reversi './caf\\xe9.c' -lm")
    assert built.argv


def test_no_annotation_processor_runs(tmp_path: Path) -> None:
    need("javac")
    write(
        tmp_path,
        {
            "A.java": "class A { public static void main(String[] a) { } }\n",
            "P.java": "import javax.annotation.processing.*; import java.util.*;\n"
            "public class P extends AbstractProcessor {\n"
            "  public boolean process(Set<? extends javax.lang.model.element.TypeElement> s,\n"
            "    RoundEnvironment r) { throw new Error(); } }\n",
            "META-INF/services/javax.annotation.processing.Processor": "P\n",
        },
    )
    assert build(program(tmp_path), tmp_path, sandbox=strongest()).problems == ()


def test_a_makefile_is_nothing_that_is_run(tmp_path: Path) -> None:
    need("gcc")
    write(tmp_path, {"Makefile": "all:\n\ttouch made\n", "a.c": C})
    build(program(tmp_path), tmp_path, sandbox=strongest())
    assert sorted(path.name for path in tmp_path.iterdir()) == [".built", "Makefile", "a.c"]


def test_no_shipped_recipe_installs_anything_or_runs_what_was_handed_in() -> None:
    started = {recipe.build[0] for recipe in RECIPES if recipe.build}
    assert started == {"cargo", "g++", "gcc", "go", "javac", "rustc", "tsc"}


def _working_in(folder: Path) -> list[str]:
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdecimal() and Path(process / "cwd").readlink() == folder:
                found.append(process.name)
        except OSError:
            continue
    return found
