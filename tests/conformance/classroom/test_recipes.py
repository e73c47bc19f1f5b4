"""Recipes are read from TOML; what cannot be is refused with file and key."""

from pathlib import Path

import pytest

from reversi_conformance.classroom.recipes import RecipeError, load
from reversi_conformance.classroom.recipes.recipe import parse
from reversi_conformance.sessions.programs import INTERPRETERS

KOTLIN = """
[kotlin]
title = "Kotlin"
suffixes = [".kt"]
build = ["kotlinc", "{sources}", "-include-runtime", "-d", "{out}/reversi.jar"]
made = "{out}/reversi.jar"
run = ["java", "-jar", "{out}/reversi.jar"]
tools = [{ name = "kotlinc" }, { name = "java", debian = "default-jre-headless" }]
"""


def test_the_languages_of_the_course_are_shipped() -> None:
    assert {recipe.id for recipe in load()} >= {
        "python",
        "typescript",
        "javascript",
        "c",
        "cpp",
        "java",
        "go",
        "rust",
        "executable",
    }


def test_a_file_that_is_named_is_run_as_a_recipe_runs_it() -> None:
    built = {suffix for recipe in load() if recipe.build for suffix in recipe.suffixes}
    for recipe in load():
        for suffix in set(recipe.suffixes) - built:
            assert INTERPRETERS[suffix] == tuple(recipe.run[:-1]), recipe.id
            assert recipe.run[-1] == "{entry}"


def test_a_recipe_of_ones_own_is_added(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(KOTLIN, encoding="utf-8")
    assert {recipe.id for recipe in load(path)} == {recipe.id for recipe in load()} | {"kotlin"}


def test_a_recipe_of_a_shipped_id_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[c]\ntitle="C"\nsuffixes=[".c"]\nrun=["tcc", "-run", "{entry}"]\n')
    [recipe] = [recipe for recipe in load(path) if recipe.id == "c"]
    assert recipe.run == ("tcc", "-run", "{entry}")
    assert len(load(path)) == len(load())


def test_the_first_recipe_is_the_one_that_is_preferred() -> None:
    ranks = [recipe.rank for recipe in load()]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[c", "no TOML"),
        ("c = 1", "c: a table such as [c] is wanted"),
        ("[c]\ntitle='C'\nsuffixes=['.c']", "c: Object missing required field `run`"),
        ("[c]\nbuidl=[]\ntitle='C'\nrun=['x']", "c: Object contains unknown field `buidl`"),
        ("[c]\ntitle='C'\nrun=['x']\nrank=1000", "c.rank: Expected `int` <= 100"),
        ("[C]\ntitle='C'\nrun=['x']\nsuffixes=['.c']", "C.id: Expected `str` matching regex"),
        ("[c]\ntitle='C'\nrun=['x']\nsuffixes=['c']", "c.suffixes[0]: Expected `str` matching"),
        ("[c]\ntitle='C'\nrun=['x']", "c.suffixes: these or is_executable are wanted"),
        ("[c]\ntitle='C'\nrun=['x']\nsuffixes=['.c']\nneeds_main=true", "c.needs_main: there is"),
        ("[c]\ntitle='C'\nrun=['x']\nsuffixes=['.c']\nunit='(x)'", "c.unit: there is no main"),
        ("[c]\ntitle='C'\nrun=['x']\nsuffixes=['.c']\nmain='('", "c.main: no regular expression"),
        ("[c]\ntitle='C'\nrun=['x']\nsuffixes=['.c']\nimports=['x']", "c.imports[0]: a group"),
        ("[c]\ntitle='C'\nrun=['{entri}']\nsuffixes=['.c']", "c.run: {entri} is unknown"),
        ("[c]\ntitle='C'\nrun=['{sources}']\nsuffixes=['.c']", "c.run: {sources} is an argument"),
        ("[c]\ntitle='C'\nrun=['x']\nsuffixes=['.c']\nbuild=['-x{sources}']", "c.build: {sources}"),
        ("[c]\ntitle='C'\nrun=['x']\nsuffixes=['.c']\nwords={out='x'}", "c.words: 'out' means"),
        ("[c]\ntitle='C'\nrun=['x']\nsuffixes=['.c']\nfiles={'../x'='x'}", "c.files: the name of"),
        (
            "[c]\ntitle='C'\nrun=['x']\nsuffixes=['.c']\n"
            "when=[{where='name', pattern='x', words={y='z'}}]",
            "c.when[0].words: 'y' is none of the recipe's words",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_file_and_key(text: str, message: str) -> None:
    with pytest.raises(RecipeError) as raised:
        parse(text, "mine.toml")
    assert str(raised.value).startswith(f"mine.toml: {message}")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="cannot be read: No such file"):
        load(tmp_path / "mine.toml")


def test_a_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes("# 黑".encode("gbk"))
    with pytest.raises(RecipeError, match="byte 2 is not UTF-8"):
        load(tmp_path / "mine.toml")
