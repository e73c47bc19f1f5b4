"""The page about the cases is the one that transcripts, wishes and sheets make.

`pytest --force-regen` writes it anew.
"""

from pathlib import Path

import msgspec
import pytest

from reversi_conformance import corpus
from reversi_conformance.assignment import load
from reversi_conformance.search.features import FAMILIES
from reversi_conformance.search.page import Suite, format_page

from ..sheets import recorded_caught

PAGE = Path(__file__).parents[3] / "docs" / "cases.md"
TITLES = {
    "Cases for the Python handout": "python",
    "Cases for the TypeScript handout": "typescript",
}


def made() -> str:
    suites = {}
    for title, name in TITLES.items():
        assignment = load(name)
        headers = tuple(case.header for case in corpus.load_suite(assignment))
        caught = recorded_caught() if name == "python" else {}
        suites[title] = Suite(assignment, headers, caught)
    return format_page(suites)


def test_the_page_is_up_to_date(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("force_regen"):
        PAGE.write_text(made(), encoding="utf-8", newline="\n")
    assert PAGE.read_text(encoding="utf-8") == made()


def test_every_case_and_every_family_of_names_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in TITLES.values():
        assert all(f"| `{case.id}` |" in page for case in corpus.load_suite(load(name)))
    assert all(f"| `{family.pattern}` |" in page for family in FAMILIES)


def test_a_case_that_nobody_wished_for_is_an_error() -> None:
    (case, *_) = corpus.load_suite(load("python"))
    orphan = msgspec.structs.replace(case.header, id="py-4-X-orphan")
    with pytest.raises(KeyError, match="py-4-X-orphan"):
        format_page({"Cases": Suite(load("python"), (orphan,), {})})
