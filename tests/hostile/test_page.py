"""The page about hostile programs is the one that the tests' expectations make.

`pytest --force-regen` writes it anew.
"""

from pathlib import Path

import pytest

from reversi_conformance.sandboxes import KINDS

from .attempts import load
from .page import format_page

PAGE = Path(__file__).parents[2] / "docs" / "hostile.md"


def test_the_page_is_up_to_date(request: pytest.FixtureRequest) -> None:
    made = format_page(load(), [*reversed([*KINDS])])
    if request.config.getoption("force_regen"):
        PAGE.write_text(made, encoding="utf-8", newline="\n")
    assert PAGE.read_text(encoding="utf-8") == made
